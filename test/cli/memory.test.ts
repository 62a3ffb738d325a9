import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, inject, it } from 'vitest'
import { GRID } from '../api/grids.ts'

const LINES = 10_000_000
const LINES_AT_ONCE = 10_000

/** As `npm run sudoku` has it. */
const NEWER = '--max-semi-space-size=8'
/** Prints what the process took at most, in KB. */
const MEASURED = "--import=data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))"

it.each([
  ['by a service', 250, ['--url', inject('serviceUrl')]],
  ['on two threads, which have an engine each,', 350, ['--threads', '2']],
])('solves ten million puzzles %s in %i MB', { tags: ['long'], timeout: 600_000 }, async (_, mostMb, where) => {
  const child = spawn(process.execPath, [NEWER, 'bin/sudoku.ts', 'solve', '-', ...where], {
    cwd: new URL('../../', import.meta.url),
    env: { PATH: process.env.PATH, NODE_OPTIONS: MEASURED },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = Buffer.from(`${GRID}\n`.repeat(LINES_AT_ONCE))
  const sending = pipeline(Readable.from(Array(LINES / LINES_AT_ONCE).fill(lines)), child.stdin)
  let printed = 0
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.length
  })
  const said = text(child.stderr)
  const ended = new Promise((resolve) => child.on('close', resolve))
  await sending
  expect(await ended).toBe(0)
  expect(printed).toBe(LINES * (GRID.length + 1))
  expect(Number(await said) / 1024).toBeLessThan(mostMb)
})
