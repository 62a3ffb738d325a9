import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { entryOf } from '../../shared/input/entry.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import type { VariantPuzzle } from '../../shared/input/variants/variant-puzzle.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { formats } from '../../shared/job/output/result-format.ts'
import type { ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules/rules.ts'
import { anyPuzzle } from '../input/variants/puzzles.ts'
import { chunksOf } from './chunks.ts'
import { resultsIn } from './read.ts'

/** Puzzles of sizes and limits that no search takes long for. */
const puzzle = anyPuzzle.filter(({ puzzle: { length } }) => length <= 81)
const ofJob = fc.subarray(RULES_NAMES.filter((name) => name !== 'classic'))

function optionsWith(rules: readonly RulesName[]): JobOptions {
  return { strategy: 'bit-parallel', rules: rules.length === 0 ? 'classic' : rules, solutions: 2, backtrackLimit: 20 }
}

function solved(puzzles: Puzzles, options: JobOptions): PuzzleResult[] {
  const [chunk] = chunksOf({ jobId: 'j', part: 1, options, expiresAt: 9 }, puzzles, puzzles.count)
  const { results, rest } = solveChunk(chunk, () => false)
  expect(rest).toBeUndefined()
  // As a client reads them: what is left out is not there.
  return JSON.parse(JSON.stringify(resultsIn(results.pack(), options)))
}

function entries(all: readonly VariantPuzzle[]): Puzzles {
  return Puzzles.of(
    all.map((one) => {
      const entry = entryOf(one, 'refused')
      if (!entry.ok) throw new Error(entry.error.message)
      return entry.value
    }),
  )
}

/** Some results as the body of a request. */
function solvedAgain(results: readonly PuzzleResult[], format: ResultFormat, options: JobOptions): PuzzleResult[] {
  const { head, write } = formats[format]
  const body = head() + results.map((result) => write(result, options)).join('')
  const read = readPuzzles(Buffer.from(body), {
    format: format === 'fpuzzles' ? 'lines' : format === 'csv' ? 'csv' : 'ndjson',
  })
  if (!read.ok) throw new Error(read.error.reason)
  return solved(read.value.puzzles, options)
}

/** The solution goes with the puzzle, so that it is checked. */
const unchecked = ({ givenIsCorrect: _, reason: __, ...result }: PuzzleResult) => result

it('results are puzzles that have the same results, with whatever rules they came', () => {
  const numRuns = 30
  let withRules = 0
  fc.assert(
    fc.property(fc.array(puzzle, { minLength: 1, maxLength: 6 }), ofJob, (all, rules) => {
      const options = optionsWith(rules)
      const before = solved(entries(all), options)
      withRules += before.filter(({ constraints }) => constraints).length
      for (const format of ['ndjson', 'csv'] as const) {
        const after = solvedAgain(before, format, options)
        expect(after.map(unchecked)).toEqual(before.map(unchecked))
        for (const { solution, givenIsCorrect } of after) expect(givenIsCorrect).toBe(solution && true)
      }
    }),
    { numRuns },
  )
  expect(withRules).toBeGreaterThan(numRuns)
})

it('so are those of puzzles with several solutions, all of which they list', () => {
  const options = optionsWith([])
  const before = solved(entries([{ puzzle: '.'.repeat(16) }]), options)
  expect(before[0].solutions).toHaveLength(2)
  for (const format of ['ndjson', 'csv'] as const)
    expect(solvedAgain(before, format, options).map(unchecked)).toEqual(before)
})

it('so are those of puzzles that are refused with what they brought, for the same reason and not without it', () => {
  const puzzle = `12${'.'.repeat(14)}`
  const cage = { type: 'cage', cells: ['r1c1', 'r9c9'], sum: 3 }
  const sent = [
    { id: 'outside', puzzle, constraints: [cage] },
    { puzzle: [[1, 2, null, null], ...Array(3).fill([0, 0, 0, 0])], regions: 'AAAABBBBCCCCDDD', rules: ['diagonal'] },
    { puzzle, rules: 5 },
    { puzzle, constraints: Array(2_000).fill(cage) },
  ]
  const options = optionsWith([])
  const before = solved(entries(sent as unknown as VariantPuzzle[]), options)
  expect(before.map(({ status }) => status)).toEqual(sent.map(() => 'invalid'))
  expect(JSON.parse(before[0].puzzle)).toEqual({ puzzle, constraints: [cage] })
  expect(before[3].puzzle.length).toBeLessThan(100)
  for (const format of ['ndjson', 'csv'] as const) {
    const after = solvedAgain(before, format, options)
    expect(after.map(({ status, id }) => [status, id])).toEqual(before.map(({ status, id }) => [status, id]))
    const reasonOf = ({ reason = '' }: PuzzleResult) => reason.replace(/^line \d+, /, '')
    expect(after.slice(0, 3).map(reasonOf)).toEqual(before.slice(0, 3).map(reasonOf))
  }
})

it('a link has the rules of the job, too, and the same solutions without them', () => {
  const grid = '12.............4'
  const own = { constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }] } as const
  const puzzles = () => entries([{ puzzle: grid, ...own }, { puzzle: grid }, { puzzle: `e${grid.slice(1)}` }])
  const before = solved(puzzles(), optionsWith(['diagonal']))
  expect(before.map(({ status }) => status)).toEqual(['solved', 'solved', 'invalid'])
  const lines = before.map((result) => formats.fpuzzles.write(result, optionsWith(['diagonal'])))
  expect(lines[2]).toBe('invalid\n')
  const read = readPuzzles(Buffer.from(lines.join('')), { format: 'lines' })
  if (!read.ok) throw new Error(read.error.reason)
  const after = solved(read.value.puzzles, optionsWith([]))
  expect(after.map(({ solution, rules }) => [solution, rules])).toEqual([
    [before[0].solution, ['diagonal']],
    [before[1].solution, ['diagonal']],
    [undefined, undefined],
  ])
})
