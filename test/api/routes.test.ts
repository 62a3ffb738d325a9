import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { openapi as built, resultFields } from '../../functions/api/openapi/document.ts'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { PROBLEMS } from '../../functions/api/problem.ts'
import { createApi } from '../../functions/api.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, misfits, post } from './ask.ts'

const url = inject('serviceUrl')

it.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/cancel'],
  ['POST', '/redrive'],
  ['POST', '/seal'],
])('%s /jobs/{id}%s takes no parameters, and does nothing where there are any', async (method, path) => {
  const { body: job } = await post('/jobs', { open: true })
  const answer = ask(`/jobs/${job.id}${path}?foo=1`, { method })
  expect(await misfits(answer)).toEqual(['foo: unknown parameter'])
  expect((await ask<JobView>(`/jobs/${job.id}`)).body).toMatchObject({ state: 'open' })
})

it('says which methods an address takes', async () => {
  const response = await fetch(`${url}/jobs/x`, { method: 'PATCH' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, DELETE')
  expect(await response.json()).toMatchObject({ type: '/problems/wrong-method' })
})

describe('every problem has a page of its own', () => {
  it.each(Object.entries(PROBLEMS))('%s', async (code, { status, title, cause, remedy }) => {
    const type = `/problems/${code}`
    expect((await ask(type)).body).toEqual({ type, code, status, title, cause, remedy })
    const { headers, body } = await ask<string>(type, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(body).toContain(`<h1>${title}</h1>`)
    // Each sentence is there, and no backtick is left of its code.
    expect(body).not.toContain('`')
    expect(body).not.toContain('undefined')
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z`].*\.$/)
  })

  it('and there is none of any other name', async () => {
    expect((await fetch(`${url}/problems/toString`)).status).toBe(404)
  })
})

it('serves the description that its source makes', async () => {
  expect(openapi, 'run: npm run openapi').toEqual(JSON.parse(JSON.stringify(built)))
  expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual(openapi)
})

it('has a page of the fields of a result, made from the same source', () => {
  const page = readFileSync(new URL('../../docs/result-fields.md', import.meta.url), 'utf8')
  expect(page, 'run: npm run openapi').toBe(resultFields)
})

it('a choice of whole numbers is described as one, so that no generated client takes fractions', () => {
  const choices: object[] = []
  JSON.stringify(openapi, (_, value) => {
    if (Array.isArray(value?.enum) && value.enum.every(Number.isInteger)) choices.push(value)
    return value
  })
  expect(choices.length).toBeGreaterThan(0)
  for (const choice of choices) expect(choice).toMatchObject({ type: 'integer' })
})

it('describes every route, and no other', () => {
  const unused = new Proxy({}, { get: () => () => {} }) as Parameters<typeof createApi>[0]
  const routes = createApi(unused)
    .routes.filter(({ method, path }) => method !== 'ALL' && !/^\/(assets\/|offline\.js$)/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(new Set(routes)).toEqual(new Set(described))
})

it('describes every problem at a route that can meet it, but for the one that no route can', () => {
  const texts = JSON.stringify(openapi.paths)
  const undescribed = Object.keys(PROBLEMS).filter((name) => !texts.includes(`(\`${name}\`)`))
  expect(undescribed).toEqual(['wrong-method'])
})
