import { request } from 'node:http'
import { expect, inject, it } from 'vitest'
import type { JobView, Problem } from '../../shared/protocol/views.ts'
import { serving } from '../client/serving.ts'
import { GRID } from './grids.ts'

const url = inject('serviceUrl')

/** A proxy that shows the service under a path; it takes that away, and says so. */
const proxied = (prefix: string) =>
  serving((from, to) => {
    const path = from.url?.startsWith(`${prefix}/`) ? from.url.slice(prefix.length) : '/nothing-here'
    const headers = { ...from.headers, 'x-forwarded-prefix': prefix }
    const asked = request(url + path, { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    from.pipe(asked)
  })

it('every address in an answer leads through the proxy that it came through', async () => {
  await using proxy = await proxied('/tools/sudoku')
  const at = (path: string) => new URL(path, proxy.url)
  const made = await fetch(at('/tools/sudoku/jobs?limit=1'), { method: 'POST', body: '{}' })
  const { type, code } = (await made.json()) as Problem
  expect(await (await fetch(at(type))).json()).toMatchObject({ type, code })
  const html = await (await fetch(at(type), { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('href="/tools/sudoku/docs"')

  const body = JSON.stringify({ puzzles: [GRID, GRID] })
  const created = await fetch(at('/tools/sudoku/jobs'), {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', prefer: 'wait=20' },
  })
  const job = (await created.json()) as JobView
  expect(created.headers.get('location')).toBe(job.links.self)
  const polled = (await (await fetch(at(job.links.self))).json()) as JobView
  expect([polled.id, polled.links]).toEqual([job.id, job.links])
  const first = await fetch(at(`${job.links.results}?limit=1`))
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(await (await fetch(at(next))).json()).toMatchObject({ results: [{ place: 2 }], next: null })
  const list = (await (await fetch(at('/tools/sudoku/jobs'))).json()) as { jobs: JobView[] }
  expect(list.jobs.every(({ links }) => links.self.startsWith('/tools/sudoku/jobs/'))).toBe(true)
})

it.each(['//evil.example', 'sudoku', '/a/../b', '/a b', '/a?b', '/', `/${'x'.repeat(50)}`])(
  'what is no path is no prefix: %s',
  async (prefix) => {
    const response = await fetch(`${url}/nothing`, { headers: { 'x-forwarded-prefix': prefix } })
    expect(((await response.json()) as Problem).type).toBe('/problems/unknown-route')
  },
)
