import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createNotifier, signedHeaders, webhookPause } from '../../functions/notifier.ts'
import { eventBodyOf, eventIn } from '../../functions/reporting/job-end.ts'
import { AddressRefusal } from '../../functions/reporting/webhook.ts'
import type { BusEvent } from '../../shared/aws/event-bus.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { type Job, newPart } from '../../shared/job/job.ts'
import { NO_OUTCOMES } from '../../shared/job/result.ts'
import { eventOf } from '../functions/emulated.ts'
import { said } from '../functions/said.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'

const NOW = Date.UTC(2026, 0, 1)
const WEBHOOK = { url: 'https://receiver.example/', secret: `whsec_${'A'.repeat(32)}` }
const JOB: Job = {
  id: 'one',
  owner: 'ann',
  options: { strategy: 'singles', rules: 'classic', solutions: 1, backtrackLimit: 9 },
  webhook: WEBHOOK,
  createdAt: NOW,
  expiresAt: NOW / 1000 + 3600,
  sealed: 1,
}
const LOOK = eventBodyOf({ jobId: 'one' })
/** Its owner asks, at different times. */
const asked = (again: number, jobId = 'one') => eventBodyOf({ jobId, again })

/** A job with one puzzle, which a notifier tells of. */
async function told(
  bodies: readonly string[],
  {
    job = JOB,
    solved = 1,
    reply = async () => 200,
    hasBus = false,
    at = NOW + 60_000,
    table = tableOf(itemsOn(simulatedItems())),
  }: {
    job?: Job
    solved?: number
    reply?: () => Promise<number>
    hasBus?: boolean
    at?: number
    table?: ReturnType<typeof tableOf>
  } = {},
) {
  const part = newPart({ number: 1, total: 1, perChunk: 1, digest: 'd', format: 'json', state: 'accepted' }, NOW + 5)
  await table.putJob(job)
  await table.putPart(job, { ...part, outcomes: { ...NO_OUTCOMES, solved } })
  const posted: { url: string; headers: Readonly<Record<string, string>>; body: string }[] = []
  const sent: { body: string; delayS: number | undefined }[] = []
  const onBus: BusEvent[] = []
  const { telemetry, lines } = said('notifier')
  const notifier = createNotifier({
    table,
    queue: { send: async (body, _owner, delayS) => void sent.push({ body, delayS }) },
    post: (url, headers, body) => {
      posted.push({ url, headers, body })
      return reply()
    },
    putEvent: hasBus ? async (event) => void onBus.push(event) : undefined,
    firstPauseS: 5,
    now: () => at,
    telemetry,
  })
  // Each message is another one, as SQS has it.
  const Records = eventOf(bodies).Records.map((record) => ({ ...record, messageId: randomUUID() }))
  const { batchItemFailures } = await notifier({ Records })
  return { posted, sent, onBus, lines: lines(), failures: batchItemFailures.length }
}

it('tells of a job that was cancelled as that', async () => {
  const { sealed: _, ...job } = JOB
  const { posted, onBus } = await told([LOOK], { job: { ...job, cancel: 'settled' }, hasBus: true })
  expect(JSON.parse(posted[0].body)).toMatchObject({ type: 'job.cancelled', data: { state: 'cancelled' } })
  expect(onBus).toMatchObject([{ type: 'JobCancelled' }])
})

it('tells nobody of a job that goes on, or has expired', async () => {
  const running = await told([LOOK], { solved: 0, hasBus: true })
  expect(running.lines).toMatchObject([{ message: 'job has not ended' }])
  const expired = await told([LOOK], { job: { ...JOB, expiresAt: NOW / 1000 + 30 }, hasBus: true })
  for (const { posted, sent, onBus } of [running, expired]) expect([posted, sent, onBus]).toEqual([[], [], []])
})

it.each([
  ['500', async () => 500],
  ['a redirect', async () => 302],
  ['no answer', async () => Promise.reject(new Error('hung up'))],
])('comes again after %s, with the same id and body', async (_, reply) => {
  const table = tableOf(itemsOn(simulatedItems()))
  const first = await told([LOOK], { table, reply })
  expect(first.failures).toBe(0)
  expect((await table.getHead('one'))?.delivery).toMatchObject({ state: 'waiting', nextAt: NOW + 65_000 })
  expect(first.sent).toMatchObject([{ delayS: 5 }])
  const again = await told([first.sent[0].body], { reply })
  expect(again.posted[0].body).toBe(first.posted[0].body)
  expect(again.posted[0].headers['webhook-id']).toBe(first.posted[0].headers['webhook-id'])
  expect(again.sent).toMatchObject([{ delayS: 10 }])
})

