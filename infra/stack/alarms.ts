import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { MetricName, Service } from '../../functions/reporting/telemetry.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { CANARIES } from '../settings/settings.ts'
import { reservedConcurrency, type Stage } from './deployment.ts'
import type { FrontDoor } from './front.ts'
import type { Notices } from './notices.ts'
import type { PublicApi } from './public-api.ts'
import { LIVE, type ServiceFunction } from './service-function.ts'
import type { JobTable, Queues } from './table-and-queues.ts'

export interface MonitoredResources {
  readonly table: JobTable
  readonly queues: Queues
  readonly functions: Readonly<Record<Service, ServiceFunction>>
  readonly publicApi: PublicApi
  readonly front?: FrontDoor
  readonly metricsNamespace: string
}

/** The period of AWS's own measurements. */
export const MINUTE = Duration.minutes(1)
const EVENTS: MetricOptions = { statistic: 'Sum', period: MINUTE }

/** One of the metrics that the functions write into their logs, in the embedded metric format. */
export function ownMetric(
  { metricsNamespace: namespace }: MonitoredResources,
  metricName: MetricName,
  service: Service,
  statistic: string,
): Metric {
  const label = `${service} ${statistic}`
  const dimensionsMap = { service }
  return new Metric({ namespace, metricName, dimensionsMap, statistic, label, period: MINUTE })
}

/** A metric of Lambda, of all versions of a function, and of the one that is released, as its alias invokes it. */
function ofBoth(id: string, metricName: string, { lambda, version }: ServiceFunction): Record<string, Metric> {
  const all = lambda.metric(metricName, EVENTS)
  const { functionName: FunctionName } = lambda
  const dimensionsMap = { FunctionName, Resource: `${FunctionName}:${LIVE}`, ExecutedVersion: version.version }
  return { [id]: all, [ofRelease(id)]: all.with({ dimensionsMap }) }
}

/** The name in expressions of what a metric is for the released version alone. */
const ofRelease = (id: string) => `new${capitalised(id)}`

/**
 * How many more of these metrics a run of the released version has than twice those of the old one; 0 while only one of
 * them works. What is the table's fault, which both meet, is not the release's.
 */
function beyondTwiceTheOld(
  label: string,
  counted: readonly string[],
  times: number,
  usingMetrics: Record<string, Metric>,
): MathExpression {
  const ofNew = counted.map((id) => `FILL(${ofRelease(id)}, 0)`).join(' + ')
  const ofAll = counted.map((id) => `FILL(${id}, 0)`).join(' + ')
  const share = `${times} * (${ofNew}) / newRuns - ${2 * times} * (${ofAll} - (${ofNew})) / (runs - newRuns)`
  return expressed(label, `IF(runs > newRuns, ${share}, 0)`, usingMetrics)
}

