import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask, ended, opened, post, putPart, refusal, resultsOf } from './ask.ts'
import { GRID } from './grids.ts'

const sha = (content: string) => createHash('sha256').update(content).digest('base64url')

describe('a part', () => {
  it('is answered with its number, its puzzles, how they were understood, and the digest of its content', async () => {
    const id = await opened()
    const content = `${GRID}\n${GRID}\n`
    const { status, body } = await putPart(id, 7, content)
    expect(status).toBe(201)
    expect(body).toEqual({ part: 7, puzzles: 2, format: 'lines', digest: sha(content) })
    expect((await ask(`/jobs/${id}`)).body).toMatchObject({ state: 'open', parts: 1, counts: { total: 2 } })
  })
})

describe('a part sent twice', () => {
  it('with the same content changes nothing, packed or not, one after the other or at once', async () => {
    const id = await opened({ strategy: 'brute-force' })
    const content = `${GRID}\n`.repeat(30)
    const plain = () => putPart(id, 1, content)
    const packed = () => putPart(id, 1, gzipSync(content), { headers: { 'content-encoding': 'gzip' } })
    const first = await plain()
    expect(first.status).toBe(201)
    const others = [await packed(), ...(await Promise.all([plain(), packed(), plain()]))]
    for (const { status, body } of others) expect([status, body]).toEqual([200, first.body])
    await post(`/jobs/${id}/seal`, { parts: 1 })
    const job = await ended(id)
    expect(job).toMatchObject({
      parts: 1,
      counts: { total: 30, solved: 30 },
      backtracks: { sum: 30 * 4157, max: 4157 },
    })
    expect((await resultsOf(id)).results).toHaveLength(30)
  })
})

describe('once its job is sealed', () => {
  it('a part that is in is answered as before, and any other is refused', async () => {
    const id = await opened()
    const { body } = await putPart(id, 1, `${GRID}\n`)
    await post(`/jobs/${id}/seal`, { parts: 1 })
    const job = await ended(id)
    expect((await putPart(id, 1, `${GRID}\n`)).body).toEqual(body)
    expect(await refusal(putPart(id, 1, `${GRID}\n${GRID}\n`))).toEqual([409, 'part-conflict'])
    expect(await refusal(putPart(id, 2, `${GRID}\n`))).toEqual([409, 'job-not-open'])
    expect((await ask(`/jobs/${id}`)).body).toEqual(job)
  })

  it('a job that came in one piece takes no parts either', async () => {
    const { body: job } = await post('/jobs', { puzzles: [GRID] })
    expect(await refusal(putPart(job.id, 2, `${GRID}\n`))).toEqual([409, 'job-not-open'])
    expect(await refusal(putPart(job.id, 1, `${GRID}\n`))).toEqual([409, 'part-conflict'])
  })
})
