import { createTelemetry } from '../../functions/reporting/telemetry.ts'
import type { Datapoint, Series, TemplateAlarm } from '../stack/alarm-evaluation.ts'
import type { Watch } from './service.ts'
import type { World } from './world.ts'

type Dimensions = Readonly<Record<string, string>>

interface TemplateMetric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[]
}

/** An alarm, as the reviewed template has it. */
export interface WatchedAlarm extends TemplateAlarm, Partial<Omit<TemplateMetric, 'MetricName'>> {
  readonly Statistic?: string
  readonly ExtendedStatistic?: string
  readonly Metrics?: readonly {
    readonly Id: string
    readonly ReturnData?: boolean
    readonly Expression?: string
    readonly MetricStat?: { readonly Metric: TemplateMetric; readonly Stat: string; readonly Period: number }
  }[]
}

/** The names that the template has for functions and versions. */
const FUNCTIONS = { api: 'Api', worker: 'Worker', deadLetter: 'DeadLetter', notifier: 'Notifier' } as const
const OWN_METRICS = 'SudokuService/<stage>'
const RELEASED = `\${Worker/Function/CurrentVersion.Version}`

/** CloudWatch: what Lambda, SQS, the gateway and the functions themselves measure, minute by minute. */
export class Metrics implements Watch {
  /** The messages that workers were invoked with, and whether the released version ever was. */
  readonly messages = new Map<string, boolean>()
  /** When the released worker failed on a message for the first time. */
  firstFailureMs: number | undefined
  readonly #world: World
  readonly #beganAt: number
  readonly #values = new Map<string, number[][]>()

  constructor(world: World) {
    this.#world = world
    this.#beganAt = world.now
  }

  get #minute(): number {
    return Math.floor((this.#world.now - this.#beganAt) / 60_000)
  }

  telemetryOf(service: keyof typeof FUNCTIONS, isReleased: boolean) {
    const write = (text: string) => {
      const line = JSON.parse(text)
      if (line.level === 'ERROR') this.#world.log(`${line.service} says: ${line.stack}`)
      for (const {
        Dimensions: [names],
        Metrics,
      } of line._aws?.CloudWatchMetrics ?? []) {
        const dimensions = Object.fromEntries(names.map((name: string) => [name, line[name]]))
        for (const { Name } of Metrics) {
          this.#put(OWN_METRICS, Name, dimensions, line[Name])
          if (isReleased && Name === 'Failures' && line[Name] > 0)
            this.firstFailureMs ??= this.#world.now - this.#beganAt
        }
      }
    }
    const version = isReleased ? RELEASED : 'old'
    const now = () => this.#world.clock()
    return createTelemetry({ service, version, level: 'ERROR', namespace: OWN_METRICS, write, now })
  }

  ran(name: keyof typeof FUNCTIONS, run: { isReleased: boolean; ms: number; hasDied: boolean }): void {
    const FunctionName = `\${${FUNCTIONS[name]}/Function}`
    const ofVersion = { FunctionName, Resource: `${FunctionName}:live`, ExecutedVersion: RELEASED }
    for (const dimensions of run.isReleased ? [{ FunctionName }, ofVersion] : [{ FunctionName }]) {
      this.#put('AWS/Lambda', 'Invocations', dimensions, 1)
      this.#put('AWS/Lambda', 'Errors', dimensions, run.hasDied ? 1 : 0)
      this.#put('AWS/Lambda', 'Duration', dimensions, run.ms)
    }
    if (name !== 'api') return
    const gateway = { ApiId: `\${PublicApi/HttpApi}`, Stage: '$default' }
    this.#put('AWS/ApiGateway', 'Count', gateway, 1)
    this.#put('AWS/ApiGateway', '5xx', gateway, run.hasDied ? 1 : 0)
    this.#put('AWS/ApiGateway', 'Latency', gateway, run.ms)
  }

  received(queue: string, messageId: string, isReleased: boolean): void {
    if (queue === 'dead')
      this.#put('AWS/SQS', 'NumberOfMessagesReceived', { QueueName: `\${Queues/DeadLetters.QueueName}` }, 1)
    if (queue === 'chunks' || queue === 'express')
      this.messages.set(messageId, isReleased || this.messages.get(messageId) === true)
  }

  /** What an alarm looks at in the first so many minutes. */
  seriesOf(alarm: WatchedAlarm, minutes: number): Series {
    const series = (metric: TemplateMetric, statistic: string) => this.#series(metric, statistic).slice(0, minutes)
    const { MetricName, Namespace = '', Statistic, ExtendedStatistic = '', Metrics = [] } = alarm
    if (MetricName) return { [MetricName]: series({ ...alarm, MetricName, Namespace }, Statistic ?? ExtendedStatistic) }
    return Object.fromEntries(
      Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, series(MetricStat.Metric, MetricStat.Stat)]] : [])),
    )
  }

  #series({ Namespace, MetricName, Dimensions = [] }: TemplateMetric, statistic: string): Datapoint[] {
    const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]))
    const values = this.#values.get(keyOf(Namespace, MetricName, dimensions)) ?? []
    return Array.from({ length: this.#minute }, (_, minute) => {
      const of = values[minute]
      return of && statisticOf(of, statistic)
    })
  }

  #put(namespace: string, name: string, dimensions: Dimensions, value: number): void {
    const key = keyOf(namespace, name, dimensions)
    const values = this.#values.get(key) ?? []
    const { [this.#minute]: ofMinute = [] } = values
    values[this.#minute] = [...ofMinute, value]
    this.#values.set(key, values)
  }
}

function keyOf(namespace: string, name: string, dimensions: Dimensions): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).toSorted()])
}

function statisticOf(values: readonly number[], statistic: string): number {
  if (statistic === 'SampleCount') return values.length
  if (statistic === 'Sum') return values.reduce((sum, value) => sum + value, 0)
  // Of so few values, the 99th percentile is the largest.
  if (statistic === 'Maximum' || statistic === 'p99') return Math.max(...values)
  throw new Error(`not measured: ${statistic}`)
}
