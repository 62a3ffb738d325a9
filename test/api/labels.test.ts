import { expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { MAX_JOB_NAME_LENGTH, MAX_METADATA_KEYS, MAX_METADATA_LENGTH } from '../../shared/job/limits.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, misfits, post, postText, refusal } from './ask.ts'
import { GRID } from './grids.ts'

const client = createClient({ url: inject('serviceUrl') })
const LABELS = { name: 'évening — 5', metadata: { order: '7', note: 'a & b = "c"', empty: '' } }
const METADATA_ERROR =
  'expected at most 16 keys of 1 to 40 characters, with texts of at most 512, without control characters'

it.each([
  ['JSON', () => client.createJob({ puzzles: [GRID], ...LABELS })],
  ['the query of a text', () => client.createJob(GRID, LABELS)],
  ['an open job', () => client.createJob({ open: true, ...LABELS })],
])('a name and metadata that come with %s are shown wherever the job is', async (_, submit) => {
  const job = await submit()
  expect(job).toMatchObject(LABELS)
  expect((await ask<JobView>(`/jobs/${job.id}`)).body).toMatchObject(LABELS)
})

it('metadata may have any names, those of an object’s own properties among them', async () => {
  const metadata = JSON.parse('{"constructor": "acme", "__proto__": "x", "toString": "1", "hasOwnProperty": ""}')
  const { body: job } = await post('/jobs', { puzzles: [GRID], metadata })
  expect(Object.entries((await ended(job.id)).metadata ?? {})).toEqual(Object.entries(metadata))
  const query = new URLSearchParams(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, `${value}`]))
  const { body: other } = await postText(`?${query}`, GRID)
  expect(Object.entries((await ended(other.id)).metadata ?? {})).toEqual(Object.entries(metadata))
})

it.each(['metadata=x&metadata[a]=1', 'metadata[a]=1&metadata=x'])('%s is not guessed at', async (query) => {
  expect(await misfits(postText(`?${query}`, GRID))).toEqual([`metadata: ${METADATA_ERROR}`])
})

it('as much as may be is taken', async () => {
  const entries = Array.from({ length: MAX_METADATA_KEYS }, (_, i) => [`k${i}`, 'x'.repeat(MAX_METADATA_LENGTH)])
  const request = { name: 'n'.repeat(MAX_JOB_NAME_LENGTH), metadata: Object.fromEntries(entries) }
  expect((await post('/jobs', { puzzles: [GRID], ...request })).body).toMatchObject(request)
})

it.each<[object, string]>([
  [{ name: '' }, 'name: expected 1 to 100 characters, and no control characters'],
  [{ name: '\u001b[2J' }, 'name: expected 1 to 100 characters, and no control characters'],
  [{ metadata: 'x' }, `metadata: ${METADATA_ERROR}`],
  [{ metadata: { a: 'x'.repeat(513) } }, `metadata.a: ${METADATA_ERROR}`],
  [{ metadata: { a: 'a\nb' } }, `metadata.a: ${METADATA_ERROR}`],
])('%j is refused', async (labels, error) => {
  expect(await misfits(post('/jobs', { puzzles: [GRID], ...labels }))).toEqual([error])
})

it('a text is refused with the same words, and one key is not two requests', async () => {
  const submitted = (query: string) => postText(`?${query}`, GRID, { 'idempotency-key': 'labelled' })
  expect(await misfits(submitted(`metadata[a]=${'x'.repeat(513)}`))).toEqual([`metadata[a]: ${METADATA_ERROR}`])
  expect((await submitted('name=one')).status).toBe(202)
  expect((await submitted('name=one')).status).toBe(202)
  expect((await refusal(submitted('name=two')))[1]).toBe('idempotency-conflict')
})
