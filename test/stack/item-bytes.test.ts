import { expect, it } from 'vitest'
import { itemBytes } from '../../infra/stack/cost.ts'

it('counts names and values as DynamoDB does, binary as it is', () => {
  expect(itemBytes({ pk: { S: 'é' } })).toBe(2 + 2)
  expect(itemBytes({ n: { N: '1234567' } })).toBe(1 + 5)
  expect(itemBytes({ n: { N: '0' } })).toBe(1 + 2)
  expect(itemBytes({ b: { B: Buffer.alloc(300).toString('base64') } })).toBe(1 + 300)
  expect(itemBytes({ b: { B: new Uint8Array(300) } })).toBe(1 + 300)
  expect(itemBytes({ yes: { BOOL: true } })).toBe(3 + 1)
  expect(itemBytes({ set: { NS: ['1', '234'] } })).toBe(3 + 2 + 3)
})

it('counts three bytes for a map or list, and one for each of its elements', () => {
  expect(itemBytes({ m: { M: { a: { S: 'xy' }, b: { N: '1' } } } })).toBe(1 + 3 + (1 + 2 + 1) + (1 + 2 + 1))
  expect(itemBytes({ l: { L: [{ S: 'xy' }, { NULL: true }] } })).toBe(1 + 3 + (2 + 1) + (1 + 1))
  expect(itemBytes({ m: { M: {} } })).toBe(1 + 3)
})
