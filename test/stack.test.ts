import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_S } from '../functions/api/wait.ts'
import * as settings from '../infra/settings.ts'
import { SudokuStack } from '../infra/stack.ts'

// Synthesised once, bundles included, for all claims below.
let directory: string
let app: App
let resources: Record<string, Resource>

/** A resource of the template; what it holds is for each claim to say. */
interface Resource {
  Type: string
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have no types here
  Properties: any
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sudoku-stack-'))
  app = new App({ outdir: directory, context: flags })
  resources = Template.fromStack(new SudokuStack(app, 'Sudoku')).toJSON().Resources
}, 60_000)
afterAll(() => rm(directory, { recursive: true }))

const FUNCTIONS = ['Api', 'Worker', 'DeadLetter']

describe('the functions', () => {
  it.each(FUNCTIONS)('%s runs on Node 24 on ARM', (name) => {
    expect(one('AWS::Lambda::Function', name)).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] })
  })

  it.each(FUNCTIONS)('%s is given every variable of its environment', (name) => {
    expect(one('AWS::Lambda::Function', name).Environment.Variables).toEqual({
      TABLE_NAME: { Ref: idOf('AWS::DynamoDB::Table', 'Table') },
      QUEUE_URL: { Ref: idOf('AWS::SQS::Queue', 'Chunks') },
      EXPRESS_QUEUE_URL: { Ref: idOf('AWS::SQS::Queue', 'Express') },
      SLICE_MS: String(settings.SLICE_MS),
      FILES: './files/',
    })
  })

  it.each(FUNCTIONS)('%s exists only after all that it may do is granted', (name) => {
    const id = idOf('AWS::Lambda::Function', name)
    expect(resources[id]).toMatchObject({
      DependsOn: expect.arrayContaining([idOf('AWS::IAM::Policy', `${name}Role`)]),
    })
  })

  it('the API answers from its bundle alone, with the page, the documentation and what they load', async () => {
    const [health, page, docs] = await answersOf('/health', '/', '/docs')
    expect(health).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' })
    const loaded = [page, docs].flatMap(({ body }) => body.match(/\/assets\/[\w.-]+/g) ?? [])
    expect(loaded.length).toBeGreaterThan(5)
    for (const answer of await answersOf(...loaded)) {
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: { 'cache-control': expect.stringContaining('immutable') },
      })
    }
  })

  it.each(FUNCTIONS)('%s finds its handler in its bundle', async (name) => {
    const handler = one('AWS::Lambda::Function', name).Handler.replace('index.', '')
    expect(await run(name, `typeof bundle.${handler}`)).toBe('function')
  })
})

describe('least privilege', () => {
  /** What every function needs to be seen. */
  const watched = (name: string) => [
    `logs:CreateLogStream on ${name}Log`,
    `logs:PutLogEvents on ${name}Log`,
    'xray:PutTelemetryRecords on *',
    'xray:PutTraceSegments on *',
  ]

  it('the API may write and query jobs and send chunks, and nothing else', () => {
    expect(allowedTo('Api')).toEqual(
      [
        'dynamodb:GetItem on Table',
        'dynamodb:PutItem on Table',
        'dynamodb:Query on Table',
        'dynamodb:UpdateItem on Table',
        'sqs:SendMessage on Chunks',
        'sqs:SendMessage on Express',
        ...watched('Api'),
      ].sort(),
    )
  })

  it.each([
    ['Worker', ['Chunks', 'Express']],
    ['DeadLetter', ['DeadLetters']],
  ])('%s may consume %s, keep results and send the rest of a chunk, and nothing else', (name, sources) => {
    expect(allowedTo(name)).toEqual(
      [
        'dynamodb:GetItem on Table',
        'dynamodb:PutItem on Table',
        'dynamodb:UpdateItem on Table',
        'sqs:SendMessage on Chunks',
        ...sources.flatMap((source) => [
          `sqs:DeleteMessage on ${source}`,
          `sqs:GetQueueAttributes on ${source}`,
          `sqs:ReceiveMessage on ${source}`,
        ]),
        ...watched(name),
      ].sort(),
    )
  })
})

