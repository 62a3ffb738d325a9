import fc from 'fast-check'
import { expect, it } from 'vitest'
import { INCLUSION_NAMES } from '../../shared/job/inclusions.ts'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { NO_OUTCOMES, type PuzzleResult } from '../../shared/job/result.ts'
import { SIZES } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { bytesText, durationText, rateText } from '../../web/files/amounts.ts'
import { fileName } from '../../web/files/downloads.tsx'
import { jobOptionsOf, limitIn, optionsIn, queryOf } from '../../web/files/options.tsx'
import { ratingRows } from '../../web/files/ratings.tsx'
import { numberIn } from '../../web/files/results.tsx'
import { erWith, filterIn, filterWords } from '../../web/files/results-filter.ts'
import { reasonText } from '../../web/files/results-table.tsx'
import { finishedIn, outcomeWords, webhookWords } from '../../web/files/status-words.ts'
import { logPlace, powersUpTo } from '../../web/ui/histogram.tsx'
import { countOf } from '../../web/ui/words.ts'

it('options come from the address and go back to it, defaults left out', () => {
  const query = {
    strategy: 'singles',
    solutions: '1',
    limit: '5000',
    fileRules: 'even',
    fileSize: '6',
    include: 'minimal,rating',
  }
  const options = optionsIn(query)
  expect(jobOptionsOf(options)).toEqual({
    strategy: 'singles',
    rules: 'even',
    size: 6,
    solutions: 1,
    backtrackLimit: 5000,
    include: ['minimal', 'rating'],
  })
  const defaults = optionsIn({
    strategy: 'luck',
    fileRules: 'chess',
    solutions: '0',
    limit: '-1',
    fileSize: '7',
    include: 'luck',
  })
  expect(Object.values(queryOf(defaults)).filter((value) => value !== undefined)).toEqual([])
  expect(jobOptionsOf(defaults)).not.toHaveProperty('size')
})

it('any options come back from an address as they went in', () => {
  const options = fc.record({
    strategy: fc.constantFrom(...STRATEGY_NAMES),
    solutions: fc.integer({ min: 1, max: 1_000_000 }),
    backtrackLimit: fc.integer({ min: 0, max: MAX_BACKTRACK_LIMIT }),
    rules: fc.constantFrom(...RULES_NAMES),
    size: fc.constantFrom(undefined, ...SIZES),
    include: fc.subarray([...INCLUSION_NAMES]),
  })
  fc.assert(
    fc.property(options, (asked) => {
      const told = Object.entries(queryOf(asked)).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      )
      expect(optionsIn(Object.fromEntries(told))).toEqual(asked)
    }),
  )
})

it('a limit and a place are read as people write them', () => {
  expect(['1 000 000', '0', '', '10,000,000,001'].map(limitIn)).toEqual([1_000_000, 0, undefined, undefined])
  expect(['9,999', ' 1 000 ', '0', '1.5', ''].map(numberIn)).toEqual([9999, 1000, undefined, undefined, undefined])
})

it('what of the results is shown comes from the address', () => {
  expect(filterIn({ status: 'invalid,luck,solved' })).toEqual({ status: ['solved', 'invalid'] })
  expect(filterIn({ er: '7..6', status: 'luck' })).toEqual({})
  const filter = { er: '4.5..6.0', technique: ['pointing', 'x-wing'] }
  expect(filterIn({ er: '4.5..6.0', technique: 'luck,x-wing,pointing' })).toEqual(filter)
})

it.each([
  ['4.5..6.0', 'rated 4.5 to 6.0'],
  ['4.5..', 'rated 4.5 or more'],
  ['..6.0', 'rated 6.0 or less'],
])('the range %s is %s', (er, words) => {
  const filter = filterIn({ status: 'invalid,failed', er, technique: 'x-wing' })
  expect(filterWords(filter)).toEqual(['invalid or failed', words, 'X-wing'])
})

it.each([
  [undefined, 4.5, '4.5'],
  ['4.5', 6, '4.5..6.0'],
  ['4.5..6.0', 3.2, '3.2..6.0'],
  ['4.5..6.0', 7.1, '4.5..7.1'],
  ['4.5..6.0', 5, undefined],
  ['4.5', 4.5, undefined],
])('of %s, a rating of %d chosen next makes %s', (range, er, next) => {
  expect(erWith(range, er)).toBe(next)
})

