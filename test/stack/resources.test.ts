import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { describe, expect, it } from 'vitest'
import * as settings from '../../infra/settings.ts'
import { STAGES } from '../../infra/stack/deployment.ts'
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { EVERYTHING, FUNCTIONS, synthesise } from './synthesis.ts'

const { app, stacks, dev, prod, everything } = synthesise()
const DAY_S = 24 * 3600

describe('the queues', () => {
  it.each([
    ['Worker', 'Bulk', STAGES.prod.bulkWorkers],
    ['Worker', 'Express', STAGES.prod.expressWorkers],
    ['DeadLetter', 'DeadLetters', STAGES.prod.deadLetterWorkers],
    ['Notifier', 'Events', STAGES.prod.notifiers],
  ])('%s takes batches from %s, hands back just those that failed, and caps its pollers', (name, queue, most) => {
    const { Tags, ...mapping } = prod.properties(`${name}/Function/${queue}`)
    expect(mapping).toEqual({
      FunctionName: prod.ref(`${name}/Function`),
      EventSourceArn: prod.arn(`Queues/${queue}`),
      // Ten at most, as there is no batching window. An event by itself, so that one webhook keeps no other waiting.
      BatchSize: name === 'Notifier' ? 1 : 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: most },
    })
  })

  it.each([
    ['Bulk', 'Worker'],
    ['Express', 'Worker'],
    ['DeadLetters', 'DeadLetter'],
    ['Events', 'Notifier'],
  ])('%s hides a message for at least six timeouts of its function', (queue, name) => {
    const { Timeout } = prod.properties(`${name}/Function`)
    expect(prod.properties(`Queues/${queue}`).VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout)
  })

  it.each(['Bulk', 'Express'])(
    '%s: a chunk out of attempts becomes a dead letter, which outlives its queue',
    (name) => {
      const queue = prod.properties(`Queues/${name}`)
      expect(queue.RedrivePolicy).toEqual({
        deadLetterTargetArn: prod.arn('Queues/DeadLetters'),
        maxReceiveCount: settings.MAX_ATTEMPTS,
      })
      expect(queue.MessageRetentionPeriod).toBe(7 * DAY_S)
      expect(prod.properties('Queues/DeadLetters').MessageRetentionPeriod).toBe(14 * DAY_S)
    },
  )

  it.each(['Bulk', 'Express', 'DeadLetters', 'Events'])(
    '%s is standard, encrypted and refuses who comes without TLS',
    (name) => {
      expect(prod.properties(`Queues/${name}`)).toMatchObject({ SqsManagedSseEnabled: true })
      // Fair queues are standard queues; a message group is all that they ask for.
      expect(prod.properties(`Queues/${name}`)).not.toHaveProperty('FifoQueue')
      expect(prod.properties(`Queues/${name}/Policy`).PolicyDocument.Statement).toMatchObject([
        { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ])
    },
  )
})

describe('the table', () => {
  it('is keyed as its items are, forgets them when they expire, can be restored, and is paid by use', () => {
    expect(prod.properties('Table')).toMatchObject({
      KeySchema: [
        { AttributeName: settings.TABLE_KEYS.partition, KeyType: 'HASH' },
        { AttributeName: settings.TABLE_KEYS.sort, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: settings.TABLE_KEYS.timeToLive, Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    })
  })

  it('and queues and logs are encrypted by a key of the customer’s, where one is named', () => {
    const { kmsKey } = EVERYTHING
    expect(everything.properties('Table').SSESpecification).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: kmsKey,
    })
    for (const name of ['Bulk', 'Express', 'DeadLetters', 'Events'])
      expect(everything.properties(`Queues/${name}`)).toMatchObject({
        KmsMasterKeyId: kmsKey,
        KmsDataKeyReusePeriodSeconds: 3600,
      })
    for (const log of everything.ofType('AWS::Logs::LogGroup')) expect(log.KmsKeyId).toBe(kmsKey)
    expect(JSON.stringify(prod.resources)).not.toContain('KmsKeyId')
  })

  it('is encrypted by the key that DynamoDB owns: CloudFormation has no word for it but silence', () => {
    expect(prod.properties('Table').SSESpecification ?? { SSEEnabled: false }).toEqual({ SSEEnabled: false })
  })
})

