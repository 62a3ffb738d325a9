import { request } from 'node:http'
import { describe, expect, inject, it } from 'vitest'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { startEmulators } from '../../infra/local/emulators.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, post } from './ask.ts'
import { GRID } from './grids.ts'

const url = inject('serviceUrl')

describe('every answer tells browsers to be on their guard', () => {
  const paths = Object.keys(openapi.paths).map((path) => path.replace(/\{\w+\}/g, 'none'))
  it.each([...paths, '/nothing', '/assets/none.js'])('%s', async (path) => {
    const { headers } = await fetch(url + path)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    // Scripts of its own are all that a page runs.
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src (?!'self';)/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    })
  })
})

it('nobody on the way keeps what is an owner’s for others, an error neither', async () => {
  const { body: mine } = await post('/jobs', { open: true })
  const paths = ['/jobs', `/jobs/${mine.id}`, `/jobs/${mine.id}/results`, '/jobs/none', '/jobs?limit=many']
  for (const path of paths)
    expect((await fetch(url + path)).headers.get('cache-control')).toMatch(/\bno-(store|cache)$/)
})

describe('the page of another site', () => {
  const headers = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' }
  it.each(['cross-site', 'same-site'])('can neither submit nor cancel, where it is %s', async (site) => {
    const from = { ...headers, 'sec-fetch-site': site }
    const { body: mine } = await post('/jobs', { open: true })
    for (const path of ['/jobs', `/jobs/${mine.id}/cancel`, `/jobs/${mine.id}/seal`]) {
      const refused = await ask(path, { method: 'POST', headers: from, body: GRID })
      expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ type: '/problems/cross-site' })])
    }
    expect((await ask(`/jobs/${mine.id}/parts/1`, { method: 'PUT', headers: from, body: GRID })).status).toBe(403)
    expect((await ask<JobView>(`/jobs/${mine.id}`)).body.state).toBe('open')
  })

  it('can do neither from a browser that says no more than its origin; our own page, and programs, can', async () => {
    const { host } = new URL(url)
    for (const origin of ['https://elsewhere.example', `http://${host}.example`, `https://x@${host}`, 'null', '']) {
      const refused = await ask('/jobs', { method: 'POST', headers: { ...headers, origin }, body: GRID })
      expect([origin, refused.status]).toEqual([origin, 403])
      expect((await ask('/jobs', { headers: { origin } })).status).toBe(200)
    }
    const own = { ...headers, origin: `http://${host}` }
    // A front asks the gateway by the gateway's name, and says by which it was asked itself.
    const fronted = { ...headers, origin: 'https://front.example', 'x-forwarded-host': 'front.example' }
    const named = ['same-origin', 'none'].map((site) => ({ 'content-type': 'text/plain', 'sec-fetch-site': site }))
    for (const from of [own, fronted, ...named]) {
      expect((await ask('/jobs', { method: 'POST', headers: from, body: GRID })).status).toBe(202)
    }
  })

  it('can have no name of its own lead to a service on this machine', async () => {
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const asked = request(`${url}/jobs`, { headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.on('error', reject).end()
      })
    const { port } = new URL(url)
    for (const name of ['rebound.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1', 'localhost@x']) {
      expect([name, await statusFor(`${name}:${port}`)]).toEqual([name, 403])
    }
    for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', 'sudoku.localhost']) {
      expect([name, await statusFor(`${name}:${port}`)]).toEqual([name, 200])
    }
  })
})

it('what stands behind a service on this machine answers nobody else, and no page', async () => {
  await using emulators = await startEmulators()
  const { AWS_ENDPOINT_URL_DYNAMODB: table, AWS_ENDPOINT_URL_SQS: queue, AWS_ACCESS_KEY_ID: id } = emulators.environment
  const signed = (by: string) =>
    `AWS4-HMAC-SHA256 Credential=${by}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`
  const scan = (endpoint: string, headers: Record<string, string>) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.Scan', ...headers },
      body: JSON.stringify({ TableName: emulators.tableName }),
    })
  for (const endpoint of [table, queue]) {
    expect((await scan(endpoint, {})).status).toBe(403)
    expect((await scan(endpoint, { authorization: signed('local') })).status).toBe(403)
    expect((await scan(endpoint, { authorization: signed(id), origin: 'https://elsewhere.example' })).status).toBe(403)
    const preflight = await fetch(endpoint, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
  }
  expect((await scan(table, { authorization: signed(id) })).status).not.toBe(403)
})
