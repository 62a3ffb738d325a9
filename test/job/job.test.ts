import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptedParts,
  type Job,
  type JobRecord,
  type JobState,
  leadingParts,
  MOST_LEFT_OUT,
  newPart,
  nextSummary,
  type Part,
  progressOf,
  puzzlesSummarised,
  type Summary,
  stateOf,
} from '../../shared/job/job.ts'
import { NO_OUTCOMES, type OutcomeCounts } from '../../shared/job/result.ts'

const CREATED = 1_000_000
const NOW = CREATED + 60_000
const options = { strategy: 'singles', rules: 'classic', solutions: 1, backtrackLimit: 9 } as const
const base: Job = { id: 'j', owner: 'o', options, createdAt: CREATED, expiresAt: CREATED / 1000 + 3600 }

function part(number: number, total: number, more: Partial<Part> & { counted?: Partial<OutcomeCounts> } = {}): Part {
  const { counted = {}, ...rest } = more
  const asked = { number, total, perChunk: 10, digest: `d${number}`, format: 'lines', state: 'accepted' } as const
  return { ...newPart(asked, CREATED), outcomes: { ...NO_OUTCOMES, ...counted }, ...rest }
}

function stateIn(job: Partial<Job>, parts: readonly Part[], now = NOW): JobState {
  const record: JobRecord = { job: { ...base, ...job }, parts }
  return stateOf(record, progressOf(record).counts, now)
}

const five = (outcomes: Partial<OutcomeCounts>) => [part(1, 5, { counted: outcomes })]
const EXPIRES = base.expiresAt * 1000

it.each<[JobState, string, Partial<Job>, readonly Part[], now?: number]>([
  ['open', 'until it is sealed', {}, []],
  ['open', 'though all that is in is solved', {}, five({ solved: 5 })],
  ['running', 'while puzzles are pending', { sealed: 1 }, five({ solved: 4 })],
  ['completed', 'with the last of them, failed ones too', { sealed: 1 }, five({ solved: 4, failed: 1 })],
  ['running', 'while a part has any', { sealed: 2 }, [...five({ invalid: 5 }), part(2, 1)]],
  ['cancelling', 'until none is pending', { sealed: 1, cancel: 'asked' }, five({ cancelled: 4 })],
  ['cancelled', 'then', { sealed: 1, cancel: 'asked' }, five({ solved: 4, cancelled: 1 })],
  ['completed', 'where its cancelling comes late', { sealed: 1, cancel: 'asked' }, five({ solved: 5 })],
  ['completed', 'also where that was settled', { sealed: 1, cancel: 'settled' }, five({ solved: 5 })],
  // That no part can come in any more has to be settled first.
  ['cancelling', 'where it was open', { cancel: 'asked' }, []],
  ['cancelling', 'where it was open, though all is solved', { cancel: 'asked' }, five({ solved: 5 })],
  ['cancelling', 'where it was open and some are pending', { cancel: 'settled' }, five({ solved: 4 })],
  ['cancelled', 'where it was open and none is pending', { cancel: 'settled' }, five({ solved: 5 })],
  ['cancelled', 'where it was open and has no parts', { cancel: 'settled' }, []],
  ['completed', 'up to the second that it says', { sealed: 1 }, five({ solved: 5 }), EXPIRES - 1],
  ['expired', 'from that on', { sealed: 1 }, five({ solved: 5 }), EXPIRES],
  ['expired', 'also where it is open', {}, [], EXPIRES],
])('a job is %s %s', (state, _, job, parts, now) => {
  expect(stateIn(job, parts, now)).toBe(state)
})

