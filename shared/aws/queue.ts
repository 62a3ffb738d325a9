import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { type Chunk, messageOf } from '../job/chunk.ts'

/** The queue that carries chunks to the workers. */
export interface Queue {
  /** Sends all chunks; done only when SQS has every one of them, otherwise throws. */
  send(chunks: readonly Chunk[]): Promise<void>
}

/** SQS takes at most ten messages a call, and 1 MiB in all. */
const MAX_BATCH_ENTRIES = 10
const MAX_BATCH_BYTES = 1024 * 1024
/** Calls under way at once for one job. */
const CONCURRENT_CALLS = 4
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 50

export function sqsQueue(client: SQSClient, QueueUrl: string): Queue {
  return {
    async send(chunks) {
      const waiting = batchesOf(chunks.map(messageOf))
      const sendNext = async (): Promise<void> => {
        for (let batch = waiting.shift(); batch; batch = waiting.shift()) await sendBatch(batch)
      }
      await Promise.all(Array.from({ length: CONCURRENT_CALLS }, sendNext))
    },
  }

  /** Sends a batch, and again those of its messages that SQS refused. */
  async function sendBatch(messages: readonly string[]): Promise<void> {
    let left = messages
    for (let attempt = 1; ; attempt++) {
      const Entries = left.map((MessageBody, i) => ({ Id: String(i), MessageBody }))
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
      if (Failed.length === 0) return
      if (attempt === ATTEMPTS) {
        throw new Error(`SQS refused ${Failed.length} of ${messages.length} messages: ${Failed[0].Message}`)
      }
      left = Failed.map(({ Id }) => left[Number(Id)])
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}

/** Messages in runs that fit one call. */
function batchesOf(messages: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    // Messages are ASCII: their length is their size.
    if (bytes + message.length > MAX_BATCH_BYTES || batches[batches.length - 1].length === MAX_BATCH_ENTRIES) {
      batches.push([])
      bytes = 0
    }
    batches[batches.length - 1].push(message)
    bytes += message.length
  }
  return batches
}
