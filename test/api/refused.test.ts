import { expect, it } from 'vitest'
import { keyIn } from '../../functions/api/admission.ts'
import type { ApiServices } from '../../functions/api/services.ts'
import { createApi } from '../../functions/api.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'

it('whoever is over the limit or blocked is refused for nothing, and whose key was revoked is let in no more', async () => {
  let [now, calls] = [Date.now(), 0]
  const counted = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(whole, name: keyof T & string) {
        calls++
        return whole[name]
      },
    })
  const items = itemsOn(simulatedItems())
  const table = tableOf(counted(items))
  const app = createApi({
    table,
    limits: { jobs: 1, puzzles: 1, requests: 2, windowS: 4 },
    now: () => now,
    ownerOf: (request) => table.holderOf(keyIn(request) ?? '', now),
    lastOwnerOf: (request) => table.lastHolderOf(keyIn(request) ?? ''),
  } as ApiServices)
  /** The status of a request, and how often it asked the table for anything. */
  const asked = async (key: string) => {
    calls = 0
    const { status } = await app.request('/jobs', { headers: { authorization: `Bearer ${key}` } })
    return [status, calls]
  }
  const [key, other] = [await table.mintKey('ada', '', now), await table.mintKey('ada', '', now)]
  // The key, its use of today, the rate and the list; then without its use.
  expect([await asked(key), await asked(key)]).toEqual([
    [200, 4],
    [200, 3],
  ])
  // On which day it was used is known for 400 days.
  const [use] = await items.queryAll('usage#ada')
  expect(use).toMatchObject({ sk: `key#${key.split('_')[1]}`, expiresAt: Math.ceil(now / 1000) + 400 * 24 * 3600 })
  await table.revokeKey(key.split('_')[1], now)
  expect([await asked(key), await asked(key)]).toEqual(Array(2).fill([429, 0]))
  // Whose key this is has not been seen here before.
  expect([await asked(other), await asked(other)]).toEqual([
    [429, 2],
    [429, 0],
  ])
  expect([await asked('sudoku_none'), await asked(`${key.slice(0, -1)}-`)]).toEqual([
    [401, 0],
    [401, 1],
  ])
  now += 2_000
  expect(await asked(key)).toEqual([401, 1])
  expect((await asked(other))[0]).toBe(200)
  now += 60_000
  await table.setOwner('ada', { blockedAt: now })
  expect([(await asked(other))[0], await asked(other)]).toEqual([403, [403, 0]])
  await table.setOwner('ada', {})
  now += 5_000
  expect((await asked(other))[0]).toBe(200)
})
