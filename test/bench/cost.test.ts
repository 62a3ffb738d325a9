import { expect, it } from 'vitest'
import { costsOf, dollarsOf, readUnits, type Usage, writeUnits } from '../../bench/bulk/cost.ts'

const NOTHING: Usage = { writes: [], reads: [], queueCalls: [], httpRequests: [], functions: [] }
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

it('comes to what a message and an item a puzzle would cost, beside computing', () => {
  const each = (size: number) => Array(MILLION).fill(size)
  const usage = { ...NOTHING, writes: each(200), queueCalls: Array(MILLION * 0.3).fill(1000) }
  expect(dollarsOf(costsOf(usage))).toBeCloseTo(0.625 + 0.12)
})
