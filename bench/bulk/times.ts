import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byTurns, median } from '../measuring/bench.ts'
import { run } from '../measuring/processes.ts'
import { MAIN, startService } from './service.ts'

const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url))

/** Medians over rounds, in seconds. */
export type Times = Awaited<ReturnType<typeof timesOf>>

interface Turn {
  readonly seconds: number
  readonly cpuSeconds: number
  /** The time of the engine alone, in its own process. */
  readonly solving: number
  /** By process. */
  readonly cpu: ReadonlyMap<string, number>
}

/** The bare engine, the package's command and the service by turns, on the same file. The package has to be built. */
export async function timesOf(file: string, folder: string, rounds: number) {
  await using service = await startService()
  const outputs = {
    engine: join(folder, 'engine.txt'),
    here: join(folder, 'here.txt'),
    service: join(folder, 'service.txt'),
  }
  const turns = await byTurns<Turn>(
    {
      async engine() {
        const { seconds, cpuSeconds, stderr } = await run(BARE, [file], { to: outputs.engine, isPinned: true })
        return { seconds, cpuSeconds, solving: JSON.parse(stderr).seconds, cpu: new Map() }
      },
      async here() {
        const { seconds, cpuSeconds } = await run('dist/sudoku.js', ['solve', file], { to: outputs.here })
        assertSame(outputs.engine, outputs.here)
        return { seconds, cpuSeconds, solving: Number.NaN, cpu: new Map() }
      },
      async service() {
        const before = service.cpuSeconds()
        const { seconds, cpuSeconds } = await run('dist/sudoku.js', ['solve', file, '--url', service.url], {
          to: outputs.service,
        })
        const ofService = service.cpuSeconds(before)
        assertSame(outputs.engine, outputs.service)
        const cpu = new Map([['command line', cpuSeconds], ...ofService])
        return { seconds, cpuSeconds, solving: Number.NaN, cpu }
      },
    },
    rounds,
  )
  const [engine, here, through] = ['engine', 'here', 'service'].map((name) => turns.get(name) ?? [])
  const medianOf = (all: readonly Turn[], what: 'seconds' | 'cpuSeconds' | 'solving') =>
    median(all.map((turn) => turn[what]))
  return {
    engine: {
      whole: medianOf(engine, 'seconds'),
      cpu: medianOf(engine, 'cpuSeconds'),
      solving: medianOf(engine, 'solving'),
    },
    /** The package's command on all cores, without a service. */
    here: medianOf(here, 'seconds'),
    service: medianOf(through, 'seconds'),
    /** CPU time of each process that takes part in the service's rounds. */
    cpu: new Map(
      ['command line', MAIN, 'api', ...[...through[0].cpu.keys()].filter((name) => name.startsWith('worker'))].map(
        (name) => [name, median(through.map(({ cpu }) => cpu.get(name) ?? 0))],
      ),
    ),
  }
}

function assertSame(a: string, b: string): void {
  if (!readFileSync(a).equals(readFileSync(b))) throw new Error(`${a} and ${b} have different solutions`)
}
