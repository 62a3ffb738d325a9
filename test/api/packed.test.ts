import { expect, it } from 'vitest'
import { PUZZLES_TYPE, packPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { ResultsBuilder } from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { ask, opened, post, putPart, refusal } from './ask.ts'
import { GRID } from './grids.ts'

const results = Buffer.from(new ResultsBuilder(0, 1).pack())
const PACKED = { headers: { 'content-type': PUZZLES_TYPE } }
const packed = (...grids: readonly string[]) => Buffer.from(packPuzzles(Puzzles.of(grids.map((text) => ({ text })))))

it.each([
  ['no head', Buffer.from([0xd1, 1, 255, 255, 0]), 'found 5 bytes, expected at least 16'],
  ['packed results', results, 'found packed results (0xd2), expected packed puzzles (0xd1)'],
  ['text', Buffer.from(`${GRID}\n`), 'found bytes that begin with 0x35, expected packed puzzles (0xd1)'],
  ['a grid cut off', packed(GRID, GRID).subarray(0, -4), /^expected /],
  ['nothing', packed(), 'the body: expected at least one puzzle'],
])('puzzles that come packed and hold %s are refused', async (_, body, error) => {
  const [status, type, found] = await refusal(putPart(await opened(), 1, body, PACKED))
  expect([status, type]).toEqual([422, 'invalid-request'])
  expect(found).toMatch(error)
})

it('results that are asked for packed cannot be filtered', async () => {
  const { body } = await post('/jobs', { puzzles: [GRID] })
  const refused = await refusal(ask(`/jobs/${body.id}/results?format=packed&status=solved`))
  expect(refused).toEqual([422, 'invalid-request', 'status: packed results come as they are'])
})
