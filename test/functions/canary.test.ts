import { describe, expect, it } from 'vitest'
import { isCanary, runCanary } from '../../functions/reporting/canary.ts'
import { createWorker } from '../../functions/worker.ts'
import { CANARY_OWNER } from '../../shared/aws/owners.ts'
import type { EndedJob } from '../../shared/protocol/views.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { said } from './said.ts'

const aws = emulatedForAll()

const newKey = () => aws.as.api.table.newToken(Date.now())
const keyIn = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
/** The service, with a worker that does what is in the queue; its answers may be disturbed. */
const service = (disturb = async (answer: Response) => answer) => ({
  url: 'https://sudoku.example.com',
  newKey,
  async fetch(request: Request) {
    let isAnswered = false
    const { table } = aws.as.api
    const ownerOf = async (asked: Request) =>
      (await table.takeToken(keyIn(asked), Date.now())) ? CANARY_OWNER : undefined
    const answer = Promise.resolve(aws.api({ ...aws.as.api, ownerOf }).fetch(request)).finally(() => {
      isAnswered = true
    })
    while (!isAnswered) await work()
    return disturb(await answer)
  },
})
async function work(): Promise<void> {
  const worker = createWorker({ ...aws.as.worker, now: Date.now, sliceMs: 60_000 })
  for (const chunk of await aws.received()) await worker(eventOf([chunk]))
}
/** The service with other results in its answer. */
const changed = (change: (results: EndedJob['results']) => object[]) =>
  service(async (answer) => {
    const job: EndedJob = await answer.json()
    return Response.json({ ...job, results: change(job.results) })
  })

describe('the canary', () => {
  it('sings where a puzzle came back solved, and is a line of the log', async () => {
    const { telemetry, lines } = said('api', { namespace: 'test' })
    expect(await runCanary({ ...service(), telemetry }, { awsRequestId: 'r1' })).toEqual({ solved: true })
    expect(lines()).toMatchObject([
      { level: 'INFO', message: 'canary solved', requestId: 'r1', jobId: expect.any(String), CanarySolved: 1 },
    ])
  })

  it.each([
    [
      'is not solved in time',
      service(async () => Response.json({ state: 'running' }, { status: 202 })),
      'answered 202',
    ],
    ['cannot be submitted', service(async () => new Response('busy', { status: 503 })), 'answered 503 busy'],
    ['is solved wrongly', changed(([result]) => [{ ...result, solution: '1'.repeat(81) }]), '1'],
    ['is given up', changed(([result]) => [{ ...result, status: 'failed' }]), 'the puzzle is failed'],
    ['has no result', changed(() => []), 'found 0'],
    ['has two', changed((results) => [...results, ...results]), 'expected one result, found 2'],
    ['meets a service that is away', { ...service(), fetch: () => Promise.reject(new Error('away')) }, 'away'],
  ])('does not where it %s', async (_, disturbed, reason) => {
    const { telemetry, lines } = said('api', { namespace: 'test' })
    expect(await runCanary({ ...disturbed, telemetry })).toEqual({ solved: false })
    const [line, ...others] = lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 'ERROR', message: 'canary failed', Failures: 1 })
    expect(line.stack).toContain(reason)
    expect(line).not.toHaveProperty('CanarySolved')
  })

  it('is asked for by the schedule, and by no request', () => {
    expect(isCanary({ source: 'aws.events', url: 'https://sudoku.example.com' })).toBe(true)
    const body = JSON.stringify({ source: 'aws.events' })
    const request = { version: '2.0', rawPath: '/', headers: { source: 'aws.events' }, body, requestContext: {} }
    expect(isCanary(request)).toBe(false)
  })
})

describe('a token of the canary', () => {
  const take = (key: string, now = Date.now()) => aws.as.api.table.takeToken(key, now)

  it('lets one request in, and no second one', async () => {
    const key = await newKey()
    expect([await take(key), await take(key)]).toEqual([true, false])
  })

  it('lets nobody in after a minute', async () => {
    expect(await take(await newKey(), Date.now() + 60_000)).toBe(false)
  })

  it('is no key of an owner, nor is such a key one of the canary, nor is what was never made', async () => {
    expect(await aws.table.holderOf(await newKey())).toBeUndefined()
    expect(await take(await aws.table.mintKey('ada', '', Date.now()))).toBe(false)
    expect(await take((await newKey()).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(false)
  })
})
