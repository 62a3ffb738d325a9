import { readFileSync, writeSync } from 'node:fs'
import { copyPlain, PLAIN_CELLS } from '../../shared/sudoku/grid/plain-grid.ts'
import { bulkEngine } from '../../shared/sudoku/kernels/lockstep/bulk-engine.ts'

/**
 * The engine alone, in a process of its own: reads a file of plain puzzles, a line each, and
 * prints what the command line prints; on standard error how many seconds the engine ran.
 *
 *     node bench/bulk/bare.ts PUZZLES.txt > SOLUTIONS.txt
 */

/** Puzzles a call of the engine: about as many as a chunk of a bulk job. */
const RUN = 13_000
const LINE = PLAIN_CELLS + 1
const LINE_END = 0x0a
const QUESTION = { solutions: 2, kept: 2, backtrackLimit: 100_000_000 }
const WORDS = { done: 'no-solution', limit: 'aborted', clash: 'invalid', character: 'invalid' }

const lines = readFileSync(process.argv[2])
const total = Math.floor(lines.length / LINE)
const engine = bulkEngine('classic')
const output = Buffer.alloc(RUN * LINE)
let seconds = 0
for (let from = 0; from < total; from += RUN) {
  const count = Math.min(RUN, total - from)
  const room = engine.room(count, QUESTION)
  for (let i = 0; i < count; i++) {
    const at = (from + i) * LINE
    const isPlain = copyPlain(lines, at, room, i * PLAIN_CELLS) && lines[at + PLAIN_CELLS] === LINE_END
    if (!isPlain) throw new Error(`line ${from + i + 1}: expected ${PLAIN_CELLS} cells and a line feed`)
  }
  const start = performance.now()
  engine.run(Number.POSITIVE_INFINITY)
  seconds += (performance.now() - start) / 1000
  writeSync(1, output, 0, writeSolutions(count))
}
console.error(JSON.stringify({ seconds }))

/** @returns how many bytes the solutions of a run take */
function writeSolutions(count: number): number {
  let length = 0
  for (let i = 0; i < count; i++) {
    const { solutionCount, end } = engine.outcome(i)
    if (solutionCount > 0) {
      const at = engine.solutionAt(i, 0)
      for (let cell = 0; cell < PLAIN_CELLS; cell++) output[length + cell] = engine.bytes[at + cell]
      length += PLAIN_CELLS
    } else length += output.write(WORDS[end], length, 'latin1')
    output[length++] = LINE_END
  }
  return length
}
