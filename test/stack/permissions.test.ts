import { describe, expect, it } from 'vitest'
import { permissionsOf } from '../../infra/local/cloud-assembly.ts'
import { PERMISSIONS, type Statement } from '../../infra/settings/permissions.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { EVERYTHING, FUNCTIONS, synthesise } from './synthesis.ts'

const synthesised = synthesise()
const { prod, everything } = synthesised

describe('least privilege', () => {
  const table = prod.arn('Table')
  const queue = (name: string) => prod.arn(`Queues/${name}`)
  const consume = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage']
  const keepResults = allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], table)
  /** What a function needs to be heard, and to be traced. */
  const log = (name: string) => allow(['logs:CreateLogStream', 'logs:PutLogEvents'], prod.arn(`${name}/Log`))
  const trace = allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*')
  const noApiKeys = (actions: string[]) => ({
    Effect: 'Deny',
    Action: actions,
    Resource: table,
    Condition: { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['apikeys'] } },
  })
  const writes = ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']
  const readSeveral = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:Query']
  const readsAndWrites = [...readSeveral, 'dynamodb:GetItem', ...writes].sort()

  it('the API may write, query and delete jobs, send chunks and get an API key that it is shown, and nothing else', () => {
    expect(policyOf('Api')).toEqual([
      log('Api'),
      trace,
      allow(
        ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
        table,
      ),
      allow('sqs:SendMessage', [queue('Bulk'), queue('Events'), queue('Express')]),
      noApiKeys([...readSeveral, ...writes].sort()),
    ])
  })

  it('the worker may consume both queues, keep results, send the rest of a chunk and ends, and nothing else', () => {
    expect(policyOf('Worker')).toEqual([
      log('Worker'),
      keepResults,
      allow(consume, [queue('Bulk'), queue('Express')]),
      allow('sqs:SendMessage', [queue('Bulk'), queue('Events')]),
      noApiKeys(readsAndWrites),
    ])
  })

  it('the dead-letter function may consume dead letters, keep results and send what is left, and nothing else', () => {
    expect(policyOf('DeadLetter')).toEqual([
      log('DeadLetter'),
      keepResults,
      allow(consume, queue('DeadLetters')),
      allow('sqs:SendMessage', [queue('Bulk'), queue('Events')]),
      noApiKeys(readsAndWrites),
    ])
  })

  it('the notifier may read jobs, consume events and put them off, and nothing else', () => {
    expect(policyOf('Notifier')).toEqual([
      log('Notifier'),
      allow(['dynamodb:GetItem', 'dynamodb:Query'], table),
      allow([...consume, 'sqs:SendMessage'], queue('Events')),
      noApiKeys(readsAndWrites),
    ])
  })

  it('and put events on the bus that is named, where one is, and on no other', () => {
    const others = policyOf('Notifier')
    const [bus, ...rest] = policyOf('Notifier', everything).filter(
      ({ Action }: { Action: unknown }) => Action === 'events:PutEvents',
    )
    expect(rest).toEqual([])
    expect(JSON.stringify(bus.Resource)).toMatch(/arn:aws:events:eu-central-1:.*:event-bus\/jobs"/)
    expect(JSON.stringify(others)).not.toContain('events:')
    for (const name of ['Api', 'Worker', 'DeadLetter'])
      expect(JSON.stringify(policyOf(name, everything))).not.toContain('events:PutEvents')
  })

  it.each(FUNCTIONS)(
    '%s may have DynamoDB and SQS use the customer’s key, where one is named, and nobody else',
    (name) => {
      const ofKey = (stack: typeof prod) =>
        policyOf(name, stack).filter(({ Resource }: { Resource: unknown }) => Resource === EVERYTHING.kmsKey)
      expect(ofKey(prod)).toEqual([])
      const [statement, ...others] = ofKey(everything)
      expect(others).toEqual([])
      expect(statement).toMatchObject({
        Effect: 'Allow',
        Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      })
      const services = JSON.stringify(statement.Condition.StringEquals['kms:ViaService'])
      expect(services).toMatch(/dynamodb\..*sqs\./)
    },
  )

  it.each(['dev', 'prod', 'everything', 'open'] as const)(
    '%s: what the service on this machine enforces is what the template grants, but for logs and traces',
    (name) => {
      const granted = permissionsOf({ Resources: synthesised[name].resources })
      for (const role of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
        const elsewhere = /^(logs|xray):/
        expect(each(granted[role]).filter(({ action }) => !elsewhere.test(action))).toEqual(each(PERMISSIONS[role]))
      }
    },
  )

  it('the partition that is denied is the one where API keys lie', async () => {
    const written: unknown[] = []
    const put = async (item: { pk: string }) => written.push(item.pk) > 0
    await tableOf({ put } as unknown as Parameters<typeof tableOf>[0]).mintKey('somebody', '', 0)
    expect(written).toEqual(noApiKeys([]).Condition['ForAnyValue:StringEquals']['dynamodb:LeadingKeys'])
  })

  it.each(FUNCTIONS)('the role of %s is for Lambda to assume, and has no policy but that one', (name) => {
    const { AssumeRolePolicyDocument, Tags: _, ...rest } = prod.properties(`${name}/Role`)
    expect(rest).toEqual({})
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
    ])
  })

  it('there are no other roles, policies or users', () => {
    const roles = prod.ofType('AWS::IAM::Role')
    expect(roles).toHaveLength(FUNCTIONS.length + 1)
    // CodeDeploy moves the API's alias, and reads alarms: AWS has a policy for that and no more.
    const [rollout] = roles.filter(({ ManagedPolicyArns }) => ManagedPolicyArns)
    expect(JSON.stringify(rollout.AssumeRolePolicyDocument)).toContain('codedeploy.')
    expect(JSON.stringify(rollout.ManagedPolicyArns)).toMatch(
      /^[^,]*"Fn::Join".*AWSCodeDeployRoleForLambdaLimited"\]\]\}\]$/,
    )
    const types = Object.values(prod.resources).map(({ Type }) => Type)
    const others = types.filter((type) => type.startsWith('AWS::IAM::') && !/Role$|Policy$/.test(type))
    expect(others).toEqual([])
  })

  it('nobody but this HTTP API and the schedule of the canary may invoke a function, and only the API', () => {
    const permissions = prod.ofType('AWS::Lambda::Permission')
    expect(permissions).toMatchObject(
      ['apigateway', 'events'].map((service) => ({
        FunctionName: { Ref: prod.idOf('Live') },
        Principal: `${service}.amazonaws.com`,
        Action: 'lambda:InvokeFunction',
      })),
    )
    expect(JSON.stringify(permissions[0].SourceArn)).toContain(prod.idOf('PublicApi/HttpApi'))
    expect(permissions[1].SourceArn).toEqual(prod.arn('Canary/Schedule'))
  })

  function policyOf(name: string, stack = prod) {
    const role = stack.idOf(`${name}/Role`)
    const policies = stack
      .ofType('AWS::IAM::Policy')
      .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    expect(policies).toHaveLength(1)
    return policies[0].PolicyDocument.Statement
  }
})

function allow(action: string | string[], resource: unknown) {
  return { Effect: 'Allow', Action: action, Resource: resource }
}

/** Statements as the single grants and denials that they add up to, in order: CDK puts statements together. */
function each(statements: readonly Statement[]) {
  const single = statements.flatMap(({ effect, actions, resources, leadingKeys }) =>
    actions.flatMap((action) => resources.map((resource) => ({ effect, action, resource, leadingKeys }))),
  )
  const nameOf = (of: (typeof single)[number]) => JSON.stringify(Object.values(of))
  return single.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
