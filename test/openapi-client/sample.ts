import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

/** Submits puzzles, polls their job and prints its results, with the types that openapi-typescript makes, and no others. */

const [baseUrl = 'http://localhost:3000'] = process.argv.slice(2)
const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SMALL = [
  [1, 0, 3, 0],
  [0, 0, 2, 1],
  [0, 1, 0, 2],
  [2, 4, 0, 0],
]

// Results can be had as CSV, too. Who names the media types that are read has these typed, and no others.
const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl })

const submitted = await client.POST('/jobs', { body: { puzzles: [GRID, { id: 'mine', puzzle: SMALL }] } })
if (!submitted.data) throw new Error(submitted.error.title)
let job: components['schemas']['Job'] = submitted.data

const path = { id: job.id }
while (job.state === 'running') {
  const { data, error } = await client.GET('/jobs/{id}', { params: { path, header: { Prefer: 'wait=20' } } })
  if (!data) throw new Error(error?.title)
  job = data
}

for (let from: number | null = 1; from !== null; ) {
  const query: { from: number; status: components['schemas']['Result']['status'][] } = {
    from,
    status: ['solved', 'multiple'],
  }
  const { data, error } = await client.GET('/jobs/{id}/results', { params: { path, query } })
  if (!data) throw new Error(error.title)
  for (const { line, id, solution } of data.results) console.log(line, id ?? '-', solution)
  from = data.next
}

const refused = await client.POST('/jobs', { body: { puzzles: ['x'.repeat(16)], solutions: 0 } })
console.log(refused.error?.status, refused.error?.title)

// The compiler refuses what these ask for, and it is never asked for.
export const wrong = () => [
  // @ts-expect-error there is no such strategy
  client.POST('/jobs', { body: { puzzles: [GRID], strategy: 'magic' } }),
  // @ts-expect-error a job has puzzles, or is opened for parts
  client.POST('/jobs', { body: { strategy: 'singles' } }),
  // @ts-expect-error there is no such status
  client.GET('/jobs/{id}/results', { params: { path, query: { status: ['fine'] } } }),
  // @ts-expect-error a job is named
  client.GET('/jobs/{id}', {}),
]
