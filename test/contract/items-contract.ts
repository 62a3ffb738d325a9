import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Item, Items } from '../../shared/aws/items.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'
import { type Call, calls, done } from './table-calls.ts'

/** The table counts on this of whatever `Items` there are. Partitions are named anew for each test. */
export function itemsContract(open: () => Items): void {
  const partition = () => crypto.randomUUID()
  const part = (pk: string): Item => ({
    pk,
    sk: 'part',
    state: 'sending',
    solved: 0,
    done: {},
    redrives: {},
    highest: 3,
  })
  async function withPart(): Promise<{ items: Items; pk: string; key: { pk: string; sk: string } }> {
    const [items, pk] = [open(), partition()]
    await items.put(part(pk))
    return { items, pk, key: { pk, sk: 'part' } }
  }

  it('gives back what was put, and nothing for what was not', async () => {
    const [items, pk] = [open(), partition()]
    const item = { pk, sk: 'a', text: '', number: 1.5, no: false, set: new Set([1, 2]), map: { in: { deep: 1 } } }
    expect(await items.put({ ...item, left: undefined })).toBe(true)
    expect(await items.get({ pk, sk: 'a' })).toEqual(item)
    expect(await items.get({ pk, sk: 'b' })).toBeUndefined()
    expect(await items.put({ pk, sk: 'a', other: 1 })).toBe(true)
    expect(await items.get({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', other: 1 })
  })

  it('lists a partition in the order of its sort keys, and back from one of them', async () => {
    const [items, pk] = [open(), partition()]
    for (const sk of ['b', 'a', 'C', 'ä', 'aa']) await items.put({ pk, sk })
    expect((await items.queryAll(pk)).map(({ sk }) => sk)).toEqual(['C', 'a', 'aa', 'b', 'ä'])
    expect((await items.queryBack(pk, 2)).map(({ sk }) => sk)).toEqual(['ä', 'b'])
    expect((await items.queryBack(pk, 9, 'aa')).map(({ sk }) => sk)).toEqual(['a', 'C'])
    expect(await items.queryAll(partition())).toEqual([])
  })

  it('reads a stretch of a partition, and takes items away', async () => {
    const [items, pk] = [open(), partition()]
    for (const sk of ['a', 'b', 'c', 'd']) await items.put({ pk, sk, text: sk })
    const stretch = async (range: Parameters<Items['queryFrom']>[1]) => {
      const found = await items.queryFrom(pk, range)
      expect(found.readUnits).toBeGreaterThan(0)
      return found.items.map(({ sk }) => sk)
    }
    expect(await stretch({ most: 2 })).toEqual(['a', 'b'])
    expect(await stretch({ after: 'b' })).toEqual(['c', 'd'])
    expect(await stretch({ after: 'a', most: 2 })).toEqual(['b', 'c'])
    await items.remove({ pk, sk: 'b' })
    await items.remove({ pk, sk: 'b' })
    expect(await items.keysIn(pk)).toEqual(['a', 'c', 'd'].map((sk) => ({ pk, sk })))
    expect(await items.get({ pk, sk: 'b' })).toBeUndefined()
  })

  it('takes items of 400 KB, and none larger', async () => {
    const [items, pk] = [open(), partition()]
    const room = 400 * 1024 - 'pk'.length - pk.length - 'sk'.length - 'a'.length - 'packed'.length
    expect(await items.put({ pk, sk: 'a', packed: new Uint8Array(room) })).toBe(true)
    expect(await refused(items.put({ pk, sk: 'a', packed: new Uint8Array(room + 1) }))).toBe(true)
  })

  it('makes an item where it updates none, unless a condition asks for one', async () => {
    const [items, pk] = [open(), partition()]
    const key = { pk, sk: 'a' }
    const update = 'SET sealed = :one'
    const values = { ':one': 1 }
    expect(await items.update(key, { update, condition: 'attribute_exists(pk)', values })).toBe(false)
    expect(await items.get(key)).toBeUndefined()
    expect(await items.update(key, { update, values })).toBe(true)
    expect(await items.get(key)).toEqual({ ...key, sealed: 1 })
  })

  it('changes counts, marks and sets in one update, all from what was there before', async () => {
    const { items, key } = await withPart()
    const update =
      'SET done.#chunk = :to, startedAt = if_not_exists(startedAt, :now), highest = :five, #before = highest ADD solved :to, bits0 :to, chunks :chunks'
    const change = { update, names: { '#chunk': '7', '#before': 'before' } }
    expect(
      await items.update(key, { ...change, values: { ':to': 2, ':now': 10, ':five': 5, ':chunks': new Set([7]) } }),
    ).toBe(true)
    expect(
      await items.update(key, { ...change, values: { ':to': 3, ':now': 11, ':five': 6, ':chunks': new Set([8]) } }),
    ).toBe(true)
    expect(await items.get(key)).toEqual({
      ...part(key.pk),
      done: { 7: 3 },
      startedAt: 10,
      highest: 6,
      before: 5,
      solved: 5,
      bits0: 5,
      chunks: new Set([7, 8]),
    })
  })

  it('takes members from a set, and the set with its last one', async () => {
    const { items, key } = await withPart()
    const take = (chunk: number) =>
      items.update(key, { update: 'DELETE chunks :c', values: { ':c': new Set([chunk]) } })
    expect(await take(1)).toBe(true)
    await items.update(key, { update: 'ADD chunks :c', values: { ':c': new Set([1, 2]) } })
    const contains = (chunk: number) =>
      items.update(key, { update: 'SET seen = :c', condition: 'contains(chunks, :c)', values: { ':c': chunk } })
    expect([await contains(1), await contains(3)]).toEqual([true, false])
    await take(1)
    expect((await items.get(key))?.chunks).toEqual(new Set([2]))
    await take(2)
    expect(await items.get(key)).not.toHaveProperty('chunks')
    expect(await contains(2)).toBe(false)
  })

  it.each<[string, string, unknown, boolean]>([
    ['what is equal', 'highest = :v', 3, true],
    ['what is of another type', 'highest = :v', '3', false],
    ['what is less', 'highest >= :v', 4, false],
    ['what is as much', 'highest <= :v', 3, true],
    ['what is missing', 'absent < :v', 9, false],
    ['a path that ends early', 'attribute_not_exists(done.#state) AND highest = :v', 3, true],
    ['a path through what is no map', 'attribute_exists(highest.#state) OR highest = :v', 4, false],
    ['AND before OR', 'highest = :v OR highest = :v AND attribute_exists(absent)', 3, true],
    ['brackets before AND', '(highest = :v OR highest = :v) AND attribute_exists(absent)', 3, false],
  ])('conditions see %s', async (_, condition, value, expected) => {
    const { items, key } = await withPart()
    const change = {
      update: 'SET seen = :v',
      condition,
      ...(condition.includes('#state') && { names: { '#state': 'state' } }),
      values: { ':v': value },
    }
    expect(await items.update(key, change)).toBe(expected)
  })

  it.each<[string, Parameters<Items['update']>[1]]>([
    [
      'marks in a map that is not there',
      { update: 'SET absent.#highest = :v', names: { '#highest': 'highest' }, values: { ':v': 1 } },
    ],
    [
      'marks in what is no map',
      { update: 'SET solved.#highest = :v', names: { '#highest': 'highest' }, values: { ':v': 1 } },
    ],
    ['takes from a number that is not there', { update: 'SET absent = absent - :v', values: { ':v': 1 } }],
    ['takes a number from a word', { update: 'SET solved = redrives - :v', values: { ':v': 1 } }],
    ['adds a number to a map', { update: 'ADD done :v', values: { ':v': 1 } }],
    ['adds a set to a number', { update: 'ADD solved :v', values: { ':v': new Set([1]) } }],
    ['takes a set from a number', { update: 'DELETE solved :v', values: { ':v': new Set([1]) } }],
    ['has a value that it does not use', { update: 'SET solved = :v', values: { ':v': 1, ':w': 1 } }],
    ['has a name that it does not use', { update: 'SET solved = :v', names: { '#x': 'x' }, values: { ':v': 1 } }],
    ['lacks a value', { update: 'SET solved = :v, highest = :w', values: { ':v': 1 } }],
    ['cannot be read', { update: 'SET solved :v', values: { ':v': 1 } }],
    ['is followed by something', { update: 'SET solved = :v solved', values: { ':v': 1 } }],
  ])('refuses an update that %s, and changes nothing', async (_, change) => {
    const { items, key } = await withPart()
    expect(await refused(items.update(key, change))).toBe(true)
    expect(await items.get(key)).toEqual(part(key.pk))
  })

  it('does as the simulated one does, whatever the table calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 25 }), async (sequence: Call[]) => {
        const pk = partition()
        const [real, simulated] = [open(), itemsOn(simulatedItems())]
        for (const call of sequence) expect(await done(real, pk, call)).toEqual(await done(simulated, pk, call))
        expect(await real.queryAll(pk)).toEqual(await simulated.queryAll(pk))
      }),
      { numRuns: 30 },
    )
  })
}

async function refused(asked: Promise<unknown>): Promise<boolean> {
  const error = await asked.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  return error?.name === 'ValidationException'
}
