import { describe, expect, it } from 'vitest'
import { API_TIMEOUT_S, WORKER_TIMEOUT_S } from '../../infra/settings/settings.ts'
import { reservedConcurrency, STAGES } from '../../infra/stack/deployment.ts'
import { type Datapoint, inAlarm, notices, QUOTA, type Series, type TemplateAlarm } from './alarm-evaluation.ts'
import { outlineOf } from './outline.ts'
import { STACKS, synthesised } from './synthesis.ts'

const prod = outlineOf(synthesised(STACKS.prod))
const alarm = (name: string): TemplateAlarm => prod[`Alarms/${name}`]?.Properties
const DAY = 24 * 60

/** A measurement in some minutes of a day, and none in the others. */
function minutes<T>(of: (minute: number) => T): T[] {
  return Array.from({ length: DAY }, (_, minute) => of(minute))
}

describe.each([0, 2])('a dead letter that its function cannot close, in a range of N + %i periods', (besides) => {
  // It is received every three minutes, once its visibility timeout has passed. A message that was received more than
  // three times no longer counts as the oldest.
  const failed = minutes((minute) => (minute % 3 === 0 ? 1 : undefined))
  const stuck: Series = {
    NumberOfMessagesReceived: minutes((minute) => (minute % 3 === 0 ? 1 : 0)),
    ApproximateNumberOfMessagesVisible: minutes((minute) => (minute % 3 === 2 ? 1 : 0)),
    ApproximateNumberOfMessagesNotVisible: minutes((minute) => (minute % 3 === 2 ? 0 : 1)),
    ApproximateAgeOfOldestMessage: minutes((minute) => (minute < 9 ? 60 * minute : 0)),
    Failures: failed,
    Errors: failed,
  }

  it('rings within twenty minutes, and goes on', () => {
    const states = inAlarm(alarm('DeadLettersStuck'), stuck, besides)
    expect(states.indexOf(true)).toBeLessThan(20)
    expect(states.slice(20)).not.toContain(false)
  })

  it.each(['DeadLetters', 'DeadLettersStuck', 'DeadLetterErrors', 'DeadLetterFailures'])(
    '%s says so once in a day, and not every three minutes',
    (name) => {
      expect(notices(inAlarm(alarm(name), stuck, besides))).toBe(1)
    },
  )
})

/** An hour of a metric: its value in some minutes, from the first to before the last, and another in the others. */
const hour = (value: Datapoint, [first, last]: readonly [number, number], otherwise: Datapoint = 0) =>
  Array.from({ length: 60 }, (_, minute) => (minute >= first && minute < last ? value : otherwise))
const always = (value: Datapoint) => hour(value, [0, 60])
const NOTHING = always(undefined)

/**
 * For how many bad minutes in a row an alarm is still quiet, and for how many it rings. The values are the worst that is
 * good, and the least that is bad.
 */
interface Claim {
  readonly metrics: readonly string[]
  readonly good: number
  readonly bad: number
  readonly quietFor: number
  readonly ringsFor: number
  /** The other metrics of the alarm meanwhile. */
  readonly others?: Series
}

const event = (metric: string): Claim => ({ metrics: [metric], good: 0, bad: 1, quietFor: 0, ringsFor: 1 })
const age = (good: number, bad: number): Claim => ({
  metrics: ['ApproximateAgeOfOldestMessage'],
  good,
  bad,
  quietFor: 4,
  ringsFor: 5,
})
const throttles: Claim = { metrics: ['Throttles'], good: 0, bad: 1, quietFor: 1, ringsFor: 2 }
const concurrency = (most: number): Claim => ({
  metrics: ['ConcurrentExecutions'],
  good: Math.ceil(0.9 * most) - 1,
  bad: Math.ceil(0.9 * most),
  quietFor: 4,
  ringsFor: 5,
})
const duration = (timeoutS: number): Claim => ({ ...event('Duration'), good: 899 * timeoutS, bad: 900 * timeoutS })
const reserved = reservedConcurrency(STAGES.prod)

