import { setTimeout as pause } from 'node:timers/promises'
import { SQSClient } from '@aws-sdk/client-sqs'
import { startEmulators } from '../../infra/local/emulators.ts'
import { startLocal } from '../../infra/local.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'
import { createClient } from '../../shared/client/client.ts'
import { messageOf } from '../../shared/job/chunks/chunk.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import './heap-probe.ts'

/** The local service in a process of its own, whose functions tell their memory too, and whose dead letters have work. */

const DEAD_LETTER_EVERY_MS = 1_000
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

let send = async (_jobId: string): Promise<void> => {}
const service = await startLocal({
  // A line for every dead letter.
  functionOutput: 'ignore',
  startAws: async (...options) => {
    const emulators = await startEmulators(...options)
    const queue = sqsQueue(new SQSClient(emulators.sqs), emulators.deadLetterQueueUrl)
    send = (jobId) => queue.send([deadLetterOf(jobId)])
    const { HEAP_FOLDER = '' } = process.env
    const probe = new URL('./heap-probe.ts', import.meta.url).href
    return { ...emulators, environment: { ...emulators.environment, HEAP_FOLDER, NODE_OPTIONS: `--import ${probe}` } }
  },
})
process.once('disconnect', async () => {
  await service[Symbol.asyncDispose]()
  process.exit()
})

const client = createClient({ url: service.url })
await deadLetter()
process.send?.({ url: service.url })
while (process.connected) {
  await pause(DEAD_LETTER_EVERY_MS)
  await deadLetter()
}

/** A job, and once it is done its only message again, out of attempts: all of it is counted already. */
async function deadLetter(): Promise<void> {
  const { id } = await client.createJob(PUZZLE)
  for await (const _result of client.results(id)) {
  }
  await send(id)
}

function deadLetterOf(jobId: string) {
  const options = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 100_000_000 } as const
  const expiresAt = Math.ceil(Date.now() / 1000) + 3600
  const puzzles = Puzzles.of([{ text: PUZZLE }])
  return messageOf({ jobId, part: 1, number: 0, from: 0, redrive: 0, options, expiresAt, puzzles })
}