describe('the parts of a job', () => {
  const numbers = (parts: readonly Part[]) => parts.map(({ number }) => number)

  it('are those accepted; a part on its way, a refused one and one behind the seal count for nothing', () => {
    const parts = [
      part(1, 5, { counted: { solved: 5 } }),
      part(2, 7, { state: 'sending', counted: { solved: 1 } }),
      part(3, 9, { state: 'refused', counted: { cancelled: 9 } }),
      part(4, 11, { counted: { solved: 2 }, mismatches: 2 }),
    ]
    expect(numbers(acceptedParts({ job: base, parts }))).toEqual([1, 4])
    expect(progressOf({ job: base, parts })).toMatchObject({
      counts: { total: 16, pending: 9, solved: 7, cancelled: 0 },
    })
    expect(numbers(acceptedParts({ job: { ...base, sealed: 1 }, parts }))).toEqual([1])
    expect(progressOf({ job: { ...base, sealed: 1 }, parts })).toMatchObject({ counts: { total: 5 }, mismatches: 0 })
    expect(stateIn({ sealed: 1 }, parts)).toBe('completed')
  })

  it('are read up to the first gap, until it is known that it will not be filled', () => {
    const parts = [1, 2, 4, 5].map((number) => part(number, 3))
    expect(numbers(leadingParts({ job: base, parts }))).toEqual([1, 2])
    expect(numbers(leadingParts({ job: { ...base, cancel: 'asked' }, parts }))).toEqual([1, 2])
    expect(numbers(leadingParts({ job: { ...base, cancel: 'settled' }, parts }))).toEqual([1, 2, 4, 5])
    expect(numbers(leadingParts({ job: { ...base, sealed: 2 }, parts }))).toEqual([1, 2])
    expect(leadingParts({ job: base, parts: parts.slice(2) })).toEqual([])
    const whole = [...parts, part(3, 3)].toSorted((a, b) => a.number - b.number)
    expect(numbers(leadingParts({ job: base, parts: whole }))).toEqual([1, 2, 3, 4, 5])
  })
})

const counted = fc.record({
  outcomes: fc.record({
    solved: fc.nat(99),
    multiple: fc.nat(99),
    'no-solution': fc.nat(99),
    invalid: fc.nat(99),
    aborted: fc.nat(99),
    failed: fc.nat(99),
    cancelled: fc.nat(99),
  }),
  left: fc.nat(9),
  mismatches: fc.nat(9),
  sum: fc.nat(1e9),
  max: fc.nat(1e6),
  histogram: fc.array(fc.nat(50), { maxLength: 30 }),
})

it('adds up: pending and the outcomes are the total, over all parts', () => {
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 8 }), (all) => {
      const parts = all.map(({ outcomes, left, mismatches, ...backtracks }, i) => {
        const total = left + Object.values(outcomes).reduce((a, b) => a + b)
        return part(i + 1, total, { outcomes, mismatches, backtracks })
      })
      const { counts, mismatches, backtracks } = progressOf({ job: base, parts })
      const { total, pending, ...outcomes } = counts
      expect(pending + Object.values(outcomes).reduce((a, b) => a + b)).toBe(total)
      expect(pending).toBe(all.reduce((sum, { left }) => sum + left, 0))
      expect(mismatches).toBe(all.reduce((sum, one) => sum + one.mismatches, 0))
      expect(backtracks.sum).toBe(all.reduce((sum, one) => sum + one.sum, 0))
      expect(backtracks.max).toBe(Math.max(0, ...all.map(({ max }) => max)))
      for (let bits = 0; bits < 30; bits++) {
        expect(backtracks.histogram[bits] ?? 0).toBe(all.reduce((sum, one) => sum + (one.histogram[bits] ?? 0), 0))
      }
      for (const [counter, count] of Object.entries(outcomes)) {
        expect(count).toBe(all.reduce((sum, one) => sum + one.outcomes[counter as keyof OutcomeCounts], 0))
      }
    }),
  )
})

it('began when the first of its parts was begun with, and changed when the last of them did', () => {
  const parts = [part(1, 1, { startedAt: 500, updatedAt: CREATED + 9 }), part(2, 1, { startedAt: 400 }), part(3, 1)]
  expect(progressOf({ job: base, parts })).toMatchObject({ startedAt: 400, updatedAt: CREATED + 9 })
  expect(progressOf({ job: base, parts: [part(1, 1)] })).toMatchObject({ startedAt: undefined, updatedAt: CREATED })
})

