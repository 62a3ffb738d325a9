import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { MAX_ATTEMPTS } from '../../infra/settings/settings.ts'
import { PUZZLES_ATTRIBUTE, QueueRefusal, sqsQueue } from '../../shared/aws/queue.ts'
import type { ChunkMessage } from '../../shared/job/chunks/chunk.ts'

/** A queue with its dead letters, and how to reach both. */
export interface SqsQueues {
  readonly sqs: SQSClient
  readonly queueUrl: string
  /** Gets what was received {@link MAX_ATTEMPTS} times. */
  readonly deadLetterQueueUrl: string
}

const MIB = 1024 * 1024
const ATTRIBUTE_BYTES = PUZZLES_ATTRIBUTE.length + 'Binary'.length
/** For messages that a real queue has and does not show at once. */
const PATIENCE_MS = 30_000

/** The service counts on this of its queues. Every test tells its own messages from those that others left. */
export function queueContract(open: () => SqsQueues): void {
  it.each([
    { count: 1, bytes: 0 },
    { count: 33, bytes: 30 },
    { count: 12, bytes: 300_000 },
  ])('carries $count messages of $bytes bytes whole', async ({ count, bytes }) => {
    const { sqs, queueUrl, sent, received } = opened(open())
    const messages = sent(count, bytes)
    await sqsQueue(sqs, queueUrl).send(messages)
    const carried = await received(queueUrl, count)
    expect(carried.map(({ Body }) => Body).toSorted()).toEqual(messages.map(({ body }) => body).toSorted())
    for (const message of carried) {
      const puzzles = messages.find(({ body }) => body === message.Body)?.puzzles ?? new Uint8Array()
      expect(Buffer.compare(puzzlesIn(message), puzzles)).toBe(0)
    }
  })

  it('takes a message of 1 MiB, as we count it, and none larger', async () => {
    const { sqs, queueUrl, sent, received } = opened(open())
    const [{ body }] = sent(1, 0)
    // As base64, which is how they are sent, and how some emulators count them.
    const room = Math.floor(((MIB - body.length - ATTRIBUTE_BYTES) * 3) / 4 / 3) * 3
    const [largest] = sent(1, room, body)
    await sqsQueue(sqs, queueUrl).send([largest])
    const [carried] = await received(queueUrl, 1)
    expect(Buffer.compare(puzzlesIn(carried), largest.puzzles)).toBe(0)
    await expect(sqsQueue(sqs, queueUrl).send(sent(1, MIB))).rejects.toThrow()
  })

  it('takes the groups that make a standard queue a fair one', async () => {
    const { sqs, queueUrl, sent, received } = opened(open())
    const messages = sent(3, 9)
    await sqsQueue(sqs, queueUrl).send(messages)
    for (const { Body, Attributes } of await received(queueUrl, 3)) {
      const group = messages.find(({ body }) => body === Body)?.group
      // The embedded SQS takes it, and forgets it.
      expect(Attributes?.MessageGroupId ?? group).toBe(group)
    }
  })

  it('says that it refused a message, and has the others', async () => {
    const { sqs, queueUrl, sent, received } = opened(open())
    const [first, second, third] = sent(3, 9)
    const wrong = { ...second, body: `${second.body}\u0001` }
    const said = await sqsQueue(sqs, queueUrl)
      .send([first, wrong, third])
      .catch((error: Error) => error)
    expect(said).toBeInstanceOf(Error)
    // Refused alone, or with its whole batch: what is promised is that nobody takes it for sent.
    const there = await received(queueUrl, said instanceof QueueRefusal ? 2 : 0)
    expect(there.map(({ Body }) => Body)).not.toContain(wrong.body)
  })

  it('refuses a call of more than ten messages', async () => {
    const { sqs, queueUrl, sent } = opened(open())
    const Entries = sent(11, 0).map(({ body }, i) => ({ Id: `${i}`, MessageBody: body }))
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))).rejects.toThrow()
  })

  it('hides a message that is being worked on, gives it out again after its time, and no more once it is deleted', async () => {
    const { sqs, queueUrl, sent, look, until } = opened(open())
    await sqsQueue(sqs, queueUrl).send(sent(1, 9))
    const first = await until(queueUrl, { VisibilityTimeout: 3 })
    expect(first.Attributes?.ApproximateReceiveCount).toBe('1')
    expect(await look(queueUrl, { WaitTimeSeconds: 0 })).toBeUndefined()
    const again = await until(queueUrl, { VisibilityTimeout: 3600 })
    expect(Number(again.Attributes?.ApproximateReceiveCount)).toBeGreaterThan(1)
    expect(await look(queueUrl, { WaitTimeSeconds: 0 })).toBeUndefined()
    // As a worker does that failed: it need not wait for the whole time.
    const { ReceiptHandle } = again
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    const last = await until(queueUrl, { VisibilityTimeout: 1 })
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: last.ReceiptHandle }))
    await pause(1500)
    expect(await look(queueUrl, { WaitTimeSeconds: 1 })).toBeUndefined()
  })

  it('moves a message to the dead letters after the attempts there are, as it was', async () => {
    const { sqs, queueUrl, deadLetterQueueUrl, sent, look, received } = opened(open())
    const [message] = sent(1, 1000)
    await sqsQueue(sqs, queueUrl).send([message])
    const attempts: number[] = []
    let dead: Message | undefined
    for (const end = Date.now() + PATIENCE_MS; !dead && Date.now() < end; ) {
      const found = await look(queueUrl, { VisibilityTimeout: 0, WaitTimeSeconds: 1 })
      if (found) attempts.push(Number(found.Attributes?.ApproximateReceiveCount))
      else dead = (await received(deadLetterQueueUrl, 1, 1000))[0]
    }
    expect(attempts.at(-1)).toBe(MAX_ATTEMPTS)
    expect(dead?.Body).toBe(message.body)
    expect(Buffer.compare(puzzlesIn(dead ?? {}), message.puzzles)).toBe(0)
  })

  it('holds a poll until a message comes', async () => {
    const { sqs, queueUrl, sent, look } = opened(open())
    const polled = look(queueUrl, { WaitTimeSeconds: 20 })
    await pause(500)
    await sqsQueue(sqs, queueUrl).send(sent(1, 9))
    expect(await polled).toBeDefined()
  })
}

