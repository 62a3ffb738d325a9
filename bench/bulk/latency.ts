import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../shared/client/client.ts'
import { median } from './rounds.ts'

/** Milliseconds from a small job's POST to its first result in the client's hands. */
export interface Latency {
  readonly median: number
  readonly worst: number
  readonly samples: number
}

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

function latencyOf(samples: readonly number[]): Latency {
  return { median: median(samples), worst: Math.max(...samples), samples: samples.length }
}
