import { expect, it } from 'vitest'
import { ask, ended, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const cancel = (id: string) => post(`/jobs/${id}/cancel`)

it('an open job that is cancelled before any part came is cancelled at once, and takes no more', async () => {
  const id = await opened()
  expect((await cancel(id)).body).toMatchObject({ state: 'cancelled', parts: 0, counts: { total: 0 } })
  expect(await resultsOf(id)).toEqual({ results: [], next: null })
  expect(await refusal(post(`/jobs/${id}/redrive`))).toEqual([409, 'job-ended'])
  expect(await refusal(putPart(id, 1, `${GRID}\n`))).toEqual([409, 'job-not-open'])
})

it('a completed job cannot be cancelled, and stays as it is where nothing of it can be sent again', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID] })
  const job = await ended(body.id)
  expect(await refusal(cancel(body.id))).toEqual([409, 'job-ended'])
  expect((await post(`/jobs/${body.id}/redrive`)).body).toEqual(job)
  expect((await ask(`/jobs/${body.id}`)).body).toEqual(job)
})