describe('the queues', () => {
  it.each([
    ['Worker', 'Source', 'Chunks', settings.WORKER_MAX_CONCURRENCY],
    ['Worker', 'ExpressSource', 'Express', settings.EXPRESS_MAX_CONCURRENCY],
    ['DeadLetter', 'Source', 'DeadLetters', settings.DEAD_LETTER_MAX_CONCURRENCY],
  ])(
    '%s, by its %s, takes batches from %s, hands back just those that failed, and caps its pollers',
    (name, mapping, source, most) => {
      expect(one('AWS::Lambda::EventSourceMapping', `${name}${mapping}`)).toEqual({
        FunctionName: { Ref: idOf('AWS::Lambda::Function', name) },
        EventSourceArn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', source), 'Arn'] },
        BatchSize: settings.WORKER_BATCH_SIZE,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: most },
      })
    },
  )

  it.each([
    ['Chunks', 'Worker'],
    ['Express', 'Worker'],
    ['DeadLetters', 'DeadLetter'],
  ])('%s hides a message for at least six timeouts of its function', (queue, name) => {
    const { Timeout } = one('AWS::Lambda::Function', name)
    expect(one('AWS::SQS::Queue', queue).VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout)
  })

  it.each(['Chunks', 'Express'])(
    '%s: a chunk out of attempts becomes a dead letter, which outlives its time in the queue',
    (name) => {
      const queue = one('AWS::SQS::Queue', name)
      const deadLetters = one('AWS::SQS::Queue', 'DeadLetters')
      expect(queue.RedrivePolicy).toEqual({
        deadLetterTargetArn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'DeadLetters'), 'Arn'] },
        maxReceiveCount: settings.MAX_ATTEMPTS,
      })
      expect(queue.MessageRetentionPeriod).toBe(7 * 24 * 3600)
      expect(deadLetters.MessageRetentionPeriod).toBe(14 * 24 * 3600)
    },
  )

  it.each(['Chunks', 'Express', 'DeadLetters'])('%s is encrypted and refuses whoever comes without TLS', (name) => {
    expect(one('AWS::SQS::Queue', name).SqsManagedSseEnabled).toBe(true)
    expect(one('AWS::SQS::QueuePolicy', name).PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ])
  })
})