describe('a summary', () => {
  const counted = (number: number, more: Partial<Part> = {}) =>
    part(number, 5, { counted: { solved: 4, invalid: 1 }, startedAt: CREATED + 10 * number, ...more })

  const linesOf = (record: JobRecord) =>
    leadingParts(record).reduce((sum, { total }) => sum + total, record.job.summary?.total ?? 0)

  it('counts a job as its parts do, however often it is taken further', () => {
    const parts = fc.array(
      fc.record({
        state: fc.constantFrom('accepted', 'accepted', 'accepted', 'sending', 'refused'),
        isDone: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
        hasFailed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
        gap: fc.constantFrom(1, 1, 1, 1, 2),
        format: fc.constantFrom('lines', 'csv'),
        backtracks: fc.nat(50).map((sum) => ({ sum, max: sum, histogram: [1, sum] })),
        ratings: fc.option(
          fc.record({
            er: fc.dictionary(fc.constantFrom('10', '12', '71', '119', '200'), fc.nat(5)),
            technique: fc.dictionary(fc.constantFrom('x-wing', 'hidden-single'), fc.nat(5)),
            atLeast: fc.nat(3),
          }),
          { nil: undefined },
        ),
      }),
      { maxLength: 30 },
    )
    const ends = fc.constantFrom<Partial<Job>>({}, { sealed: 5 }, { sealed: 40 }, { cancel: 'settled' })
    fc.assert(
      fc.property(parts, ends, fc.nat(30), (described, end, early) => {
        let number = 0
        const all = described.map(({ isDone, hasFailed, gap, ...more }) => {
          number += gap
          if (!isDone) return part(number, 5, { counted: { solved: 2 }, ...more })
          if (hasFailed) return part(number, 5, { counted: { failed: 5 }, failedChunks: new Set([0]), ...more })
          return counted(number, { updatedAt: CREATED + number, ...more })
        })
        // The first parts of an open job may have been summarised before the others came.
        const moments: JobRecord[] = [{ job: { ...base, ...end }, parts: all }]
        if (end.sealed === undefined) moments.unshift({ job: base, parts: all.slice(0, early) })
        // Later all are done, and those that had failed were sent again.
        const ended = all.map((each, i) => {
          const isOver = each.state !== 'accepted' || (described[i].isDone && !described[i].hasFailed)
          return isOver ? each : { ...counted(each.number), format: each.format }
        })
        moments.push({ job: { ...base, ...end }, parts: ended })
        let summary: Summary | undefined
        for (const whole of moments) {
          const live = () => ({
            job: { ...whole.job, ...(summary && { summary }) },
            parts: whole.parts.filter(
              ({ number }) => number > (summary?.upTo ?? 0) || summary?.except?.includes(number),
            ),
          })
          summary = nextSummary(live()) ?? summary
          expect(progressOf(live())).toEqual(progressOf(whole))
          expect(linesOf(live())).toBe(linesOf(whole))
        }
      }),
    )
  })

  it('has the parts that are done, up to the first that is not', () => {
    const upTo = (parts: Part[], job: Partial<Job> = {}) => nextSummary({ job: { ...base, ...job }, parts })?.upTo
    const ten = Array.from({ length: 10 }, (_, i) => counted(i + 1))
    expect(upTo(ten)).toBe(10)
    expect(upTo([...ten, part(11, 5)])).toBe(10)
    expect(upTo([...ten, counted(12)])).toBe(10)
    expect(upTo([...ten, counted(12)], { cancel: 'settled' })).toBe(12)
    expect(upTo(ten, { sealed: 9 })).toBe(9)
    expect(upTo([...ten, part(11, 5, { counted: { failed: 5 }, failedChunks: new Set([0]) })])).toBe(10)
    const alone = { chunk: 0, from: 2, redrive: 0, hasFailed: true }
    expect(upTo([...ten, part(11, 5, { counted: { solved: 4, failed: 1 }, stragglers: [alone] })])).toBe(10)
  })

  it('leaves out a few that are not done', () => {
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const found = (parts: Part[], job: Partial<Job> = {}) => {
      const { upTo, except } = nextSummary({ job: { ...base, ...job }, parts }) ?? {}
      return { upTo, except }
    }
    const slow = (number: number) => part(number, 5)
    const done = (from: number, to: number) => range(from, to).map((number) => counted(number))
    expect(found([slow(1), ...done(2, 10), slow(11)])).toEqual({ upTo: 10, except: [1] })
    expect(found([...done(2, 10)])).toEqual({})
    const most = range(1, MOST_LEFT_OUT)
    const behind = done(MOST_LEFT_OUT + 1, 30)
    expect(found([...most.map(slow), ...behind])).toEqual({ upTo: 30, except: most })
    expect(found([...most.map(slow), ...behind, slow(31), ...done(32, 50)])).toEqual({ upTo: 30, except: most })
    const summary = nextSummary({ job: base, parts: [...most.map(slow), ...behind] })
    expect(summary?.parts).toBe(behind.length)
    expect(puzzlesSummarised({ job: { ...base, ...(summary && { summary }) }, parts: most.map(slow) })).toBe(5 * 30)
    // Some of them are done since.
    expect(found([...done(1, 15), slow(16)], summary && { summary })).toEqual({ upTo: 30, except: [16] })
  })

  it('is not worth a write for a few parts of many, nor for the one of a small job', () => {
    const few = [counted(1), counted(2), part(3, 5)]
    expect(nextSummary({ job: base, parts: few })).toBeUndefined()
    expect(nextSummary({ job: base, parts: few.slice(0, 2) })?.upTo).toBe(2)
    expect(nextSummary({ job: { ...base, sealed: 1 }, parts: [counted(1)] })).toBeUndefined()
  })
})

