import { gzipSync } from 'node:zlib'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, misfits, post, refusal, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const long = 'x'.repeat(1_000_000)
const gzipped = (body: string) =>
  ask<JobView>('/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(body),
  })

describe('JSON that would take long, or much room, is refused before it does', () => {
  it.each([
    ['nested deep', '['.repeat(16_000_000), 'too-complex', 'nested deeper than 8 at byte 9'],
    [
      'of millions of numbers',
      `{"puzzles":[${'0,'.repeat(5_000_000)}0]}`,
      'too-many-puzzles',
      'puzzles: found 5000001 puzzles, expected at most 250000',
    ],
  ])('%s', async (_, body, type, error) => {
    expect(await refusal(gzipped(body))).toEqual([422, type, error])
  })
})

it('links that unpack to far more than puzzles are refused where reading them has become too much work', async () => {
  const link = lz.compressToBase64(`{"size":9,"title":"${'x '.repeat(16_000)}","grid":[]}`)
  const puzzles = Array(1_000).fill(link)
  const answers = [
    await gzipped(JSON.stringify({ puzzles })),
    await ask('/jobs?format=lines', {
      method: 'POST',
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(puzzles.join('\n')),
    }),
  ]
  const wrong = 'reading this takes too much work'
  expect(answers.map(({ status, body }) => [status, body])).toMatchObject([
    [422, { errors: [{ pointer: expect.stringMatching(/^#\/puzzles\/[1-9]\d*$/), detail: wrong }] }],
    [422, { errors: [{ detail: expect.stringMatching(`^the body: ${wrong}, .* behind line [1-9]\\d*$`) }] }],
  ])
})

it.each([
  ['of millions of cells', `{"puzzles":[[[${'0,'.repeat(5_000_000)}0]]]}`, 'line 1, expected at most 8192 cells'],
  ['of a million rows', `{"puzzles":[[${'[],'.repeat(1_000_000)}[]]]}`, 'line 1, expected at most 8192 rows'],
])('a puzzle %s is one bad puzzle', async (_, body, reason) => {
  const { status, body: job } = await gzipped(body)
  expect(status).toBe(202)
  await ended(job.id)
  expect((await resultsOf(job.id)).results).toMatchObject([{ status: 'invalid', reason }])
})

it.each([
  [
    'Latin-1',
    Buffer.from(`{"puzzles":[{"id":"caf\xe9","puzzle":"${GRID}"}]}`, 'latin1'),
    'found U+FFFD, as in the place of bytes that are no UTF-8',
  ],
  ['half a character', `{"puzzles":[{"id":"a\\ud800","puzzle":"${GRID}"}]}`, 'found half a character: \\ud800'],
  ['half a character in a name', `{"open":true,"metadata":{"\\uDFFF":"x"}}`, 'found half a character: \\uDFFF'],
])('JSON with %s is no JSON', async (_, body, detail) => {
  const sent = ask('/jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await sent).toMatchObject({ status: 400, body: { title: 'The body is not JSON', detail } })
})

it('an answer shows only the beginning of a long name or value', async () => {
  const shown = `${'x'.repeat(40)}…`
  expect(await misfits(post('/jobs', { puzzles: [GRID], [long]: 1 }))).toEqual([`unknown field "${shown}"`])
  const { body: job } = await post('/jobs', { puzzles: [{ puzzle: GRID, [long]: 1 }, [[long]]] })
  await ended(job.id)
  expect((await resultsOf(job.id)).results.map(({ reason }) => reason)).toEqual([
    `line 1, unknown field "${shown}"`,
    `line 2, cell 1: found "${'x'.repeat(39)}…, expected 1–1, 0 or "."`,
  ])
})
