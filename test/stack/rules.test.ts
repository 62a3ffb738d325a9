import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { describe, expect, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import pipelineRole from '../../infra/deploy/pipeline-role.json' with { type: 'json' }
import { SHORT_S } from '../../infra/settings/doors.ts'
import { RETENTION_DAYS } from '../../shared/job/job.ts'
import { type Outline, type Outlined, outlineOf } from './outline.ts'
import { eachOf, synthesisedStacks } from './synthesis.ts'

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
type Any = any

/**
 * Rules for every resource of some types in every stack, whoever reviews a change of the templates: what one resource
 * says alone is in the templates that are reviewed.
 */
interface Rule {
  /** The types, as a regular expression. */
  readonly of: string
  holds(properties: Any, at: Place): unknown
  /** Changes of the stack with every setting, each of which breaks the rule: a place in a resource, and what is put there. */
  readonly faults: Readonly<Record<string, unknown>>
}
interface Place {
  readonly name: string
  readonly resource: Outlined
  readonly stack: Outline
}

const DAY_S = 24 * 3600
const API_GATEWAY_TIMEOUT_S = 30
/** AWS: as throttled invocations count as attempts, too. */
const LEAST_ATTEMPTS = 5
/** A page loads eleven files at once today; a browser that was there before asks for one. */
const MOST_FILES_OF_A_VIEW = 16
const HOLDERS = 'DynamoDB::Table|SQS::Queue|Logs::LogGroup'

/** Grants of more than one call, or for more than one resource. */
const WIDE: readonly RegExp[] = [
  // AWS knows no resources of these.
  /^(lambda:GetAccountSettings|lambda:ListLayers|acm:DescribeCertificate) \*$/,
  // CDK and CloudFormation make up these names.
  /^sts:AssumeRole \S+:role\/cdk-hnb659fds-\*-\$\{AWS::AccountId\}-\$\{AWS::Region\}$/,
  /^cloudformation:(DescribeStacks|GetTemplate) \S+:stack\/Sudoku-\$\{Stage\}\/\*$/,
  /^dynamodb:(Put|Update)Item \S+:table\/Sudoku-\$\{Stage\}-\*$/,
  // These have two forms each.
  /^kms:(GenerateDataKey|ReEncrypt)\* arn:[^*]+$/,
]
/** The claims that GitHub signs for a job. */
const SIGNED = /^(sts\.amazonaws\.com|repo:\$\{Repository\}:environment:\$\{Stage\}(-diff)?)$/
/** Every call that reads items by their keys, or writes them. No other is granted. */
const ITEM_CALLS = [
  ...['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'],
  ...['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
]
/** Names within something of ours, or that AWS or the settings gave: no other stage wants the same. */
const HARMLESS_NAMES =
  /^(ApiGatewayV2::\w+|Lambda::Alias|IAM::Policy|Backup::BackupVault|Route53::RecordSet|CloudWatch::Alarm) |Config/

/** The aliases in the order in which they are moved: who reads what others write comes before them. */
const RELEASED = ['Notifier/Live', 'DeadLetter/Live', 'Worker/Live', 'Api/Live']
const RULES: Readonly<Record<string, Rule>> = {
  'a role is granted calls by their names, on resources by theirs': {
    of: 'IAM::Role|IAM::Policy',
    holds: (role) =>
      grantsOf(role)
        .flatMap(({ actions, resources }) => actions.flatMap((action) => resources.map((at) => `${action} ${at}`)))
        .every((grant) => !grant.includes('*') || WIDE.some((known) => known.test(grant))),
    faults: {
      'Api/Role/DefaultPolicy.PolicyDocument.Statement.1.Action': 'dynamodb:*',
      'Api/Role/DefaultPolicy.PolicyDocument.Statement.2.Resource': '*',
      'Api/Role/DefaultPolicy.PolicyDocument.Statement.1.Resource': 'arn:aws:dynamodb:*:*:table/*',
    },
  },
  'DynamoDB and SQS use a key of the customer in the name of a role, which has no use of its own for it': {
    of: 'IAM::Policy',
    holds: (policy) =>
      grantsOf(policy)
        .filter(({ actions }) => `${actions}`.includes('kms:'))
        .every(({ Condition }) =>
          /^dynamodb\.[^,]+,sqs\.[^,]+$/.test(`${Condition?.StringEquals?.['kms:ViaService']}`),
        ),
    faults: { 'Api/Role/DefaultPolicy.PolicyDocument.Statement.4.Condition': undefined },
  },
  'a role but the operator’s reaches jobs or API keys, never both; of keys, the API reads one whose id it was told': {
    of: 'IAM::Role|IAM::Policy',
    holds: (role, { name }) =>
      name === 'Operator/DefaultPolicy' ||
      grantsOf(role)
        .filter(({ actions }) => `${actions}`.includes('dynamodb:'))
        .every(({ actions, resources, Condition }) => {
          const keys = { 'dynamodb:LeadingKeys': ['apikeys'] }
          if (Condition) return isSame(Condition, { 'ForAllValues:StringEquals': keys })
          const denied = statementsOf(role)
            .filter((other) => other.Effect === 'Deny' && isSame(other.resources, resources))
            .filter((other) => isSame(other.Condition, { 'ForAnyValue:StringEquals': keys }))
            .flatMap((other) => other.actions)
          const open = ITEM_CALLS.filter((call) => !denied.includes(call))
          const isRight = open.length === 0 || (name.startsWith('Api/') && `${open}` === 'dynamodb:GetItem')
          return isRight && actions.every((action) => ITEM_CALLS.includes(action))
        }),
    faults: {
      'Worker/Role/DefaultPolicy.PolicyDocument.Statement.1.Action': ['dynamodb:GetItem', 'dynamodb:Scan'],
      'Worker/Role/DefaultPolicy.PolicyDocument.Statement.4.Action': ['dynamodb:PutItem'],
      'Worker/Role/DefaultPolicy.PolicyDocument.Statement.4.Condition': undefined,
    },
  },
  'a role is for Lambda, CodeDeploy, AWS Backup, the operator or signed jobs of one stage, and there are no users': {
    of: 'IAM::.*',
    holds: ({ AssumeRolePolicyDocument }, { resource: { Type }, name }) => {
      if (Type !== 'AWS::IAM::Role') return Type === 'AWS::IAM::Policy'
      return AssumeRolePolicyDocument.Statement.every(({ Principal: { Service, Federated, AWS }, Condition }: Any) => {
        if (AWS) return name === 'Operator' && /^arn:\S+:iam::\$\{AWS::AccountId\}:root$/.test(AWS)
        const signed: Any[] = Federated ? Object.values(Condition?.StringEquals ?? {}) : []
        return Service
          ? /^(lambda|codedeploy|backup)\.amazonaws\.com$/.test(Service)
          : signed.length === 2 && signed.flat().every((text) => SIGNED.test(text))
      })
    },
    faults: {
      'Api/Role.AssumeRolePolicyDocument.Statement.0.Principal': { AWS: '*' },
      'Api/Role.AssumeRolePolicyDocument.Statement.0.Principal.Service': 'ec2.amazonaws.com',
      'Api/Role.Type': 'AWS::IAM::User',
    },
  },
  'queues and topics let in services of AWS, and those for this account': {
    of: 'SQS::QueuePolicy|SNS::TopicPolicy',
    holds: (policy) =>
      grantsOf(policy).every(
        ({ Principal, Condition }) =>
          Principal.Service &&
          // AWS documents no condition that AWS Backup would meet. A stranger who knew the topic could send a mail by it.
          (Condition?.StringEquals?.['aws:SourceAccount'] || Principal.Service === 'backup.amazonaws.com'),
      ),
    faults: { 'Notices/Policy.PolicyDocument.Statement.1.Condition': undefined },
  },
  'only the API is invoked from outside, by this gateway and this schedule': {
    of: 'Lambda::Permission',
    holds: ({ Action, FunctionName, Principal, SourceArn }) =>
      `${Action} ${nameIn(FunctionName)}` === 'lambda:InvokeFunction Api/Live' &&
      /^(events\S+ \$\{Canary\/|apigateway\S+ arn:.*:\$\{PublicApi\/HttpApi\}\/)/.test(`${Principal} ${SourceArn}`),
    faults: { 'Canary/Schedule/AllowEventRule.SourceArn': undefined, 'Canary/Schedule/AllowEventRule.Principal': '*' },
  },
  'what holds jobs is encrypted, and by the key of the customer, where there is one': {
    of: HOLDERS,
    holds: ({ SSESpecification, KmsMasterKeyId, KmsKeyId, SqsManagedSseEnabled }, { resource: { Type }, stack }) => {
      const key = SSESpecification?.KMSMasterKeyId ?? KmsMasterKeyId ?? KmsKeyId
      return JSON.stringify(stack).includes(':kms:') ? key : Type !== 'AWS::SQS::Queue' || SqsManagedSseEnabled
    },
    faults: { 'Queues/Events.KmsMasterKeyId': undefined, 'Api/Log.KmsKeyId': undefined, 'Table.SSESpecification': {} },
  },
  'a function runs in a loop only where it sends to a queue that it reads': {
    of: 'Lambda::Function',
    holds: ({ RecursiveLoop, Role }, { name, stack }) => {
      const sent = grantsOf(propertiesOf(stack, `${nameIn(Role)}/DefaultPolicy`))
        .filter(({ actions }) => actions.includes('sqs:SendMessage'))
        .flatMap(({ resources }) => resources.map(nameIn))
      const mayLoop = sourcesIn(stack).some(({ reader, queue }) => reader === name && sent.includes(queue))
      return RecursiveLoop === (mayLoop ? 'Allow' : 'Terminate')
    },
    faults: { 'Api/Function.RecursiveLoop': 'Allow', 'Worker/Function.RecursiveLoop': 'Terminate' },
  },
  'a queue is read, hides messages for six timeouts of its reader, and keeps them for as long as jobs are kept': {
    of: 'SQS::Queue',
    holds: ({ VisibilityTimeout, MessageRetentionPeriod }, { name, stack }) => {
      const reader = sourcesIn(stack).find(({ queue }) => queue === name)?.reader ?? ''
      const { Timeout } = propertiesOf(stack, reader)
      return VisibilityTimeout >= 6 * Timeout && MessageRetentionPeriod >= RETENTION_DAYS * DAY_S
    },
    faults: {
      'Queues/Events.VisibilityTimeout': 60,
      'Worker/Function.Timeout': 20,
      'Queues/Bulk.MessageRetentionPeriod': 4 * DAY_S,
      'DeadLetter/DeadLetters': undefined,
    },
  },
  'a message out of attempts goes to dead letters that outlive its queue, which itself takes none': {
    of: 'SQS::Queue',
    holds: ({ RedrivePolicy, RedriveAllowPolicy, MessageRetentionPeriod }, { name, stack }) => {
      // The one is for the others' letters, and of the other the notifier itself counts attempts.
      if (['Queues/DeadLetters', 'Queues/Events'].includes(name)) return RedrivePolicy === undefined
      const letters = propertiesOf(stack, nameIn(RedrivePolicy?.deadLetterTargetArn ?? ''))
      const isTried = RedrivePolicy?.maxReceiveCount >= LEAST_ATTEMPTS
      const isClosed = RedriveAllowPolicy?.redrivePermission === 'denyAll'
      return isTried && isClosed && letters.MessageRetentionPeriod > MessageRetentionPeriod
    },
    faults: {
      'Queues/Express.RedrivePolicy': undefined,
      'Queues/Bulk.RedrivePolicy.maxReceiveCount': 1,
      'Queues/Bulk.RedriveAllowPolicy': undefined,
      'Queues/DeadLetters.MessageRetentionPeriod': 7 * DAY_S,
    },
  },
  'a function has reserved what its event sources may invoke, where any has, and the worker its trial': {
    of: 'Lambda::Function',
    holds: ({ ReservedConcurrentExecutions: reserved }, { name, stack }) => {
      const functions = resourcesOf(stack, 'Lambda::Function')
      const isReserving = functions.some(([, { Properties }]) => Properties.ReservedConcurrentExecutions)
      // The notifier's work may wait, so that it takes what others leave of the account's.
      if (!isReserving || name === 'Notifier/Function') return reserved === undefined
      const sources = sourcesIn(stack).filter(({ reader }) => reader === name)
      const most = sources.reduce((sum, { most }) => sum + most, name === 'Worker/Function' ? 1 : 0)
      return sources.length === 0 ? reserved > 0 : reserved === most
    },
    faults: {
      'Api/Function.ReservedConcurrentExecutions': undefined,
      'Worker/Bulk.ScalingConfig.MaximumConcurrency': 500,
    },
  },
  'a queue invokes an alias, by which a release can be turned back': {
    of: 'Lambda::EventSourceMapping',
    holds: ({ FunctionName }, { stack }) => stack[nameIn(FunctionName)]?.Type === 'AWS::Lambda::Alias',
    faults: { 'Worker/Bulk.FunctionName': 'Worker/Function' },
  },
  'an alias is moved after those of its readers, by CodeDeploy where there is any, once the same function was tried': {
    of: 'Lambda::Alias',
    holds: ({ FunctionName }, { name, resource, stack }) => {
      const { CodeDeployLambdaAliasUpdate: update } = (resource.UpdatePolicy ?? {}) as Any
      const groups = resourcesOf(stack, 'CodeDeploy::DeploymentGroup')
      const isMoved = update?.BeforeAllowTrafficHook === FunctionName && stack[nameIn(update.DeploymentGroupName)]
      const after = RELEASED.at(RELEASED.indexOf(name) - 1)
      const isInOrder = name === RELEASED[0] || resource.DependsOn?.includes(after ?? '')
      return isInOrder && (groups.length === 0 ? !update : isMoved)
    },
    faults: {
      'Worker/Live.DependsOn': ['Rollout/WorkerAnswer'],
      'Worker/Live.UpdatePolicy': undefined,
      'Notifier/Live.UpdatePolicy.CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook': 'Worker/Function',
    },
  },
  'nothing waits for itself, which CloudFormation refuses': {
    of: '.*',
    holds: (_, { name, stack }) => {
      const seen = new Set<string>()
      const waitsFor = ({ DependsOn = [], ...resource }: Outlined): string[] => [
        ...DependsOn,
        ...Array.from(JSON.stringify(resource).matchAll(/\$\{([^}]*?)(\.\w+)?\}/g), ([, to = '']) => to),
      ]
      for (const left = [name]; left.length > 0; ) {
        for (const to of waitsFor(stack[left.pop() ?? ''] ?? { Type: '', Properties: {} })) {
          if (to === name) return false
          if (!seen.has(to)) left.push(to)
          seen.add(to)
        }
      }
      return true
    },
    faults: { 'Api/Function.DependsOn': ['Rollout/Api'] },
  },
  'the API gives up before its gateway does': {
    of: 'ApiGatewayV2::Integration',
    holds: ({ IntegrationUri }, { stack }) => {
      const { FunctionName } = propertiesOf(stack, nameIn(IntegrationUri))
      return propertiesOf(stack, nameIn(FunctionName)).Timeout < API_GATEWAY_TIMEOUT_S
    },
    faults: { 'Api/Function.Timeout': 30 },
  },
  'a route has a throttle, by a stage that comes after it: API Gateway refuses settings of what is not there': {
    of: 'ApiGatewayV2::Route',
    holds: ({ RouteKey }, { name, stack }) =>
      resourcesOf(stack, 'ApiGatewayV2::Stage').every(([, { Properties, DependsOn = [] }]) => {
        const isDefault = RouteKey === '$default'
        const limits = isDefault ? Properties.DefaultRouteSettings : Properties.RouteSettings[RouteKey]
        const isThrottled = limits?.ThrottlingRateLimit > 0 && limits.ThrottlingBurstLimit > 0
        return isThrottled && (isDefault || DependsOn.includes(name))
      }),
    faults: {
      'PublicApi/HttpApi/Stage.RouteSettings.ANY /jobs': undefined,
      'PublicApi/HttpApi/Stage.DefaultRouteSettings.ThrottlingRateLimit': undefined,
      'PublicApi/HttpApi/Stage.DependsOn': ['PublicApi/HttpApi/ANY--jobs'],
    },
  },
  'a stage logs, and lets in no more than the API has reserved, beside the polls that it holds': {
    of: 'ApiGatewayV2::Stage',
    holds: ({ AccessLogSettings, DefaultRouteSettings, RouteSettings }, { stack }) => {
      const { ReservedConcurrentExecutions: reserved = Number.POSITIVE_INFINITY, Environment } = propertiesOf(
        stack,
        'Api/Function',
      )
      const { HELD_POLLS: held } = Environment.Variables
      const throttles: Any[] = [DefaultRouteSettings, ...Object.values(RouteSettings)]
      const most = throttles.reduce(
        (sum, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }) => sum + rate * SHORT_S + burst,
        Number(held),
      )
      return AccessLogSettings && most <= reserved
    },
    faults: {
      'PublicApi/HttpApi/Stage.RouteSettings.ANY /jobs.ThrottlingRateLimit': 100,
      'PublicApi/HttpApi/Stage.DefaultRouteSettings.ThrottlingBurstLimit': 5_000,
      'PublicApi/HttpApi/Stage.AccessLogSettings': undefined,
      'Api/Function.Environment.Variables.HELD_POLLS': '5000',
    },
  },
  'whoever loads pages turns no owner away: all of an owner has throttles of its own, and a page fits the burst': {
    of: 'ApiGatewayV2::Stage',
    holds: ({ DefaultRouteSettings, RouteSettings }) => {
      const ofOwners = Object.keys(openapi.paths).filter((path) => /^\/jobs(\/|$)/.test(path))
      const routes = new Set(ofOwners.map((path) => (path === '/jobs' ? 'ANY /jobs' : 'ANY /jobs/{proxy+}')))
      const { ThrottlingBurstLimit: burst } = DefaultRouteSettings
      return isSame(Object.keys(RouteSettings), [...routes]) && burst >= MOST_FILES_OF_A_VIEW
    },
    faults: {
      'PublicApi/HttpApi/Stage.RouteSettings': {},
      'PublicApi/HttpApi/Stage.DefaultRouteSettings.ThrottlingBurstLimit': 10,
    },
  },
  'a gateway behind a front answers at a path that only the front is told, and has no other name': {
    of: 'ApiGatewayV2::(Stage|DomainName)',
    holds: ({ StageName }, { stack, resource: { Type } }) => {
      const [front] = resourcesOf(stack, 'CloudFront::Distribution')
      if (!front) return Type !== 'AWS::ApiGatewayV2::Stage' || StageName === '$default'
      const { Origins } = front[1].Properties.DistributionConfig
      const isTold = Origins.length === 1 && Origins[0].OriginPath === `/${StageName}`
      return isTold && StageName.includes('AWS::StackId') && !JSON.stringify(stack.Outputs ?? '').includes(StageName)
    },
    faults: {
      'PublicApi/HttpApi/Stage.StageName': '$default',
      'Front/Distribution.DistributionConfig.Origins.0.OriginPath': undefined,
      'Front/Distribution.Type': 'AWS::ApiGatewayV2::DomainName',
    },
  },
  'what is an owner’s is kept nowhere on its way, and no error is': {
    of: 'CloudFront::Distribution',
    holds: ({ DistributionConfig: { CacheBehaviors, DefaultCacheBehavior, CustomErrorResponses } }) => {
      // AWS's own policy, which keeps nothing.
      const isKept = ({ CachePolicyId }: Any) => CachePolicyId !== '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
      const [owners] = CacheBehaviors.filter(({ PathPattern }: Any) => PathPattern === '/jobs*')
      const isOpen = [DefaultCacheBehavior, ...CacheBehaviors].some((each) => each.ViewerProtocolPolicy === 'allow-all')
      const errors = CustomErrorResponses.filter(({ ErrorCachingMinTTL: ttl }: Any) => ttl === 0)
      const codes: number[] = errors.map(({ ErrorCode }: Any) => ErrorCode)
      const isForgotten = [404, 405, 414, 500, 502, 503, 504].every((status) => codes.includes(status))
      return owners && !isKept(owners) && owners.ViewerProtocolPolicy === 'https-only' && !isOpen && isForgotten
    },
    faults: {
      'Front/Distribution.DistributionConfig.CacheBehaviors.0.CachePolicyId': 'other',
      'Front/Distribution.DistributionConfig.CacheBehaviors.0.ViewerProtocolPolicy': 'redirect-to-https',
      'Front/Distribution.DistributionConfig.CustomErrorResponses': [],
    },
  },
  'a firewall asks for the form of a key first, counts by address and by key, and shows no key to whoever looks': {
    of: 'WAFv2::WebACL',
    holds: ({ Rules, DataProtectionConfig }, { stack }) => {
      const kinds = Rules.map(({ Statement }: Any) => Statement.RateBasedStatement?.AggregateKeyType ?? 'form')
      const asked = propertiesOf(stack, 'Api/Function').Environment.Variables.AUTH === 'keys'
      const isHidden = JSON.stringify(DataProtectionConfig ?? '').includes('authorization')
      return isHidden && isSame(kinds, asked ? ['form', 'IP', 'CUSTOM_KEYS'] : ['IP'])
    },
    faults: { 'Front/Firewall.DataProtectionConfig': undefined, 'Front/Firewall.Rules': [] },
  },
  'where everybody is let in, nobody may have the service call others': {
    of: 'Lambda::Function',
    holds: ({ Environment: { Variables } }) =>
      ['keys public', 'open off'].includes(`${Variables.AUTH} ${Variables.WEBHOOKS}`),
    faults: { 'Api/Function.Environment.Variables.AUTH': 'open' },
  },
  'functions and queues are watched by alarms': {
    of: 'Lambda::Function|SQS::Queue',
    holds: (_, { name, resource: { Type }, stack }) => {
      const metrics = Type === 'AWS::SQS::Queue' ? [''] : ['Errors', 'Throttles', 'Duration']
      const alarms = resourcesOf(stack, 'CloudWatch::Alarm').map(([, { Properties }]) => JSON.stringify(Properties))
      return metrics.every((metric) =>
        alarms.some((alarm) => alarm.includes(`"MetricName":"${metric}`) && alarm.includes(`"\${${name}`)),
      )
    },
    faults: { 'Alarms/NotifierThrottles': undefined, 'Alarms/EventQueueAge': undefined },
  },
  'what a function says of itself is looked for where it says it': {
    of: 'Lambda::Function',
    holds: ({ Environment }, { stack }) => {
      const watching = JSON.stringify(resourcesOf(stack, 'CloudWatch::.*'))
      return isSame([...new Set(watching.match(/SudokuService\/\w+/g))], [Environment.Variables.METRICS_NAMESPACE])
    },
    faults: { 'Worker/Function.Environment.Variables.METRICS_NAMESPACE': 'Sudoku' },
  },
  'nothing has a name that another stage in the account could want': {
    of: '.*',
    holds: (properties, { resource: { Type } }) =>
      Object.entries(properties)
        .filter(([key]) => /Name$/.test(key) && !HARMLESS_NAMES.test(`${Type.replace('AWS::', '')} ${key}`))
        .every(([, value]) => typeof value !== 'string' || value.includes('${')),
    faults: { 'Table.TableName': 'sudoku' },
  },
  'all that can be tagged says what it belongs to': {
    of: '(?!IAM::Role).*',
    holds: (properties, { resource: { Type } }) => {
      const { tagInformation } = database.lookup('resource', 'cloudFormationType', 'equals', Type)[0] ?? {}
      const tags = JSON.stringify(properties[tagInformation?.tagPropertyName ?? ''] ?? '')
      return !tagInformation || (/\bsudoku\b/.test(tags) && /\b(dev|prod)\b/.test(tags))
    },
    faults: { 'Queues/Bulk.Tags': undefined },
  },
}

const database = loadAwsServiceSpecSync()
const stacks = { ...eachOf(synthesisedStacks().templates, outlineOf), pipeline: outlineOf(pipelineRole) }

describe.each(Object.entries(RULES))('%s', (_, { of, holds, faults }) => {
  const broken = (stack: Outline) =>
    resourcesOf(stack, of)
      .filter(([name, resource]) => !holds(resource.Properties, { name, resource, stack }))
      .map(([name]) => name)

  it.each(Object.entries(stacks))('in %s', (_, stack) => {
    expect(broken(stack)).toEqual([])
  })

  it.each(Object.entries(faults))('is broken where %s is %j', (place, value) => {
    const stack = structuredClone(stacks.everything)
    put(stack, place, value)
    expect(broken(stack)).not.toEqual([])
  })
})

/** Puts a value into a resource's properties, or beside them where there is a member of that name. */
function put(stack: Any, place: string, value: unknown): void {
  const [name = '', first = '', ...others] = place.split('.')
  const path = [name, ...(first === '' || first in stack[name] ? [] : ['Properties']), first, ...others].filter(Boolean)
  const last = path.pop() ?? ''
  const parent = path.reduce((within, member) => within[member], stack)
  if (value === undefined) delete parent[last]
  else parent[last] = value
}

/** By types, as a regular expression has them. */
function resourcesOf(stack: Outline, types: string): [string, Outlined][] {
  return Object.entries(stack).filter(([, { Type }]) => new RegExp(`^AWS::(${types})$`).test(Type))
}

function propertiesOf(stack: Outline, name: string): Any {
  return stack[name]?.Properties ?? {}
}

/** The name of what a text refers to. */
function nameIn(reference: string): string {
  return /^\$\{([^}]*?)(\.\w+)?\}$/.exec(reference)?.[1] ?? reference
}

