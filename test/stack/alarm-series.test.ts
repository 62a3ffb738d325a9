import { describe, expect, it } from 'vitest'
import { CANARIES } from '../../infra/settings/settings.ts'
import { type Datapoint, inAlarm, notices, QUOTA, type Series, type TemplateAlarm } from './alarm-evaluation.ts'
import { outlineOf } from './outline.ts'
import { synthesisedStacks } from './synthesis.ts'

const prod = outlineOf(synthesisedStacks().templates.prod)
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
 * The metric of an alarm, the worst value of it that is good and the least that is bad, after how many bad minutes in a
 * row the alarm rings, and the other metrics meanwhile.
 */
type Claim = readonly [metric: string, good: number, bad: number, ringsAfter: number, others?: Series]

const RELEASE: Series = { runs: always(1_000), newRuns: always(100) }
const FAILING: Series = { ...RELEASE, failures: always(90), errors: NOTHING, newErrors: NOTHING }
const IDLE: Series = { ConcurrentExecutions: always(0), ResourceCount: always(0) }
const UNSEEN: Series = { ApproximateNumberOfMessagesVisible: NOTHING }

/** What is computed of several metrics; the others say in the reviewed template all that there is to them. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  DeadLetters: ['NumberOfMessagesReceived', 0, 1, 1],
  DeadLettersStuck: ['ApproximateNumberOfMessagesNotVisible', 0, 1, 14, UNSEEN],
  WorkerErrors: ['Errors', 0, 1, 1],
  RecursionDropped: ['RecursiveInvocationsDropped', 0, 1, 1],
  // A tenth of the messages are the release's. Of the others, eight in a hundred fail, or each takes a second.
  WorkerReleaseFailures: ['newFailures', 17, 18, 1, FAILING],
  WorkerReleaseDuration: ['newMs', 299_999, 300_000, 2, { ...RELEASE, ms: always(1_200_000) }],
  AccountConcurrency: ['ClaimedAccountConcurrency', 0.95 * QUOTA - 1, 0.95 * QUOTA, 5, IDLE],
  ApiServerErrors: ['5xx', 9, 10, 3, { Count: always(1_000) }],
  ApiRefusals: ['4xx', 199, 200, 3, { Count: always(1_000) }],
  FrontRefusals: ['4xxErrorRate', 19.9, 20, 3, { Requests: always(1_000) }],
  TableThrottles: ['WriteThrottleEvents', 0, 1, 3, { ReadThrottleEvents: NOTHING }],
  TableSystemErrors: ['SystemErrors', 0, 1, 3],
}

describe('an alarm rings when it should, and only then', () => {
  it('something is claimed of each that is computed', () => {
    const computed = Object.entries(prod).filter(
      ([, { Type, Properties }]) => Type === 'AWS::CloudWatch::Alarm' && Properties.Metrics?.length > 1,
    )
    const claimed = Object.keys(CLAIMS).map((name) => `Alarms/${name}`)
    expect(claimed).toEqual(expect.arrayContaining(computed.map(([name]) => name)))
  })

  const began = 10
  const rings = (name: string, values: readonly Datapoint[]) => {
    const [metric = '', , , , others] = CLAIMS[name] ?? []
    return [0, 2].map((besides) => inAlarm(alarm(name), { ...others, [metric]: values }, besides))
  }

  it.each(Object.entries(CLAIMS))('%s', (name, [, good, bad, ringsAfter]) => {
    for (const values of [always(good), NOTHING, hour(bad, [began, began + ringsAfter - 1], good)])
      for (const states of rings(name, values)) expect(states).not.toContain(true)
    for (const values of [hour(bad, [began, began + ringsAfter], good), hour(bad, [began, 60], undefined)])
      for (const states of rings(name, values)) expect(states.indexOf(true)).toBe(began + ringsAfter - 1)
  })

  it.each([
    ['DeadLetters', 60],
    ['WorkerErrors', 15],
    ['RecursionDropped', 15],
  ])('%s is over %i minutes after the last event', (name, after) => {
    const day = Array.from({ length: 3 * 60 }, (_, minute) => (minute === began ? 1 : 0))
    for (const states of rings(name, day)) expect(states.lastIndexOf(true)).toBe(began + after - 1)
  })

  it.each([
    ['fails on everything', { failures: always(1_000) }],
    ['is the only one', { failures: always(1_000), newRuns: always(1_000) }],
  ])('a release is not blamed for what the worker before it does, or nobody can compare: one that %s', (_, others) => {
    const failures = { ...FAILING, newFailures: always(100), ...others }
    for (const besides of [0, 2]) expect(inAlarm(alarm('WorkerReleaseFailures'), failures, besides)).not.toContain(true)
  })

  const sung = (of: (minute: number) => Datapoint) => ({
    CanarySolved: Array.from({ length: 60 }, (_, minute) => of(minute)),
  })
  const inTwoOfThree = (minute: number) => minute % 30 < 3 && minute % 2 === 0
  it.each([
    ['are all solved', () => CANARIES, false],
    ['are solved but for one', () => CANARIES - 1, false],
    ['are mostly not solved in a minute', (minute: number) => (minute === 25 ? 1 : CANARIES), false],
    ['are mostly not solved in two of three', (minute: number) => (inTwoOfThree(minute) ? 1 : CANARIES), true],
    ['never came', () => undefined, true],
  ])('Canary, where they %s', (_, of, isRinging) => {
    // No range: measurements beyond it would stand in for those that are missing, which AWS does not say for certain.
    expect(inAlarm(alarm('Canary'), sung(of), 0).slice(5).includes(true)).toBe(isRinging)
  })

  it.each([0, 2])('Canary, where they come no more, within two minutes and %i periods', (besides) => {
    const states = inAlarm(
      alarm('Canary'),
      sung((minute) => (minute < 25 ? CANARIES : undefined)),
      besides,
    )
    // Before they have come often enough, the alarm rings as well.
    expect(states.indexOf(true, 5)).toBe(25 + 1 + besides)
  })
})
