import { expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { PartsPage, PartView } from '../../shared/protocol/views.ts'
import { type Asked, ask, opened, post, putPart, refusal } from './ask.ts'
import { GRID } from './grids.ts'

const list = (id: string, query = ''): Promise<Asked<PartsPage>> => ask(`/jobs/${id}/parts${query}`)

it('the parts that are in are listed in the order of their numbers, as they were answered', async () => {
  const id = await opened()
  expect((await list(id)).body).toEqual({ parts: [], next: null })
  const parts: PartView[] = []
  for (const number of [7, 2, 1]) parts.unshift((await putPart(id, number, `${GRID}\n`.repeat(number))).body)
  const { body, headers } = await list(id)
  expect(body).toEqual({ parts, next: null })
  expect(headers.has('link')).toBe(false)
  expect(await Array.fromAsync(createClient({ url: inject('serviceUrl') }).listParts(id))).toEqual(parts)
})

it.each([2, 3])('in pages of %i, each part is on one of them', async (limit) => {
  const id = await opened()
  const numbers = [1, 2, 3, 5, 8, 2000]
  for (const number of numbers) await putPart(id, number, GRID)
  const seen: number[] = []
  for (let next = `/jobs/${id}/parts?limit=${limit}`; next; ) {
    const { body, headers }: Asked<PartsPage> = await ask(next)
    expect(body.parts.length).toBeLessThanOrEqual(limit)
    seen.push(...body.parts.map(({ part }) => part))
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
    expect(next === '').toBe(body.next === null)
  }
  expect(seen).toEqual(numbers)
})

it('a job that came in one piece has one part', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID, GRID] })
  expect((await list(body.id)).body).toMatchObject({ parts: [{ part: 1, puzzles: 2, format: 'json' }], next: null })
})

it.each([
  ['?from=0', 'from: expected a whole number from 1 to 2000'],
  ['?limit=101', 'limit: expected a whole number from 1 to 100'],
  ['?page=1', 'page: unknown parameter'],
])('a list with %s is refused', async (query, error) => {
  expect(await refusal(list(await opened(), query))).toEqual([422, 'invalid-request', error])
})
