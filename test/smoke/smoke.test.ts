// @module-tag long

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'
import { start } from '../cli/run.ts'
import { type Answered, type Tampering, tampered } from './tampered.ts'

/** `npm run smoke`: that it passes a right service, and none that is a little wrong. */

/** A tenth of what it is elsewhere, so that as many slices take a tenth of the time. */
const SLICE_MS = 200

let service: LocalService
beforeAll(async () => {
  service = await startLocal({ auth: 'keys', sliceMs: SLICE_MS })
})
afterAll(() => service[Symbol.asyncDispose]())

/** Each run is of an owner of its own, because an owner may ask only so often. */
async function smoke(url: string, only: readonly string[] = [], key?: string) {
  const env = { SUDOKU_KEY: key ?? (await service.newKey(crypto.randomUUID())) }
  return start('test/smoke/smoke.ts', ['--url', url, '--slice', `${SLICE_MS}`, ...only], { env }).ended
}

it('says so and fails nothing without a service to look at, says that it needs a key, and refuses wrong usage', async () => {
  const bare = (...args: string[]) => start('test/smoke/smoke.ts', args).ended
  expect(await bare()).toMatchObject({ code: 0, stdout: 'skipped: no --url\n' })
  expect(await bare('--url', service.url, '--only', 'keys')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('FAILED  keys: it asks for a key: name one'),
  })
  expect((await bare('--url', 'nonsense')).code).toBe(2)
  expect((await bare('--url', service.url, '--only=nonsense')).code).toBe(2)
})

/** Changes the JSON of answers to a path. */
const inJson = <T>(path: RegExp, change: (body: T) => void): Tampering => ({
  answer(answer, request) {
    if (!path.test(request.path) || !answer.headers.get('content-type')?.includes('json')) return
    const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString())
    change(body)
    answer.body = Buffer.from(JSON.stringify(body)).toString('latin1')
  },
})
type Counts = { total: number; pending: number }
type Result = { backtracks: number; status: string }
const inCounts = (path: RegExp, change: (counts: Counts) => void) =>
  inJson<{ counts: Counts }>(path, ({ counts }) => change(counts))
const inResults = (change: (results: Result[]) => void) =>
  inJson<{ results: Result[] }>(RESULTS, ({ results }) => change(results))
const fail = (result: Result) => Object.assign(result, { status: 'failed' })
/** Changes a byte in the middle of packed results, where their records are. */
function inBytes(answer: Answered, { path }: { path: string }) {
  if (!RESULTS.test(path)) return
  const bytes = Buffer.from(answer.body, 'latin1')
  bytes[bytes.length >> 1] ^= 0xff
  answer.body = bytes.toString('latin1')
}
const RESULTS = /\/results/
const JOB = /^\/jobs\/[^/]+$/
const refuse = (isMeant: (asked: { path: string; method: string }) => boolean, status: number): Tampering => ({
  answer: (answer, asked) => Object.assign(answer, isMeant(asked) && { status }),
})
const without = (name: string): Tampering => ({ request: ({ headers }) => headers.delete(name) })
const isAsset = ({ path }: { path: string }) => path.startsWith('/assets')
const isPost = ({ method }: { method: string }) => method === 'POST'

it.each<[string, string, Tampering, RegExp]>([
  ['health', 'answers nonsense', { answer: (answer) => Object.assign(answer, { body: '<p>Hi!</p>' }) }, /JSON/],
  ['page', 'lacks a script', refuse(isAsset, 404), /status of \/assets/],
  ['headers', 'forgets the id', { answer: ({ headers }) => headers.delete(CORRELATION_HEADER) }, /x-correlation-id/],
  ['headers', 'polls in full', without('if-none-match'), /If-None-Match/],
  ['headers', 'repeats', without('idempotency-key'), /the same key/],
  ['published-counts', 'counts more', inResults((results) => results[0].backtracks++), /backtracks by brute-force/],
  ['published-counts', 'does not add up', inCounts(JOB, (counts) => counts.pending++), /pending and outcomes/],
  ['parts', 'takes one for none', inJson(/parts/, (body: { puzzles: number }) => body.puzzles--), /the part/],
  ['parts', 'changes bytes', { answer: inBytes }, /line \d+: found/],
  ['gzip', 'loses a puzzle', inCounts(/^\/jobs$/, (counts) => counts.total--), /puzzles sent as/],
  ['sizes', 'takes less than it promises', refuse(isPost, 413), /413/],
  ['slices', 'stops a chain', inResults((results) => results.forEach(fail)), /status and backtracks/],
])('%s fails a service that %s', async (check, _, tampering, said) => {
  await using wrong = await tampered(service.url, tampering)
  const { code, stdout } = await smoke(wrong.url, ['--only', check])
  expect([code, stdout]).toEqual([1, expect.stringMatching(new RegExp(`^FAILED {2}${check}: .*${said.source}`, 'm'))])
})

it('keys fails a service that was given a key and lets in whoever has none', async () => {
  const key = await service.newKey(crypto.randomUUID())
  await using wrong = await tampered(service.url, {
    request: ({ headers }) => headers.set('authorization', `Bearer ${key}`),
  })
  const { code, stdout } = await smoke(wrong.url, ['--only', 'keys'], key)
  expect([code, stdout]).toEqual([1, expect.stringContaining('lets everybody in')])
})
