import { expect, it } from 'vitest'
import { checkBounds } from '../../functions/api/body.ts'
import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH, MAX_JSON_MEMBERS } from '../../shared/job/limits.ts'
import { escapedBytes } from '../../shared/protocol/body-encoding.ts'

const errorOf = (json: string) => {
  const checked = checkBounds(new TextEncoder().encode(json))
  return checked.ok ? undefined : checked.error
}
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const lists = (count: number) => `[${Array(count - 1).fill('[]')}]`
const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"a:${i}":[{"b":1}]`)}}`

it.each([
  ['nested', nested, MAX_JSON_DEPTH, 'nested deeper than 8 at byte 9'],
  ['in containers', lists, MAX_JSON_CONTAINERS, 'found more than 2000000 arrays and objects'],
  ['in members', members, MAX_JSON_MEMBERS, /^an object has more than 64 members at byte \d+$/],
] as const)('JSON may be %s as far as its bound, and no farther', (_, made, most, said) => {
  expect(errorOf(made(most))).toBeUndefined()
  expect(errorOf(made(most + 1))).toMatch(said)
})

it('brackets and colons in strings count for nothing, and neither does what stands behind the end', () => {
  expect(errorOf(`["${'['.repeat(99)}\\"${':'.repeat(99)}\\\\"]`)).toBeUndefined()
  expect(errorOf(`"${'['.repeat(99)}`)).toBeUndefined()
  expect(errorOf(`[]]${nested(99)}`)).toBeUndefined()
})

it('a stretch of a text takes as many bytes in a JSON string as JSON makes of it', () => {
  const text = Buffer.from('a"\\\b\t\u0000\u0001z\u001f\n')
  for (const begin of text.keys()) {
    for (const end of text.keys().filter((at) => at >= begin))
      expect(escapedBytes(text, begin, end)).toBe(JSON.stringify(`${text.subarray(begin, end)}`).length - 2)
  }
})
