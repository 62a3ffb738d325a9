import { expect, inject, it } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import { GRID } from './grids.ts'

const url = inject('serviceUrl')
const client = createClient({ url })

const page = async (id: string, query: string, wait: number) => {
  const response = await fetch(`${url}/jobs/${id}/results?${query}`, { headers: { prefer: `wait=${wait}` } })
  const { results, next } = (await response.json()) as ResultsPage
  return { count: results.length, next, isApplied: response.headers.get('preference-applied') === `wait=${wait}` }
}

const FULL = 'a page of 1,000 that somebody waits for is full, while the job goes on: %j'
it.each(['', '&status=solved'])(FULL, { tags: ['long'] }, isFull)

async function isFull(filter: string): Promise<void> {
  // Some ten seconds of one worker.
  const { id } = await client.createJob(`${GRID}\n`.repeat(3000), { strategy: 'exact-cover', include: ['counts'] })
  try {
    expect(await page(id, `limit=700${filter}`, 20)).toEqual({ count: 700, next: 701, isApplied: true })
    expect(await page(id, `limit=300&from=701${filter}`, 20)).toEqual({ count: 300, next: 1001, isApplied: true })
  } finally {
    await client.deleteJob(id)
  }
}

it('a page that cannot be filled comes with the end of the job, or of the wait', async () => {
  const { id } = await client.createJob({ puzzles: [GRID, GRID] })
  expect(await page(id, 'limit=1000', 20)).toMatchObject({ count: 2, next: null })
  const open = await client.createJob({ open: true })
  await client.putPart(open.id, 1, new TextEncoder().encode(`${GRID}\n`))
  // It may take a busy machine more than a second to be solved.
  expect(await page(open.id, 'limit=1', 20)).toMatchObject({ count: 1, next: 2 })
  expect(await page(open.id, 'limit=1000', 1)).toMatchObject({ count: 1, next: 2 })
  await client.cancelJob(open.id)
  expect(await page(open.id, 'limit=1000', 20)).toMatchObject({ count: 1, next: null })
})

it('without a limit, whatever is there comes at once', async () => {
  const open = await client.createJob({ open: true })
  await client.putPart(open.id, 1, new TextEncoder().encode(`${GRID}\n`))
  expect(await page(open.id, '', 20)).toMatchObject({ count: 1, next: 2 })
  await client.deleteJob(open.id)
})
