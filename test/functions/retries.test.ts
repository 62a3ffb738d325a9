import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { eachRecord, retryPause } from '../../functions/chunk-handler.ts'
import { OutOfTime, timeLeftBy } from '../../functions/time-left.ts'
import { recorder } from '../../infra/local/authorization.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { MAX_ATTEMPTS, RETRY_PAUSE_S, VISIBILITY_TIMEOUT_S, WORKER_TIMEOUT_S } from '../../infra/settings/settings.ts'
import { sqsGiveBack, sqsQueue } from '../../shared/aws/queue.ts'
import { eventOf } from './emulated.ts'

const quiet = { begin: () => ({ add() {}, measure() {}, elapsedMs: () => 0, end() {}, fail() {} }) }

describe('a message that failed', () => {
  it.each([
    ['the bulk queue', 'queueUrl', 'worker'],
    ['the express queue', 'expressQueueUrl', 'worker'],
    ['the dead-letter queue', 'deadLetterQueueUrl', 'deadLetter'],
    ['the queue of events', 'eventQueueUrl', 'notifier'],
  ] as const)('comes again to %s after its pause, long before the visibility timeout', async (_, name, role) => {
    await using emulators = await startEmulators(undefined, { record: recorder(process.env.AUTHORIZATION_LOG) })
    using clients = new DisposableStack()
    const sqs = clients.adopt(new SQSClient(emulators.sqs), (client) => client.destroy())
    const credentials = emulators.roles[role]
    const ofRole = clients.adopt(new SQSClient({ ...emulators.sqs, credentials }), (client) => client.destroy())
    const QueueUrl = emulators[name]
    await sqsQueue(sqs, QueueUrl).send([{ body: '{}', puzzles: new Uint8Array(1), group: 'g' }])
    const receive = async () => {
      const asked = { QueueUrl, WaitTimeSeconds: 10, MessageSystemAttributeNames: ['All' as const] }
      return (await sqs.send(new ReceiveMessageCommand(asked))).Messages?.[0]
    }
    const first = await receive()
    const [record] = eventOf(['{}']).Records
    Object.assign(record, {
      receiptHandle: first?.ReceiptHandle,
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${QueueUrl.split('/').at(-1)}`,
    })
    const handle = eachRecord(() => Promise.reject(new Error('throttled')), {
      telemetry: quiet,
      retries: { giveBack: sqsGiveBack(ofRole, emulators.queueUrl), firstPauseS: 0 },
    })
    expect((await handle({ Records: [record] })).batchItemFailures).toEqual([{ itemIdentifier: 'm1' }])
    expect((await receive())?.Attributes).toMatchObject({ ApproximateReceiveCount: '2' })
  })

  it('is reported also where it cannot be given back', async () => {
    const retries = { giveBack: () => Promise.reject(new Error('SQS is away')), firstPauseS: 1 }
    const handle = eachRecord(() => Promise.reject(new Error('throttled')), { telemetry: quiet, retries })
    expect((await handle(eventOf(['{}', '{}']))).batchItemFailures).toHaveLength(2)
  })

  it('pauses longer each time, by chance some more, and outlasts an outage of a quarter of an hour', () => {
    let least = 0
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const pauses = Array.from({ length: 100 }, () => retryPause(attempt, RETRY_PAUSE_S))
      const shortest = 3 ** (attempt - 1)
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(shortest)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(1.5 * shortest + 1)
      expect(new Set(pauses).size).toBeGreaterThan(1)
      least += shortest
    }
    expect(least).toBeGreaterThan(15 * 60)
    // A dead letter has as many attempts as it takes; twelve hours are the most that SQS hides a message for.
    expect(retryPause(1000, RETRY_PAUSE_S)).toBeLessThan(12 * 3600)
    expect(VISIBILITY_TIMEOUT_S).toBeGreaterThanOrEqual(6 * WORKER_TIMEOUT_S)
  })
})

describe('the calls of an invocation', () => {
  function limited(timeLeft: ReturnType<typeof timeLeftBy>, answer: () => Promise<string>) {
    let call = answer
    const add = (middleware: (next: () => Promise<string>) => () => Promise<string>) => {
      call = middleware(call)
    }
    timeLeft.limit({ middlewareStack: { add: add as never } })
    return () => call()
  }
  const never = () => new Promise<string>(() => {})

  it('end before Lambda ends it, and leave the rest of the time to give back what failed', async () => {
    const timeLeft = timeLeftBy(0.8, Date.now)
    const call = limited(timeLeft, never)
    const handler = timeLeft.within(call)
    await expect(handler({}, { getRemainingTimeInMillis: () => 20 })).rejects.toThrow(OutOfTime)
    await expect(handler({}, { getRemainingTimeInMillis: () => 0 })).rejects.toThrow(OutOfTime)
  })

  it('are answered where they take no longer, and where nobody says how long they may take', async () => {
    const timeLeft = timeLeftBy(0.8, Date.now)
    const call = limited(timeLeft, async () => 'answer')
    expect(await timeLeft.within(call)({}, { getRemainingTimeInMillis: () => 15_000 })).toBe('answer')
    expect(await timeLeft.within(call)({})).toBe('answer')
    expect(await call()).toBe('answer')
  })
})