/** AWS sends these metrics only when there is something to count, and a sum with a gap in it would be a gap. */
function sumOf(label: string, usingMetrics: Record<string, Metric>): MathExpression {
  const expression = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`)
  return expressed(label, expression.join(' + '), usingMetrics)
}

function expressed(label: string, expression: string, usingMetrics: Record<string, Metric>): MathExpression {
  return new MathExpression({ label, expression, usingMetrics, period: MINUTE })
}

/**
 * When an alarm rings, and what that means. It rings when its metric is at or above a limit, or below one, for some
 * periods of the last few. Where there is no measurement nothing has happened, except where the metric has to come.
 *
 *     1 of 15, 1 of 60   an event: it rings at once, and is over when there was none for so long. Were it 1 of 1, what
 *                        comes again every three minutes would begin and end 480 times a day
 *     M of N             a state, which some bad minutes are not yet
 */
interface AlarmRule {
  readonly metric: IMetric
  /** The limit: it is bad to be there or above, 1 by default, */
  readonly atLeast?: number
  /** or below this, or to have no measurement at all. */
  readonly below?: number
  /** Periods, which are minutes unless the metric has others; three of five by default. */
  readonly periods?: readonly [bad: number, of: number]
  /** Says in one sentence what has happened when the alarm goes off. */
  readonly means: string
}

const ALL_FIVE = [5, 5] as const
const MOST: MetricOptions = { statistic: 'Maximum', period: MINUTE }
/** The dimensions of what the account uses of its quota. */
const USED = { Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' }
/** With fewer requests in a minute, one caller with a wrong key would be most of them. */
const MANY_REQUESTS = 120
const ofMany = (rate: string) => `IF(requests >= ${MANY_REQUESTS}, ${rate}, 0)`

/** All alarms by their names. Each has an entry under its name in docs/runbook.md, which says what to do. */
function alarmRules(monitored: MonitoredResources, stage: Stage): Readonly<Record<string, AlarmRule>> {
  const { table, queues, functions, publicApi, front } = monitored
  const { bulk, express, deadLetters, events } = queues
  const reserved = reservedConcurrency(stage)
  const lasting = (metric: IMetric, atLeast: number, means: string) => ({ metric, atLeast, periods: ALL_FIVE, means })
  const age = (queue: IQueue, atLeast: number, means: string) =>
    lasting(queue.metricApproximateAgeOfOldestMessage({ period: MINUTE }), atLeast, means)
  const concurrency = (name: Service, most: number) =>
    lasting(
      functions[name].lambda.metric('ConcurrentExecutions', MOST),
      Math.ceil(0.9 * most),
      `For five minutes the function has used nine tenths of the ${most} instances that it may run at once.`,
    )
  const failures = (service: Service, bad: number, means: string): AlarmRule => ({
    metric: ownMetric(monitored, 'Failures', service, 'Sum'),
    periods: [bad, 15],
    means,
  })

  // A route's throttle is for all callers together, so that whoever meets it may be anybody.
  const throttled = (metric: IMetric, whose: string): AlarmRule => ({
    metric,
    periods: [2, 5],
    means: `The gateway has turned away ${whose}: more came than the route takes.`,
  })

  const { worker } = functions
  const workerFailures = ownMetric(monitored, 'Failures', 'worker', 'Sum')
  const ofReleased = { service: 'worker', version: worker.version.version }
  const requests = publicApi.stage.metricCount()
  const stopped = (name: Service) => functions[name].lambda.metric('RecursiveInvocationsDropped', EVENTS)
  const systemErrors = (Operation: string) =>
    table.metric('SystemErrors', { ...EVENTS, dimensionsMap: { TableName: table.tableName, Operation } })

  return {
    BulkQueueAge: age(bulk, 3600, 'A chunk of a long job has waited for an hour.'),
    // AWS: those within a tenth of the messages in flight, or of the processing time.
    QuietJobsAge: lasting(
      bulk.metric('ApproximateAgeOfOldestMessageInQuietGroups', { ...MOST, label: 'bulk, of jobs within their share' }),
      600,
      'Jobs within their share of the workers have waited for ten minutes behind one that takes more.',
    ),
    // A message whose worker crashed comes back after the visibility timeout of a minute and a half, which is no alarm yet.
    ExpressQueueAge: age(express, 60, 'Short jobs, which should take a second, have waited for a minute.'),
    // Received messages are counted: the function takes them at once, and those that SQS moves there do not count as
    // sent.
    DeadLetters: {
      metric: deadLetters.metricNumberOfMessagesReceived({ period: MINUTE }),
      periods: [1, 60],
      means: 'A chunk ran out of attempts, and its puzzles have failed.',
    },
    // Waiting or in flight, and not by the age of the oldest message: one that was received more than three times no longer
    // counts as that.
    DeadLettersStuck: {
      metric: sumOf('dead letters there', {
        visible: deadLetters.metricApproximateNumberOfMessagesVisible(MOST),
        inFlight: deadLetters.metricApproximateNumberOfMessagesNotVisible(MOST),
      }),
      periods: [14, 15],
      means: 'There have been dead letters for a quarter of an hour, so their jobs do not end.',
    },
    // One that a webhook does not take is sent again as another message, within a quarter of an hour.
    EventQueueAge: age(events, 3600, 'The notifier has not got round to the end of a job for an hour.'),

    ...Object.assign({}, ...Object.values(functions).map(functionRules)),
    // To Lambda, an invocation whose messages failed one by one has succeeded.
    WorkerFailures: failures('worker', 3, 'Again and again, workers fail on messages, which then come again.'),
    // These two compare, so that they ring in the minutes that a release has a tenth of the messages.
    WorkerReleaseFailures: {
      metric: beyondTwiceTheOld('worker, release, failed, % beyond twice the old', ['failures', 'errors'], 100, {
        failures: workerFailures,
        newFailures: workerFailures.with({ dimensionsMap: ofReleased, label: 'failures, release' }),
        // To Lambda, only an invocation that crashed is an error.
        ...ofBoth('errors', 'Errors', worker),
        ...ofBoth('runs', 'Invocations', worker),
      }),
      atLeast: 2,
      periods: [1, 5],
      means: 'The released worker fails on messages that the one before it can do.',
    },
    WorkerReleaseDuration: {
      metric: beyondTwiceTheOld('worker, release, ms beyond twice the old', ['ms'], 1, {
        ...ofBoth('ms', 'Duration', worker),
        ...ofBoth('runs', 'Invocations', worker),
      }),
      atLeast: 1_000,
      periods: [2, 3],
      means: 'The released worker takes more than twice as long to a message as the one before it, and a second more.',
    },
    DeadLetterFailures: failures(
      'deadLetter',
      2,
      'The dead-letter function fails on messages, or drops some that are no chunks.',
    ),
    // Their age does not tell: one that was received more than three times no longer counts as the oldest.
    NotifierFailures: failures(
      'notifier',
      3,
      'Again and again, the notifier fails on ends of jobs, which then come again, or drops some that are not.',
    ),
    RecursionDropped: {
      metric: sumOf('loops stopped', {
        api: stopped('api'),
        workers: stopped('worker'),
        deadLetters: stopped('deadLetter'),
        notifier: stopped('notifier'),
      }),
      periods: [1, 15],
      means:
        'Lambda stopped a function in a chain of messages that it took for a loop, which costs a chunk an attempt.',
    },
    ApiConcurrency: concurrency('api', reserved.api),
    // The dead-letter function has none: two instances at once are all of its reserve, and no problem.
    WorkerConcurrency: concurrency('worker', reserved.worker),
    // In use or reserved, of which `prod` has 86 % by its reserves alone. AWS measures it for the account and region only,
    // and knows the account's quota better than any setting here.
    AccountConcurrency: lasting(
      expressed('claimed, % of the quota', '100 * claimed / SERVICE_QUOTA(used)', {
        claimed: new Metric({ ...MOST, namespace: 'AWS/Lambda', metricName: 'ClaimedAccountConcurrency' }),
        used: new Metric({ ...MOST, namespace: 'AWS/Usage', metricName: 'ResourceCount', dimensionsMap: USED }),
      }),
      95,
      "Of the account's function instances, hardly any is left for what has none reserved.",
    ),

    Canary: {
      metric: ownMetric(monitored, 'CanarySolved', 'api', 'Sum'),
      below: CANARIES - 1,
      periods: [2, 3],
      means: `Of the ${CANARIES} puzzles that the service gives itself each minute, most were not solved, or not given.`,
    },
    ApiServerErrors: {
      metric: expressed('5xx, % of requests', '100 * errors / requests', {
        errors: publicApi.stage.metricServerError(),
        requests,
      }),
      means: 'At least one request in a hundred is answered with 5xx.',
    },
    ThrottledSubmissions: throttled(publicApi.throttled.jobs, 'submissions'),
    ThrottledJobs: throttled(publicApi.throttled.job, 'requests about jobs'),
    ThrottledFiles: throttled(publicApi.throttled.files, 'whoever loads the page'),
    ApiRefusals: {
      metric: expressed('4xx, % of many requests', ofMany('100 * errors / requests'), {
        errors: publicApi.stage.metricClientError(),
        requests,
      }),
      atLeast: 20,
      means:
        'Of two requests a second and more, one in five is answered with 4xx: somebody floods the API, or is lost.',
    },
    ...(front && frontRules(front)),
    // A poll is held for as long as it asks, so only a request slower than the longest poll is certainly slow.
    ApiLatency: {
      metric: publicApi.stage.metricLatency({ statistic: 'p99', period: MINUTE }),
      atLeast: (MAX_WAIT_S + 2) * 1000,
      means: `One request in a hundred takes longer than the longest poll, ${MAX_WAIT_S} s.`,
    },

    TableThrottles: {
      metric: sumOf('throttled reads and writes', {
        reads: table.metric('ReadThrottleEvents', EVENTS),
        writes: table.metric('WriteThrottleEvents', EVENTS),
      }),
      means: 'DynamoDB refuses reads or writes: a partition is hot, or traffic doubled too quickly.',
    },
    // DynamoDB counts them by operation only.
    TableSystemErrors: {
      metric: sumOf('system errors', {
        gets: systemErrors('GetItem'),
        puts: systemErrors('PutItem'),
        updates: systemErrors('UpdateItem'),
        queries: systemErrors('Query'),
      }),
      means: 'DynamoDB answers with internal errors.',
    },
  }
}

function functionRules({ lambda, node: { id: name } }: ServiceFunction): Readonly<Record<string, AlarmRule>> {
  const timeoutS = lambda.timeout?.toSeconds() ?? 0
  return {
    [`${name}Errors`]: {
      metric: lambda.metricErrors({ period: MINUTE }),
      periods: [1, 15],
      means: 'The function crashed, or ran out of memory or time.',
    },
    [`${name}Throttles`]: {
      metric: lambda.metricThrottles({ period: MINUTE }),
      periods: [2, 5],
      means: 'Lambda refused to run the function: its reserved concurrency, or that of the account, is used up.',
    },
    [`${name}Duration`]: {
      metric: lambda.metricDuration(MOST),
      atLeast: 0.9 * timeoutS * 1000,
      periods: [1, 15],
      means: `An invocation took at least nine tenths of its timeout of ${timeoutS} s, after which Lambda ends it.`,
    },
  }
}

/** Ten requests a second: scanners of the whole internet send fewer. */
const A_FLOOD = 600

/** By what CloudFront measures, for all its places together, and the firewall. */
function frontRules({ distribution, firewallName: WebACL }: FrontDoor): Readonly<Record<string, AlarmRule>> {
  const dimensionsMap = { DistributionId: distribution.distributionId, Region: 'Global' }
  const ofFront = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/CloudFront', metricName, dimensionsMap, statistic, period: MINUTE })
  const blocked = { namespace: 'AWS/WAFV2', metricName: 'BlockedRequests', dimensionsMap: { WebACL, Rule: 'ALL' } }
  return {
    FrontBlocks: {
      metric: new Metric({ ...blocked, ...EVENTS }),
      atLeast: A_FLOOD,
      means: 'The firewall turns away ten requests a second or more: somebody floods the service, or has no key.',
    },
    FrontRefusals: {
      metric: expressed('4xx at the front, % of many requests', ofMany('rate'), {
        rate: ofFront('4xxErrorRate', 'Average'),
        requests: ofFront('Requests', 'Sum'),
      }),
      atLeast: 20,
      means: 'Of two requests a second and more at the front, one in five is answered with 4xx.',
    },
    FrontErrors: {
      metric: ofFront('5xxErrorRate', 'Average'),
      means: 'At least one request in a hundred at the front is answered with 5xx.',
    },
  }
}

/** The alarms of the service, which notify of their beginning and their end. */
export function alarmsIn(scope: Construct, monitored: MonitoredResources, stage: Stage, notices: Notices) {
  const action = new SnsAction(notices)
  const all = Object.entries(alarmRules(monitored, stage)).map(([name, rule]) => {
    const { metric, below, atLeast = 1, periods: [datapointsToAlarm, evaluationPeriods] = [3, 5], means } = rule
    const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator
    const alarm = new Alarm(scope, name, {
      metric,
      threshold: below ?? atLeast,
      comparisonOperator: below === undefined ? GREATER_THAN_OR_EQUAL_TO_THRESHOLD : LESS_THAN_THRESHOLD,
      datapointsToAlarm,
      evaluationPeriods,
      treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
      alarmDescription: `${means} What to do: docs/runbook.md#${name.toLowerCase()}`,
    })
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
    return alarm
  })
  // `findChild` throws where no alarm has the name.
  const of = (name: string) => scope.node.findChild(name) as Alarm
  return { all, of }
}
export type Alarms = ReturnType<typeof alarmsIn>
