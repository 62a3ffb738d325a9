import { expect, it } from 'vitest'
import { type Chunk, messageOf, puzzlesPerChunk, restOf } from '../../shared/job/chunks/chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { MAX_BACKTRACK_LIMIT, MAX_SOLUTIONS } from '../../shared/job/limits.ts'
import { ResultsBuilder, unsolved } from '../../shared/job/packed/packed-results.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
import { type Outcome, unsearched } from '../../shared/job/result.ts'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import type { CellName } from '../../shared/sudoku/grid/cell-name.ts'
import { PLAIN_CELLS } from '../../shared/sudoku/grid/plain-grid.ts'
import type { PuzzleRules } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { KEPT_SOLUTIONS } from '../../shared/sudoku/search/strategy.ts'
import { chunksOf } from './chunks.ts'
import { GRIDS } from './outcomes.ts'

/** DynamoDB's items end at 400 KB, keys and all; this leaves them some room. */
const MOST_BYTES = 390_000
/** SQS: of a message, and of all messages of a call. */
const MOST_OF_MESSAGE = 1024 * 1024
/** Every character that JSON has to escape with six, and those that it escapes with two. */
const CONTROLS = `${String.fromCharCode(...Array(32).keys())}"\\`
const LETTERS = 'ABCDEFGHIJKLMNOP123456789'
const ASCII = String.fromCharCode(...Array(128).keys())
/** Characters of three bytes each. */
const HAN = String.fromCharCode(...Array.from({ length: 20_000 }, (_, i) => 0x4e00 + i))

/** Noise hardly deflates. */
function noise(alphabet: string, length: number): string {
  let text = ''
  while (text.length < length) text += alphabet[Math.floor(Math.random() * alphabet.length)]
  return text
}

const COUNTS = { backtracks: MAX_BACKTRACK_LIMIT, searchBacktracks: 2 * MAX_BACKTRACK_LIMIT }
const several = (solutions: readonly string[]): Outcome => ({
  status: 'multiple',
  solutionCount: MAX_SOLUTIONS,
  solutions,
  ...COUNTS,
})
const NONE: Outcome = { status: 'no-solution', solutionCount: 0, solutions: [], ...COUNTS }
interface Case {
  readonly name: string
  readonly count: number
  readonly solutions?: number
  readonly entry: (i: number) => Entry
  /** The outcome of a puzzle; without it all are closed as failed. */
  readonly outcome?: (entry: Entry) => Outcome
  readonly reason?: string
}

const FULL = { text: GRIDS[0] }
const hundred = (text: () => string) => Array.from({ length: KEPT_SOLUTIONS }, text)
const WRONG = 'the given solution: cell 600: found "x", expected 1–9, A–P, "o", 0 or "."'

/** Cages of noise: of three to a row, each of cells anywhere. */
function cages(): readonly VariantConstraint[] {
  const some = () => `r${1 + Math.floor(Math.random() * 9)}c${1 + Math.floor(Math.random() * 9)}` as CellName
  return Array.from({ length: 27 }, (_, i) => ({ type: 'cage', cells: [some(), some(), some()], sum: 6 + (i % 19) }))
}

const cases: Case[] = [
  { name: 'plain grids without a solution', count: 40_000, entry: () => FULL, outcome: () => NONE },
  {
    name: 'plain grids with a hundred solutions and names that JSON blows up',
    count: 600,
    solutions: MAX_SOLUTIONS,
    entry: () => ({ text: '.'.repeat(81), id: noise(CONTROLS, 128) }),
    outcome: () => several(GRIDS.slice(0, KEPT_SOLUTIONS)),
  },
  {
    name: 'plain grids with wrong solutions',
    count: 2500,
    entry: () => ({ ...FULL, id: noise(HAN, 128), given: noise(ASCII, 81) }),
    outcome: () => NONE,
    reason: WRONG,
  },
  { name: 'three bytes a character', count: 200, entry: () => ({ text: noise(HAN, 4096) }) },
  {
    name: '25×25 grids with a hundred solutions',
    count: 20,
    solutions: MAX_SOLUTIONS,
    entry: () => ({ text: noise(LETTERS, 625), id: noise(HAN, 128) }),
    outcome: () => several(hundred(() => noise(LETTERS, 625))),
  },
  {
    name: 'killers, whose rules deflate to a tenth',
    count: 1000,
    entry: (i) => ({ text: '.'.repeat(81), id: `killer ${i}`, rules: { constraints: cages() } }),
    outcome: () => several(GRIDS.slice(0, 2)),
  },
  {
    name: 'plain grids first, noise behind them',
    count: 3000,
    entry: (i) => (i < 2950 ? FULL : { text: noise(CONTROLS, 4096) }),
    outcome: ({ text }) => (text === FULL.text ? NONE : unsearched('invalid', 'row 1: 4096 cells, expected 64')),
  },
]

