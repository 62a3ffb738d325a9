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

/** The parts of a resource that have to be there after a deployment, too. */
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
type Keeps = (properties: any, id: string) => readonly string[]

/** Something that a deployment may take away only if it is told to. */
interface Hazard {
  /** The loss, as a sentence goes on behind `it would`. */
  readonly words: string
  /** By the type of a resource; most have nothing to keep. */
  readonly keeps: Readonly<Record<string, Keeps>>
}

const FUNCTION = 'AWS::Lambda::Function'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const TABLE = 'AWS::DynamoDB::Table'
const QUEUE = 'AWS::SQS::Queue'
const LOG = 'AWS::Logs::LogGroup'
/** The address of the service stands in an output, which is looked at as if it were a resource. */
const OUTPUT = 'output'
/** A name of our own is a text; what AWS makes up is referred to. */
const isMadeUp = (value: string) => value.startsWith('{')
const itself: Keeps = (_, id) => [id]
const unlessMissing = (value: unknown) => (value === undefined ? [] : [canonical(value)])
const keyOf = (type: string, key: unknown) => unlessMissing(key).map((text) => `${type} ${text}`)

/** By the word that allows it. */
export const HAZARDS = {
  'remove-domain': {
    words: 'take away the name',
    keeps: {
      'AWS::ApiGatewayV2::DomainName': ({ DomainName }) => [DomainName],
      [DISTRIBUTION]: ({ DistributionConfig }) => DistributionConfig.Aliases ?? [],
      'AWS::Route53::RecordSet': ({ Type, Name }) => [`${Type} ${Name}`],
    },
  },
  'remove-address': {
    words: 'no longer answer at',
    // A name that is taken away is one of those above; this is the address that AWS gave.
    keeps: { [OUTPUT]: ({ Value }) => [canonical(Value)].filter(isMadeUp) },
  },
  'remove-front': {
    words: 'take away what turns strangers and floods away before the gateway:',
    keeps: { [DISTRIBUTION]: itself, 'AWS::WAFv2::WebACL': itself },
  },
  'remove-subscription': {
    words: 'tell no more of alarms',
    keeps: { 'AWS::SNS::Subscription': ({ Endpoint }) => [canonical(Endpoint)] },
  },
  'remove-budget': { words: 'remove the budget', keeps: { 'AWS::Budgets::Budget': itself } },
  'remove-table': {
    words: 'remove or replace the table',
    // DynamoDB can change neither of these, so CloudFormation would make another table.
    keeps: { [TABLE]: ({ TableName, KeySchema }, id) => [`${id} ${canonical([TableName, KeySchema])}`] },
  },
  'unprotect-table': {
    words: 'let anybody delete the table',
    keeps: { [TABLE]: ({ DeletionProtectionEnabled }, id) => (DeletionProtectionEnabled === true ? [id] : []) },
  },
  'change-table': {
    words: 'work on another table than',
    keeps: { [FUNCTION]: ({ Environment }) => unlessMissing(Environment?.Variables?.TABLE_NAME) },
  },
  'remove-bus': {
    words: 'put no more ends of jobs on the event bus',
    keeps: { [FUNCTION]: ({ Environment }) => [Environment?.Variables?.EVENT_BUS].filter(Boolean) },
  },
  'remove-copies': {
    words: 'copy the table no more to',
    keeps: {
      'AWS::Backup::BackupPlan': ({ BackupPlan }) =>
        BackupPlan.BackupPlanRule.flatMap((rule: { CopyActions?: readonly { DestinationBackupVaultArn: unknown }[] }) =>
          (rule.CopyActions ?? []).map((copy) => canonical(copy.DestinationBackupVaultArn)),
        ),
    },
  },
  'remove-key': {
    words: 'encrypt no more with the customer’s key',
    keeps: {
      [TABLE]: ({ SSESpecification }) => keyOf(TABLE, SSESpecification?.KMSMasterKeyId),
      [QUEUE]: ({ KmsMasterKeyId }) => keyOf(QUEUE, KmsMasterKeyId),
      [LOG]: ({ KmsKeyId }) => keyOf(LOG, KmsKeyId),
    },
  },
  'open-auth': {
    words: 'let everybody in without a key, by',
    keeps: { [FUNCTION]: ({ Environment, Handler }) => (Environment?.Variables?.AUTH === 'keys' ? [Handler] : []) },
  },
} as const satisfies Record<string, Hazard>

export type HazardName = keyof typeof HAZARDS

/** A thing that one template would take away and another has: the word that allows it, and a sentence. */
export function hazardsBetween(standing: Template, next: Template): { name: HazardName; sentence: string }[] {
  return Object.entries(HAZARDS).flatMap(([name, { words, keeps }]: [string, Hazard]) => {
    const kept = ({ Resources, Outputs: { url } = {} }: Template) => {
      const all = { ...Resources, ...(url && { url: { Type: OUTPUT, Properties: url } }) }
      return new Set(
        Object.entries(all).flatMap(([id, { Type, Properties = {} }]) => keeps[Type]?.(Properties, id) ?? []),
      )
    }
    const after = kept(next)
    const lost = [...kept(standing)].filter((what) => !after.has(what))
    return lost.length === 0 ? [] : [{ name: name as HazardName, sentence: `it would ${words} ${lost.join(', ')}` }]
  })
}