/** Queues as one test sees them: with its own messages only. */
function opened(queues: SqsQueues) {
  const { sqs } = queues
  const job = crypto.randomUUID()

  async function receive(QueueUrl: string, how: Partial<ReceiveMessageCommandInput>): Promise<Message[]> {
    const all = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All' as const] }
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, ...all, ...how }))
    return Messages.filter(({ Body }) => Body?.includes(job))
  }

  /** One message, where there is one. */
  async function look(QueueUrl: string, how: Partial<ReceiveMessageCommandInput> = {}): Promise<Message | undefined> {
    return (await receive(QueueUrl, { MaxNumberOfMessages: 1, ...how }))[0]
  }

  return {
    ...queues,
    look,

    /** Messages as chunks travel, with random puzzles. */
    sent(count: number, bytes: number, body?: string): ChunkMessage[] {
      return Array.from({ length: count }, (_, number) => ({
        body: body ?? JSON.stringify({ job, number }).padEnd(100),
        puzzles: randomBytes(bytes),
        group: `group${number % 2}`,
      }))
    },

    /** Messages until there are so many different ones, each deleted; fewer where they do not come. */
    async received(QueueUrl: string, count: number, patienceMs = PATIENCE_MS): Promise<Message[]> {
      const found = new Map<string | undefined, Message>()
      for (const end = Date.now() + patienceMs; found.size < count && Date.now() < end; ) {
        const messages = await receive(QueueUrl, { MaxNumberOfMessages: 10, WaitTimeSeconds: 1 })
        for (const message of messages) found.set(message.Body, message)
        const Entries = messages.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }))
        if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
      }
      return [...found.values()]
    },

    /** The next message, as soon as there is one. */
    async until(QueueUrl: string, how: Partial<ReceiveMessageCommandInput>): Promise<Message> {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
        const found = await look(QueueUrl, { WaitTimeSeconds: 1, ...how })
        if (found) return found
      }
      throw new Error(`no message within ${PATIENCE_MS} ms`)
    },
  }
}

/** None can be packed, and none be mistaken for another. SQS refuses an attribute without a value: there is always one. */
function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(1, length))
  // So many at a time are given out.
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

function puzzlesIn({ MessageAttributes = {} }: Message): Uint8Array {
  return MessageAttributes[PUZZLES_ATTRIBUTE]?.BinaryValue ?? new Uint8Array()
}
