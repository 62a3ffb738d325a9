import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { GRID } from '../api/grids.ts'
import { tampered } from '../smoke/tampered.ts'
import { fileOf, sudoku } from './run.ts'

/** The service behind a gateway that turns some requests away, as API Gateway does: with a status that says no more. */
async function throttling(isTurnedAway: (method: string, path: string, turnedAway: number) => boolean) {
  let turnedAway = 0
  const service = await tampered(inject('serviceUrl'), {
    refusal({ method, path }) {
      if (!isTurnedAway(method, path, turnedAway)) return undefined
      turnedAway++
      const headers = new Headers({ 'content-type': 'application/json' })
      return { status: 429, headers, body: '{"message":"Too Many Requests"}' }
    },
  })
  onTestFinished(() => service[Symbol.asyncDispose]())
  return { url: service.url, turnedAway: () => turnedAway }
}

/** More than one part: some 120,000 puzzles. */
const MANY = `${GRID}\n`.repeat(120_000)
const noPause = () => new Promise<void>((resolve) => setImmediate(resolve))

it.each([
  ['parts', (method: string) => method === 'PUT'],
  ['results', (method: string, path: string) => method === 'GET' && path.includes('/results')],
] as const)(
  'waits for a gateway that turns %s away twenty times, and prints everything',
  { tags: ['long'] },
  async (_, isMet) => {
    const { url, turnedAway } = await throttling((method, path, before) => before < 20 && isMet(method, path))
    const args = ['solve', fileOf(MANY), '--url', url, '--format', 'text', '--backtrack-limit', '0']
    const { stdout, stderr } = await sudoku(args, { pause: noPause })
    expect(stderr).toBe('')
    expect(stdout.split('\n').length - 1).toBe(120_000)
    expect(turnedAway()).toBe(20)
  },
)

it.each(['PUT', 'GET'])('is ended by Ctrl-C while every %s is turned away', { tags: ['long'] }, async (method) => {
  const { url, turnedAway } = await throttling((met) => met === method)
  const interrupted = new AbortController()
  const ended = sudoku(['solve', fileOf(MANY), '--url', url], { signal: interrupted.signal })
  while (turnedAway() < 2) await pause(10)
  interrupted.abort()
  const { code, stderr } = await ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/^sudoku: interrupted .*\n?/)
})
