import { expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, ended, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

/** Names that mean something to a language, or nothing at all, as JSON has them. */
const NAMES = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  '\\ud800',
  '\\udfff\\ud83d',
  'é',
  '\\u0000',
]

interface Place {
  /** Where somebody names something. The name is written as in JSON. */
  readonly where: string
  readonly ask: (name: string) => Request
  /** The name as it comes back by the results or the job. */
  readonly back?: (job: JobView, id: string | undefined) => unknown
}

const url = inject('serviceUrl')
const asJson = (body: string, headers = {}) =>
  new Request(`${url}/jobs`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
const asText = (type: string, body: string, query = '') =>
  new Request(`${url}/jobs${query}`, { method: 'POST', headers: { 'content-type': type }, body })
const get = (path: string) => new Request(url + path)
/** The name itself; halves of characters are what an address makes of them. */
const plain = (name: string) => encodeURIComponent((JSON.parse(`"${name}"`) as string).toWellFormed())
const one = JSON.stringify(GRID)

const PLACES: readonly Place[] = [
  { where: 'id in JSON', ask: (name) => asJson(`{"puzzles":[{"id":"${name}","puzzle":${one}}]}`), back: (_, id) => id },
  {
    where: 'id in NDJSON',
    ask: (name) => asText('application/x-ndjson', `{"id":"${name}","puzzle":${one}}\n`),
    back: (_, id) => id,
  },
  {
    where: 'id in a JSON document',
    ask: (name) => asText('text/plain', `[{"id":"${name}",\n"puzzle":${one}}]`),
    back: (_, id) => id,
  },
  { where: 'id in CSV', ask: (name) => asText('text/csv', `id,puzzle\n${JSON.parse(`"${name}"`)},${GRID}\n`) },
  { where: 'a field of a puzzle', ask: (name) => asJson(`{"puzzles":[{"${name}":1,"puzzle":${one}}]}`) },
  { where: 'a field of a line', ask: (name) => asText('application/x-ndjson', `{"${name}":1,"puzzle":${one}}\n`) },
  { where: 'a column of CSV', ask: (name) => asText('text/csv', `${JSON.parse(`"${name}"`)},puzzle\n1,${GRID}\n`) },
  {
    where: 'a field of a constraint',
    ask: (name) =>
      asJson(`{"puzzles":[{"puzzle":${one},"constraints":[{"type":"cage","cells":["r1c3"],"${name}":1}]}]}`),
  },
  {
    where: 'the type of a constraint',
    ask: (name) => asJson(`{"puzzles":[{"puzzle":${one},"constraints":[{"type":"${name}","cells":["r1c3"]}]}]}`),
  },
  {
    where: 'a cell of a constraint',
    ask: (name) => asJson(`{"puzzles":[{"puzzle":${one},"constraints":[{"type":"cage","cells":["${name}"]}]}]}`),
  },
  { where: 'a rule of a puzzle', ask: (name) => asJson(`{"puzzles":[{"puzzle":${one},"rules":["${name}"]}]}`) },
  { where: 'a negative constraint', ask: (name) => asJson(`{"puzzles":[{"puzzle":${one},"negative":["${name}"]}]}`) },
  { where: 'a field of a job', ask: (name) => asJson(`{"puzzles":[${one}],"${name}":1}`) },
  { where: 'rules of a job', ask: (name) => asJson(`{"puzzles":[${one}],"rules":"${name}"}`) },
  { where: 'the strategy', ask: (name) => asJson(`{"puzzles":[${one}],"strategy":"${name}"}`) },
  { where: 'an inclusion', ask: (name) => asJson(`{"puzzles":[${one}],"include":["${name}"]}`) },
  {
    where: 'the name of a job',
    ask: (name) => asJson(`{"puzzles":[${one}],"name":"${name}"}`),
    back: ({ name }) => name,
  },
  {
    where: 'a key of metadata',
    ask: (name) => asJson(`{"puzzles":[${one}],"metadata":{"${name}":"x"}}`),
    back: ({ metadata = {} }) => Object.keys(metadata)[0],
  },
  {
    where: 'a value of metadata',
    ask: (name) => asJson(`{"puzzles":[${one}],"metadata":{"x":"${name}"}}`),
    back: ({ metadata }) => metadata?.x,
  },
  { where: 'a key of metadata in a query', ask: (name) => asText('text/plain', GRID, `?metadata[${plain(name)}]=x`) },
  { where: 'a parameter of a submission', ask: (name) => asText('text/plain', GRID, `?${plain(name)}=1`) },
  {
    where: 'an idempotency key',
    ask: (name) => asJson(`{"puzzles":[${one}]}`, { 'idempotency-key': plain(name) || 'x' }),
  },
  {
    where: 'a correlation id',
    ask: (name) => asJson(`{"puzzles":[${one}]}`, { 'x-correlation-id': plain(name) || 'x' }),
  },
  { where: 'a job', ask: (name) => get(`/jobs/${plain(name) || 'x'}`) },
  { where: 'a job’s results', ask: (name) => get(`/jobs/${plain(name) || 'x'}/results`) },
  { where: 'a job of the list', ask: (name) => get(`/jobs?name=${plain(name)}`) },
  { where: 'a state of the list', ask: (name) => get(`/jobs?state=${plain(name)}`) },
  { where: 'a parameter of the list', ask: (name) => get(`/jobs?${plain(name)}=1`) },
  { where: 'a kind of problem', ask: (name) => get(`/problems/${plain(name) || 'x'}`) },
]

it.each(PLACES)(
  '$where may be anything: nothing fails, and what is taken comes back',
  async ({ ask: request, back }) => {
    const client = createClient({ url })
    for (const name of NAMES) {
      const asked = request(name)
      const { pathname, search } = new URL(asked.url)
      const init = { method: asked.method, headers: asked.headers, ...(asked.body && { body: await asked.text() }) }
      const { status, body } = await ask<JobView>(pathname + search, init)
      expect([name, status < 500]).toEqual([name, true])
      if (status !== 202) continue
      const job = await ended(body.id)
      const { results } = await resultsOf(job.id)
      expect([name, job.counts.failed, results.length]).toEqual([name, 0, 1])
      if (back && results[0].reason === undefined) {
        const came = back(job, results[0].id)
        // An id that is empty is as good as none.
        expect(came ?? '').toBe(JSON.parse(`"${name}"`))
      }
      const listed = await client.listJobs().next()
      expect(listed.value).toBeDefined()
    }
  },
)
