import { expect, it } from 'vitest'
import { attribute, expression, IS_THERE, type Item, type Items, updateOf } from '../../shared/aws/items.ts'
import { STATE } from '../../shared/aws/jobs.ts'

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
    const sealed = expression`SET sealed = ${1}`
    expect(await items.update(key, sealed, IS_THERE)).toBe(false)
    expect(await items.get(key)).toBeUndefined()
    expect(await items.update(key, sealed)).toBe(true)
    expect(await items.get(key)).toEqual({ ...key, sealed: 1 })
  })

  it('changes counts, marks and sets in one update, all from what was there before', async () => {
    const { items, key } = await withPart()
    const change = (to: number, now: number, highest: number, chunk: number) => {
      const marks = expression`done.${attribute('7')} = ${to}, startedAt = if_not_exists(startedAt, ${now})`
      const SET = [marks, expression`highest = ${highest}, ${attribute('before')} = highest`]
      return updateOf({ SET, ADD: [expression`solved ${to}, bits0 ${to}, chunks ${new Set([chunk])}`], REMOVE: [] })
    }
    expect(await items.update(key, change(2, 10, 5, 7))).toBe(true)
    expect(await items.update(key, change(3, 11, 6, 8))).toBe(true)
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
    const take = (chunk: number) => items.update(key, expression`DELETE chunks ${new Set([chunk])}`)
    expect(await take(1)).toBe(true)
    await items.update(key, expression`ADD chunks ${new Set([1, 2])}`)
    const contains = (chunk: number) =>
      items.update(key, expression`SET seen = ${chunk}`, expression`contains(chunks, ${chunk})`)
    expect([await contains(1), await contains(3)]).toEqual([true, false])
    await take(1)
    expect((await items.get(key))?.chunks).toEqual(new Set([2]))
    await take(2)
    expect(await items.get(key)).not.toHaveProperty('chunks')
    expect(await contains(2)).toBe(false)
  })

  it.each([
    ['what is equal', expression`highest = ${3}`, true],
    ['what is of another type', expression`highest = ${'3'}`, false],
    ['what is less', expression`highest >= ${4}`, false],
    ['what is as much', expression`highest <= ${3}`, true],
    ['what is missing', expression`absent < ${9}`, false],
    ['a path that ends early', expression`attribute_not_exists(done.${STATE}) AND highest = ${3}`, true],
    ['a path through what is no map', expression`attribute_exists(highest.${STATE}) OR highest = ${4}`, false],
    ['AND before OR', expression`highest = ${3} OR highest = ${3} AND attribute_exists(absent)`, true],
    ['brackets before AND', expression`(highest = ${3} OR highest = ${3}) AND attribute_exists(absent)`, false],
  ])('conditions see %s', async (_, condition, expected) => {
    const { items, key } = await withPart()
    expect(await items.update(key, expression`SET seen = ${1}`, condition)).toBe(expected)
  })

  it.each([
    ['marks in a map that is not there', expression`SET absent.${attribute('highest')} = ${1}`],
    ['marks in what is no map', expression`SET solved.${attribute('highest')} = ${1}`],
    ['takes from a number that is not there', expression`SET absent = absent - ${1}`],
    ['takes a number from a word', expression`SET solved = redrives - ${1}`],
    ['adds a number to a map', expression`ADD done ${1}`],
    ['adds a set to a number', expression`ADD solved ${new Set([1])}`],
    ['takes a set from a number', expression`DELETE solved ${new Set([1])}`],
    ['cannot be read', expression`SET solved ${1}`],
    ['is followed by something', expression`SET solved = ${1} solved`],
  ])('refuses an update that %s, and changes nothing', async (_, change) => {
    const { items, key } = await withPart()
    expect(await refused(items.update(key, change))).toBe(true)
    expect(await items.get(key)).toEqual(part(key.pk))
  })
}

async function refused(asked: Promise<unknown>): Promise<boolean> {
  const error = await asked.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  return error?.name === 'ValidationException'
}
