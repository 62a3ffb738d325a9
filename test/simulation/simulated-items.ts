import { type Item, type Items, type Key, written } from '../../shared/aws/items.ts'
import type { AwsCall } from './aws-calls.ts'
import { type Attributes, conditionIn, copied, updateIn, ValidationException } from './expression.ts'

/** A DynamoDB table in memory, each call done at once. */
export interface SimulatedItems {
  get(key: Key): Item | undefined
  put(...of: Parameters<Items['put']>): boolean
  update(...of: Parameters<Items['update']>): boolean
  /** The items of a partition whose sort keys lie behind `after`, in their order. */
  page(pk: string, most: number, after?: string): Item[]
  queryBack(pk: string, most: number, before?: string): Item[]
  updateAndGet(...of: Parameters<Items['updateAndGet']>): Item | undefined
  /** Takes an item away, as its expiry does. */
  remove(key: Key): void
  /** The keys of all items. */
  keys(): Key[]
}

/** DynamoDB's limit, names included. */
const MAX_ITEM_BYTES = 400 * 1024
/** The bytes of a map beside what is in it; the item itself does not count as one. */
const MAP_BYTES = 3

export function simulatedItems(): SimulatedItems {
  const partitions = new Map<string, Map<string, Item>>()
  const at = ({ pk, sk }: Key) => partitions.get(pk)?.get(sk)
  const sorted = (pk: string) => [...(partitions.get(pk)?.values() ?? [])].sort((a, b) => (a.sk < b.sk ? -1 : 1))

  return {
    get: (key) => copied(at(key)),
    page: (pk, most, after = '') =>
      sorted(pk)
        .filter(({ sk }) => sk > after)
        .slice(0, most)
        .map((item) => copied(item)),
    queryBack: (pk, most, before) =>
      sorted(pk)
        .filter(({ sk }) => before === undefined || sk < before)
        .reverse()
        .slice(0, most)
        .map((item) => copied(item)),

    put(item, on) {
      const { condition, ...given } = written({ condition: on })
      const whole = stored(item)
      if (condition !== undefined && !conditionIn(condition)({ item: at(item), ...given })) return false
      keep(whole)
      return true
    },

    update(key, change, on) {
      const { update = '', condition, ...given } = written({ update: change, condition: on })
      const changed = updateIn(update)
      const there = at(key)
      if (condition !== undefined && !conditionIn(condition)({ item: there, ...given })) return false
      keep(changed({ item: there ?? { ...key }, ...given }) as Item)
      return true
    },

    updateAndGet(key, ...change) {
      return this.update(key, ...change) ? this.get(key) : undefined
    },

    remove: ({ pk, sk }) => {
      partitions.get(pk)?.delete(sk)
    },
    keys: () => [...partitions.values()].flatMap((items) => [...items.values()].map(({ pk, sk }) => ({ pk, sk }))),
  }

  function keep(item: Item): void {
    const bytes = bytesOf(item) - MAP_BYTES
    if (bytes > MAX_ITEM_BYTES)
      throw new ValidationException(`Item size has exceeded the maximum allowed size: ${bytes}`)
    const partition = partitions.get(item.pk) ?? new Map<string, Item>()
    partitions.set(item.pk, partition.set(item.sk, item))
  }
}

/**
 * The same as the functions reach it.
 *
 * @param call how each call is carried out; at once by default
 * @param mostRead how many items a query reads at a time, between which other things happen
 */
export function itemsOn(
  table: SimulatedItems,
  call: AwsCall = async (_, act) => act(),
  mostRead = () => Number.POSITIVE_INFINITY,
): Items {
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
      const most = Math.min(mostRead(), limit - items.length)
      const page = await call(`query ${pk}`, () => table.page(pk, most, items.at(-1)?.sk ?? after), 'read')
      items.push(...page)
      if (page.length < most || items.length === limit) return items
    }
  }
}

/** An item as `marshall` makes it. */
function stored(item: Item): Item {
  const defined = Object.entries(item).filter(([, value]) => value !== undefined)
  for (const [name, value] of defined) {
    if (value instanceof Set && value.size === 0) throw new ValidationException(`${name}: a set may not be empty`)
  }
  return copied(Object.fromEntries(defined)) as Item
}

/** As DynamoDB counts: text in UTF-8, a number a byte for two digits and one more. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1
  if (value instanceof Uint8Array) return value.length
  if (value instanceof Set) return [...value].reduce((sum: number, member) => sum + bytesOf(member), 0)
  if (typeof value !== 'object' || value === null) return 1
  const entries = Object.entries(value as Attributes)
  return MAP_BYTES + entries.reduce((sum, [name, inside]) => sum + Buffer.byteLength(name) + bytesOf(inside), 0)
}
