import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { ENGINE_RULES, type EngineRules } from '../../shared/sudoku/kernels/engine/engine.ts'
import { processorMs } from '../measuring/turns.ts'

/** Somebody who solves a set of puzzles over and over, looking for a second solution. */
export interface Contender {
  readonly name: string
  /** Solves the set once (or as much of it as fits a round) and answers with puzzles a second. */
  round(): Promise<number>
  close(): void
}

/** A round is at least this long, so that small sets are not measured in clock ticks. */
const MIN_ROUND_MS = 200
/** A round of a slow contender ends here, wherever in the set it is. */
const MAX_ROUND_MS = 2_000

/** A contender in this process. `solve` solves puzzles `from` to `to`. */
export function inProcess(
  name: string,
  count: number,
  solve: (from: number, to: number) => void,
  step = count,
): Contender {
  return {
    name,
    async round() {
      const start = processorMs()
      let done = 0
      let elapsed: number
      do {
        const from = done % count
        const to = Math.min(count, from + step)
        solve(from, to)
        done += to - from
        elapsed = processorMs() - start
        // A slow contender gets as far as it gets.
      } while ((elapsed < MIN_ROUND_MS || done < count) && elapsed < MAX_ROUND_MS)
      return (done / elapsed) * 1000
    },
    close() {},
  }
}

/** A program that solves the whole file for every line it reads, and answers each with `{"puzzlesPerSecond": …}` of its processor time. */
export async function external(name: string, command: string, file: string): Promise<Contender> {
  const [program, ...args] = command.split(/\s+/).map((word) => (word === '{file}' ? file : word))
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child, 'spawn')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name,
    async round() {
      child.stdin.write('\n')
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`${name} ended: ${command}`)
        const { puzzlesPerSecond } = JSON.parse(value)
        // Lines before the first round tell about the program itself.
        if (puzzlesPerSecond !== undefined) return puzzlesPerSecond
      }
    },
    close: () => child.stdin.end(),
  }
}

/** The solvers from npm that are installed in a folder. dancing-links looks for a second solution, the other stops at the first. */
export async function fromNpm(folder: string, puzzles: readonly string[]): Promise<Contender[]> {
  const load = (file: string) => import(pathToFileURL(resolve(folder, 'node_modules', file)).href)
  const { DancingLinks } = await load('dancing-links/built/lib/index.js')
  const { SudokuSolver } = await load('@algorithm.ts/sudoku/lib/esm/index.mjs')
  const dlx = new DancingLinks()
  const algorithm = new SudokuSolver({ childMatrixWidth: 3 })
  const solvers: Record<string, (puzzle: string) => void> = {
    'dancing-links (npm)': (puzzle) => {
      const solver = dlx.createSolver({ columns: 324 })
      solver.addSparseConstraints(exactCoverRows(puzzle))
      solver.find(2)
    },
    '@algorithm.ts/sudoku (npm)': (puzzle) => {
      algorithm.solve(
        Array.from(puzzle, (symbol) => (symbol >= '1' && symbol <= '9' ? Number(symbol) - 1 : -1)),
        [],
      )
    },
  }
  return Object.entries(solvers).map(([name, solve]) =>
    inProcess(name, puzzles.length, (from) => solve(puzzles[from]), 1),
  )
}

/** The options that the givens leave, each with the four items it covers. */
function exactCoverRows(puzzle: string): { data: number; columnIndices: number[] }[] {
  const rows = []
  for (let cell = 0; cell < 81; cell++) {
    const row = Math.floor(cell / 9)
    const column = cell % 9
    const box = Math.floor(row / 3) * 3 + Math.floor(column / 3)
    const given = puzzle.charCodeAt(cell) - 49
    for (let digit = 0; digit < 9; digit++) {
      if (given >= 0 && given < 9 && given !== digit) continue
      rows.push({
        data: cell * 9 + digit,
        columnIndices: [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit],
      })
    }
  }
  return rows
}

/** The rules that `--rules` may name: those that there is an engine for. */
export function engineRulesNamed(name: string): EngineRules {
  const known = ENGINE_RULES.find((rules) => rules === name)
  if (!known) throw new Error(`--rules: found ${name}, expected ${ENGINE_RULES.join(', ')}`)
  return known
}