it('many ratings are a row for each whole number, which is chosen as a whole', () => {
  const each = (...ers: number[]) => ers.map((er) => ({ er, puzzles: 2 }))
  expect(ratingRows(each(1.2, 1.5))).toMatchObject([{ to: 1.2 }, { from: 1.5, to: 1.5, puzzles: 2 }])
  const many = each(1.2, 1.5, 2, 2.3, 2.6, 3, 3.2, 4.2, 4.4, 5, 6.6, 6.7, 7)
  const [first, second, ...more] = ratingRows(many)
  expect([first, second]).toEqual([
    { from: 1.2, to: 1.5, puzzles: 4 },
    { from: 2, to: 2.6, puzzles: 6 },
  ])
  expect(more).toHaveLength(5)
  expect(erWith(undefined, 2, 2.6)).toBe('2.0..2.6')
  expect(erWith('2.0..2.6', 4.2, 4.4)).toBe('2.0..4.4')
})

it.each<[Parameters<typeof webhookWords>[0], string]>([
  [{ url: 'u' }, 'u is told when the job ends.'],
  [{ url: 'u', state: 'taken', attempts: 1 }, 'u was told that the job has ended.'],
  [{ url: 'u', state: 'taken', attempts: 3 }, 'u was told that the job has ended, and took it at attempt 3.'],
  [{ url: 'u', state: 'waiting', attempts: 2 }, 'u was told twice that the job has ended, and did not take it.'],
  [{ url: 'u', state: 'given-up', attempts: 9 }, 'u was told 9 times that the job has ended, and never took it.'],
])('a webhook that is %o: %s', (webhook, words) => {
  expect(webhookWords(webhook)).toBe(words)
})

it('counts are put in words', () => {
  const counts = { ...NO_OUTCOMES, total: 10_000, pending: 0, solved: 9990, multiple: 9, invalid: 1 }
  expect(outcomeWords(counts)).toBe('9,990 solved, 9 with several solutions, 1 invalid')
  expect(finishedIn({ ...counts, pending: 9000 }).words).toBe('1,000 of 10,000')
  // What was cancelled is not done.
  expect(finishedIn({ ...counts, pending: 500, cancelled: 9000 }).words).toBe('500 of 10,000 done, 9,000 cancelled')
})

it('a download is named for its job, its statuses and its format', () => {
  const job = '2f0c3e9a-1111-4222-8333-444455556666'
  expect(fileName(job, 'csv', { status: ['invalid', 'failed'] })).toBe('sudoku-2f0c3e9a-invalid-failed.csv')
  expect(fileName(job, 'kaggle', {})).toBe('sudoku-2f0c3e9a.kaggle.csv')
  const hard = { er: '4.5..6.0', technique: ['x-wing'] } as const
  expect(fileName(job, 'csv', hard)).toBe('sudoku-2f0c3e9a-er-4.5..6.0-x-wing.csv')
})

it.each<[text: (amount: number) => string, amount: number, words: string]>([
  [bytesText, 0, '0 bytes'],
  [bytesText, 999, '999 bytes'],
  [bytesText, 1000, '1 KB'],
  [bytesText, 4_149_000, '4.1 MB'],
  [bytesText, 82_000_000, '82 MB'],
  [bytesText, 1_234_000_000, '1.2 GB'],
  [bytesText, 5e15, '5,000 TB'],
  [durationText, 0, 'less than 0.1 s'],
  [durationText, 0.84, '0.8 s'],
  [durationText, 9.94, '9.9 s'],
  [durationText, 9.96, '10 s'],
  [durationText, 59.6, '1 min 0 s'],
  [durationText, 185, '3 min 5 s'],
  [durationText, 3599.6, '1 h 0 min'],
  [durationText, 7800, '2 h 10 min'],
  [durationText, -1, 'less than 0.1 s'],
  // A rate has three digits, a slow one a place.
  [rateText, 0.0005, '1.8 an hour'],
  [rateText, 0.04, '2.4 a minute'],
  [rateText, 9.97, '10 a second'],
  [rateText, 227.4, '227 a second'],
  [rateText, 227_431, '227,000 a second'],
  [(count) => countOf(count, 'puzzle'), 1, '1 puzzle'],
])('%o of %d is %s', (text, amount, words) => {
  expect(text(amount)).toBe(words)
})

it('each power of ten is as far from the one before as any other, and one puzzle is seen', () => {
  const places = [1, 10, 100, 1000].map((count) => logPlace(count, 1000))
  expect(places[1] - places[0]).toBeCloseTo(places[3] - places[2])
  expect(places[0]).toBeGreaterThan(5)
  expect(places[3]).toBe(100)
  expect(logPlace(0, 1000)).toBe(0)
})

it('at most four powers are marked, the first of them 1', () => {
  expect(powersUpTo(1000)).toEqual([1, 10, 100, 1000])
  expect(powersUpTo(999_999)).toEqual([1, 100, 10_000])
  expect(powersUpTo(10_000_000)).toEqual([1, 100, 10_000, 1_000_000])
})

it('a puzzle that was given up says after how many backtracks', () => {
  const result = { status: 'aborted', line: 1, searchBacktracks: 1000 } as PuzzleResult
  expect(reasonText(result)).toBe('after 1,000 backtracks, the job’s limit')
})
