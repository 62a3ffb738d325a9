import { expect, it } from 'vitest'
import { contest } from '../../bench/fair.ts'

it('with the limits of prod, a stranger without a key, a bulk job and webhooks that hang take nothing of another owner', {
  tags: ['long'],
}, async () => {
  const { grids, told, visited, refusals, pending } = await contest({
    ...{ front: 'cloudfront', stranger: 'no-key', strangerPerS: 1_000, gridsPerS: 4 },
    ...{ bulk: 200_000, hanging: 20, seconds: 20 },
  })
  expect(grids.filter(({ failed }) => failed !== undefined)).toEqual([])
  expect(grids).toHaveLength(80)
  expect(told).toHaveLength(4)
  expect(told).not.toContain(undefined)
  expect(visited?.sent).toBe(20_000)
  expect(refusals.requests['front: KeyForm']).toBeGreaterThan(19_000)
  expect(refusals.writes.refused).toBe(0)
  // The bulk job was there until the end.
  expect(pending).toBeGreaterThan(0)
})
