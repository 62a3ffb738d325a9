import { describe, expect, it } from 'vitest'
import { CANARY_OWNER, isCanary, runCanary } from '../../functions/reporting/canary.ts'
import { createWorker } from '../../functions/worker.ts'
import type { EndedJob } from '../../shared/protocol/views.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { said } from './said.ts'

const aws = emulatedForAll()

/** The routes, with a worker that does what is in the queue; they may be disturbed. */
const routes = (disturb = async (answer: Response) => answer) => ({
  async fetch(request: Request) {
    let isAnswered = false
    const api = aws.api({ ...aws.as.api, ownerOf: async () => CANARY_OWNER })
    const answer = Promise.resolve(api.fetch(request)).finally(() => {
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
/** A disturbance that changes the job in an answer. */
const changed = (change: (job: EndedJob) => unknown) => async (answer: Response) => {
  const job: EndedJob = await answer.json()
  change(job)
  return Response.json(job)
}

describe('the canary', () => {
  it('sings where a puzzle came back solved, and is a line of the log', async () => {
    const { telemetry, lines } = said('api', { namespace: 'test' })
    expect(await runCanary({ routes: routes(), telemetry }, { awsRequestId: 'r1' })).toEqual({ solved: true })
    expect(lines()).toMatchObject([
      { level: 'INFO', message: 'canary solved', requestId: 'r1', jobId: expect.any(String), CanarySolved: 1 },
    ])
  })

  it.each([
    ['is not solved in time', routes(async () => Response.json({ state: 'running' }, { status: 202 })), 'answered 202'],
    ['cannot be submitted', routes(async () => new Response('busy', { status: 503 })), 'answered 503 busy'],
    [
      'is solved wrongly',
      routes(changed(({ results: [result] }) => Object.assign(result ?? {}, { solution: '1'.repeat(81) }))),
      '1',
    ],
    [
      'is given up',
      routes(changed(({ results: [result] }) => Object.assign(result ?? {}, { status: 'failed' }))),
      'the puzzle is failed',
    ],
    ['has no result', routes(changed((job) => Object.assign(job, { results: [] }))), 'found 0'],
    [
      'has two',
      routes(changed((job) => Object.assign(job, { results: [...job.results, ...job.results] }))),
      'expected one result, found 2',
    ],
    ['meets a table that is away', { fetch: () => Promise.reject(new Error('away')) }, 'away'],
  ])('does not where it %s', async (_, disturbed, reason) => {
    const { telemetry, lines } = said('api', { namespace: 'test' })
    expect(await runCanary({ routes: disturbed, telemetry })).toEqual({ solved: false })
    const [line, ...others] = lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 'ERROR', message: 'canary failed', Failures: 1 })
    expect(line.stack).toContain(reason)
    expect(line).not.toHaveProperty('CanarySolved')
  })

  it('is asked for by the schedule, and by no request', () => {
    expect(isCanary({ version: '0', source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} })).toBe(true)
    const body = JSON.stringify({ source: 'aws.events' })
    const request = { version: '2.0', rawPath: '/', headers: { source: 'aws.events' }, body, requestContext: {} }
    expect(isCanary(request)).toBe(false)
  })
})