it.each(cases)('items hold what a worker keeps of a chunk, and messages its puzzles, whatever comes: $name', (one) => {
  const { count, solutions = 2 } = one
  const options: JobOptions = { strategy: 'bit-parallel', rules: 'classic', solutions, backtrackLimit: 0 }
  const puzzles = Puzzles.of(Array.from({ length: count }, (_, i) => one.entry(i)))
  const size = puzzlesPerChunk(options, puzzles)
  for (const chunk of chunksOf({ jobId: 'j', part: 1, options, expiresAt: 9 }, puzzles, size)) {
    const { body, puzzles: packed } = messageOf(chunk)
    expect(body.length + packed.length).toBeLessThan(MOST_OF_MESSAGE)
    for (let rest: Chunk | undefined = chunk; rest; ) {
      const results = slice(one, rest)
      expect(results.count).toBeGreaterThan(0)
      expect(results.pack().length).toBeLessThanOrEqual(MOST_BYTES)
      rest = restOf(rest, results.count)
    }
  }
})

/** The results that a worker keeps of a chunk in one item. */
function slice({ outcome, reason }: Case, { puzzles, options }: Chunk): ResultsBuilder {
  if (!outcome) return unsolved(puzzles, 'failed', 'given up after the last attempt')
  const results = new ResultsBuilder(0, Math.min(options.solutions, KEPT_SOLUTIONS))
  for (const { text, id, given, rules } of puzzles) {
    if (results.isFull) break
    const note = {
      ...(rules && { rules }),
      ...(id && { id }),
      ...(given && { givenIsCorrect: false, ...(reason && { reason }) }),
    }
    if (text.length === PLAIN_CELLS && !rules) results.addPlain(Buffer.from(text), 0, outcome({ text }), note)
    else results.addOther(text, outcome({ text }), note)
  }
  return results
}

const RULES = { constraints: [{ type: 'cage', cells: [noise(ASCII, 19_000)] }] } as unknown as PuzzleRules
it.each([
  ['a hundred solutions', 100, undefined, {}],
  ['rules', 2, undefined, { rules: RULES }],
  ['steps', 2, ['steps' as const], {}],
])('an item that has room for one more has it for the largest there may be, with %s', (_, kept, include, note) => {
  const small = Array.from({ length: 400 }, () => noise(HAN, 300))
  const filled = (count: number) => {
    const results = new ResultsBuilder(0, kept, include)
    while (!results.isFull && results.count < count) {
      const text = small[results.count]
      results.addOther(text, NONE, include && { additions: { steps: [text] } as never })
    }
    return results
  }
  const results = filled(filled(small.length).count - 1)
  expect(results.isFull).toBe(false)
  const additions = { steps: [noise(HAN, 55_000)] } as never
  const largest = several(Array.from({ length: kept }, () => noise(LETTERS, 625)))
  results.addOther(noise(LETTERS, 625), largest, { ...note, additions })
  expect(results.pack().length).toBeLessThanOrEqual(MOST_BYTES)
})

it('an item holds a thousand killers, whose rules are told by what they deflate to', () => {
  const results = new ResultsBuilder(0, 2)
  while (!results.isFull && results.count < 1000) {
    const note = { id: `killer ${results.count}`, rules: { constraints: cages() } }
    results.addOther('.'.repeat(81), several(GRIDS.slice(0, 1)), note)
  }
  expect(results.count).toBe(1000)
  expect(results.pack().length).toBeLessThanOrEqual(MOST_BYTES)
})

it('an item of solved plain grids, whatever is given of them, is full before it is too large', () => {
  const results = new ResultsBuilder(0, 1)
  while (!results.isFull) {
    const grid = GRIDS[results.count % GRIDS.length]
    const puzzle = Uint8Array.from(Buffer.from(grid), (digit) => (Math.random() < 0.5 ? digit : '.'.charCodeAt(0)))
    results.addPlain(puzzle, 0, { ...NONE, status: 'solved', solutionCount: 1, solutions: [grid] }, {})
  }
  expect(results.pack().length).toBeLessThanOrEqual(MOST_BYTES)
})

it('a chunk of plain grids with a hundred solutions each fills an item, and no more', () => {
  const options = { strategy: 'bit-parallel', rules: 'classic', solutions: MAX_SOLUTIONS, backtrackLimit: 0 } as const
  const size = puzzlesPerChunk(options, Puzzles.of(Array(10_000).fill(FULL)))
  const results = new ResultsBuilder(0, KEPT_SOLUTIONS)
  for (let i = 0; i < size; i++)
    results.addPlain(Buffer.from('.'.repeat(81)), 0, several(GRIDS.slice(0, KEPT_SOLUTIONS)), {})
  const { length } = results.pack()
  expect(length).toBeLessThanOrEqual(MOST_BYTES)
  expect(length).toBeGreaterThan(0.8 * MOST_BYTES)
})
