import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_RECORD_BYTES, NO_SOLUTION, RecordsReader, RecordsWriter } from '../../shared/job/packed/records.ts'
import { solved } from '../sudoku/solved.ts'

const CELLS = 81

/** A record: its mark, and but for one without a solution its solution and where the givens are. */
const record = fc.oneof(
  fc.record({
    mark: fc.nat(NO_SOLUTION - 1),
    solution: solved,
    givens: fc.oneof(
      fc.array(fc.boolean(), { minLength: CELLS, maxLength: CELLS }),
      fc.constantFrom(true, false).map((all) => Array<boolean>(CELLS).fill(all)),
    ),
  }),
  fc.constant(undefined),
)

/** The most that is there besides: how many bytes heads are deflated to, and five for what deflates to no less. */
const MORE_BYTES = 4 + 5

it('records come back with any givens, marks and solutions, and take no more than is said', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), fc.nat(20), fc.nat(7), (all, expected, offset) => {
      const writer = new RecordsWriter(expected)
      const puzzleOf = (solution: string, givens: readonly boolean[]) =>
        givens.map((isGiven, cell) => (isGiven ? solution[cell] : '.')).join('')
      for (const one of all) {
        if (!one) writer.addWithoutSolution()
        else {
          const puzzle = puzzleOf(one.solution, one.givens)
          writer.add(one.mark, Buffer.from(`##${puzzle}`), 2, Buffer.from(`#${one.solution}`), 1)
        }
      }
      const packed = writer.pack()
      expect(packed.length).toBeLessThanOrEqual(writer.maxBytes + MORE_BYTES)
      expect(writer.maxBytes).toBeLessThanOrEqual(all.length * MAX_RECORD_BYTES)
      const moved = Buffer.concat([Buffer.alloc(offset, 0xff), packed, Buffer.alloc(9, 0xff)])
      const reader = new RecordsReader(moved.subarray(offset, offset + packed.length))
      const grids = Buffer.alloc(2 * CELLS)
      for (const one of all) {
        reader.next()
        expect(reader.mark).toBe(one?.mark ?? NO_SOLUTION)
        if (!one) continue
        reader.copySolution(grids, 0)
        reader.copyPuzzle(grids, 0, grids, CELLS)
        expect(grids.toString('latin1')).toBe(one.solution + puzzleOf(one.solution, one.givens))
      }
    }),
    { numRuns: 200 },
  )
})
