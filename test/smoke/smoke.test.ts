import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { start } from '../cli/run.ts'
import { type Answered, type Tampering, tampered } from './tampered.ts'

/** `npm run smoke`: that it passes a right service, and none that is a little wrong. */

const smoke = (args: readonly string[], key?: string) =>
  start('test/smoke/smoke.ts', args, { env: key ? { SUDOKU_KEY: key } : {} }).ended
it('without a service to look at it says so, and fails nothing', async () => {
  expect(await smoke([])).toMatchObject({ code: 0, stdout: 'skipped: no --url\n' })
})

it.each(['nonsense', '--only=nonsense'])('refuses wrong usage: %s', { tags: ['long'] }, async (wrong) => {
  const args = wrong.startsWith('--') ? ['--url', inject('serviceUrl'), wrong] : ['--url', wrong]
  expect((await smoke(args)).code).toBe(2)
})

/** Changes the JSON of answers to a path. */
function inJson<T>(path: RegExp, change: (body: T) => void) {
  return (answer: Answered, request: { path: string }) => {
    if (!path.test(request.path) || !answer.headers.get('content-type')?.includes('json')) return
    const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString())
    change(body)
    answer.body = Buffer.from(JSON.stringify(body)).toString('latin1')
  }
}
/** Swaps two lines of results in one format. */
function swapped(format: string) {
  return (answer: Answered, { path }: { path: string }) => {
    if (!path.includes(`format=${format}`)) return
    const lines = answer.body.split('\n')
    answer.body = [...lines.slice(0, 5), lines[6], lines[5], ...lines.slice(7)].join('\n')
  }
}
const JOB = /^\/jobs\/[^/]+$/
const RESULTS = /\/results/
type Counts = { counts: { solved: number; pending: number } }
type Results = { results: { backtracks: number; status: string }[] }

it('tells a right service from one that is wrong', { tags: ['long'] }, async () => {
  const url = inject('serviceUrl')
  const right = await smoke(['--url', url, '--only', 'health,published-counts'])
  expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 passed, 0 failed\n$/m), stderr: '' })
  const answer: Tampering['answer'] = inJson(RESULTS, ({ results }: Results) => results[0].backtracks++)
  await using wrong = await tampered(url, { answer })
  const { code, stdout } = await smoke(['--url', wrong.url, '--only', 'published-counts'])
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^FAILED {2}published-counts: .*backtracks by brute-force/m),
  ])
})

/** A tenth of what it is elsewhere, so that as many slices take a tenth of the time. */
const SLICE_MS = 200

describe('each check', { tags: ['long'] }, () => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal({ auth: 'keys', sliceMs: SLICE_MS })
  })
  afterAll(() => service[Symbol.asyncDispose]())
  /** Each run is of an owner of its own: an owner may ask only so often. */
  const newKey = () => service.newKey(crypto.randomUUID())

  it('passes the service, and tells what it saw and how long it took', async () => {
    const { code, stdout, stderr } = await smoke(['--url', service.url, '--slice', `${SLICE_MS}`], await newKey())
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^passed {2}parts +requests +\d+ +median +\d+ ms +slowest +\d+ ms +4500 puzzles/m)
    expect(stdout).toMatch(/^15 passed, 0 failed\n$/m)
  })

  it('says that it needs a key, where it has none', async () => {
    const { code, stdout } = await smoke(['--url', service.url, '--only', 'keys'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('FAILED  keys: it asks for a key: name one')])
  })

  it.each<[string, string, Tampering, RegExp]>([
    ['health', 'answers nonsense', { answer: (answer) => Object.assign(answer, { body: '<p>Hi!</p>' }) }, /JSON/],
    [
      'health',
      'is another',
      { answer: inJson(/health/, (body: object) => Object.assign(body, { status: 1 })) },
      /body/,
    ],
    [
      'description',
      'hides a route',
      { answer: inJson(/openapi/, (body: { paths: object }) => Object.assign(body, { paths: {} })) },
      /\/jobs/,
    ],
    [
      'page',
      'lacks a script',
      { answer: (answer, { path }) => Object.assign(answer, path.startsWith('/assets') && { status: 404 }) },
      /status of \/assets/,
    ],
    [
      'correlation',
      'forgets the correlation id',
      { answer: ({ headers }) => headers.delete(CORRELATION_HEADER) },
      /x-correlation-id/,
    ],
    [
      'refusals',
      'has no words for errors',
      { answer: inJson(/jobs/, (body: { type: string }) => Object.assign(body, { type: 'about:blank' })) },
      /the problem/,
    ],
    [
      'published-counts',
      'counts one more',
      { answer: inJson(RESULTS, ({ results }: Results) => results[0].backtracks++) },
      /backtracks by brute-force/,
    ],
    [
      'bad-puzzles',
      'counts what does not add up',
      { answer: inJson(JOB, ({ counts }: Counts) => counts.pending++) },
      /pending and outcomes/,
    ],
    [
      'bad-puzzles',
      'swaps results',
      { answer: inJson(RESULTS, ({ results }: Results) => results.reverse()) },
      /statuses/,
    ],
    [
      'conditional-polls',
      'answers all polls in full',
      { request: ({ headers }) => headers.delete('if-none-match') },
      /If-None-Match/,
    ],
    [
      'idempotency',
      'takes what comes twice for two',
      { request: ({ headers }) => headers.delete('idempotency-key') },
      /the same key/,
    ],
    ['parts', 'swaps lines of text', { answer: swapped('text') }, /line 6 as text/],
    ['parts', 'swaps lines of CSV', { answer: swapped('csv') }, /line 5 as csv/],
    [
      'parts',
      'takes a part for none',
      { answer: inJson(/parts/, (body: { puzzles: number }) => body.puzzles--) },
      /the part/,
    ],
    [
      'gzip',
      'loses a puzzle of what is compressed',
      { answer: inJson(/^\/jobs$/, (body: { counts: { total: number } }) => body.counts.total--) },
      /puzzles sent as application\/gzip/,
    ],
    [
      'sizes',
      'takes less than it promises',
      {
        answer: (answer, { method, path }) =>
          Object.assign(answer, method === 'POST' && path.startsWith('/jobs') && { status: 413 }),
      },
      /413/,
    ],
    [
      'slices',
      'stops a chain of slices',
      {
        answer: inJson(RESULTS, ({ results }: Results) => {
          for (const result of results) result.status = 'failed'
        }),
      },
      /status and backtracks/,
    ],
    [
      'cancelling',
      'forgets what was solved',
      {
        answer: inJson(RESULTS, ({ results }: Results) => {
          for (const result of results) result.status = 'cancelled'
        }),
      },
      /solved and cancelled results/,
    ],
  ])('%s fails a service that %s', async (check, _, tampering, said) => {
    await using wrong = await tampered(service.url, tampering)
    const { code, stdout } = await smoke(
      ['--url', wrong.url, '--only', check, '--slice', `${SLICE_MS}`],
      await newKey(),
    )
    expect([code, stdout]).toEqual([1, expect.stringMatching(new RegExp(`^FAILED {2}${check}: .*${said.source}`, 'm'))])
  })

  it('fails a service that was given a key and lets in whoever has none', async () => {
    const key = await newKey()
    const request: Tampering['request'] = ({ headers }) => headers.set('authorization', `Bearer ${key}`)
    await using wrong = await tampered(service.url, { request })
    const { code, stdout } = await smoke(['--url', wrong.url, '--only', 'keys'], key)
    expect([code, stdout]).toEqual([1, expect.stringContaining('lets everybody in')])
  })
})
