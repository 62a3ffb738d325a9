import { expect, it } from 'vitest'
import { tableOf } from '../../shared/aws/table.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'

const NOW = Date.UTC(2026, 0, 1)
const DAY_S = 86_400
const items = itemsOn(simulatedItems())
const table = tableOf(items)

it('requests that were charged are forgotten a minute after they may come again', async () => {
  // At rest, and then on top of what was charged before.
  for (const restedAt of [NOW + 5_000, NOW + 10_000]) {
    await table.chargeRequests('ann', NOW, 5_000)
    expect(await items.queryAll('usage#ann')).toMatchObject([{ restedAt, expiresAt: NOW / 1000 + 5 + 60 }])
  }
})

it('a turn to call an endpoint ends by itself, is taken anew, and forgotten after a day', async () => {
  const take = (now: number) => table.takeTurn('bob', 'a.example', now)
  const taken = async (endsAt: number) => {
    const turns = [await take(endsAt - 20_000), await take(endsAt - 20_000), await take(endsAt - 1)]
    expect(turns).toMatchObject([{ endsAt }, { endsAt }, undefined])
    expect(await items.queryAll('endpoint#bob')).toMatchObject([{ expiresAt: endsAt / 1000 + DAY_S }])
  }
  // Often enough that one of the four is taken that somebody had before.
  for (let time = 1; time <= 3; time++) await taken(NOW + time * 20_000)
})

it('a key that is ended ends then, and no later than it was said to before', async () => {
  const key = await table.mintKey('eve', '', NOW)
  for (const later of [60_000, 90_000]) await table.endKey(key.split('_')[1], NOW + later)
  expect([await table.holderOf(key, NOW + 59_999), await table.holderOf(key, NOW + 60_000)]).toEqual(['eve', undefined])
})

it('what an operator did, and when a key was last used, is kept for 400 days', async () => {
  await table.noteOperation({ at: NOW, who: 'ada', command: 'keys list', outcome: 'done' })
  expect(await items.queryAll('operations')).toMatchObject([{ expiresAt: NOW / 1000 + 400 * DAY_S }])

  const key = await table.mintKey('fay', '', NOW)
  const id = key.split('_')[1]
  expect(await table.lastUseOf({ owner: 'fay', id })).toBeUndefined()
  await table.holderOf(key, NOW + 1)
  expect(await table.lastUseOf({ owner: 'fay', id })).toBe(NOW)
})
