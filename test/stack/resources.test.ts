import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { describe, expect, it, onTestFinished } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import * as settings from '../../infra/settings/settings.ts'
import { STAGES, type Stage } from '../../infra/stack/deployment.ts'
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { EVERYTHING, FUNCTIONS, synthesise } from './synthesis.ts'

const { app, stacks, dev, prod, everything, restored, first } = synthesise()
const DAY_S = 24 * 3600
/** Eleven today, the page itself with them; a browser that was there before asks for one. */
const MOST_FILES_OF_A_VIEW = 16

const limitsOf = ({ ratePerS, burst }: { ratePerS: number; burst: number }) => ({
  ThrottlingRateLimit: ratePerS,
  ThrottlingBurstLimit: burst,
})

/** The route that API Gateway takes an address by. */
function routeOf(path: string): string {
  if (path === '/jobs') return 'ANY /jobs'
  return path.startsWith('/jobs/') ? 'ANY /jobs/{proxy+}' : '$default'
}

describe('the queues', () => {
  it.each([
    ['Worker', 'Bulk', STAGES.prod.bulkWorkers],
    ['Worker', 'Express', STAGES.prod.expressWorkers],
    ['DeadLetter', 'DeadLetters', STAGES.prod.deadLetterWorkers],
    ['Notifier', 'Events', STAGES.prod.notifiers],
  ])('%s takes messages of %s one by one, tells of those that failed, and caps its pollers', (name, queue, most) => {
    const { Tags, ...mapping } = prod.properties(`${name}/Function/${queue}`)
    expect(mapping).toEqual({
      FunctionName: prod.ref(`${name}/Function`),
      EventSourceArn: prod.arn(`Queues/${queue}`),
      BatchSize: 1,
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

describe('dead letters', () => {
  it.each(['Bulk', 'Express'])("%s takes no other queue's, as a worker would take them for chunks", (name) => {
    expect(prod.properties(`Queues/${name}`).RedriveAllowPolicy).toEqual({ redrivePermission: 'denyAll' })
  })
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

  it.each(['dev', 'prod'] as const)('%s: takes what its stage says at once, and no more than that at most', (name) => {
    const { warm, most }: Stage = STAGES[name]
    const { WarmThroughput, OnDemandThroughput } = { dev, prod }[name].properties('Table')
    expect(WarmThroughput).toEqual(warm && { ReadUnitsPerSecond: warm.reads, WriteUnitsPerSecond: warm.writes })
    expect(OnDemandThroughput).toEqual({ MaxReadRequestUnits: most.reads, MaxWriteRequestUnits: most.writes })
    if (warm) expect([most.reads >= warm.reads, most.writes >= warm.writes]).toEqual([true, true])
  })

  it('is encrypted by the key that DynamoDB owns: CloudFormation has no word for it but silence', () => {
    expect(prod.properties('Table').SSESpecification ?? { SSEEnabled: false }).toEqual({ SSEEnabled: false })
  })
})

describe('a table that was restored', () => {
  it.each(FUNCTIONS)('is the one that %s uses, and may use', (name) => {
    expect(restored.properties(`${name}/Function`).Environment.Variables.TABLE_NAME).toBe('Sudoku-1')
    const { Statement } = restored.properties(`${name}/Role/DefaultPolicy`).PolicyDocument
    const granted = Statement.filter(({ Action }: { Action: string | string[] }) => `${Action}`.includes('dynamodb:'))
    expect(granted.length).toBeGreaterThan(1)
    for (const { Resource } of granted) expect(JSON.stringify(Resource)).toContain(':table/Sudoku-1')
  })

  it('leaves the stack its own one, which holds what was written since', () => {
    expect(restored.properties('Table')).toEqual(prod.properties('Table'))
    expect(restored.resource('Table').DeletionPolicy).toBe(prod.resource('Table').DeletionPolicy)
    expect(restored.outputs.table?.Value).toBe('Sudoku-1')
  })
})

describe('the HTTP API', () => {
  it('hands every route to the API function, which gives up first', () => {
    const routes = prod.ofType('AWS::ApiGatewayV2::Route')
    expect(routes.map(({ RouteKey }) => RouteKey).toSorted()).toEqual(['$default', 'ANY /jobs', 'ANY /jobs/{proxy+}'])
    for (const { Target } of routes) expect(Target).toEqual(routes[0].Target)
    expect(prod.ofType('AWS::ApiGatewayV2::Integration')).toMatchObject([
      { IntegrationUri: { Ref: prod.idOf('Live') }, PayloadFormatVersion: '2.0' },
    ])
    expect(prod.properties('Api/Function').Timeout).toBeLessThan(30)
  })

  it.each(['dev', 'prod'] as const)('%s: is throttled, and logs each request as JSON', (name) => {
    const [stage] = { dev, prod }[name].ofType('AWS::ApiGatewayV2::Stage')
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: limitsOf(STAGES[name].throttles.files),
      RouteSettings: {
        'ANY /jobs': limitsOf(STAGES[name].throttles.jobs),
        'ANY /jobs/{proxy+}': limitsOf(STAGES[name].throttles.job),
      },
      AccessLogSettings: { DestinationArn: { dev, prod }[name].arn('PublicApi/AccessLog') },
    })
    expect(JSON.parse(stage.AccessLogSettings.Format)).toMatchObject({
      requestId: '$context.requestId',
      functionRequestId: '$context.integration.requestId',
      status: '$context.status',
    })
  })

  it.each(['dev', 'prod'] as const)(
    '%s: whoever loads pages turns no owner away, as every address of the API but these has a throttle of its own',
    (name) => {
      const stack = { dev, prod }[name]
      const [{ RouteSettings }] = stack.ofType('AWS::ApiGatewayV2::Stage')
      const ownRoutes = new Set(Object.keys(openapi.paths).map(routeOf))
      // What is none of an owner's falls to the default route; and a page with all that it loads at once fits its burst.
      expect(Object.keys(RouteSettings)).toEqual([...ownRoutes].filter((route) => route !== '$default'))
      expect(STAGES[name].throttles.files.burst).toBeGreaterThanOrEqual(MOST_FILES_OF_A_VIEW)
    },
  )

  it('the stage comes after the routes that it throttles: API Gateway refuses settings of a route that is not there', () => {
    const stage = Object.values(prod.resources).find(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage')
    const routes = Object.entries(prod.resources).filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
    const throttled = routes.filter(([, { Properties }]) => Properties.RouteKey !== '$default').map(([id]) => id)
    expect(throttled).toHaveLength(2)
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(throttled))
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

  it('answers at no name beside its own', () => {
    const closed = (stack: typeof prod) => stack.ofType('AWS::ApiGatewayV2::Api')[0].DisableExecuteApiEndpoint ?? false
    expect([closed(prod), closed(everything)]).toEqual([false, true])
  })

  it('logs to where the policies of a log need not name each group', () => {
    const name = prod.properties('PublicApi/AccessLog').LogGroupName
    expect(name['Fn::Join'][1][0]).toBe('/aws/vendedlogs/sudoku/')
    // A log that outlived its stack is not in the way of the next one.
    expect(JSON.stringify(name)).toContain('AWS::StackId')
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
    for (const [path, Type] of Object.entries({ Record: 'A', Record6: 'AAAA' })) {
      expect(everything.properties(`PublicApi/${path}`)).toMatchObject({
        Name: 'sudoku.example.com.',
        Type,
        HostedZoneId: 'Z0123456789ABC',
      })
    }
    // Without it, an address of version 6 would lead to a name that does not answer there.
    const [{ IpAddressType }] = everything.properties('PublicApi/Domain').DomainNameConfigurations
    expect(IpAddressType).toBe('dualstack')
    expect(everything.outputs.url?.Value).toBe('https://sudoku.example.com')
  })
})

describe('a new version', () => {
  it('of the API gets a tenth of the requests of prod first, and none if an alarm goes off within ten minutes', () => {
    const [group] = prod.ofType('AWS::CodeDeploy::DeploymentGroup')
    expect(group).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']),
      },
      AlarmConfiguration: {
        Enabled: true,
        Alarms: ['ApiErrors', 'ApiServerErrors', 'ApiLatency'].map((name) => ({ Name: prod.ref(`Alarms/${name}`) })),
      },
    })
    const { UpdatePolicy, Properties } = prod.resource('Live')
    expect(UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: prod.ref('Rollout/Application'),
        DeploymentGroupName: prod.ref('Rollout/Group'),
      },
    })
    expect(Properties.FunctionVersion['Fn::GetAtt'][0]).toMatch(/^ApiFunctionCurrentVersion/)
  })

  it('of dev gets all of them at once', () => {
    expect(dev.ofType('AWS::CodeDeploy::DeploymentGroup')).toEqual([])
    expect(dev.properties('Live').FunctionVersion['Fn::GetAtt'][0]).toMatch(/^ApiFunctionCurrentVersion/)
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
      // Except where the stack's very first deployment fails, which would otherwise leave what nobody has used.
      expect(prod.resource(path)).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      })
      expect(dev.resource(path)).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
    }
    expect(prod.properties('Table').DeletionProtectionEnabled).toBe(true)
    expect(dev.properties('Table').DeletionProtectionEnabled).toBe(false)
    expect([stacks.prod, stacks.dev].map((stack) => stack.terminationProtection)).toEqual([true, false])
  })

  it('prod stands in nobody’s way while it is deployed for the first time: what is protected cannot be rolled back', () => {
    expect(first.properties('Table').DeletionProtectionEnabled).toBe(false)
    expect(stacks.first.terminationProtection).toBe(false)
    const protectedOnes = Object.entries(first.resources).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === 'Retain',
    )
    expect(protectedOnes).toEqual([])
  })

  it('have no name in common that has to be unique: AWS makes them up', () => {
    const inert = ['StageName', 'PolicyName', 'MetricName', 'DeploymentConfigName']
    const names = (stack: typeof dev) =>
      Object.values(stack.resources).flatMap(({ Type, Properties }) =>
        Object.entries(Properties)
          .filter(([key, value]) => /Name$/.test(key) && typeof value === 'string' && !inert.includes(key))
          .map(([key, value]) => `${Type} ${key} ${value}`),
      )
    // An alias is named within its function.
    const alias = 'AWS::Lambda::Alias Name live'
    expect(names(dev).toSorted()).toEqual(['AWS::ApiGatewayV2::Api Name Sudoku-dev', alias])
    expect(names(prod).toSorted()).toEqual(['AWS::ApiGatewayV2::Api Name Sudoku-prod', alias])
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
    expect(everything.properties('PublicApi/HttpApi').Tags).toMatchObject({ team: 'grids', 'cost-centre': '42' })
    expect(everything.properties('Table').Tags).toContainEqual({ Key: 'team', Value: 'grids' })
    expect(stacks.everything.region).toBe('eu-central-1')
  })
})

