import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'
import { keyIn } from '../../functions/api/admission.ts'
import type { ApiServices } from '../../functions/api/services.ts'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { forHttpApi } from '../../functions/http-event.ts'
import { createWorker } from '../../functions/worker.ts'
import { HARD } from '../api/grids.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { said } from './said.ts'

const ID = 'a-client_s-ID'
const MADE = '4f2ed2c1-invocation'

const aws = emulatedForAll()
// A message that a test has sent is not taken by the next.
afterEach(() => aws.received())

/** The API as Lambda invokes it, and what it says. */
function api(services: Partial<ApiServices> = {}) {
  const log = said('api')
  const app = aws.api({ telemetry: log.telemetry, ...services })
  const ask = async (path: string, { method = 'GET', headers = {}, body = '' } = {}) => {
    const [rawPath, rawQueryString = ''] = path.split('?')
    const event = {
      rawPath,
      rawQueryString,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body }),
      isBase64Encoded: false,
      requestContext: { requestId: 'of-the-gateway', http: { method, path } },
    } as unknown as APIGatewayProxyEventV2
    return forHttpApi(app)(event, { awsRequestId: MADE })
  }
  return { ...log, ask }
}

describe('a request', () => {
  it.each(['/health', '/jobs', '/jobs/nobody', '/nothing', '/jobs?limit=x'])(
    '%s is answered with the id that it came with',
    async (path) => {
      const { ask, lines } = api()
      const { headers, body, statusCode = 200 } = await ask(path, { headers: { 'x-correlation-id': ID } })
      expect(headers).toMatchObject({ 'x-correlation-id': ID })
      if (statusCode >= 400) expect(JSON.parse(body ?? '')).toMatchObject({ correlationId: ID })
      expect(lines()).toMatchObject([{ correlationId: ID, requestId: MADE }])
    },
  )

  it.each([undefined, '', 'two words', 'a"b', 'ü', 'x'.repeat(65), 'a\nb'])(
    'gets one where it comes with %j',
    async (id) => {
      const { ask, lines } = api()
      const { headers } = await ask('/health', { headers: id === undefined ? {} : { 'x-correlation-id': id } })
      expect(headers).toMatchObject({ 'x-correlation-id': MADE })
      expect(lines()).toMatchObject([{ correlationId: MADE }])
    },
  )

  it('is a line with its route, its answer and its job, and with no address', async () => {
    const { ask, lines, texts } = api()
    await ask('/jobs', { method: 'POST', body: '{"open":true}' })
    await ask('/jobs/no-such-job')
    await ask('/jobs/it%20is%20me/results', {})
    await ask('/assets/../../etc/passwd?secret=1')
    expect(lines()).toMatchObject([
      {
        level: 'INFO',
        message: 'request handled',
        service: 'api',
        method: 'POST',
        route: '/jobs',
        status: 201,
        jobId: expect.any(String),
        owner: 'everyone',
      },
      { route: '/jobs/:id', status: 404, problem: 'unknown-job', jobId: 'no-such-job' },
      { route: '/jobs/:id/results', status: 404, problem: 'unknown-job' },
      { status: 404, problem: 'unknown-route' },
    ])
    expect(lines()[2]).not.toHaveProperty('jobId')
    expect(texts.join()).not.toMatch(/secret|passwd|is me/)
  })
})

describe('a job', () => {
  it('is found by one id from its request to all that is sent on for it; a redrive has its own', async () => {
    const { ask, lines } = api()
    const worker = said('worker')
    const deadLetter = said('deadLetter')
    const { body = '' } = await ask('/jobs', {
      method: 'POST',
      headers: { 'x-correlation-id': ID },
      body: JSON.stringify({ puzzles: [HARD, HARD], strategy: 'brute-force' }),
    })
    const { id } = JSON.parse(body)
    const [chunk] = await aws.received()
    await createWorker({ ...aws, telemetry: worker.telemetry, sliceMs: 0 })(eventOf([chunk]))
    const [rest] = await aws.received()
    await createWorker({ ...aws, telemetry: worker.telemetry, sliceMs: 0 })(eventOf([rest]))
    const [last] = await aws.received()
    await createDeadLetter({ ...aws, telemetry: deadLetter.telemetry })(eventOf([last]))
    for (const line of [...lines(), ...worker.lines(), ...deadLetter.lines()]) {
      expect(line).toMatchObject({ correlationId: ID, jobId: id })
    }
    expect([worker.lines().length, deadLetter.lines().length]).toEqual([2, 1])

    await ask(`/jobs/${id}/redrive`, { method: 'POST', headers: { 'x-correlation-id': 'another' } })
    expect((await aws.received()).map(({ correlationId }) => correlationId)).toEqual(['another'])
  })
})

describe('what must not be known', () => {
  const KEY = `sudoku_0123456789abcdef_${'s'.repeat(43)}`
  const authorization = `Bearer ${KEY}`
  const headers = { authorization, cookie: 'session=secret' }
  const body = JSON.stringify({ puzzles: [HARD, 'mistyped'] })
  const ownerOf: ApiServices['ownerOf'] = async (request) => (keyIn(request) === KEY ? 'one' : undefined)

  it.each([
    ['succeeds', {}, 202, authorization],
    ['is refused', {}, 401, `${authorization}x`],
    ['fails with an error that quotes it', { throws: true }, 500, authorization],
  ] as const)(
    'is in no line, where a request %s',
    async (_, { throws = false }: { throws?: boolean }, status, sent) => {
      const failing = new Proxy({} as ApiServices['table'], {
        get: () => async () => {
          throw new Error(`cannot write for ${authorization}`, { cause: new Error(`${KEY} is too long`) })
        },
      })
      const { ask, texts, lines } = api({ ownerOf, ...(throws && { table: failing }) })
      const answer = await ask('/jobs', { method: 'POST', headers: { ...headers, authorization: sent }, body })
      expect(answer.statusCode).toBe(status)
      expect(lines()).toMatchObject([{ status }])
      expect(texts.join()).not.toMatch(
        new RegExp(`${'s'.repeat(10)}|secret|${HARD.slice(0, 20).replaceAll('.', '\\.')}|mistyped`),
      )
      if (throws) expect(lines()).toMatchObject([{ level: 'ERROR', error: 'Error', Failures: 1 }])
      if (throws) expect(texts.join()).toContain('caused by: Error: sudoku_… is too long')
    },
  )

  it('is in no line of a worker either', async () => {
    const { telemetry, texts } = said('worker', { namespace: 'SudokuService/test' })
    const { ask } = api({ ownerOf })
    await ask('/jobs', { method: 'POST', headers, body })
    const [chunk] = await aws.received()
    const table = { ...aws.table, countResults: () => Promise.reject(new Error(`no ${KEY}`)) }
    await createWorker({ ...aws, telemetry, sliceMs: 60_000 })(eventOf([chunk]))
    await createWorker({ ...aws, table, telemetry, sliceMs: 60_000 })(eventOf([chunk], 2))
    expect(texts).toHaveLength(2)
    expect(texts.join()).not.toMatch(/sssss|\.\.53|mistyped|534678912/)
  })
})
