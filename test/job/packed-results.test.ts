import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import {
  countsOf,
  firstStatus,
  puzzlesIn,
  ResultsBuilder,
  ResultsReader,
  unsolved,
} from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { KEPT_SOLUTIONS, SEARCH_VERSION } from '../../shared/sudoku/search/strategy.ts'
import { chunksOf } from './chunks.ts'
import { entries, kept } from './entries.ts'
import { type Made, made } from './outcomes.ts'
import { resultsIn } from './read.ts'

/** The signature and the counts. */
const HEAD_BYTES = 24

function built(all: readonly Made[]): ResultsBuilder {
  const results = new ResultsBuilder(0, KEPT_SOLUTIONS)
  for (const { isPlain, puzzle, outcome, note } of all) {
    if (isPlain) results.addPlain(Buffer.from(puzzle), 0, outcome, note)
    else results.addOther(puzzle, outcome, note)
  }
  return results
}

/** The result that has to come back, in its own words. */
function expected({ puzzle, outcome, note: { rules, ...note } }: Made, line: number, asked: number): object {
  const { status, solutionCount, solutions, backtracks, searchBacktracks, reason } = outcome
  const tells = { solved: asked > 1 ? true : null, multiple: false } as Record<string, boolean | null>
  return {
    line,
    place: line,
    ...note,
    puzzle,
    ...rules,
    status,
    strategy: 'singles',
    unique: solutionCount > 1 ? false : (tells[status] ?? null),
    solutionCount: backtracks === null ? null : solutionCount,
    ...(solutions.length > 0 && { solution: solutions[0] }),
    ...(solutions.length > 1 && { solutions }),
    backtracks,
    searchBacktracks,
    searchVersion: SEARCH_VERSION,
    ...(reason !== undefined && { reason: status === 'invalid' ? `line ${line}, ${reason}` : reason }),
  }
}

describe('packed results', () => {
  it('come back whatever became of the puzzles, with names, reasons, kept solutions and counts up to 2^53 - 1', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 25 }), fc.constantFrom(1, 2), fc.nat(1e6), (all, asked, before) => {
        const packed = built(all).pack()
        expect(resultsIn(packed, { strategy: 'singles', solutions: asked }, before + 1)).toEqual(
          all.map((one, i) => expected(one, before + 1 + i, asked)),
        )
      }),
      { numRuns: 200 },
    )
  })

  const readToEnd = (numRuns: number) => () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), damage, fc.nat(40), (all, changes, missing) => {
        const packed = built(all).pack()
        const damaged = packed.slice(0, Math.max(0, packed.length - missing))
        for (const [at, byte] of changes) damaged[HEAD_BYTES + (at % (damaged.length - HEAD_BYTES))] = byte
        try {
          expect(resultsIn(damaged, { strategy: 'singles', solutions: 2 })).toHaveLength(all.length)
        } catch (error) {
          // Whatever has no sense is refused: missing bytes, bits that are no deflated text, text that is no JSON.
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns },
    )
  }
  const TO_AN_END = 'are read to an end though bytes of them are damaged or missing'
  it(TO_AN_END, readToEnd(200))
  it(`${TO_AN_END}: thousands`, { tags: ['long'] }, readToEnd(5_000))

  it('have the counts that their builder had, and those of their results one by one', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 25 }), (all) => {
        const results = built(all)
        const counts = countsOf(results.pack())
        expect(counts).toEqual(results.counts)
        const found = all.map(({ outcome }) => outcome.status)
        for (const [counter, count] of Object.entries(counts.outcomes)) {
          expect(count).toBe(found.filter((one) => one === counter).length)
        }
        expect(counts.mismatches).toBe(all.filter(({ note }) => note.givenIsCorrect === false).length)
        const searched = all.flatMap(({ outcome: { backtracks } }) => backtracks ?? [])
        const { max, histogram } = counts.backtracks
        expect(max).toBe(Math.max(0, ...searched))
        // Every searched puzzle once, by the length of its backtracks in bits.
        expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(searched.length)
        histogram.forEach((count, bits) => {
          const [from, to] = bits === 0 ? [0, 0] : [2 ** (bits - 1), 2 ** bits - 1]
          expect(count).toBe(searched.filter((found) => from <= found && found <= to).length)
        })
      }),
    )
  })

  it('say of each solved plain grid what its bytes are, as text would', () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 20 }), (all) => {
        const reader = new ResultsReader(built(all).pack())
        const bytes = Buffer.alloc(162)
        for (const { isPlain, puzzle, outcome } of all) {
          expect(reader.next()).toBe(true)
          expect(reader.isPlainSolved).toBe(isPlain && outcome.solutions.length > 0)
          if (!reader.isPlainSolved) continue
          reader.record.copySolution(bytes, 0)
          reader.record.copyPuzzle(bytes, 0, bytes, 81)
          expect(bytes.toString('latin1')).toBe(outcome.solutions[0] + puzzle)
        }
        expect(reader.next()).toBe(false)
      }),
    )
  })
})

it('keeps puzzles that were not solved as they came, so that they can be sent again', () => {
  fc.assert(
    fc.property(entries(30), fc.constantFrom('failed', 'cancelled'), (asked, status) => {
      const packed = unsolved(Puzzles.of(asked), status, 'because').pack()
      expect([...puzzlesIn(packed)]).toEqual(asked.map(kept))
      expect(firstStatus(packed)).toBe(asked.length > 0 ? status : undefined)
      const results = resultsIn(packed, { strategy: 'singles', solutions: 2 })
      expect(results).toMatchObject(asked.map(() => ({ status, reason: 'because', backtracks: null, unique: null })))
      expect(results.map(({ puzzle, id }) => [puzzle, id])).toEqual(asked.map((one) => [kept(one).text, one.id]))
    }),
  )
})

it('takes less than 20 bytes for each of many puzzles of 25 givens with their solutions', () => {
  const puzzles = Array.from({ length: 1000 }, (_, index) => ({
    text: generateSolved({ rules: 'classic', size: 9, clues: 25, seed: 'packed', index }).puzzle,
  }))
  const options = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 1000 } as const
  const part = { jobId: 'one', part: 1, options, expiresAt: 1 }
  const [chunk] = chunksOf(part, Puzzles.of(puzzles), puzzles.length)
  const { results } = solveChunk(chunk, () => false)
  expect(results.pack().length / puzzles.length).toBeLessThan(20)
})