describe('the canary', () => {
  it('is asked for every five minutes, and never again for one that was lost', () => {
    expect(prod.properties('Canary/Schedule')).toMatchObject({
      ScheduleExpression: `rate(${settings.CANARY_MINUTES} minutes)`,
      State: 'ENABLED',
      Targets: [
        {
          Arn: { Ref: prod.idOf('Live') },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        },
      ],
    })
    expect(prod.ofType('AWS::Lambda::EventInvokeConfig')).toMatchObject([
      {
        FunctionName: prod.ref('Api/Function'),
        Qualifier: expect.anything(),
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
      },
    ])
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

const LOGS = ['Api/Log', 'DeadLetter/Log', 'Notifier/Log', 'PublicApi/AccessLog', 'Worker/Log']

/** The rules of AWS Control Tower that the stack does not follow, what does not follow them, and why. */
const ARGUED: Readonly<Record<string, { readonly resources: readonly string[]; readonly because: string }>> = {
  api_gw_v2_authorization_type_configured_check: {
    resources: ['ANY--jobs', 'ANY--jobs--{proxy+}', 'DefaultRoute'].map((route) => `PublicApi/HttpApi/${route}`),
    because: 'The function checks API keys, which none of the three types knows; the page and the docs are public.',
  },
  cloudwatch_log_group_retention_period_check: {
    resources: LOGS,
    because: 'Jobs are kept for a week. A year of logs would tell of them for a year, and cost twelve times as much.',
  },
  cloudwatch_log_group_encrypted_check: {
    resources: LOGS,
    because: 'Logs are encrypted, by a key of AWS; they hold no puzzle and no key. One in KMS is billed by the month.',
  },
  dynamodb_table_encrypted_kms_check: {
    resources: ['Table'],
    because:
      'The table is encrypted, by the key that DynamoDB owns. One in KMS is billed by the month and by the call.',
  },
  lambda_function_public_access_prohibited_check: {
    resources: ['PublicApi/HttpApi/DefaultRoute/ApiPermission'],
    because: 'Only this API may invoke it: the permission names its ARN, which the rule does not find in a Fn::Join.',
  },
  lambda_inside_vpc_check: {
    resources: ['Api/Function', 'DeadLetter/Function', 'Notifier/Function', 'Worker/Function'],
    because: 'Nothing that a function calls is in a network of our own. In one, each would need endpoints by the hour.',
  },
  sqs_dlq_check: {
    resources: ['Queues/DeadLetters', 'Queues/Events'],
    because:
      'The one is the dead-letter queue, and cannot name the queues whose letters it takes: they are made after it. What the notifier fails on comes again until its retention ends.',
  },
}

/** Where a stage names a key of the customer's, these are kept. */
const BROKEN_WITHOUT_KEY = new Set(['cloudwatch_log_group_encrypted_check', 'dynamodb_table_encrypted_kms_check'])

describe('the rules of Control Tower', { tags: ['long'] }, () => {
  it.each([
    ['Sudoku-dev', dev],
    ['Everything', everything],
  ])('%s breaks those with a reason, and no other', async (stack, { resources: Resources }) => {
    const folder = await mkdtemp(join(tmpdir(), 'template-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, `${stack}.template.json`)
    await writeFile(path, JSON.stringify({ Resources }))
    const pathOf = (id: string) =>
      Resources[id]?.Metadata?.['aws:cdk:path']
        ?.slice(stack.length + 1)
        .replace(/\/Resource$/, '')
        .replace(/\.ApiScoped\..*$/, '')
    const { violations } = new CfnGuardValidator().validate({ templatePaths: [path], appConstruct: app })
    const broken = violations.map(({ ruleName, violatingResources }) => [
      ruleName,
      violatingResources.map(({ resourceLogicalId }) => pathOf(resourceLogicalId)).toSorted(),
    ])
    const argued = Object.entries(ARGUED)
      .filter(([rule]) => stack !== 'Everything' || !BROKEN_WITHOUT_KEY.has(rule))
      .map(([rule, { resources }]) => [rule, resources])
    expect(Object.fromEntries(broken)).toEqual(Object.fromEntries(argued))
  })
})
