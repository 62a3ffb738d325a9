import { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch'
import type { MetricName, Service } from '../../functions/telemetry.ts'
import type { JobTable, Queues } from './data.ts'
import type { PublicApi } from './public-api.ts'
import type { ServiceFunction } from './service-function.ts'

/** What is watched, by alarms and on the dashboard. */
export interface Watched {
  readonly table: JobTable
  readonly queues: Queues
  readonly functions: Readonly<Record<'Api' | 'Worker' | 'DeadLetter', ServiceFunction>>
  readonly publicApi: PublicApi
  /** Where the functions' own metrics are. */
  readonly metricsNamespace: string
}

/** The names that the functions give themselves in their own metrics. */
export const SERVICES = ['api', 'worker', 'deadLetter'] as const satisfies readonly Service[]

/** How often AWS measures. */
export const MINUTE = Duration.minutes(1)

/** Messages of groups that take no more than their share (AWS: a tenth of what is in flight, or of the time). */
export function quietAge({ queues }: Watched): Metric {
  return queues.bulk.metric('ApproximateAgeOfOldestMessageInQuietGroups', {
    label: 'bulk, of jobs within their share',
    statistic: 'Maximum',
    period: MINUTE,
  })
}

/** Per cent of the requests. */
export function serverErrorRate({ publicApi: { stage } }: Watched): MathExpression {
  return new MathExpression({
    label: '5xx, % of requests',
    expression: '100 * errors / requests',
    usingMetrics: { errors: stage.metricServerError(), requests: stage.metricCount() },
    period: MINUTE,
  })
}

/** Reads and writes that the table refused. */
export function tableThrottles({ table }: Watched): MathExpression {
  return sumOf('throttled reads and writes', {
    reads: table.metric('ReadThrottleEvents', EVENTS),
    writes: table.metric('WriteThrottleEvents', EVENTS),
  })
}

/** Answers of the table with a 5xx; DynamoDB counts them by operation only. */
export function tableSystemErrors({ table }: Watched): MathExpression {
  const of = (Operation: string) =>
    table.metric('SystemErrors', { ...EVENTS, dimensionsMap: { TableName: table.tableName, Operation } })
  return sumOf('system errors', {
    gets: of('GetItem'),
    puts: of('PutItem'),
    updates: of('UpdateItem'),
    queries: of('Query'),
  })
}

const EVENTS: MetricOptions = { statistic: 'Sum', period: MINUTE }

/** DynamoDB sends these metrics only when there is something to count, and a sum with a gap in it is a gap. */
function sumOf(label: string, usingMetrics: Record<string, Metric>): MathExpression {
  const expression = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`)
  return new MathExpression({ label, expression: expression.join(' + '), usingMetrics, period: MINUTE })
}

/** One of the metrics that the functions write into their logs, in the embedded metric format. */
export function ownMetric(
  { metricsNamespace: namespace }: Watched,
  metricName: MetricName,
  service: Service,
  statistic: string,
): Metric {
  const label = `${service} ${statistic}`
  const dimensionsMap = { service }
  return new Metric({ namespace, metricName, dimensionsMap, statistic, label, period: MINUTE })
}
