import { describe, expect, it } from 'vitest'
import { framesIn } from '../../shared/job/packed/result-frames.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { resultsIn } from '../job/read.ts'
import { ask, ended, misfits, post, postText, refusal, resultsOf } from './ask.ts'
import { GRID, SEVERAL } from './grids.ts'

const PUZZLES = [GRID, 'x', SEVERAL, '...3.1.2.2..4...']

async function submitted(include: readonly string[]): Promise<JobView> {
  const { status, body } = await post('/jobs', { puzzles: PUZZLES, include })
  expect(status).toBe(202)
  await ended(body.id)
  return body
}

describe('what a job asks to be included', () => {
  it('is told in its options, in one order and once each, and comes with every result', async () => {
    const { id, options } = await submitted(['counts', 'canonical', 'minimal', 'canonical'])
    expect(options.include).toEqual(['minimal', 'canonical', 'counts'])
    const { body: plain } = await post('/jobs', { puzzles: [GRID], include: [] })
    expect(plain.options).not.toHaveProperty('include')
    const { results } = await resultsOf(id)
    const grid = expect.stringMatching(/^[.1-9]{81}$/)
    expect(results).toMatchObject([
      { minimal: false, canonical: grid, counts: { 'brute-force': 4157, 'single-sweep': 22, 'naked-singles': 6 } },
      { status: 'invalid', minimal: null, canonical: null, counts: null },
      { status: 'multiple', minimal: null, canonical: grid },
      { minimal: false, redundant: ['r1c4', 'r2c4'], canonical: null },
    ])
  })

  it('is the same in JSON, NDJSON and packed, and has columns of CSV behind all others', async () => {
    const { id, options } = await submitted(['minimal', 'canonical', 'candidates', 'counts'])
    const { results } = await resultsOf(id)
    const lines = (await ask<string>(`/jobs/${id}/results?format=ndjson`)).body.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(results)
    const { body: packed } = await ask<Uint8Array>(`/jobs/${id}/results?format=packed`)
    const unpacked = [...framesIn(packed)].flatMap(({ place, packed }) => resultsIn(packed, options, place))
    expect(JSON.parse(JSON.stringify(unpacked))).toEqual(results)
    const [head, first, second] = (await ask<string>(`/jobs/${id}/results?format=csv`)).body.split('\n')
    const counts = 'brute-force,single-sweep,naked-singles,fewest-candidates,singles,exact-cover,learning,bit-parallel'
    const columns = `minimal,redundant,canonical,candidates.cells,candidates.exact,${counts.replaceAll(/[^,]+/g, 'counts.$&')}`
    expect(head.slice(head.indexOf('place,'))).toBe(`place,${columns}`)
    const [{ canonical, redundant, solution }] = results
    expect(first).toContain(
      `,1,false,${redundant?.join(' ')},${canonical},${[...(solution ?? '')].join(' ')},true,4157,22,6,0,0,0,0,0`,
    )
    expect(second).toMatch(/,2,,,,,,{8}$/)
  })

  it('is refused by its name where nobody knows it', async () => {
    const names =
      'expected one of minimal, canonical, canonicalSolution, pattern, automorphisms, candidates, total, conflict, counts, rating, steps, hint'
    expect(await misfits(post('/jobs', { puzzles: [GRID], include: ['minimal', 'speed', 3] }))).toEqual([
      expect.stringContaining(`include[1]: found "speed", ${names}`),
      expect.stringContaining(`include[2]: found 3, ${names}`),
    ])
    expect(await misfits(postText('?include=minimal,,counts', GRID))).toEqual([
      expect.stringContaining(`include: found "", ${names}`),
    ])
    expect((await refusal(post('/jobs', { puzzles: [GRID], include: 'minimal' })))[2]).toContain('expected a list')
  })
})
