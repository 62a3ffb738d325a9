/**
 * A function tells of its work in one line of JSON for each request or message, which is its metrics as well.
 * CloudWatch takes them out of any line that names them under `_aws` (the embedded metric format).
 *
 * Powertools does the same with 36 KB and 11 ms of a start, and reads the environment by itself (docs/decisions/016).
 */
export interface Telemetry {
  begin(fields: Fields, invocation?: Invocation): Line
}

/** A line in the making. */
export interface Line {
  /** Adds what has become known. Never a puzzle, a header or a key. */
  add(fields: Fields): void
  measure(metrics: Readonly<Partial<Record<MetricName, number>>>): void
  /** How long it has taken so far; or how long ago something else was, in milliseconds since 1970. */
  elapsedMs(since?: number): number
  end(message: string, level?: Level): void
  fail(message: string, error: unknown): void
}

/** One without a value is left out. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>

/** Lambda's id of a run of a function; a process runs many. */
export interface Invocation {
  readonly requestId?: string | undefined
}

/** The functions that Lambda runs, each exported by a file of `functions/lambda/`. */
export const SERVICES = ['api', 'worker', 'deadLetter', 'notifier'] as const
export type Service = (typeof SERVICES)[number]

export const LEVELS = ['INFO', 'WARN', 'ERROR'] as const
export type Level = (typeof LEVELS)[number]

/** As the dashboard asks for them, by service; each is billed by the month. Times are in milliseconds. */
export const METRIC_NAMES = [
  /** Puzzles that a solution was found for. What comes twice, and is solved twice, counts twice. */
  'PuzzlesSolved',
  /** From a message's arrival in the function until it is done with. */
  'ChunkTime',
  /** From when SQS took the message until then. */
  'ChunkAge',
  /** Messages that have to come again, and requests answered with 5xx. */
  'Failures',
  'ColdStart',
  /** Puzzles that the service gave itself, and got the right solution for. */
  'CanarySolved',
] as const
export type MetricName = (typeof METRIC_NAMES)[number]

interface TelemetryOptions {
  readonly service: Service
  /** The version of the function; without it failures are told of the service alone. */
  readonly version?: string | undefined
  /** A lower level than this is left out, but for its metrics. */
  readonly level: Level
  /** Where CloudWatch is to keep the metrics; without it no metrics are sent. */
  readonly namespace: string | undefined
  readonly write: (line: string, level: Level) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { service, version, level: least, namespace, write, now } = options
  let first: Invocation | undefined
  return {
    begin(known, invocation = {}) {
      const isCold = !first
      first ??= invocation
      const coldStart = isCold || (invocation.requestId !== undefined && invocation.requestId === first.requestId)
      const beganAt = now()
      let fields: Fields = known
      let metrics: Partial<Record<MetricName, number>> = isCold ? { ColdStart: 1 } : {}
      const line: Line = {
        add(more) {
          fields = { ...fields, ...more }
        },
        measure(more) {
          metrics = { ...metrics, ...more }
        },
        elapsedMs: (since = beganAt) => now() - since,
        end(message, level = 'INFO') {
          const names = namespace ? (Object.keys(metrics) as MetricName[]) : []
          if (names.length === 0 && LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
          // Every byte is paid for with every request: what says nothing is left out.
          const requestId = invocation.requestId === fields.correlationId ? undefined : invocation.requestId
          const failed = 'Failures' in metrics && version !== undefined
          // Lambda adds a time to a line that has none, and forgets the line's level then.
          const timestamp = new Date(now()).toISOString()
          const head = { timestamp, level, message, service, requestId, ...(coldStart && { coldStart }) }
          const asMetrics = names.length > 0 && { ...(failed && { version }), _aws: embedded(names, failed) }
          const whole = { ...head, ...fields, durationMs: line.elapsedMs(), ...metrics, ...asMetrics }
          write(JSON.stringify(whole), level)
        },
        fail(message, error) {
          line.add(detailsOf(error))
          line.measure({ Failures: 1 })
          line.end(message, 'ERROR')
        },
      }
      return line
    },
  }

  /**
   * Says which members of the line are metrics. Failures are told of the version, too, so that an alarm can tell a release
   * from the version before it: a metric is billed by the hour in which it comes, and this one does not where all is well.
   */
  function embedded(names: readonly MetricName[], failed: boolean) {
    const metricsOf = (some: readonly MetricName[]) => some.map((Name) => ({ Name }))
    const CloudWatchMetrics = [{ Namespace: namespace, Dimensions: [['service']], Metrics: metricsOf(names) }]
    const ofVersion = { Namespace: namespace, Dimensions: [['service', 'version']], Metrics: metricsOf(['Failures']) }
    return { Timestamp: now(), CloudWatchMetrics: failed ? [...CloudWatchMetrics, ofVersion] : CloudWatchMetrics }
  }
}

/** Says on the console what failed, and nothing else. */
export const failuresOnly: Telemetry = {
  begin: () => ({
    add() {},
    measure() {},
    elapsedMs: () => 0,
    end() {},
    fail: (message, error) => console.error(message, error),
  }),
}

/** API keys as shared/aws/owners.ts mints them. An error quotes what it stumbled over, and that might be one. */
const KEY = /sudoku_[0-9a-f]{16}_[\w-]{43}/g
/** Errors that brought about others, at most. */
const MOST_CAUSES = 3
/** Lines that are longer than 4 KB can be torn apart where several processes write to one pipe. */
const MOST_CHARACTERS = 3000

/** The fields of an error in a line: no member but these, as the SDK's have the whole answer in others. */
function detailsOf(error: unknown): { readonly error: string; readonly stack: string } {
  const chain: unknown[] = []
  const causeOf = (each: unknown) => (each instanceof Error ? each.cause : undefined)
  for (let at = error; at !== undefined && chain.length <= MOST_CAUSES; at = causeOf(at)) chain.push(at)
  const whole = chain.map((each) => (each instanceof Error ? (each.stack ?? String(each)) : String(each)))
  return {
    error: error instanceof Error ? error.name : typeof error,
    stack: whole.join('\ncaused by: ').replace(KEY, 'sudoku_…').slice(0, MOST_CHARACTERS),
  }
}
