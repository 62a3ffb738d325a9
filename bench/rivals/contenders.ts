import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { processorMs } from '../measuring/bench.ts'

/** Somebody who solves a set of puzzles over and over, looking for a second solution. */
export interface Contender {
  readonly name: string
  /** Solves the set, over and over if it is small, and answers with puzzles a second. */
  round(): Promise<number>
  close(): void
}

/** A round is at least this long, so that small sets are not measured in clock ticks. */
const MIN_ROUND_MS = 200
/** A contender in this process, which solves all puzzles of a set at once. */
export function inProcess(name: string, count: number, solveAll: () => void): Contender {
  return {
    name,
    async round() {
      const start = processorMs()
      let done = 0
      let elapsed: number
      do {
        solveAll()
        done += count
        elapsed = processorMs() - start
      } while (elapsed < MIN_ROUND_MS)
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
