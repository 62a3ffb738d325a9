import type { SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs'
import { expect, it, vi } from 'vitest'
import { sqsQueue } from '../../shared/aws/queue.ts'
import type { ChunkMessage } from '../../shared/job/chunks/chunk.ts'

const messages = (count: number): ChunkMessage[] =>
  Array.from({ length: count }, (_, i) => ({ body: `{"number":${i}}`, puzzles: new Uint8Array(3), group: 'g' }))

/** An SQS that refuses some messages of each call; the emulator never does. */
function refusing(refuse: (call: number, entry: number) => boolean) {
  const accepted: (string | undefined)[] = []
  let call = 0
  const send = async ({ input }: { input: SendMessageBatchCommandInput }) => {
    call++
    const Failed = []
    for (const [i, { Id, MessageBody }] of (input.Entries ?? []).entries()) {
      if (refuse(call, i)) Failed.push({ Id, Code: 'InternalError', SenderFault: false, Message: 'try again' })
      else accepted.push(MessageBody)
    }
    return { Failed }
  }
  return { client: { send } as unknown as SQSClient, accepted, calls: () => call }
}

it('throws where SQS goes on refusing, so that the job is not accepted', async () => {
  const sqs = refusing((_, entry) => entry === 0)
  const pauses: unknown[] = []
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    pauses.push(ms)
    queueMicrotask(run)
  }) as typeof setTimeout)
  await expect(sqsQueue(sqs.client, 'queue').send(messages(7))).rejects.toThrow(
    'SQS refused 1 of 7 messages: try again',
  )
  timer.mockRestore()
  expect([sqs.calls(), pauses]).toEqual([4, [100, 200, 400]])
})

it.each([
  ['ten in a call', 10, 25, [10, 10, 5]],
  ['a mebibyte in a call', 2 ** 19, 5, [2, 2, 1]],
  ['no byte more', 2 ** 19 + 1, 3, [1, 1, 1]],
])('sends as many messages at once as SQS takes: %s', async (_, bytes, count, expected) => {
  // As SQS counts them: the body, and name, type and base64 of the attribute.
  const puzzles = new Uint8Array(3)
  const rest = 'puzzles'.length + 'Binary'.length + Buffer.from(puzzles).toString('base64').length
  const message: ChunkMessage = { body: 'x'.repeat(Math.max(1, bytes - rest)), puzzles, group: 'g' }
  const sizes: number[] = []
  const send = async ({ input }: { input: SendMessageBatchCommandInput }) => {
    sizes.push(input.Entries?.length ?? 0)
    return {}
  }
  await sqsQueue({ send } as unknown as SQSClient, 'queue').send(Array(count).fill(message))
  expect(sizes).toEqual(expected)
})