describe('the table', () => {
  it('is keyed as its items are, forgets them when they expire, can be restored, and costs nothing idle', () => {
    expect(one('AWS::DynamoDB::Table', 'Table')).toMatchObject({
      KeySchema: [
        { AttributeName: settings.TABLE_KEYS.partition, KeyType: 'HASH' },
        { AttributeName: settings.TABLE_KEYS.sort, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: settings.TABLE_KEYS.timeToLive, Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    })
  })
})

describe('the HTTP API', () => {
  it('hands every route to the API function, which gives up first', () => {
    expect(ofType('AWS::ApiGatewayV2::Route')).toMatchObject([{ RouteKey: '$default' }])
    expect(ofType('AWS::ApiGatewayV2::Integration')).toMatchObject([
      { IntegrationUri: { 'Fn::GetAtt': [idOf('AWS::Lambda::Function', 'Api'), 'Arn'] }, PayloadFormatVersion: '2.0' },
    ])
    expect(one('AWS::Lambda::Function', 'Api').Timeout).toBeLessThan(30)
  })

  it('lets in no more requests than functions may run at once, were each of them the longest poll', () => {
    const [{ DefaultRouteSettings: limits }] = ofType('AWS::ApiGatewayV2::Stage')
    const polls = limits.ThrottlingRateLimit * MAX_WAIT_S + limits.ThrottlingBurstLimit
    const consumers = ofType('AWS::Lambda::EventSourceMapping').map((source) => source.ScalingConfig.MaximumConcurrency)
    const atOnce = consumers.reduce((sum, most) => sum + most, polls)
    expect(atOnce).toBeLessThanOrEqual(settings.FUNCTIONS_AT_ONCE)
  })

  it('logs each request as JSON', () => {
    const [{ AccessLogSettings: log }] = ofType('AWS::ApiGatewayV2::Stage')
    expect(log.DestinationArn).toEqual({ 'Fn::GetAtt': [idOf('AWS::Logs::LogGroup', 'AccessLog'), 'Arn'] })
    expect(JSON.parse(log.Format)).toMatchObject({ requestId: '$context.requestId', status: '$context.status' })
  })
})

describe('the whole', () => {
  it('keeps the logs of each function and of the API apart, for a month', () => {
    const logs = ['ApiLog', 'WorkerLog', 'DeadLetterLog', 'AccessLog']
    expect(ofType('AWS::Logs::LogGroup')).toHaveLength(logs.length)
    for (const name of logs) {
      expect(one('AWS::Logs::LogGroup', name).RetentionInDays).toBe(settings.LOG_RETENTION_DAYS)
    }
    for (const name of FUNCTIONS) {
      const { LoggingConfig } = one('AWS::Lambda::Function', name)
      expect(LoggingConfig.LogGroup).toEqual({ Ref: idOf('AWS::Logs::LogGroup', `${name}Log`) })
    }
  })

  it.each([
    ['AwsSolutions', new AwsSolutionsChecks()],
    ['Serverless', new ServerlessChecks()],
  ])('leaves no finding of the %s pack of cdk-nag without a reason', (_, checks) => {
    expect(checks.validateScope(app).violations).toEqual([])
  })
})

/** The logical id of a resource whose construct is called so: CDK appends a hash to the name. */
function idOf(type: string, name: string): string {
  const found = Object.keys(resources).filter((id) => resources[id].Type === type && nameOf(id).startsWith(name))
  const [id] = found.sort((a, b) => a.length - b.length)
  if (!id) throw new Error(`no ${type} is called ${name}`)
  return id
}

function nameOf(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '')
}

function one(type: string, name: string) {
  return resources[idOf(type, name)].Properties
}

function ofType(type: string) {
  return Object.values(resources)
    .filter((resource) => resource.Type === type)
    .map((resource) => resource.Properties)
}

/** All that the role of a function allows, sorted: `action on resource`. */
function allowedTo(name: string): string[] {
  const role = one('AWS::Lambda::Function', name).Role['Fn::GetAtt'][0]
  // Nothing besides the policies that are read here.
  expect(Object.keys(resources[role].Properties)).toEqual(['AssumeRolePolicyDocument'])
  return ofType('AWS::IAM::Policy')
    .filter((policy) => policy.Roles.some((r: { Ref: string }) => r.Ref === role))
    .flatMap((policy) => policy.PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          [Resource].flat().map((on) => `${action} on ${on === '*' ? '*' : nameOf(on['Fn::GetAtt'][0])}`),
        ),
    )
    .sort()
}

/** What the API function answers when API Gateway hands it these. */
function answersOf(...paths: string[]): Promise<{ body: string }[]> {
  const events = paths.map((path) => ({
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'api.example' },
    requestContext: { domainName: 'api.example', http: { method: 'GET', path } },
    isBase64Encoded: false,
  }))
  return run('Api', `await Promise.all(${JSON.stringify(events)}.map((event) => bundle.api(event, {})))`)
}

/** Evaluates an expression over a function's bundle in a process that has nothing else: no packages, no project. */
async function run<T>(name: string, expression: string): Promise<T> {
  const { Code } = one('AWS::Lambda::Function', name)
  const bundle = join(directory, `asset.${Code.S3Key.replace('.zip', '')}`, 'index.mjs')
  const script = `const bundle = await import(${JSON.stringify(pathToFileURL(bundle).href)})
    process.stdout.write(JSON.stringify(${expression}))`
  const environment = {
    AWS_REGION: 'us-east-1',
    TABLE_NAME: 't',
    QUEUE_URL: 'q',
    EXPRESS_QUEUE_URL: 'e',
    SLICE_MS: '1',
    FILES: './files/',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: directory,
    env: environment,
    maxBuffer: 10_000_000,
  })
  return JSON.parse(stdout)
}
