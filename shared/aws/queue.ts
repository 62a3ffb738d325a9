import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import type { ChunkMessage } from '../job/chunks/chunk.ts'

/**
 * The queue that carries chunks to the workers. Their puzzles are a binary attribute of the message: SQS counts and
 * bills its bytes as they are, while a text would need base64.
 */
export interface Queue {
  /**
   * Sends chunks, and is done only when SQS has every one of them.
   *
   * @throws {QueueRefusal} if SQS keeps refusing some of them
   */
  send(chunks: Iterable<ChunkMessage>): Promise<void>
}

/** SQS refuses some messages; it may accept them later. */
export class QueueRefusal extends Error {
  override name = 'QueueRefusal'
}

/** The message attribute that holds the puzzles. */
export const PUZZLES_ATTRIBUTE = 'puzzles'
/** SQS accepts at most ten messages in a call, and 1 MiB in all. */
const MAX_BATCH_ENTRIES = 10
const MAX_BATCH_BYTES = 1024 * 1024
/** The attribute's name and type count, too. */
const ATTRIBUTE_BYTES = PUZZLES_ATTRIBUTE.length + 'Binary'.length
/** How many calls are made at once for one job. */
const CONCURRENT_CALLS = 4
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 50

export function sqsQueue(client: SQSClient, QueueUrl: string): Queue {
  return {
    async send(chunks) {
      const batches = batchesOf(chunks)
      const sendNext = async (): Promise<void> => {
        for (const batch of batches) await sendBatch(batch)
      }
      await Promise.all(Array.from({ length: CONCURRENT_CALLS }, sendNext))
    },
  }

  /** Sends a batch, and repeats those of its messages that SQS refused. */
  async function sendBatch(messages: readonly ChunkMessage[]): Promise<void> {
    let left = messages
    for (let attempt = 1; ; attempt++) {
      const Entries = left.map(({ body, puzzles, group }, i) => ({
        Id: String(i),
        MessageBody: body,
        // The group makes a standard queue a fair one (docs/decisions/008). The emulated SQS accepts and ignores it.
        MessageGroupId: group,
        MessageAttributes: { [PUZZLES_ATTRIBUTE]: { DataType: 'Binary', BinaryValue: puzzles } },
      }))
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
      if (Failed.length === 0) return
      if (attempt === ATTEMPTS) {
        throw new QueueRefusal(`SQS refused ${Failed.length} of ${messages.length} messages: ${Failed[0].Message}`)
      }
      left = Failed.map(({ Id }) => left[Number(Id)])
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}

/**
 * Messages in batches that fit one call. Each is made when its turn comes, so that a large job does not hold up others.
 */
function* batchesOf(chunks: Iterable<ChunkMessage>): Generator<ChunkMessage[], undefined> {
  let batch: ChunkMessage[] = []
  let bytes = 0
  for (const message of chunks) {
    // The body is ASCII, so that its length is its size in bytes. The puzzles are counted as base64, because they are
    // sent as that and some emulators count them so.
    const size = message.body.length + (message.puzzles.length * 4) / 3 + ATTRIBUTE_BYTES
    if (batch.length === MAX_BATCH_ENTRIES || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(message)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** The queue of what is to be told of jobs' ends. */
export interface EventQueue {
  /** Sends a message that is delivered after so many seconds, 900 at most; those of one owner are one group. */
  send(body: string, owner: string, delayS?: number): Promise<void>
}

export function sqsEvents(client: SQSClient, QueueUrl: string): EventQueue {
  return {
    async send(MessageBody, MessageGroupId, DelaySeconds) {
      const message = { MessageBody, MessageGroupId, ...(DelaySeconds && { DelaySeconds }) }
      await client.send(new SendMessageCommand({ QueueUrl, ...message }))
    },
  }
}

/** Has a message come again after so many whole seconds, instead of after its queue's visibility timeout. */
export type GiveBack = (message: Pick<SQSRecord, 'receiptHandle' | 'eventSourceARN'>, pauseS: number) => Promise<void>

/** @param neighbour the address of any queue of the same account and region */
export function sqsGiveBack(client: SQSClient, neighbour: string): GiveBack {
  return async ({ receiptHandle: ReceiptHandle, eventSourceARN }, VisibilityTimeout) => {
    const { href: QueueUrl } = new URL(eventSourceARN.split(':').at(-1) ?? '', neighbour)
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }))
  }
}
