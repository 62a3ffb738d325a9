import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
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

/** The rules that `--rules` may name: those that there is an engine for. */
export function engineRulesNamed(name: string): EngineRules {
  const known = ENGINE_RULES.find((rules) => rules === name)
  if (!known) throw new Error(`--rules: found ${name}, expected ${ENGINE_RULES.join(', ')}`)
  return known
}
