import { ResultsBuilder, ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { Engine } from '../../shared/sudoku/engine/engine.ts'
import { PLAIN_CELLS, writePlain } from '../../shared/sudoku/plain-grid.ts'
import { median } from './rounds.ts'

/** Nanoseconds a puzzle. */
export interface Packing {
  readonly solve: number
  readonly encode: number
  readonly decode: number
}

/** Puzzles a chunk, as in a bulk job. */
const CHUNK = 13_000
const QUESTION = { solutions: 2, kept: 2, backtrackLimit: Number.POSITIVE_INFINITY }
const encoder = new TextEncoder()

/** How long results take to be packed and to be read again, beside their solving; each round all three, and medians. */
export function packingOf(puzzles: readonly string[], rounds: number): Packing {
  const chunks = Array.from({ length: Math.ceil(puzzles.length / CHUNK) }, (_, i) =>
    plainOf(puzzles.slice(i * CHUNK, (i + 1) * CHUNK)),
  )
  const engine = new Engine()
  const measured = Array.from({ length: rounds + 1 }, () => roundOf(engine, chunks))
  // The first one does not count.
  const nsOf = (name: keyof Packing) => (median(measured.slice(1).map((round) => round[name])) / puzzles.length) * 1e6
  return { solve: nsOf('solve'), encode: nsOf('encode'), decode: nsOf('decode') }
}

function roundOf(engine: Engine, chunks: readonly Uint8Array[]): Packing {
  const took = { solve: 0, encode: 0, decode: 0 }
  for (const plain of chunks) {
    const count = plain.length / PLAIN_CELLS
    const start = performance.now()
    engine.room(count, QUESTION).set(plain)
    engine.run(Number.POSITIVE_INFINITY)
    const solved = performance.now()
    const packed = packedResults(engine, plain, count)
    const encoded = performance.now()
    const solutions = solutionsIn(packed)
    const decoded = performance.now()
    took.solve += solved - start
    took.encode += encoded - solved
    took.decode += decoded - encoded
    if (!sameSolution(engine, count - 1, solutions)) throw new Error('what was packed did not come back')
  }
  return took
}

function packedResults(engine: Engine, plain: Uint8Array, count: number): Uint8Array {
  const builder = new ResultsBuilder(count, QUESTION.kept)
  for (let i = 0; i < count; i++) {
    const { solutionCount, backtracks, searchBacktracks } = engine.outcome(i)
    if (solutionCount !== 1) throw new Error(`found ${solutionCount} solutions, expected puzzles with one`)
    builder.addSolved(plain, i * PLAIN_CELLS, engine.bytes, engine.solutionAt(i, 0), backtracks, searchBacktracks)
  }
  return builder.pack()
}

function solutionsIn(packed: Uint8Array): Uint8Array {
  const reader = new ResultsReader(packed)
  const solutions = new Uint8Array(reader.count * PLAIN_CELLS)
  for (let at = 0; reader.next(); at += PLAIN_CELLS) reader.copySolution(solutions, at)
  return solutions
}

function sameSolution(engine: Engine, puzzle: number, solutions: Uint8Array): boolean {
  const at = puzzle * PLAIN_CELLS
  return encoder.encode(engine.solution(puzzle, 0)).every((digit, i) => digit === solutions[at + i])
}

function plainOf(puzzles: readonly string[]): Uint8Array {
  const plain = new Uint8Array(puzzles.length * PLAIN_CELLS)
  puzzles.forEach((puzzle, i) => {
    if (!writePlain(puzzle, plain, i * PLAIN_CELLS)) throw new Error(`"${puzzle}" is no plain grid`)
  })
  return plain
}
