import { readFileSync } from 'node:fs'
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { describe, expect, it } from 'vitest'
import { CANARY_MINUTES } from '../../infra/settings/settings.ts'
import { reservedConcurrency, STAGES } from '../../infra/stack/deployment.ts'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { FUNCTIONS, synthesise } from './synthesis.ts'

const { stacks, dev, prod, everything } = synthesise()
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')
const deploy = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
const names = stacks.prod.node
  .findAll()
  .filter((construct) => construct instanceof Alarm)
  .map(({ node }) => node.id)
const alarm = (name: string) => prod.properties(`Alarms/${name}`)

describe('the alarms', () => {
  it('are these', () => {
    expect(prod.ofType('AWS::CloudWatch::Alarm')).toHaveLength(names.length)
    expect(names.toSorted()).toEqual(
      [
        ...['BulkQueueAge', 'QuietJobsAge', 'ExpressQueueAge', 'DeadLetters', 'DeadLettersStuck', 'EventQueueAge'],
        ...FUNCTIONS.flatMap((name) => [`${name}Errors`, `${name}Throttles`, `${name}Duration`]),
        ...['WorkerFailures', 'DeadLetterFailures', 'NotifierFailures', 'RecursionDropped', 'Canary'],
        ...['ApiConcurrency', 'WorkerConcurrency', 'AccountConcurrency', 'ApiServerErrors', 'ApiLatency'],
        ...['TableThrottles', 'TableSystemErrors'],
      ].toSorted(),
    )
  })

  it('are as many as docs/deploy.md says, and look at as many metrics', () => {
    const metricsOf = ({ MetricName, Metrics = [] }: { MetricName?: string; Metrics?: { MetricStat?: object }[] }) =>
      MetricName ? 1 : Metrics.filter(({ MetricStat }) => MetricStat).length
    const metrics = prod.ofType('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0)
    expect(deploy).toContain(`- ${names.length} alarms,`)
    expect(deploy).toContain(`The alarms watch ${metrics} metrics at US$0.10, of which ten are free.`)
    expect(deploy).toContain(`; ${(0.1 * (metrics - 10)).toFixed(2)} for alarms beyond`)
  })

  it.each(names)('%s tells when it begins and ends, says what to do', (name) => {
    expect(alarm(name)).toMatchObject({
      AlarmActions: [prod.ref('Notices')],
      OKActions: [prod.ref('Notices')],
      // Only of the canary nothing is bad news.
      TreatMissingData: name === 'Canary' ? 'breaching' : 'notBreaching',
      AlarmDescription: expect.stringMatching(new RegExp(`docs/runbook\\.md#${name.toLowerCase()}$`)),
    })
  })

  it.each([
    ['BulkQueueAge', 'Bulk', 'ApproximateAgeOfOldestMessage'],
    ['QuietJobsAge', 'Bulk', 'ApproximateAgeOfOldestMessageInQuietGroups'],
    ['ExpressQueueAge', 'Express', 'ApproximateAgeOfOldestMessage'],
    ['DeadLetters', 'DeadLetters', 'NumberOfMessagesReceived'],
    ['DeadLettersStuck', 'DeadLetters', 'ApproximateNumberOfMessagesVisible'],
    ['EventQueueAge', 'Events', 'ApproximateAgeOfOldestMessage'],
  ])('%s looks at the queue %s', (name, queue, MetricName) => {
    const Value = { 'Fn::GetAtt': [prod.idOf(`Queues/${queue}`), 'QueueName'] }
    const { Metrics, ...plain } = alarm(name)
    const metric = Metrics?.find(({ MetricStat }: { MetricStat?: object }) => MetricStat).MetricStat.Metric ?? plain
    expect(metric).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName,
      Dimensions: [{ Name: 'QueueName', Value }],
    })
  })

  it.each(FUNCTIONS)('%s is watched for errors, throttles, and nine tenths of its timeout', (name) => {
    const Dimensions = [{ Name: 'FunctionName', Value: prod.ref(`${name}/Function`) }]
    const { Timeout } = prod.properties(`${name}/Function`)
    expect(alarm(`${name}Errors`)).toMatchObject({ MetricName: 'Errors', Dimensions, Threshold: 1 })
    expect(alarm(`${name}Throttles`)).toMatchObject({ MetricName: 'Throttles', Dimensions, Threshold: 1 })
    expect(alarm(`${name}Duration`)).toMatchObject({ MetricName: 'Duration', Dimensions, Statistic: 'Maximum' })
    expect(alarm(`${name}Duration`).Threshold).toBeCloseTo(900 * Timeout)
  })

  it.each([
    ['WorkerFailures', 'Failures', 'worker', 60],
    ['DeadLetterFailures', 'Failures', 'deadLetter', 60],
    ['Canary', 'CanarySolved', 'api', 60 * CANARY_MINUTES],
  ])('%s looks at what a function says of itself', (name, MetricName, service, Period) => {
    const Dimensions = [{ Name: 'service', Value: service }]
    const Metric = { Namespace: 'SudokuService/prod', MetricName, Dimensions }
    expect(alarm(name).Metrics).toMatchObject([{ MetricStat: { Metric, Stat: 'Sum', Period } }])
  })

  it('a poll that waits as long as it may sets off nothing', () => {
    expect(alarm('ApiLatency')).toMatchObject({ MetricName: 'Latency', ExtendedStatistic: 'p99' })
    for (const name of ['ApiLatency', 'ApiDuration']) expect(alarm(name).Threshold).toBeGreaterThan(1000 * MAX_WAIT_S)
  })

  it.each(['dev', 'prod'] as const)('%s: concurrency is near the reserve at nine tenths of it', (stage) => {
    const reserved = reservedConcurrency(STAGES[stage])
    const of = (name: string) => ({ dev, prod })[stage].properties(`Alarms/${name}`)
    expect(of('ApiConcurrency')).toMatchObject({ MetricName: 'ConcurrentExecutions', Statistic: 'Maximum' })
    expect(of('ApiConcurrency').Threshold).toBe(Math.ceil(0.9 * reserved.api))
    expect(of('WorkerConcurrency').Threshold).toBe(Math.ceil(0.9 * reserved.worker))
    // A long job alone has all bulk workers, and is no alarm.
    expect(of('WorkerConcurrency').Threshold).toBeGreaterThan(STAGES[stage].bulkWorkers)
  })

  it.each([
    ['ApiServerErrors', ['5xx', 'Count']],
    ['DeadLettersStuck', ['ApproximateNumberOfMessagesVisible', 'ApproximateNumberOfMessagesNotVisible']],
    ['AccountConcurrency', ['ClaimedAccountConcurrency', 'ResourceCount']],
    ['TableThrottles', ['ReadThrottleEvents', 'WriteThrottleEvents']],
    ['RecursionDropped', Array(4).fill('RecursiveInvocationsDropped')],
    ['TableSystemErrors', ['SystemErrors', 'SystemErrors', 'SystemErrors', 'SystemErrors']],
  ])('%s is worked out of %j', (name, metrics) => {
    const found = alarm(name).Metrics.flatMap((of: { MetricStat?: { Metric: { MetricName: string } } }) =>
      of.MetricStat ? [of.MetricStat.Metric.MetricName] : [],
    )
    expect(found).toEqual(metrics)
  })
})

