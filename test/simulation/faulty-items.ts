import { type Item, type Items, written } from '../../shared/aws/items.ts'
import type { AwsCall } from './aws-calls.ts'
import type { Faults } from './faults.ts'
import type { SimulatedItems } from './simulated-items.ts'
import type { World } from './world.ts'

/** The items of a table, as the functions reach them. */
export function faultyItems(world: World, faults: Faults, table: SimulatedItems, call: AwsCall): Items {
  return {
    get: (key) => call(`get ${key.pk} ${key.sk}`, () => table.get(key), 'read'),
    put: (item, ...on) => call(`put ${item.pk} ${item.sk}`, () => table.put(item, ...on), 'write'),
    update: (...of) => call(named(of), () => table.update(...of), 'write'),
    updateAndGet: (...of) => call(named(of), () => table.updateAndGet(...of), 'write'),
    queryBack: (pk, ...of) => call(`list ${pk}`, () => table.queryBack(pk, ...of), 'read'),

    remove: (key) => call(`remove ${key.pk} ${key.sk}`, () => table.remove(key), 'write'),
    keysIn: async (pk) => (await query(pk)).map(({ pk, sk }) => ({ pk, sk })),
    queryAll: (pk) => query(pk),
    async queryFrom(pk, { after, most }) {
      const items = await query(pk, after, most)
      return { items, readUnits: Math.max(1, items.length) }
    },
  }

  function named([{ pk, sk }, update]: Parameters<Items['update']>): string {
    return `${pk} ${sk} ${written({ update }).update}`
  }

  async function query(pk: string, after?: string, limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = []
    for (;;) {
      // DynamoDB reads item by item: what it answers with was never there at one moment.
      const torn = world.chance.is(faults.torn) ? world.chance.between(1, 2) : Number.POSITIVE_INFINITY
      const most = Math.min(torn, limit - items.length)
      const page = await call(`query ${pk}`, () => table.page(pk, most, items.at(-1)?.sk ?? after), 'read')
      items.push(...page)
      if (page.length < most || items.length === limit) return items
    }
  }
}
