import { createHmac } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, post, refusal } from '../api/ask.ts'
import { GRID } from '../api/grids.ts'
import { sudoku } from '../cli/run.ts'
import { type Received, type Receiver, receiver } from './receiver.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, so').toString('base64')}`
const hookOf = ({ url }: Receiver) => ({ url: `${url}/hooks`, secret: SECRET })

/** The event that was told, once its signature is found right, by other code than that which made it. */
function eventIn({ headers, body }: Received) {
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(300)
  return { id: headers['webhook-id'], ...JSON.parse(body) }
}

describe('the end of a job is told', () => {
  it('and its owner sees what was answered, and can have it told again', async () => {
    await using here = await receiver(503, 204)
    const { body: job } = await post<JobView>('/jobs', { puzzles: [GRID], webhook: hookOf(here) })
    await here.until(2)
    const client = createClient({ url: inject('serviceUrl') })
    const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000 })
    const listed = () => client.listDeliveries(job.id)
    const statuses = async () => (await listed()).map(({ status }) => status)
    // An end may be heard twice, and is told twice then.
    await eventually(statuses).toEqual(expect.arrayContaining([204, 503]))
    await eventually(async () => (await client.getJob(job.id)).webhook?.state).toBe('taken')
    const event = here.received[0].headers['webhook-id']
    const deliveries = await listed()
    for (const delivery of deliveries) {
      const [at, attempt, tookMs] = [expect.any(String), expect.toBeOneOf([1, 2]), expect.any(Number)]
      const status = expect.toBeOneOf([204, 503])
      expect(delivery).toEqual({ event, type: 'job.completed', at, attempt, tookMs, status })
    }
    expect(deliveries.map(({ at }) => at)).toEqual(
      deliveries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )

    expect((await sudoku(['deliveries', job.id, '--again'])).code).toBe(0)
    await eventually(async () => (await listed()).length).toBeGreaterThan(deliveries.length)
    expect(new Set(here.received.map(({ body }) => body)).size).toBe(1)
    const { stdout } = await sudoku(['deliveries', job.id])
    expect(stdout).toMatch(new RegExp(`^(\\S+  ${event}  [12]  (204|503)  \\d+ ms\n){3,}$`))
  })

  it('to nobody again where there is no webhook, or no end', async () => {
    const { body: bare } = await post<JobView>('/jobs', { puzzles: [GRID] })
    await ended(bare.id)
    expect(await refusal(post(`/jobs/${bare.id}/deliveries`))).toEqual([
      409,
      'nothing-to-tell',
      'the job has no webhook',
    ])
    const webhook = { url: 'http://127.0.0.1:9/', secret: SECRET }
    const { body: open } = await post<JobView>('/jobs', { open: true, webhook })
    expect(await refusal(post(`/jobs/${open.id}/deliveries`))).toEqual([
      409,
      'nothing-to-tell',
      'the job has not ended',
    ])
    expect((await ask(`/jobs/${open.id}/deliveries`)).body).toEqual({ deliveries: [] })
  })

  it('with its counts, as its view has them, and without the secret', async () => {
    await using here = await receiver(204)
    const { body: job } = await post<JobView>('/jobs', { puzzles: [GRID, 'x'], name: 'told', webhook: hookOf(here) })
    expect(job.webhook).toEqual({ url: hookOf(here).url })
    await here.until(1)
    const view = await ended(job.id)
    expect(eventIn(here.received[0])).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'job.completed',
      timestamp: view.finishedAt,
      data: { ...view, webhook: { url: hookOf(here).url } },
    })
    expect(view.counts).toMatchObject({ solved: 1, invalid: 1, pending: 0 })
    expect(JSON.stringify([view, here.received])).not.toContain(SECRET)
  })

  it('of a file that the command line submits, however small it is', async () => {
    await using here = await receiver(200)
    const { url, secret } = hookOf(here)
    const args = ['submit', '-', '--webhook', url]
    const { code, stdout } = await sudoku(args, { input: GRID, env: { SUDOKU_WEBHOOK_SECRET: secret } })
    expect(code).toBe(0)
    await here.until(1)
    expect(eventIn(here.received[0])).toMatchObject({ data: { id: stdout.trim(), counts: { solved: 1 } } })
    const without = await sudoku(args, { input: GRID })
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('--webhook needs a secret') })
  })
})

describe('a webhook is refused', () => {
  const asked = (webhook: unknown) => refusal(post('/jobs', { puzzles: [GRID], webhook }))
  const URL_ERROR = 'expected an address that begins with https://, of at most 512 characters'
  const SECRET_ERROR = 'expected whsec_ and 24 to 64 bytes in base64'

  it.each<[unknown, string]>([
    ['https://example.com', 'webhook: expected an object with url and secret'],
    [{ url: 'https://example.com' }, `webhook.secret: ${SECRET_ERROR}`],
    [{ url: 'https://example.com', secret: 'short' }, `webhook.secret: ${SECRET_ERROR}`],
    [{ url: 'https://example.com', secret: `whsec_${'A'.repeat(31)}` }, `webhook.secret: ${SECRET_ERROR}`],
    [{ url: 7, secret: SECRET }, `webhook.url: ${URL_ERROR}`],
    [{ url: `https://example.com/${'a'.repeat(500)}`, secret: SECRET }, `webhook.url: ${URL_ERROR}`],
    [
      { url: 'http://169.254.169.254/', secret: SECRET },
      'webhook.url: expected an address of this machine, such as http://127.0.0.1:4000',
    ],
  ])('%j', async (webhook, error) => {
    expect(await asked(webhook)).toEqual([422, 'invalid-request', error])
  })

  it('under an idempotency key that stands for another', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const submitted = (webhook?: object) =>
      fetch(`${inject('serviceUrl')}/jobs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ open: true, ...(webhook && { webhook }) }),
      })
    expect((await submitted({ url: 'http://localhost:1/', secret: SECRET })).status).toBe(201)
    expect(await (await submitted()).json()).toMatchObject({ status: 422, code: 'idempotency-conflict' })
  })
})
