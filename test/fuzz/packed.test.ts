import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { packedBodyIn, unpackPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { STATUSES } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { resultsIn } from '../job/read.ts'
import { headed, packedBytes } from './bodies.ts'

const anyJsonIn = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

const of = { jobId: 'j', part: 1, number: 0, from: 0, redrive: 0, expiresAt: 0 }

it('packed grids of any bytes, where the API takes them, are solved or found bad one by one', () => {
  // 11 bytes that say where digits are, and some that say which: half of them none.
  const grids = fc.array(fc.uint8Array({ minLength: 60, maxLength: 60 }), { minLength: 1, maxLength: 4 })
  const whole = grids.map((parts) => {
    const bytes = parts.flatMap((grid) => [...Array(10).fill(0xff), 0x80, ...grid.subarray(0, 41)])
    return headed(parts.length, bytes.length, Uint8Array.from(bytes))
  })
  let taken = 0
  fc.assert(
    fc.property(fc.oneof(packedBytes, whole), fc.constantFrom(...STRATEGY_NAMES), (bytes, strategy) => {
      const packed = packedBodyIn(bytes, anyJsonIn)
      if (!packed.ok || packed.value.count > 10) return
      const options = { strategy, rules: 'classic', solutions: 2, backtrackLimit: 100 } as const
      for (const run of packed.value.cut(3)) {
        const puzzles = run instanceof Puzzles ? run : unpackPuzzles(run)
        const { results } = solveChunk({ ...of, options, puzzles }, () => false)
        const found = resultsIn(results.pack(), options)
        expect(found).toHaveLength(puzzles.count)
        for (const { status, puzzle } of found) {
          expect(STATUSES).toContain(status)
          expect(puzzle).toHaveLength(81)
          taken++
        }
      }
    }),
    { seed: inject('seed'), numRuns: 600 },
  )
  expect(taken).toBeGreaterThan(100)
})