describe('who is told', () => {
  it('alarms of this account may publish, and nobody without TLS', () => {
    const [{ PolicyDocument }] = prod.ofType('AWS::SNS::TopicPolicy')
    expect(PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sns:Publish', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      {
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Resource: prod.ref('Notices'),
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
  })

  it('an address is told of alarms, and of the budget', () => {
    expect(everything.ofType('AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'ops@example.com', TopicArn: everything.ref('Notices') },
    ])
    const Subscribers = [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }]
    expect(everything.properties('Budget')).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 20, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        { Subscribers, Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Subscribers, Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    })
  })

  it('without an address there is neither, and synthesis says so', () => {
    expect(prod.ofType('AWS::SNS::Subscription')).toEqual([])
    expect(prod.ofType('AWS::Budgets::Budget')).toEqual([])
    const said = (stack: keyof typeof stacks) =>
      stacks[stack].node.metadata.filter(({ type }) => type === 'aws:cdk:info').map(({ data }) => data)
    expect(said('prod')).toEqual([expect.stringContaining('set email in infra/config')])
    expect(said('everything')).toEqual([])
  })
})

describe('the dashboard', () => {
  const bodyOf = (stack: typeof prod): string => {
    const [{ DashboardBody }] = stack.ofType('AWS::CloudWatch::Dashboard')
    return DashboardBody['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : '…')).join('')
  }
  const body = bodyOf(prod)
  const shown = (metric: string, service: string, stage = 'prod') =>
    bodyOf({ dev, prod }[stage] ?? prod).includes(`"SudokuService/${stage}","${metric}","service","${service}"`)

  it('shows what the functions say of themselves', () => {
    for (const metric of ['PuzzlesSolved', 'Backtracks', 'ChunkTime', 'ChunkAge']) {
      expect([metric, shown(metric, 'worker')]).toEqual([metric, true])
    }
    for (const service of ['api', 'worker', 'deadLetter']) {
      expect([service, shown('Failures', service), shown('ColdStart', service)]).toEqual([service, true, true])
    }
  })

  it('shows that of its own stage, where the functions of that stage send it', () => {
    for (const [stage, stack] of Object.entries({ dev, prod })) {
      expect(shown('PuzzlesSolved', 'worker', stage)).toBe(true)
      for (const name of FUNCTIONS) {
        const { METRICS_NAMESPACE } = stack.properties(`${name}/Function`).Environment.Variables
        expect(METRICS_NAMESPACE).toBe(`SudokuService/${stage}`)
      }
    }
  })

  it('shows every alarm, and the state of API, queues, functions and table', () => {
    expect(
      JSON.parse(body).widgets.find(({ type }: { type: string }) => type === 'alarm').properties.alarms,
    ).toHaveLength(names.length)
    for (const namespace of ['AWS/ApiGateway', 'AWS/SQS', 'AWS/Lambda', 'AWS/DynamoDB'])
      expect(body).toContain(namespace)
  })
})

describe('the runbook', () => {
  const entries = runbook.split(/^## /m).slice(1)
  const headings = entries.map((entry) => entry.split('\n', 1)[0])

  it('has an entry for each alarm and for the budget, and no other', () => {
    expect(headings.toSorted()).toEqual([...names, 'Budget'].toSorted())
  })

  it.each(entries.map((entry) => [entry.split('\n', 1)[0], entry]))(
    '%s says what to look at and what to do',
    (_, entry) => {
      expect(entry).toMatch(/^- \*\*Look\.\*\*/m)
      expect(entry).toMatch(/^- \*\*Do\.\*\*/m)
    },
  )

  it('looks for resources that there are', () => {
    const wanted = [...runbook.matchAll(/\$\(id (\w+) ([\w:]+)\)/g)]
    expect(wanted.length).toBeGreaterThan(10)
    for (const [, start, type] of wanted) {
      const found = Object.entries(prod.resources).filter(
        ([id, { Type }]) => id.startsWith(start ?? '') && Type === `AWS::${type}`,
      )
      expect([start, found.length]).toEqual([start, type === 'Lambda::EventSourceMapping' ? 2 : 1])
    }
  })

  it('links to entries that there are', () => {
    const anchors = headings.map((heading) => heading?.toLowerCase())
    for (const [, anchor] of runbook.matchAll(/\]\(#(\w+)\)/g)) expect(anchors).toContain(anchor)
  })
})