/** The statements of a role's policies or of a policy, but for those that say who may assume the role. */
function statementsOf({ PolicyDocument, Policies = [] }: Any): Any[] {
  return [{ PolicyDocument }, ...Policies]
    .flatMap((policy) => policy.PolicyDocument?.Statement ?? [])
    .map(({ Action, Resource, ...rest }) => ({ actions: [Action].flat(), resources: [Resource].flat(), ...rest }))
}

function grantsOf(policy: Any): { actions: string[]; resources: string[]; Principal: Any; Condition: Any }[] {
  return statementsOf(policy).filter(({ Effect }) => Effect === 'Allow')
}

/** Which function reads which queue, and with how many instances at most. */
function sourcesIn(stack: Outline): { reader: string; queue: string; most: number }[] {
  return resourcesOf(stack, 'Lambda::EventSourceMapping').map(([, { Properties }]) => ({
    reader: nameIn(propertiesOf(stack, nameIn(Properties.FunctionName)).FunctionName ?? ''),
    queue: nameIn(Properties.EventSourceArn),
    most: Properties.ScalingConfig?.MaximumConcurrency ?? 0,
  }))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

it('the pipeline takes a repository with or without ids, as GitHub signs it, and no pattern', () => {
  const { AllowedPattern } = pipelineRole.Parameters.Repository
  // CloudFormation matches all of a value.
  const isTaken = (value: string) => new RegExp(`^(?:${AllowedPattern})$`).test(value)
  expect(['octocat/my-repo', 'octocat@123456/my-repo@456789'].filter(isTaken)).toHaveLength(2)
  expect(['octocat@123456/my-repo', 'octocat@1/my-repo@*', 'octocat/*', '@1/@2', 'a/b:ref'].filter(isTaken)).toEqual([])
})
