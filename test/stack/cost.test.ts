import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ceilingOfADay, costsOf, dollarsOf, readUnits, type Usage, writeUnits } from '../../infra/stack/cost.ts'
import { STAGES } from '../../infra/stack/deployment.ts'

const NOTHING: Usage = {
  writes: [],
  reads: [],
  queueCalls: [],
  httpRequests: [],
  functions: [],
  bytesOut: 0,
  storedBytes: 0,
  lines: [],
}
const MILLION = 1_000_000

function costOf(what: string, usage: Partial<Usage>) {
  return costsOf({ ...NOTHING, ...usage }).find((cost) => cost.what === what)
}

it('costs nothing where nothing was asked', () => {
  expect(dollarsOf(costsOf(NOTHING))).toBe(0)
})

it('charges a write for each KB begun of its item, and one at least', () => {
  expect([0, 1, 1024, 1025, 390_000].map(writeUnits)).toEqual([1, 1, 1, 2, 381])
  expect(costOf('DynamoDB writes', { writes: Array(MILLION).fill(1025) })).toMatchObject({ units: 2 * MILLION })
  expect(costOf('DynamoDB writes', { writes: Array(MILLION).fill(1025) })?.dollars).toBeCloseTo(1.25)
})

it('charges a query once for each 4 KB begun of all its items, half where it need not be consistent', () => {
  const read = (bytes: number, isConsistent = true) => ({ items: 1, bytes, isConsistent })
  expect([read(0), read(4096), read(4097), read(4097, false)].map(readUnits)).toEqual([1, 1, 2, 1])
  expect(costOf('DynamoDB reads', { reads: Array(MILLION).fill(read(4097)) })?.dollars).toBeCloseTo(0.25)
})

it('charges a call to SQS for each 64 KB begun, an empty one too', () => {
  const calls = [0, 64 * 1024, 64 * 1024 + 1]
  expect(costOf('SQS requests', { queueCalls: calls })?.units).toBe(4)
  expect(costOf('SQS requests', { queueCalls: Array(MILLION).fill(0) })?.dollars).toBeCloseTo(0.4)
})

it('charges a request to the HTTP API for each 512 KB begun', () => {
  expect(costOf('HTTP API requests', { httpRequests: [100, 512 * 1024 + 1] })?.units).toBe(3)
  expect(costOf('HTTP API requests', { httpRequests: Array(MILLION).fill(100) })?.dollars).toBeCloseTo(1)
})

it('charges a function by the GB and second: for its work as if it had a whole processor, for its waiting as it is', () => {
  const used = { invocations: 5, cpuSeconds: 2, heldSeconds: 12 }
  const functions = [
    { ...used, name: 'api', memoryMb: 512 },
    { ...used, name: 'worker', memoryMb: 1769 },
  ]
  expect(costOf('Lambda api, requests', { functions })?.units).toBe(5)
  expect(costOf('Lambda api, computing', { functions })?.units).toBeCloseTo((2 * 1769) / 1024)
  expect(costOf('Lambda api, waiting', { functions })?.units).toBeCloseTo(5)
  expect(costOf('Lambda worker, computing', { functions })?.units).toBeCloseTo((2 * 1769) / 1024)
  expect(costOf('Lambda worker, waiting', { functions })?.units).toBeCloseTo((10 * 1769) / 1024)
  expect(costOf('Lambda worker, waiting', { functions })?.dollars).toBeCloseTo(17.275390625 * 0.0000133334)
})

it('charges what is kept for nine days, its backup, answers, lines with what AWS adds to them, and a trace in twenty', () => {
  expect(costOf('kept in the table', { storedBytes: 1e9 })?.dollars).toBeCloseTo(0.25 * 0.3)
  expect(costOf('its backup', { storedBytes: 1e9 })?.dollars).toBeCloseTo(0.2 * 0.3)
  expect(costOf('answers, to the internet', { bytesOut: 1e9 })?.dollars).toBeCloseTo(0.09)
  expect(costOf('logs', { lines: Array(MILLION).fill(974) })?.dollars).toBeCloseTo(0.5)
  const functions = [{ name: 'api', memoryMb: 512, invocations: MILLION, cpuSeconds: 0, heldSeconds: 0 }]
  expect(costOf('logs', { functions })?.units).toBe(0)
  expect(costOf('logs', { httpRequests: Array(MILLION).fill(0) })?.units).toBeCloseTo(0.396)
  expect(costOf('traces', { functions })?.dollars).toBeCloseTo(0.25)
  const worker = functions.map((used) => ({ ...used, name: 'worker' }))
  expect(costOf('traces', { functions: worker })?.dollars).toBe(0)
})

it('SECURITY.md has the most that a day can cost, of each stage', () => {
  const security = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
  const stages = [STAGES.dev, STAGES.prod].map((stage) => ceilingOfADay(stage))
  const dollars = (of: number) => Math.round(of).toLocaleString('en')
  const [dev, prod] = stages
  const rows = dev.map(({ what, dollars: ofDev }, i) => [what, dollars(ofDev), dollars(prod[i].dollars)])
  const all = ['**all**', ...stages.map((costs) => `**${dollars(dollarsOf(costs))}**`)]
  expect(security).toContain([...rows, all].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
})

it('comes to what a message and an item a puzzle would cost, beside computing', () => {
  const each = (size: number) => Array(MILLION).fill(size)
  const usage = { ...NOTHING, writes: each(200), queueCalls: Array(MILLION * 0.3).fill(1000) }
  expect(dollarsOf(costsOf(usage))).toBeCloseTo(0.625 + 0.12)
})
