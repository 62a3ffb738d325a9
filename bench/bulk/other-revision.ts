import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SQSEvent } from 'aws-lambda'
import type { WorkerServices } from '../../functions/worker.ts'
import { processorMs } from '../rivals/contenders.ts'

/** Of a revision of this project, what it takes to hand its worker a job: this one's, or one with the same functions. */
interface Revision {
  readonly chunk: Pick<typeof import('../../shared/job/chunks/chunk.ts'), 'messageOf'>
  readonly puzzles: Pick<typeof import('../../shared/job/puzzles.ts'), 'Puzzles'>
  readonly worker: Pick<typeof import('../../functions/worker.ts'), 'createWorker'>
}

async function revisionAt(root: string | URL): Promise<Revision> {
  const load = (file: string) => import(new URL(file, root).href)
  const [chunk, puzzles, worker] = await Promise.all(
    ['shared/job/chunks/chunk.ts', 'shared/job/puzzles.ts', 'functions/worker.ts'].map(load),
  )
  return { chunk, puzzles, worker }
}

/** As many as chunks of easy grids have. */
const PUZZLES_A_CHUNK = 300
/** A round of one revision takes a fifth of a second and more, as processor time comes in steps of milliseconds. */
const LEAST_ROUND_MS = 200

/**
 * The worker function of this revision beside that of another, in turn, on a job that includes nothing: messages in,
 * packed results out, with a table and a queue that do nothing. Its chunks are those of each revision.
 *
 * @param folder the other one's, with its packages
 * @returns of each round, processor time as a multiple of the other's
 */
export async function besideRevision(folder: string, lines: readonly string[], rounds: number): Promise<number[]> {
  const other = pathToFileURL(`${resolve(folder)}/`)
  const revisions = await Promise.all([new URL('../../', import.meta.url), other].map(revisionAt))
  const jobs = revisions.map((revision) => jobOf(revision, lines))
  let times = 0
  // The first jobs compile the code.
  for (const job of [...jobs, ...jobs]) await job()
  for (const before = processorMs(); processorMs() - before < LEAST_ROUND_MS; times++) await jobs[0]()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const taken: number[] = []
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const before = processorMs()
      for (let i = 0; i < times; i++) await jobs[which]()
      taken[which] = processorMs() - before
    }
    ratios.push(taken[0] / taken[1])
  }
  return ratios
}

/** A job of puzzles, as a function that has the worker do it once. */
function jobOf({ chunk, puzzles, worker }: Revision, lines: readonly string[]): () => Promise<void> {
  const options = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 100_000_000 } as const
  const handler = worker.createWorker({
    table: tableThatKeepsNothing({ id: 'j', parts: 1, createdAt: 0, expiresAt: EVER, options }),
    queue: { send: async () => {} },
    now: Date.now,
    sliceMs: EVER,
  } as unknown as WorkerServices)
  const events = Array.from({ length: Math.ceil(lines.length / PUZZLES_A_CHUNK) }, (_, number) => {
    const texts = lines.slice(number * PUZZLES_A_CHUNK, (number + 1) * PUZZLES_A_CHUNK).map((text) => ({ text }))
    const place = { jobId: 'j', part: 1, number, from: 0, redrive: 0, expiresAt: EVER }
    const { body, puzzles: binary } = chunk.messageOf({ ...place, options, puzzles: puzzles.Puzzles.of(texts) })
    const binaryValue = Buffer.from(binary).toString('base64')
    const attributes = { ApproximateReceiveCount: '1' }
    const messageAttributes = { puzzles: { dataType: 'Binary', binaryValue } }
    return { Records: [{ messageId: `${number}`, body, attributes, messageAttributes }] } as unknown as SQSEvent
  })
  return async () => {
    for (const event of events) {
      const { batchItemFailures } = await handler(event)
      if (batchItemFailures.length > 0) throw new Error('a message failed')
    }
  }
}

/** Later than any job. */
const EVER = 2 ** 42

/** It knows the job, and takes everything that it is given. */
function tableThatKeepsNothing(job: object): object {
  const known: Readonly<Record<string | symbol, unknown>> = {
    getHead: async () => job,
    keepResults: async (_chunk: unknown, results: unknown) => results,
  }
  return new Proxy({}, { get: (_table, name) => known[name] ?? (async () => {}) })
}
