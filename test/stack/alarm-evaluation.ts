/** An alarm as a template has it, of those that have one metric or compute it from several. */
export interface TemplateAlarm {
  readonly MetricName?: string
  readonly Period?: number
  readonly Metrics?: readonly MetricQuery[]
  readonly Threshold: number
  readonly ComparisonOperator: string
  readonly EvaluationPeriods: number
  readonly DatapointsToAlarm?: number
  readonly TreatMissingData?: string
}
interface MetricQuery {
  readonly Id: string
  readonly ReturnData?: boolean
  readonly Expression?: string
  readonly Period?: number
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string }; readonly Period: number }
}

/** A measurement, or that there is none. */
export type Datapoint = number | undefined

/** Measurements minute by minute, by the metric's name, or its id in the alarm, as the statistic of the alarm has it. */
export type Series = Readonly<Record<string, readonly Datapoint[]>>

/**
 * In which minutes an alarm is in the state ALARM, by CloudWatch's rules
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html): of the last N periods,
 * M have to be beyond the threshold. A period without a measurement counts as the alarm says, but only where there are
 * less than N measurements in the evaluation range; otherwise the last N of them decide.
 *
 * @param besides how many periods more than N the range has; AWS gives an example of two, and no rule
 */
export function inAlarm(alarm: TemplateAlarm, series: Series, besides: number): boolean[] {
  const minutes = Math.max(...Object.values(series).map(({ length }) => length))
  const { EvaluationPeriods: n, DatapointsToAlarm: m = n, TreatMissingData = 'missing' } = alarm
  if (!['breaching', 'notBreaching'].includes(TreatMissingData)) throw new Error(`not evaluated: ${TreatMissingData}`)
  const everyMinutes = periodOf(alarm) / 60
  const states: boolean[] = []
  for (let minute = 0; minute < minutes; minute++) {
    const periods = Math.floor((minute + 1) / everyMinutes)
    const range = Array.from({ length: Math.min(n + besides, periods) }, (_, back) => {
      const end = (periods - back) * everyMinutes
      return seenBy(alarm, series, end - everyMinutes, end)
    })
    const measured = range.filter((value) => value !== undefined)
    const beyond = measured.slice(0, n).filter((value) => isBeyond(alarm, value)).length
    const missing = Math.max(0, n - measured.length)
    states.push(beyond + (TreatMissingData === 'breaching' ? missing : 0) >= m)
  }
  return states
}

/** How often an alarm begins and ends, each of which is a message to somebody. */
export function notices(states: readonly boolean[]): number {
  return states.filter((state, i) => state !== (states[i - 1] ?? false)).length
}

/** The seconds of a period, the same for all metrics of an alarm. */
function periodOf({ Period, Metrics = [] }: TemplateAlarm): number {
  const periods = [Period, ...Metrics.map(({ Period, MetricStat }) => Period ?? MetricStat?.Period)].filter(Boolean)
  const [first = 60] = new Set(periods)
  if (new Set(periods).size > 1) throw new Error(`its metrics have different periods: ${periods}`)
  return first
}

function isBeyond({ ComparisonOperator, Threshold }: TemplateAlarm, value: number): boolean {
  if (ComparisonOperator === 'GreaterThanOrEqualToThreshold') return value >= Threshold
  if (ComparisonOperator === 'LessThanThreshold') return value < Threshold
  throw new Error(`not evaluated: ${ComparisonOperator}`)
}

/** The minutes that an alarm sees. */
function seenBy(alarm: TemplateAlarm, series: Series, from: number, to: number): Datapoint {
  const measured = (name: string): Datapoint => {
    const { [name]: values } = series
    if (!values) throw new Error(`nothing is said of ${name}`)
    const there = values.slice(from, to).filter((value) => value !== undefined)
    return there.length > 0 ? Math.max(...there) : undefined
  }
  const { MetricName, Metrics = [] } = alarm
  if (MetricName) return measured(MetricName)
  const queries = new Map(Metrics.map((query) => [query.Id, query]))
  const byId = (id: string): Datapoint => {
    const { Expression, MetricStat } = queries.get(id) ?? {}
    if (Expression) return evaluated(Expression, byId)
    // Metrics of one name are told apart by their ids.
    return measured(id in series ? id : (MetricStat?.Metric.MetricName ?? id))
  }
  const [{ Id } = { Id: '' }] = Metrics.filter(({ ReturnData }) => ReturnData !== false)
  return byId(Id)
}

/**
 * The value of an expression of metric math. What is used of it here is JavaScript, too, where NaN stands for a
 * measurement that is missing.
 */
function evaluated(expression: string, byId: (id: string) => Datapoint): Datapoint {
  const functions = {
    FILL: (value: number, filling: number) => (Number.isFinite(value) ? value : filling),
    IF: (isSo: boolean, then: number, otherwise: number) => (isSo ? then : otherwise),
    SERVICE_QUOTA: (used: number) => (Number.isFinite(used) ? QUOTA : Number.NaN),
  }
  const ids = [...new Set(expression.match(/\b[a-z]\w*/g))]
  const compute = new Function(...Object.keys(functions), ...ids, `return ${expression}`)
  const value: number = compute(...Object.values(functions), ...ids.map((id) => byId(id) ?? Number.NaN))
  // CloudWatch has no measurement where it would have to divide by nothing.
  return Number.isFinite(value) ? value : undefined
}

/** The answer of `SERVICE_QUOTA` for any metric. */
export const QUOTA = 1_000
