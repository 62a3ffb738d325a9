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
/** By a service a process was given 197 to 233 MB in 25 runs, and 309 in one; it holds 120 of them. */
const MOST_HELD_MB = 200
const MOST_GIVEN_MB = 350
/** Prints what the process held at most, and what the system gave it, in bytes. */
const MEASURED = `--import=data:text/javascript,${encodeURIComponent(`
  let held = 0
  const look = ({ heapTotal, external }) => (held = Math.max(held, heapTotal + external))
  setInterval(() => look(process.memoryUsage()), 20).unref()
  process.on('exit', () => console.error(JSON.stringify({ held, given: process.resourceUsage().maxRSS * 1024 })))
`)}`

it.each([
  ['by a service', ['--url', inject('serviceUrl')]],
  ['on two threads, which have an engine each,', ['--threads', '2']],
])('holds little of ten million puzzles that it solves %s', { tags: ['long'], timeout: 600_000 }, async (_, where) => {
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
  const { held, given } = JSON.parse(await said)
  expect(held / 2 ** 20, `of ${given / 2 ** 20} MB that it was given`).toBeLessThan(MOST_HELD_MB)
  expect(given / 2 ** 20).toBeLessThan(MOST_GIVEN_MB)
})
