import { expect, it } from 'vitest'
import type { JobView, ResultsPage } from '../../shared/protocol/views.ts'
import { ask, ended, misfits, post, resultsOf } from './ask.ts'
import { GRID, RECTANGLE, SEVERAL, SOLUTION, X_WING } from './grids.ts'

const CHAIN = '.1.7.......5..4...7.3.....8...8.695..5..2...4.....5.63...9......8..614....9578.1.'
/** Rated 1.2, 3.2, 4.5 and 7.1; 0, as it is full; and five that have no rating. */
const PUZZLES = [GRID, X_WING, RECTANGLE, CHAIN, SOLUTION, SEVERAL, 'x', '...3.1.2.2..4...']
const RATINGS = {
  er: [
    { er: 0, puzzles: 1 },
    { er: 1.2, puzzles: 1 },
    { er: 3.2, puzzles: 1 },
    { er: 4.5, puzzles: 1 },
    { er: 7.1, puzzles: 1 },
  ],
  technique: [
    { technique: 'hidden-single', puzzles: 1 },
    { technique: 'x-wing', puzzles: 1 },
    { technique: 'unique-rectangle', puzzles: 1 },
    { technique: 'forcing-chain', puzzles: 1 },
  ],
  atLeast: 0,
}

it('a job that asks for ratings tells how many puzzles there are by ER and by technique', async () => {
  const { body } = await post('/jobs', { puzzles: PUZZLES, include: ['rating'] })
  expect((await ended(body.id)).ratings).toEqual(RATINGS)
  const { results } = await resultsOf(body.id)
  expect(results.map(({ rating }) => rating?.er)).toEqual([1.2, 3.2, 4.5, 7.1, 0, undefined, undefined, undefined])
})

it('so does one that is done within its request', async () => {
  const headers = { 'content-type': 'application/json', prefer: 'wait=20' }
  const body = JSON.stringify({ puzzles: [GRID], include: ['rating'] })
  const { body: job } = await ask<JobView>('/jobs', { method: 'POST', headers, body })
  const ratings = { er: RATINGS.er.slice(1, 2), technique: RATINGS.technique.slice(0, 1), atLeast: 0 }
  expect([job.ratings, (await ended(job.id)).ratings]).toEqual([ratings, ratings])
})

it('results can be read by ER and by technique, and by both and their status', async () => {
  const { body } = await post('/jobs', { puzzles: PUZZLES, include: ['rating'] })
  await ended(body.id)
  const placesOf = async (query: Record<string, string>) =>
    (await resultsOf(body.id, query)).results.map(({ place }) => place)
  expect(await placesOf({ er: '3.2..4.5' })).toEqual([2, 3])
  expect(await placesOf({ er: '4.5..' })).toEqual([3, 4])
  expect(await placesOf({ er: '..1.2' })).toEqual([1, 5])
  expect(await placesOf({ er: '7.1' })).toEqual([4])
  expect(await placesOf({ er: '7.2..20' })).toEqual([])
  expect(await placesOf({ technique: 'x-wing,forcing-chain' })).toEqual([2, 4])
  expect(await placesOf({ technique: 'x-wing,forcing-chain', er: '4..', status: 'solved' })).toEqual([4])
  expect(await placesOf({ er: '0..20', status: 'multiple' })).toEqual([])
  const { body: twice } = await ask<ResultsPage>(`/jobs/${body.id}/results?technique=x-wing&technique=forcing-chain`)
  expect(twice.results.map(({ place }) => place)).toEqual([2, 4])
})

it('a page of them leads to the next, whose link asks for the same', async () => {
  const { body } = await post('/jobs', { puzzles: [...PUZZLES, ...PUZZLES], include: ['rating'] })
  await ended(body.id)
  const path = `/jobs/${body.id}/results?er=3.2..4.5&technique=x-wing,unique-rectangle&limit=3`
  const { body: page, headers } = await ask<ResultsPage>(path)
  expect(page.results.map(({ place }) => place)).toEqual([2, 3, 10])
  const [, link] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  const { body: last, headers: lastHeaders } = await ask<ResultsPage>(link)
  expect([last.results.map(({ place }) => place), last.next]).toEqual([[11], null])
  expect(headers.get('etag')).not.toBe(lastHeaders.get('etag'))
  const { body: csv } = await ask<string>(`/jobs/${body.id}/results?er=7.1&format=csv`)
  expect(csv.trim().split('\n')).toHaveLength(3)
})

it('refuses ranges that are none, techniques that nobody knows, packed results, and jobs without ratings', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID], include: ['rating'] })
  const refused = (query: string, id = body.id) => misfits(ask(`/jobs/${id}/results?${query}`))
  for (const range of ['', '4,5', '4.55', '..', '4..5..6', 'hard', '-1', '100..']) {
    const words = 'er: expected a range of ratings such as 4.5..6.0, 4.5.., ..6.0 or 4.5'
    expect(await refused(`er=${range}`), range).toEqual([words])
  }
  expect(await refused('er=6..5.9')).toEqual(['er: found 6..5.9, expected the lower rating first'])
  expect(await refused('er=1&er=2')).toEqual(['er: found 2 values, expected one'])
  expect((await refused('technique=luck'))[0]).toContain('technique: found "luck", expected one of hidden-single, ')
  expect(await refused('format=packed&er=1..2&technique=x-wing')).toEqual([
    'er: packed results come as they are',
    'technique: packed results come as they are',
  ])
  const other = await post('/jobs', { puzzles: [GRID] })
  const words = 'the job has no ratings, as it was submitted without include=rating'
  expect(await refused('er=1..2&technique=x-wing', other.body.id)).toEqual([`er: ${words}`, `technique: ${words}`])
})