const CLAIMS: Readonly<Record<string, Claim>> = {
  BulkQueueAge: age(3599, 3600),
  QuietJobsAge: { ...age(599, 600), metrics: ['ApproximateAgeOfOldestMessageInQuietGroups'] },
  ExpressQueueAge: age(59, 60),
  EventQueueAge: age(3599, 3600),
  DeadLetters: event('NumberOfMessagesReceived'),
  DeadLettersStuck: {
    metrics: ['ApproximateNumberOfMessagesNotVisible'],
    good: 0,
    bad: 1,
    quietFor: 13,
    ringsFor: 14,
    others: { ApproximateNumberOfMessagesVisible: NOTHING },
  },
  ...Object.fromEntries(
    (['Api', 'Worker', 'DeadLetter', 'Notifier'] as const).flatMap((name) => [
      [`${name}Errors`, event('Errors')],
      [`${name}Throttles`, throttles],
      [`${name}Duration`, duration(name === 'Api' ? API_TIMEOUT_S : WORKER_TIMEOUT_S)],
    ]),
  ),
  WorkerFailures: { ...event('Failures'), quietFor: 2, ringsFor: 3 },
  DeadLetterFailures: { ...event('Failures'), quietFor: 1, ringsFor: 2 },
  NotifierFailures: { ...event('Failures'), quietFor: 2, ringsFor: 3 },
  RecursionDropped: event('RecursiveInvocationsDropped'),
  ApiConcurrency: concurrency(reserved.api),
  WorkerConcurrency: concurrency(reserved.worker),
  AccountConcurrency: {
    metrics: ['ClaimedAccountConcurrency'],
    good: 0.95 * QUOTA - 1,
    bad: 0.95 * QUOTA,
    quietFor: 4,
    ringsFor: 5,
    others: { ConcurrentExecutions: always(0), ResourceCount: always(0) },
  },
  ApiServerErrors: {
    metrics: ['5xx'],
    good: 9,
    bad: 10,
    quietFor: 2,
    ringsFor: 3,
    others: { Count: always(1_000) },
  },
  ApiLatency: { metrics: ['Latency'], good: 21_999, bad: 22_000, quietFor: 2, ringsFor: 3 },
  TableThrottles: {
    metrics: ['WriteThrottleEvents'],
    good: 0,
    bad: 1,
    quietFor: 2,
    ringsFor: 3,
    others: { ReadThrottleEvents: NOTHING },
  },
  TableSystemErrors: { ...event('SystemErrors'), quietFor: 2, ringsFor: 3 },
}

describe('an alarm rings when it should, and only then', () => {
  it('something is claimed of each', () => {
    const alarms = Object.entries(prod).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    const claimed = [...Object.keys(CLAIMS), 'Canary'].map((name) => `Alarms/${name}`)
    expect(claimed.toSorted()).toEqual(alarms.map(([name]) => name).toSorted())
  })

  const began = 10
  const rings = (name: string, { metrics, others = {} }: Claim, values: readonly Datapoint[]) =>
    [0, 2].map((besides) =>
      inAlarm(alarm(name), { ...others, ...Object.fromEntries(metrics.map((metric) => [metric, values])) }, besides),
    )

  it.each(Object.entries(CLAIMS))('%s', (name, claim) => {
    const { good, bad, quietFor, ringsFor } = claim
    for (const states of [
      ...rings(name, claim, always(good)),
      ...rings(name, claim, NOTHING),
      ...rings(name, claim, hour(bad, [began, began + quietFor], good)),
    ])
      expect(states).not.toContain(true)
    for (const states of [
      ...rings(name, claim, hour(bad, [began, began + ringsFor], good)),
      ...rings(name, claim, hour(bad, [began, 60], undefined)),
    ])
      expect(states.indexOf(true)).toBe(began + ringsFor - 1)
  })

  it.each([
    ['DeadLetters', 60],
    ['WorkerErrors', 15],
    ['RecursionDropped', 15],
  ])('%s is over %i minutes after the last event', (name, after) => {
    const claim = CLAIMS[name] as Claim
    const day = Array.from({ length: 3 * 60 }, (_, minute) => (minute === began ? 1 : 0))
    for (const states of rings(name, claim, day)) expect(states.lastIndexOf(true)).toBe(began + after - 1)
  })

  // The metric comes every five minutes, if all is well.
  const sung = (of: (nth: number) => boolean) => ({
    CanarySolved: Array.from({ length: 120 }, (_, minute) =>
      minute % 5 === 1 && of((minute - 1) / 5) ? 1 : undefined,
    ),
  })
  it.each([
    ['comes', () => true, false],
    ['is late once, or failed once', (nth: number) => nth !== 5, false],
    ['fails twice in a quarter of an hour', (nth: number) => nth !== 5 && nth !== 7, true],
    ['never came', () => false, true],
  ])('Canary, where it %s', (_, of, isRinging) => {
    // No range: measurements beyond it would stand in for those that are missing, which AWS does not say for certain.
    expect(inAlarm(alarm('Canary'), sung(of), 0).slice(20).includes(true)).toBe(isRinging)
  })

  it.each([0, 2])('Canary, where it comes no more, within a quarter of an hour and %i periods', (besides) => {
    const states = inAlarm(
      alarm('Canary'),
      sung((nth) => nth < 5),
      besides,
    )
    // Before it has come often enough, the alarm rings as well.
    const began = states.indexOf(true, 20)
    expect(began).toBeGreaterThan(20)
    expect(began).toBeLessThan(25 + 5 * (2 + besides))
  })
})