describe('the HTTP API', () => {
  it('hands every route to the API function, which gives up first', () => {
    expect(prod.ofType('AWS::ApiGatewayV2::Route')).toMatchObject([{ RouteKey: '$default' }])
    expect(prod.ofType('AWS::ApiGatewayV2::Integration')).toMatchObject([
      { IntegrationUri: prod.arn('Api/Function'), PayloadFormatVersion: '2.0' },
    ])
    expect(prod.properties('Api/Function').Timeout).toBeLessThan(30)
  })

  it.each(['dev', 'prod'] as const)('%s: is throttled, and logs each request as JSON', (name) => {
    const [stage] = { dev, prod }[name].ofType('AWS::ApiGatewayV2::Stage')
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: {
        ThrottlingRateLimit: STAGES[name].apiRatePerS,
        ThrottlingBurstLimit: STAGES[name].apiBurst,
      },
      AccessLogSettings: { DestinationArn: { dev, prod }[name].arn('PublicApi/AccessLog') },
    })
    expect(JSON.parse(stage.AccessLogSettings.Format)).toMatchObject({
      requestId: '$context.requestId',
      functionRequestId: '$context.integration.requestId',
      status: '$context.status',
    })
  })

  it('lets in no pages from elsewhere, unless they are named', () => {
    expect(prod.ofType('AWS::ApiGatewayV2::Api')[0]).not.toHaveProperty('CorsConfiguration')
    expect(everything.ofType('AWS::ApiGatewayV2::Api')[0].CorsConfiguration).toMatchObject({
      AllowOrigins: ['https://a.example', 'https://b.example'],
      AllowMethods: ['DELETE', 'GET', 'POST', 'PUT'],
      AllowHeaders: expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', CORRELATION_HEADER]),
      ExposeHeaders: expect.arrayContaining(['etag', 'link', 'location', 'retry-after', CORRELATION_HEADER]),
    })
  })

  it('answers at a name of its own where one is given, by TLS 1.2 or better', () => {
    expect(prod.ofType('AWS::ApiGatewayV2::DomainName')).toEqual([])
    expect(everything.properties('PublicApi/Domain')).toMatchObject({
      DomainName: 'sudoku.example.com',
      DomainNameConfigurations: [
        { CertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/4f3e', EndpointType: 'REGIONAL' },
      ],
    })
    expect(everything.ofType('AWS::ApiGatewayV2::ApiMapping')).toMatchObject([
      { ApiId: everything.ref('PublicApi/HttpApi'), DomainName: everything.ref('PublicApi/Domain'), Stage: '$default' },
    ])
    expect(everything.properties('PublicApi/Record')).toMatchObject({
      Name: 'sudoku.example.com.',
      Type: 'A',
      HostedZoneId: 'Z0123456789ABC',
    })
    expect(everything.outputs.url?.Value).toBe('https://sudoku.example.com')
  })
})

describe('the stages', () => {
  it('prod keeps jobs, queued chunks and logs, whatever becomes of its stack; dev leaves nothing behind', () => {
    const paths = [
      'Table',
      'Queues/Bulk',
      'Queues/Express',
      'Queues/DeadLetters',
      'Queues/Events',
      'Api/Log',
      'PublicApi/AccessLog',
    ]
    for (const path of paths) {
      expect(prod.resource(path)).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
      expect(dev.resource(path)).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
    }
    expect(prod.properties('Table').DeletionProtectionEnabled).toBe(true)
    expect(dev.properties('Table').DeletionProtectionEnabled).toBe(false)
    expect([stacks.prod, stacks.dev].map((stack) => stack.terminationProtection)).toEqual([true, false])
  })

  it('have no name in common that has to be unique: AWS makes them up', () => {
    const inert = ['StageName', 'PolicyName', 'MetricName']
    const names = (stack: typeof dev) =>
      Object.values(stack.resources).flatMap(({ Type, Properties }) =>
        Object.entries(Properties)
          .filter(([key, value]) => /Name$/.test(key) && typeof value === 'string' && !inert.includes(key))
          .map(([key, value]) => `${Type} ${key} ${value}`),
      )
    expect(names(dev)).toEqual(['AWS::ApiGatewayV2::Api Name Sudoku-dev'])
    expect(names(prod)).toEqual(['AWS::ApiGatewayV2::Api Name Sudoku-prod'])
    for (const output of [dev, prod].flatMap(({ outputs }) => Object.values(outputs)))
      expect(output.Export).toBe(undefined)
  })

  it.each(['dev', 'prod'] as const)('%s: all that can be tagged says what it belongs to', (name) => {
    const stack = { dev, prod }[name]
    const tagged = ['Table', 'Queues/Bulk', 'Api/Function', 'Worker/Role', 'DeadLetter/Log', 'Notices']
    for (const path of tagged) {
      expect(stack.properties(path).Tags).toEqual([
        { Key: 'service', Value: 'sudoku' },
        { Key: 'stage', Value: name },
      ])
    }
    expect(stack.properties('PublicApi/HttpApi').Tags).toEqual({ service: 'sudoku', stage: name })
  })
})

describe('the whole', () => {
  it('keeps the logs of each function and of the API apart, for a month', () => {
    const logs = [...FUNCTIONS.map((name) => `${name}/Log`), 'PublicApi/AccessLog']
    expect(prod.ofType('AWS::Logs::LogGroup')).toHaveLength(logs.length)
    for (const log of logs) expect(prod.properties(log).RetentionInDays).toBe(30)
  })

  it.each([
    ['AwsSolutions', new AwsSolutionsChecks()],
    ['Serverless', new ServerlessChecks()],
  ])('leaves no finding of the %s pack of cdk-nag without a reason, on any stage', (_, checks) => {
    expect(checks.validateScope(app).violations).toEqual([])
  })
})
