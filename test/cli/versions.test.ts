import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { ResultsBuilder } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter } from '../../shared/job/packed/result-frames.ts'
import { sudoku } from './run.ts'

/** The command line's words on results in packed pages like this one. */
async function saidOf(page: Uint8Array): Promise<{ code: number | null; stdout: string; said: string }> {
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('/results')) response.end(page)
    else response.end(JSON.stringify({ id: 'one', state: 'completed', options: { strategy: 'singles', solutions: 1 } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const SUDOKU_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stdout, stderr } = await sudoku(['results', 'one'], { env: { SUDOKU_URL } })
  server.close()
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

it.each([
  ['frames', ofVersion(2, pageOf(packed)), 'frames of results: found version 2, expected version 1'],
  ['packed results', pageOf(ofVersion(2, packed)), 'packed results: found version 2, expected version 1'],
])('results in %s of a newer service are refused, and the command line is to be updated', async (_, page, what) => {
  expect(await saidOf(page)).toEqual({
    code: 3,
    stdout: '',
    said: `sudoku: this command line is older than the service and has to be updated: ${what}`,
  })
})

it('results of an older service are refused, and the service is to be updated', async () => {
  expect(await saidOf(ofVersion(0, pageOf(packed)))).toMatchObject({
    code: 3,
    stdout: '',
    said: expect.stringContaining('the service is older than this command line and has to be updated'),
  })
})
