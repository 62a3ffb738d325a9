import { expect, it } from 'vitest'
import { ResultsBuilder } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter } from '../../shared/job/packed/result-frames.ts'
import { serving } from '../client/serving.ts'
import { sudoku } from './run.ts'

/** The command line's words on results in packed pages like this one. */
async function saidOf(page: Uint8Array): Promise<{ code: number | null; stdout: string; said: string }> {
  await using server = await serving(({ url = '' }, response) => {
    if (url.includes('/results')) response.end(page)
    else response.end(JSON.stringify({ id: 'one', state: 'completed', options: { strategy: 'singles', solutions: 1 } }))
  })
  const { code, stdout, stderr } = await sudoku(['results', 'one'], { env: { SUDOKU_URL: server.url } })
  return { code, stdout, said: stderr.split('\n').at(-2) ?? '' }
}

const packed = new ResultsBuilder(0, 1).pack()
const pageOf = (results: Uint8Array) => {
  const frames = new FramesWriter(10_000)
  frames.add({ place: 1, begin: 0, end: 1, packed: results })
  return frames.written()
}
const ofVersion = (version: number, bytes: Uint8Array) =>
  Uint8Array.from(bytes, (byte, i) => (i === 1 ? version : byte))

const NEWER = 'this command line is older than the service and has to be updated: '
const OLDER = 'the service is older than this command line and has to be updated: '
it.each([
  ['frames', ofVersion(2, pageOf(packed)), `${NEWER}frames of results: found version 2, expected version 1`],
  ['packed results', pageOf(ofVersion(2, packed)), `${NEWER}packed results: found version 2, expected version 1`],
  ['frames', ofVersion(0, pageOf(packed)), `${OLDER}frames of results: found version 0, expected version 1`],
])('%s of another version are refused, and the older side is to be updated', async (_, page, says) => {
  expect(await saidOf(page)).toEqual({ code: 3, stdout: '', said: `sudoku: ${says}` })
})
