import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bulkEngine } from '../shared/sudoku/kernels/lockstep/bulk-engine.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { bench, byTurns, linesOf, median, processorMs, say, setNamed, table, temporaryFolder } from './measuring.ts'

const GENERATED = 20_000
const ENGINE = 'ours: engine'
const QUESTION = { solutions: 2, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }

/**
 * The engine beside its rivals: puzzles a second, each looking for a second solution, on one thread; see rivals.md for
 * who they are.
 */
export const engine = bench({ file: [], rounds: 7, native: [] }, async ({ file, rounds, native }) => {
  const natives = native.map((definition) => {
    const [, name, command] = /^([^=]+)=(.*)$/.exec(definition) ?? []
    return { name, command }
  })
  const columns: { readonly set: string; readonly rates: ReadonlyMap<string, number> }[] = []
  for (const path of file.length > 0 ? file : [generatedSet()]) {
    const lines = linesOf(path)
    const rivals = await Promise.all(natives.map(({ name, command }) => external(name, command, path)))
    const contenders = [byEngine(lines), ...rivals]
    const taken = await byTurns(Object.fromEntries(contenders.map(({ name, round }) => [name, round])), rounds)
    for (const { close } of contenders) close()
    const rates = new Map([...taken].map(([name, all]) => [name, median(all)]))
    columns.push({ set: setNamed(path, lines.length), rates })
    say(`${path}: ${[...rates].map(([name, rate]) => `${name} ${thousands(rate)}`).join(', ')}`)
  }
  const heads = ['solver', ...columns.map(({ set }) => set)]
  const cellsOf = (name: string) => columns.map(({ rates }) => thousands(rates.get(name) ?? 0))
  const rows = [...columns[0].rates.keys()].map((name) => [name, ...cellsOf(name)])
  const report = {
    title: 'Engine',
    about: `Puzzles a second of processor time on one thread, looking for a second solution; medians of ${rounds} rounds by turns; see ../rivals.md.`,
  }
  if (natives.length === 0) return { ...report, sections: [table(heads, rows)] }
  const ratios = columns.map(
    ({ rates }) => (rates.get(ENGINE) ?? 0) / Math.max(...natives.map(({ name }) => rates.get(name) ?? Number.NaN)),
  )
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  const best = ['**engine ÷ best native**', ...ratios.map((ratio) => `**${ratio.toFixed(2)}**`)]
  const told = `Engine over the best native solver of each column: at least ${Math.min(...ratios).toFixed(2)}, geometric mean ${mean.toFixed(2)}.`
  return { ...report, sections: [table(heads, [...rows, best]), told] }
})

/** Where no files are given: minimal puzzles of the generator. */
function generatedSet(): string {
  const file = join(temporaryFolder(), 'generated_minimal.txt')
  const lines = [...puzzles({ rules: 'classic', size: 9, seed: 'bench' }).take(GENERATED)]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** Ours, which solves the set over and over if it is small. A round answers with puzzles a second. */
function byEngine(puzzles: readonly string[]) {
  const engine = bulkEngine('classic')
  const bytes = new TextEncoder().encode(puzzles.join(''))
  return {
    name: ENGINE,
    async round() {
      const start = processorMs()
      let done = 0
      let elapsed: number
      do {
        engine.room(puzzles.length, QUESTION).set(bytes)
        engine.run(Number.POSITIVE_INFINITY)
        done += puzzles.length
        elapsed = processorMs() - start
      } while (elapsed < MIN_ROUND_MS)
      return (done / elapsed) * 1000
    },
    close() {},
  }
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${Math.round(rate / 1000).toLocaleString('en')}k` : `${(rate / 1000).toFixed(2)}k`
}

/** A round is at least this long, so that small sets are not measured in clock ticks. */
const MIN_ROUND_MS = 200

/** A program that solves the whole file for every line it reads, and answers each with `{"puzzlesPerSecond": …}` of its processor time. */
async function external(name: string, command: string, file: string) {
  const [program, ...args] = command.split(/\s+/).map((word) => (word === '{file}' ? file : word))
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child, 'spawn')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name,
    async round(): Promise<number> {
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
