import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Run, run } from './processes.ts'
import { MAIN, type Service } from './service.ts'

const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url))

/** Medians over rounds, in seconds. */
export interface Times {
  readonly engine: { readonly whole: number; readonly solving: number }
  readonly service: number
  /** Of each round, how many times as long the service took as the engine's process; smallest first. */
  readonly ratios: readonly number[]
  /** CPU time of each process that takes part in the service's rounds. */
  readonly cpu: ReadonlyMap<string, number>
}

/** A file solved from command line to command line. */
export function solveThrough(service: Service, file: string, to: string, looksAtMemory = false): Promise<Run> {
  return run('bin/sudoku.ts', ['solve', file, '--url', service.url], { to, looksAtMemory })
}

/** The bare engine and the service in turn, on the same file; a first round does not count. */
export async function timesOf(service: Service, file: string, folder: string, rounds: number): Promise<Times> {
  const outputs = { engine: join(folder, 'engine.txt'), service: join(folder, 'service.txt') }
  const engine: { whole: number; solving: number }[] = []
  const through: { seconds: number; cpu: Map<string, number> }[] = []
  for (let round = 0; round <= rounds; round++) {
    const bare = await run(BARE, [file], { to: outputs.engine, isPinned: true })
    const before = service.cpuSeconds()
    const { seconds, cpuSeconds } = await solveThrough(service, file, outputs.service)
    const after = service.cpuSeconds()
    if (!readFileSync(outputs.engine).equals(readFileSync(outputs.service)))
      throw new Error('the service and the engine give different solutions')
    if (round === 0) continue
    engine.push({ whole: bare.seconds, solving: JSON.parse(bare.stderr).seconds })
    const ofService = [...after].map(([name, cpu]): [string, number] => [name, cpu - (before.get(name) ?? 0)])
    through.push({ seconds, cpu: new Map([['command line', cpuSeconds], ...ofService]) })
  }
  return {
    engine: { whole: median(engine.map(({ whole }) => whole)), solving: median(engine.map(({ solving }) => solving)) },
    service: median(through.map(({ seconds }) => seconds)),
    ratios: through.map(({ seconds }, i) => seconds / engine[i].whole).toSorted((a, b) => a - b),
    cpu: new Map(
      ['command line', MAIN, 'api', ...[...through[0].cpu.keys()].filter((name) => name.startsWith('worker'))].map(
        (name) => [name, median(through.map(({ cpu }) => cpu.get(name) ?? 0))],
      ),
    ),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