describe('the search that a job shows', () => {
  const paused = { chunk: 1, from: 2, redrive: 0, isStraggler: false, backtracks: 10 }
  const alone = { ...paused, isStraggler: true }
  const straggler = { chunk: 1, from: 2, redrive: 0, hasFailed: false }
  const shown = (...parts: Part[]) => progressOf({ job: base, parts }).search
  const done = (puzzles: number) => new Map([[1, puzzles]])

  it('is one whose puzzle is the first of its chunk that is not done', () => {
    expect(shown(part(1, 20, { pausedSearch: paused, done: done(2) }))).toBe(paused)
    expect(shown(part(1, 20, { pausedSearch: paused, done: done(3) }))).toBeUndefined()
    expect(shown(part(1, 20, { pausedSearch: paused }))).toBeUndefined()
    const atFirst = { ...paused, from: 0 }
    expect(shown(part(1, 20, { pausedSearch: atFirst }))).toBe(atFirst)
  })

  it.each([
    ['that is under way', {}, true],
    ['of another chunk', { chunk: 0 }, false],
    ['of another puzzle', { from: 3 }, false],
    ['of another redrive', { redrive: 1 }, false],
    ['that has failed', { hasFailed: true }, false],
  ])('or one of a straggler %s: %j', (_, other, isShown) => {
    const one = part(1, 20, { pausedSearch: alone, stragglers: [{ ...straggler, ...other }], done: done(9) })
    expect(shown(one)).toBe(isShown ? alone : undefined)
  })

  it('is that with the most backtracks', () => {
    const searches = [10, 30, 20].map((backtracks) => ({ ...paused, backtracks }))
    const parts = searches.map((pausedSearch, i) => part(i + 1, 20, { pausedSearch, done: done(2) }))
    expect(shown(...parts)).toBe(searches[1])
  })
})
