import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch'
import type { MetricName, Service } from '../../functions/reporting/telemetry.ts'
import { capitalised } from '../../shared/capitalised.ts'
import type { JobTable, Queues } from './data.ts'
import type { FrontDoor } from './front.ts'
import type { PublicApi } from './public-api.ts'
import { LIVE, type ServiceFunction } from './service-function.ts'

/** The resources that alarms and the dashboard monitor. */
export interface MonitoredResources {
  readonly table: JobTable
  readonly queues: Queues
  readonly functions: Readonly<Record<'Api' | 'Worker' | 'DeadLetter' | 'Notifier', ServiceFunction>>
  readonly publicApi: PublicApi
  readonly front?: FrontDoor
  /** The CloudWatch namespace of the functions' own metrics. */
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

/**
 * The age of messages in groups within their share. AWS: a tenth of the messages in flight, or of the processing time.
 */
export function quietAge({ queues }: MonitoredResources): Metric {
  return queues.bulk.metric('ApproximateAgeOfOldestMessageInQuietGroups', {
    label: 'bulk, of jobs within their share',
    statistic: 'Maximum',
    period: MINUTE,
  })
}

/** How many dead letters there are, waiting or in flight. */
export function lettersThere({ queues: { deadLetters } }: MonitoredResources): MathExpression {
  return sumOf('dead letters there', {
    visible: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: MINUTE }),
    inFlight: deadLetters.metricApproximateNumberOfMessagesNotVisible({ statistic: 'Maximum', period: MINUTE }),
  })
}

/**
 * How much of the account's concurrency in this region is in use or reserved, in per cent. AWS has it for the account
 * only, and knows the account's quota better than any setting here.
 */
