import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'

const url = inject('serviceUrl')
const client = createClient({ url })

let results: string

beforeAll(async () => {
  // Thirty puzzles make three chunks of brute force; every third of them is no puzzle.
  const puzzles = Array.from({ length: 30 }, (_, i) => ({ id: `p,${i}`, puzzle: i % 3 === 2 ? 'x' : GRID }))
  const { id } = await client.createJob({ puzzles, strategy: 'brute-force' })
  await Array.fromAsync(client.watchJob(id))
  results = `${url}/jobs/${id}/results`
})

function get(query = '', accept = 'application/json') {
  return fetch(results + query, { headers: { accept } })
}

async function pages(query: string): Promise<ResultsPage[]> {
  const found: ResultsPage[] = []
  for (let next: number | null = 1; next !== null; next = found.at(-1)?.next ?? null) {
    found.push((await (await get(`${query}&from=${next}`)).json()) as ResultsPage)
  }
  return found
}

describe('JSON pages', () => {
  it('hold all results in input order, wherever they are cut', async () => {
    for (const limit of [1, 7, 10, 30, 1000]) {
      const all = (await pages(`?limit=${limit}`)).flatMap((page) => page.results)
      expect(all.map((result) => result.line)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
      expect(all.map((result) => result.id)).toEqual(Array.from({ length: 30 }, (_, i) => `p,${i}`))
    }
  })

  it('hold all statuses asked for, however they are separated, and lead to a page that does, too', async () => {
    for (const query of ['status=invalid&status=solved', 'status=invalid&status=failed,solved']) {
      expect((await pages(`?${query}`)).flatMap((page) => page.results)).toHaveLength(30)
      const { headers } = await get(`?${query}&limit=4`)
      const link = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      const second = (await (await fetch(new URL(link ?? '', url))).json()) as ResultsPage
      expect(second.results.map(({ line }) => line)).toEqual([5, 6, 7, 8])
    }
  })
})

it('the best form that is accepted is chosen', async () => {
  expect((await get('', 'text/html, text/*;q=0.5, */*;q=0.1')).headers.get('content-type')).toMatch(/^text\//)
  expect((await get('', '*/*')).headers.get('content-type')).toBe('application/json')
  expect((await get('', 'image/png')).status).toBe(406)
  expect((await get('', 'text/csv;q=0')).status).toBe(406)
  expect((await get('', 'application/json;q=0, */*')).headers.get('content-type')).toBe('application/x-ndjson')
  expect((await get('', 'Text/CSV')).headers.get('content-type')).toBe('text/csv')
  expect((await get('', 'application/jsonl')).headers.get('content-type')).toBe('application/jsonl')
  // What the address asks for goes before what is accepted.
  expect((await get('?format=csv', 'application/x-ndjson')).headers.get('content-type')).toBe('text/csv')
})

it.each([
  ...['?from=0', '?from=x', '?from=', '?cursor=1', '?limit=0', '?limit=100001', '?limit=x'],
  ...['?status=fine', '?statsu=solved', '?format=xml'],
])('refuses %s', async (query) => {
  const response = await get(query)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ type: '/problems/invalid-request' })
})