it('pauses twice as long each time, a quarter of an hour at most, and gives up after four hours', async () => {
  const pauses = Array.from({ length: 30 }, (_, i) => webhookPause(i + 1, 5))
  const taken = pauses.slice(0, pauses.indexOf(undefined)) as number[]
  expect(taken.slice(0, 10)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
  const hours = taken.reduce((sum, pause) => sum + pause, 0) / 3600
  expect(hours).toBeGreaterThan(4)
  expect(hours).toBeLessThan(4.5)
  const { body } = (await told([LOOK], { reply: async () => 500 })).sent[0]
  const message = eventIn(body)
  if (!message.sent) throw new Error('nothing was sent')
  const last = eventBodyOf({ ...message, sent: { ...message.sent, attempts: taken.length } })
  const { sent, lines, posted } = await told([last], { reply: async () => 500 })
  expect([sent, posted.length]).toEqual([[], 1])
  expect(lines).toMatchObject([{ level: 'WARN', message: 'event given up', webhookAttempt: taken.length + 1 }])
})

it.each([
  ['410', async () => 410],
  ['an address that may not be called', async () => Promise.reject(new AddressRefusal('inside'))],
])('gives up at once after %s', async (_, reply) => {
  const { sent, lines } = await told([LOOK], { reply })
  expect(sent).toEqual([])
  expect(lines).toMatchObject([{ level: 'WARN', message: 'event given up' }])
})

it('tells the bus once, and the webhook as often as it takes', async () => {
  // Two may ask for a look at one end: the worker that counted its last puzzle, and the answer to its submission.
  expect((await told([LOOK, LOOK], { reply: async () => 500 })).posted).toHaveLength(1)
  const { onBus, posted, sent } = await told([LOOK], { hasBus: true, reply: async () => 500 })
  expect(onBus).toMatchObject([{ type: 'JobCompleted', at: NOW + 5 }])
  const { id, ...event } = JSON.parse(onBus[0].detail)
  expect([id, JSON.stringify(event)]).toEqual([posted[0].headers['webhook-id'], posted[0].body])
  const again = await told([sent[0].body], { hasBus: true })
  expect([again.onBus, again.posted.length]).toEqual([[], 1])
})

it('tells the bus of a job that has no webhook, and posts nothing', async () => {
  const { webhook: _, ...job } = JOB
  const { onBus, posted } = await told([LOOK], { job, hasBus: true })
  expect([onBus.length, posted]).toEqual([1, []])
})

it('leaves what newer code wrote for code as new, and drops what is no event', async () => {
  const newer = await told([LOOK.replace('"version":1', '"version":9')])
  expect([newer.failures, newer.posted]).toEqual([1, []])
  const odd = await told(['nonsense'])
  expect([odd.failures, odd.posted]).toEqual([0, []])
  expect(odd.lines).toMatchObject([{ level: 'ERROR', message: 'not an event, dropped' }])
})

const timeout = async () => Promise.reject(new DOMException('too late', 'TimeoutError'))
const MINUTE = 60_000

it('leaves an endpoint alone that has not answered three times in a row, and has one event find out for all', async () => {
  const table = tableOf(itemsOn(simulatedItems()))
  const at = NOW + 10 * MINUTE
  const job = { ...JOB, expiresAt: NOW / 1000 + 9 * 3600 }
  for (let i = 0; i < 3; i++)
    expect((await told([asked(i + 1)], { table, job, at: at + i, reply: timeout })).posted).toHaveLength(1)
  const paused = await told([LOOK], { table, job, at: at + MINUTE })
  expect([paused.posted, paused.sent]).toEqual([[], [{ body: expect.any(String), delayS: 841 }]])
  expect((await table.getHead('one'))?.delivery).toEqual({
    state: 'paused',
    attempts: 0,
    nextAt: at + MINUTE + 841_000,
  })
  // Another owner's, or another of the same owner's, is not.
  const elsewhere = { ...job, webhook: { ...WEBHOOK, url: 'https://other.example/' } }
  expect((await told([LOOK], { table: tableOf(itemsOn(simulatedItems())), job: elsewhere, at })).posted).toHaveLength(1)

  const still = await told([paused.sent[0].body], { table, job, at: at + 2 * MINUTE })
  expect([still.posted.length, still.sent.length]).toEqual([0, 1])
  // A copy of what waits ends.
  const copy = await told([paused.sent[0].body], { table, job, at: at + 3 * MINUTE })
  expect([copy.posted, copy.sent]).toEqual([[], []])
  expect(copy.lines).toMatchObject([{ message: 'another message has gone on with the event' }])
  const other = { ...job, id: 'two' }
  const beside = await told([eventBodyOf({ jobId: 'two' })], { table, job: other, at: at + 2 * MINUTE })

  const later = at + 16 * MINUTE
  const [first, second] = [
    await told([still.sent[0].body], { table, job, at: later, reply: timeout }),
    await told([beside.sent[0].body], { table, job: other, at: later }),
  ]
  expect([first.posted.length, second.posted.length]).toEqual([1, 0])
  const mended = later + 16 * MINUTE
  expect((await told([second.sent[0].body], { table, job: other, at: mended })).posted).toHaveLength(1)
  expect((await told([asked(9)], { table, job, at: mended })).posted).toHaveLength(1)
  expect((await table.getHead('one'))?.delivery).toEqual({ state: 'taken', attempts: 1 })
})

it('forgets timeouts that an answer comes between, and a pause that was written by a clock ahead', async () => {
  const table = tableOf(itemsOn(simulatedItems()))
  for (const [i, reply] of [timeout, timeout, async () => 500, timeout, timeout].entries())
    expect((await told([asked(i + 1)], { table, reply })).posted).toHaveLength(1)
  await told([asked(6)], { table, at: NOW + 60 * MINUTE, reply: timeout })
  expect((await told([asked(7)], { table })).posted).toHaveLength(1)
})

it('keeps each attempt, in words that tell nothing of the network that it runs in', async () => {
  const table = tableOf(itemsOn(simulatedItems()))
  const replies = [
    async () => 500,
    timeout,
    async () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:9'), { code: 'ECONNREFUSED' })),
    async () => Promise.reject(new AddressRefusal('receiver.example leads to 10.0.0.1')),
  ]
  for (const [i, reply] of replies.entries()) await told([asked(i + 1)], { table, reply, at: NOW + 60_000 + i })
  const listed = await table.listDeliveries('one')
  expect(listed.map(({ status, error }) => status ?? error)).toEqual([
    'the address may not be called',
    'no connection: ECONNREFUSED',
    'no answer in time',
    500,
  ])
  expect((await table.getHead('one'))?.delivery).toEqual({ state: 'given-up', attempts: 1 })
})

it('tells all the same where no attempt can be written down', async () => {
  const table = tableOf(itemsOn(simulatedItems()))
  const failing = { ...table, noteDelivery: async () => Promise.reject(new Error('throttled')) }
  const { posted, failures, lines } = await told([LOOK], { table: failing })
  expect([posted.length, failures]).toEqual([1, 0])
  expect(lines).toMatchObject([{ message: 'event handled', notNoted: 'Error: throttled' }])
})

it('waits for its turn behind webhooks of its owner that do not answer, and holds up nobody else', async () => {
  const table = tableOf(itemsOn(simulatedItems()))
  const jobAt = (host: string, owner = 'ann'): Job => {
    return { ...JOB, id: `${owner}-${host}`, owner, webhook: { ...WEBHOOK, url: `https://${host}.example/` } }
  }
  const hung = Promise.withResolvers<number>()
  let asks = 0
  const tell = (job: Job, reply?: () => Promise<number>, body = asked(++asks, job.id)) =>
    told([body], { job, table, ...(reply && { reply }) })
  const hanging: Promise<unknown>[] = []
  const begin = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const hang = () => {
      resolve()
      return hung.promise
    }
    hanging.push(tell(jobAt(host), hang))
    await promise
  }
  for (const host of ['a', 'a']) await begin(host)
  // A third at the same endpoint waits, one at another is told.
  const third = await tell(jobAt('a'))
  expect([third.posted, third.sent, third.failures]).toEqual([
    [],
    [{ body: expect.anything(), delayS: expect.any(Number) }],
    0,
  ])
  expect(eventIn(third.sent[0].body)).toMatchObject({ waits: 1, sent: { attempts: 0 } })
  expect((await tell(jobAt('b'))).posted).toHaveLength(1)
  for (const host of ['b', 'c']) await begin(host)
  expect((await tell(jobAt('d'))).posted).toHaveLength(0)
  expect((await tell(jobAt('d', 'bob'))).posted).toHaveLength(1)
  hung.resolve(200)
  await Promise.all(hanging)
  expect((await tell(jobAt('a'), undefined, third.sent[0].body)).posted).toHaveLength(1)
})

it('signs the example that the libraries of Standard Webhooks are tested with as they do', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_999 }
  expect(signedHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
