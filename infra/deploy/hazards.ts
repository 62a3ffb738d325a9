/** The parts of a CloudFormation template that are compared. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>
}
interface Resource {
  readonly Type: string
  readonly Metadata?: { readonly 'aws:cdk:path'?: string }
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
  readonly Properties?: any
}

/** A value as text, in which the order of an object's names makes no difference. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'nothing'
  )
}

/** Something that a deployment may take away only if it is told to. */
interface Hazard {
  /** The loss, as a sentence goes on behind `it would`. */
  readonly words: string
  /** The parts of a resource that have to be there after a deployment, too; most have no such part. */
  keeps(resource: Resource, id: string): readonly string[]
}

const FUNCTION = 'AWS::Lambda::Function'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
/** The address of the service stands in an output, which is looked at as if it were a resource. */
const OUTPUT = 'output'
/** A name of our own is a text; what AWS makes up is referred to. */
const isMadeUp = (value: string) => value.startsWith('{')
const environmentOf = ({ Type, Properties }: Resource) =>
  Type === FUNCTION ? (Properties?.Environment?.Variables ?? {}) : {}

/** The property that names the customer's key of an encrypted resource. */
const KEY_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'KMSMasterKeyId',
  'AWS::SQS::Queue': 'KmsMasterKeyId',
  'AWS::Logs::LogGroup': 'KmsKeyId',
}

/** By the word that allows it. */
export const HAZARDS = {
  'remove-domain': {
    words: 'take away the name',
    keeps: ({ Type, Properties }) => {
      if (Type === 'AWS::ApiGatewayV2::DomainName') return [Properties.DomainName]
      if (Type === DISTRIBUTION) return Properties.DistributionConfig.Aliases ?? []
      return Type === 'AWS::Route53::RecordSet' ? [`${Properties.Type} ${Properties.Name}`] : []
    },
  },
  'remove-address': {
    words: 'no longer answer at',
    // A name that is taken away is one of those above; this is the address that AWS gave.
    keeps: ({ Type, Properties }) => (Type === OUTPUT ? [canonical(Properties.Value)].filter(isMadeUp) : []),
  },
  'remove-front': {
    words: 'take away what turns strangers and floods away before the gateway:',
    keeps: ({ Type }, id) => (Type === DISTRIBUTION || Type === 'AWS::WAFv2::WebACL' ? [id] : []),
  },
  'remove-subscription': {
    words: 'tell no more of alarms',
    keeps: ({ Type, Properties }) => (Type === 'AWS::SNS::Subscription' ? [canonical(Properties.Endpoint)] : []),
  },
  'remove-budget': {
    words: 'remove the budget',
    keeps: ({ Type }, id) => (Type === 'AWS::Budgets::Budget' ? [id] : []),
  },
  'remove-table': {
    words: 'remove or replace the table',
    // DynamoDB can change neither of these, so CloudFormation would make another table.
    keeps: ({ Type, Properties }, id) =>
      Type === 'AWS::DynamoDB::Table' ? [`${id} ${canonical([Properties.TableName, Properties.KeySchema])}`] : [],
  },
  'unprotect-table': {
    words: 'let anybody delete the table',
    keeps: ({ Type, Properties }, id) =>
      Type === 'AWS::DynamoDB::Table' && Properties.DeletionProtectionEnabled === true ? [id] : [],
  },
  'change-table': {
    words: 'work on another table than',
    keeps: (resource) => {
      const { TABLE_NAME } = environmentOf(resource)
      return TABLE_NAME === undefined ? [] : [canonical(TABLE_NAME)]
    },
  },
  'remove-bus': {
    words: 'put no more ends of jobs on the event bus',
    keeps: (resource) => {
      const { EVENT_BUS } = environmentOf(resource)
      return EVENT_BUS ? [EVENT_BUS] : []
    },
  },
  'remove-copies': {
    words: 'copy the table no more to',
    keeps: ({ Type, Properties }) =>
      Type === 'AWS::Backup::BackupPlan'
        ? Properties.BackupPlan.BackupPlanRule.flatMap(
            (rule: { CopyActions?: readonly { DestinationBackupVaultArn: unknown }[] }) =>
              (rule.CopyActions ?? []).map((copy) => canonical(copy.DestinationBackupVaultArn)),
          )
        : [],
  },
  'remove-key': {
    words: 'encrypt no more with the customer’s key',
    keeps: ({ Type, Properties }) => {
      const name = KEY_PROPERTIES[Type]
      const key = name === undefined ? undefined : (Properties?.SSESpecification ?? Properties)?.[name]
      return key === undefined ? [] : [`${Type} ${canonical(key)}`]
    },
  },
  'open-auth': {
    words: 'let everybody in without a key, by',
    keeps: (resource) => (environmentOf(resource).AUTH === 'keys' ? [resource.Properties.Handler] : []),
  },
} as const satisfies Record<string, Hazard>

export type HazardName = keyof typeof HAZARDS

/** A thing that one template would take away and another has: the word that allows it, and a sentence. */
export function hazardsBetween(standing: Template, next: Template): { name: HazardName; sentence: string }[] {
  return Object.entries(HAZARDS).flatMap(([name, { words, keeps }]: [string, Hazard]) => {
    const kept = ({ Resources, Outputs: { url } = {} }: Template) => {
      const all = { ...Resources, ...(url && { url: { Type: OUTPUT, Properties: url } }) }
      return new Set(Object.entries(all).flatMap(([id, resource]) => keeps(resource, id)))
    }
    const after = kept(next)
    const lost = [...kept(standing)].filter((what) => !after.has(what))
    return lost.length === 0 ? [] : [{ name: name as HazardName, sentence: `it would ${words} ${lost.join(', ')}` }]
  })
}
