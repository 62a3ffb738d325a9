import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '../../shared/client/client.ts'
import { byTurns, median } from '../measuring/bench.ts'
import { type Run, run } from '../measuring/processes.ts'
import { MAIN, type Service } from './service.ts'

const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url))

/** Medians over rounds, in seconds. */
export type Times = Awaited<ReturnType<typeof timesOf>>

/** A file solved from command line to command line, by the command of the package, which has to be built. */
export function solveThrough(service: Service, file: string, to: string, looksAtMemory = false): Promise<Run> {
  return run('dist/sudoku.js', ['solve', file, '--url', service.url], { to, looksAtMemory })
}

interface Turn {
  readonly seconds: number
  readonly cpuSeconds: number
  /** The time of the engine alone, in its own process. */
  readonly solving: number
  /** By process. */
  readonly cpu: ReadonlyMap<string, number>
}

/** The bare engine, the package's command and the service by turns, on the same file. The package has to be built. */
export async function timesOf(service: Service, file: string, folder: string, rounds: number) {
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
        const { seconds, cpuSeconds } = await solveThrough(service, file, outputs.service)
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

/** Milliseconds from a small job's POST to its first result in the client's hands. */
export type Latency = ReturnType<typeof latencyOf>

const SAMPLES = 20
const LOOK_EVERY_MS = 20
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** With nothing else to do; `first` is that of the job for which the worker of small jobs is started. */
export async function idleLatency(url: string): Promise<{ first: Latency; idle: Latency }> {
  const client = createClient({ url })
  const first = latencyOf([await sample(client)])
  const samples: number[] = []
  while (samples.length < SAMPLES) samples.push(await sample(client))
  return { first, idle: latencyOf(samples) }
}

/**
 * While a large job runs, as often as it takes for so many samples; each was begun during one.
 *
 * @param runLargeJob ends with the job
 */
export async function busyLatency(url: string, runLargeJob: () => Promise<unknown>): Promise<Latency> {
  const client = createClient({ url })
  const samples: number[] = []
  while (samples.length < SAMPLES) {
    const { value: newest } = await client.listJobs().next()
    let isOver = false
    const running = runLargeJob().finally(() => {
      isOver = true
    })
    // Its command has to start before there is a job.
    while (!isOver && (await client.listJobs().next()).value?.id === newest?.id) await pause(LOOK_EVERY_MS)
    while (!isOver) samples.push(await sample(client))
    await running
  }
  return latencyOf(samples)
}

async function sample(client: Client): Promise<number> {
  const start = performance.now()
  const job = await client.createJob(PUZZLE)
  const { value: result } = await client.results(job.id).next()
  if (result?.status !== 'solved') throw new Error(`the small job's puzzle is ${result?.status}, expected solved`)
  return performance.now() - start
}

function latencyOf(samples: readonly number[]) {
  return { median: median(samples), worst: Math.max(...samples), samples: samples.length }
}
