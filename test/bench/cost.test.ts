import { expect, it } from 'vitest'
import { costsOf, itemBytes, readUnits, type Usage, writeUnits } from '../../bench/bulk/cost.ts'

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
const read = (bytes: number, isConsistent = true) => ({ items: 1, bytes, isConsistent })

it('charges a write for each KB begun, and a read for each 4 KB, half where it need not be consistent', () => {
  expect([0, 1, 1024, 1025, 390_000].map(writeUnits)).toEqual([1, 1, 1, 2, 381])
  expect([read(0), read(4096), read(4097), read(4097, false)].map(readUnits)).toEqual([1, 1, 2, 1])
})

it('charges a call of SQS for each 64 KB begun, also an empty one, and a request for each 512 KB', () => {
  const usage = { ...NOTHING, queueCalls: [0, 64 * 1024, 64 * 1024 + 1], httpRequests: [100, 512 * 1024 + 1] }
  const units = new Map(costsOf(usage).map((cost) => [cost.what, cost.units]))
  expect(['SQS requests', 'HTTP API requests'].map((what) => units.get(what))).toEqual([4, 3])
})

it.each<[number, Parameters<typeof itemBytes>[0]]>([
  [2 + 2, { pk: { S: 'é' } }],
  [1 + 5, { n: { N: '1234567' } }],
  [1 + 2, { n: { N: '0' } }],
  [1 + 300, { b: { B: Buffer.alloc(300).toString('base64') } }],
  [1 + 300, { b: { B: new Uint8Array(300) } }],
  [3 + 1, { yes: { BOOL: true } }],
  [3 + 2 + 3, { set: { NS: ['1', '234'] } }],
  // Three for a map or list, and one for each of its elements.
  [1 + 3 + (1 + 2 + 1) + (1 + 2 + 1), { m: { M: { a: { S: 'xy' }, b: { N: '1' } } } }],
  [1 + 3 + (2 + 1) + (1 + 1), { l: { L: [{ S: 'xy' }, { NULL: true }] } }],
  [1 + 3, { m: { M: {} } }],
])('counts %i bytes of names and values as DynamoDB does, binary as it is', (bytes, item) => {
  expect(itemBytes(item)).toBe(bytes)
})
