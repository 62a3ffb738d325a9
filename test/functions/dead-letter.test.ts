import { expect, it } from 'vitest'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { GRID as EASY } from '../api/grids.ts'
import { jobOf } from './emulated.ts'
import { emulatedForAll, functionsOn } from './emulated-for-all.ts'

const aws = emulatedForAll()
const { deadLetter, progress } = functionsOn(aws)

it('asks for a look at a job with a webhook, once the last of its chunks is closed', async () => {
  const webhook = { url: 'https://receiver.example/', secret: 'whsec_' }
  const [first, last] = await jobOf(aws.table, [EASY, EASY], { perChunk: 1, webhook })
  await deadLetter(first)
  expect(await aws.looks()).toEqual([])
  await deadLetter(last)
  expect(await aws.looks()).toEqual([last.jobId])
})

it('gives up what is left of a chunk that comes here again and again: Lambda would stop the function', async () => {
  const [chunk] = await jobOf(aws.table, Array(20).fill(EASY))
  let left = [chunk]
  let deaths = 0
  for (; left.length > 0; left = await aws.received()) {
    const [{ from }] = left
    const { results } = solveChunk({ ...left[0], puzzles: left[0].puzzles.slice(0, 1) }, () => false)
    await aws.table.keepResults(left[0], { from, redrive: 0, count: 1, packed: results.pack() })
    await deadLetter(left[0])
    deaths++
  }
  expect(deaths).toBeLessThan(16)
  expect(await progress(chunk)).toMatchObject({ state: 'completed', solved: deaths, failed: 20 - deaths, pending: 0 })
})
