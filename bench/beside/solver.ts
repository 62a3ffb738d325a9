import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SolveOptions } from '../../package/solver.ts'
import { processorMs } from '../measuring/turns.ts'

/** A set of puzzles for the solver of a package. */
export interface Question {
  readonly puzzles: readonly string[]
  readonly options: SolveOptions
}

/** A turn is at least as long as this, or one pass over the puzzles. */
const LEAST_MS = 1_000

/** The solver of a checkout's package, in a process that does nothing else; looks for a second solution of each puzzle. */
export async function solverOf(root: string, question: Question) {
  const child = fork(import.meta.filename, [join(root, 'package/solver.ts')], { serialization: 'advanced' })
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error(`the solver of ${root} has ended`)))
  const end = () => child.kill()
  process.once('exit', end)
  const answer = async () => (await once(child, 'message', { signal: ended.signal }))[0]
  await answer()
  child.send(question)
  await answer()
  return {
    async once(): Promise<{ readonly cpuSeconds: number; readonly found: string }> {
      child.send('again')
      return answer()
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end)
      if (ended.signal.aborted) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

// This file starts itself for that process.
if (import.meta.main) {
  const { solve }: typeof import('../../package/solver.ts') = await import(pathToFileURL(process.argv[2]).href)
  let { puzzles, options }: Question = { puzzles: [], options: {} }
  const pass = () => puzzles.map((puzzle) => solve(puzzle, { ...options, solutions: 2 }))
  process.on('message', (message: Question | 'again') => {
    if (message !== 'again') {
      ;({ puzzles, options } = message)
      process.send?.('ready')
      return
    }
    const begun = processorMs()
    let [passes, taken] = [0, 0]
    let solved: ReturnType<typeof pass>
    do {
      solved = pass()
      passes++
      taken = processorMs() - begun
    } while (taken < LEAST_MS)
    const found = solved.map(({ status, solution, backtracks }) => `${status} ${solution} ${backtracks}\n`).join('')
    process.send?.({
      cpuSeconds: taken / 1000 / passes,
      found: createHash('sha256').update(found).digest('hex'),
    })
  })
  process.send?.('up')
}
