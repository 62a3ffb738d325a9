import { afterAll, beforeAll } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createWorker, type WorkerServices } from '../../functions/worker.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { type Emulated, emulated, eventOf, progressIn } from './emulated.ts'

/** A table and queues that all tests of a file share, from before the first until after the last. */
export function emulatedForAll(): Emulated {
  const aws = {} as Emulated
  beforeAll(async () => void Object.assign(aws, await emulated()))
  afterAll(() => aws[Symbol.asyncDispose]())
  return aws
}

/** Functions that are given one chunk at a time, each with the rights of its role; a worker solves one puzzle of it. */
export function functionsOn(aws: Emulated) {
  const worker = (chunk: Chunk, { attempt = 1, ...services }: Partial<WorkerServices> & { attempt?: number } = {}) =>
    createWorker({ ...aws, ...aws.as.worker, sliceMs: 0, ...services })(eventOf([chunk], attempt))
  return {
    worker,
    deadLetter: (chunk: Chunk) => createDeadLetter({ ...aws, ...aws.as.deadLetter })(eventOf([chunk])),
    progress: (chunk: Chunk) => progressIn(aws.table, chunk),

    /** Has the API try failed puzzles again. @returns the chunks that it sent */
    async redrive({ jobId }: Chunk): Promise<Chunk[]> {
      await aws.api(aws.as.api).request(`/jobs/${jobId}/redrive`, { method: 'POST' })
      return aws.received()
    },

    /** Works off messages, and what comes of them, in slices in which all gets done. */
    async workOff(messages: readonly Chunk[]): Promise<void> {
      for (let left = messages; left.length > 0; left = await aws.received()) {
        for (const chunk of left) await worker(chunk, { sliceMs: 60_000 })
      }
    },
  }
}