export function claimedConcurrency(): MathExpression {
  const used = { Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' }
  const most: MetricOptions = { statistic: 'Maximum', period: MINUTE }
  return expressed('claimed, % of the quota', '100 * claimed / SERVICE_QUOTA(used)', {
    claimed: new Metric({ ...most, namespace: 'AWS/Lambda', metricName: 'ClaimedAccountConcurrency' }),
    used: new Metric({ ...most, namespace: 'AWS/Usage', metricName: 'ResourceCount', dimensionsMap: used }),
  })
}

/** How many of the canaries' puzzles were solved. */
export function canarySolved(monitored: MonitoredResources): Metric {
  return ownMetric(monitored, 'CanarySolved', 'api', 'Sum')
}

/**
 * How much more often the worker that is released fails on a message than twice as often as the one before it, in per
 * cent; 0 while only one of them works. What is the table's fault, which both meet, is not the release's.
 */
export function releaseFailures(monitored: MonitoredResources): MathExpression {
  const { Worker } = monitored.functions
  const failures = ownMetric(monitored, 'Failures', 'worker', 'Sum')
  const dimensionsMap = { service: 'worker', version: Worker.version.version }
  const label = 'worker, release, failed, % beyond twice the old'
  return beyondTwiceTheOld(label, ['failures', 'errors'], 100, {
    failures,
    newFailures: failures.with({ dimensionsMap, label: 'failures, release' }),
    // To Lambda, only an invocation that crashed is an error.
    ...ofBoth('errors', 'Errors', Worker),
    ...ofBoth('runs', 'Invocations', Worker),
  })
}

/** How much longer the worker that is released takes to a message than twice as long as the one before it, in ms. */
export function releaseDuration({ functions: { Worker } }: MonitoredResources): MathExpression {
  const label = 'worker, release, ms beyond twice the old'
  return beyondTwiceTheOld(label, ['ms'], 1, {
    ...ofBoth('ms', 'Duration', Worker),
    ...ofBoth('runs', 'Invocations', Worker),
  })
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

/** Of the metrics by these names, what the released version has of each run, less twice what the old one has. */
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

/** The share of requests that are answered with 5xx, in per cent. */
export function serverErrorRate({ publicApi: { stage } }: MonitoredResources): MathExpression {
  const usingMetrics = { errors: stage.metricServerError(), requests: stage.metricCount() }
  return expressed('5xx, % of requests', '100 * errors / requests', usingMetrics)
}

/** With fewer requests in a minute, one caller with a wrong key would be most of them. */
const MANY_REQUESTS = 120
const ofMany = (rate: string) => `IF(requests >= ${MANY_REQUESTS}, ${rate}, 0)`

/** The share of many requests that are answered with 4xx, in per cent; none of few. */
export function clientErrorRate({ publicApi: { stage } }: MonitoredResources): MathExpression {
  const usingMetrics = { errors: stage.metricClientError(), requests: stage.metricCount() }
  return expressed('4xx, % of many requests', ofMany('100 * errors / requests'), usingMetrics)
}

/** What CloudFront itself measures, for all its places together. */
function ofFront({ distribution: { distributionId } }: FrontDoor, metricName: string, statistic: string): Metric {
  const dimensionsMap = { DistributionId: distributionId, Region: 'Global' }
  return new Metric({ namespace: 'AWS/CloudFront', metricName, dimensionsMap, statistic, period: MINUTE })
}

/** The share of requests at the front that are answered with 5xx, in per cent, whoever fails. */
export function frontErrorRate(front: FrontDoor): Metric {
  return ofFront(front, '5xxErrorRate', 'Average')
}

/** The share of many requests at the front that are answered with 4xx, in per cent; none of few. */
export function frontRefusalRate(front: FrontDoor): MathExpression {
  const usingMetrics = { rate: ofFront(front, '4xxErrorRate', 'Average'), requests: ofFront(front, 'Requests', 'Sum') }
  return expressed('4xx at the front, % of many requests', ofMany('rate'), usingMetrics)
}

/** The requests that the firewall has turned away. */
export function firewallBlocks({ firewallName: WebACL }: FrontDoor): Metric {
  const dimensionsMap = { WebACL, Rule: 'ALL' }
  return new Metric({ namespace: 'AWS/WAFV2', metricName: 'BlockedRequests', dimensionsMap, ...EVENTS })
}

/** Reads and writes that the table refused. */
export function tableThrottles({ table }: MonitoredResources): MathExpression {
  return sumOf('throttled reads and writes', {
    reads: table.metric('ReadThrottleEvents', EVENTS),
    writes: table.metric('WriteThrottleEvents', EVENTS),
  })
}

/** Calls that the table answered with 5xx. DynamoDB counts them by operation only. */
export function tableSystemErrors({ table }: MonitoredResources): MathExpression {
  const of = (Operation: string) =>
    table.metric('SystemErrors', { ...EVENTS, dimensionsMap: { TableName: table.tableName, Operation } })
  return sumOf('system errors', {
    gets: of('GetItem'),
    puts: of('PutItem'),
    updates: of('UpdateItem'),
    queries: of('Query'),
  })
}

/** Invocations that Lambda refused, as it took a chain of messages for a loop. */
export function recursionDropped({ functions }: MonitoredResources): MathExpression {
  const of = ({ lambda }: ServiceFunction) => lambda.metric('RecursiveInvocationsDropped', EVENTS)
  return sumOf('loops stopped', {
    api: of(functions.Api),
    workers: of(functions.Worker),
    deadLetters: of(functions.DeadLetter),
    notifier: of(functions.Notifier),
  })
}

/** AWS sends these metrics only when there is something to count, and a sum with a gap in it would be a gap. */
function sumOf(label: string, usingMetrics: Record<string, Metric>): MathExpression {
  const expression = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`)
  return expressed(label, expression.join(' + '), usingMetrics)
}

function expressed(label: string, expression: string, usingMetrics: Record<string, Metric>): MathExpression {
  return new MathExpression({ label, expression, usingMetrics, period: MINUTE })
}
