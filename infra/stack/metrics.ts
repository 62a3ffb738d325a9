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
export const EVENTS: MetricOptions = { statistic: 'Sum', period: MINUTE }

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

/** AWS sends these metrics only when there is something to count, and a sum with a gap in it would be a gap. */
export function sumOf(label: string, usingMetrics: Record<string, Metric>): MathExpression {
  const expression = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`)
  return expressed(label, expression.join(' + '), usingMetrics)
}

export function expressed(label: string, expression: string, usingMetrics: Record<string, Metric>): MathExpression {
  return new MathExpression({ label, expression, usingMetrics, period: MINUTE })
}
