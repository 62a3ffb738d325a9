import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Account } from './account.ts'
import * as present from './functions.ts'
import { endOf, MOMENT_NAMES, MOMENTS } from './moments.ts'
import { readsAll, releases } from './release.ts'

/** What is wrong with the moments' bad puzzles, as releases said it, and as it is said now: a reason is for people, and its words may get better. */
const WORDS: readonly [then: RegExp, now: string][] = [
  [/(?<!\d)2 cells, expected (?:81|16, 36, 81, 256 or 625)/g, String.raw`there is no puzzle in \"1x\"`],
  [/(\d+) cells, expected 81(?=")/g, '81 cells are needed, $1 are there'],
]

function inTodaysWords<T>(end: T): T {
  return JSON.parse(WORDS.reduce((json, [then, now]) => json.replaceAll(then, now), JSON.stringify(end)))
}

/** What a function says of a message that it leaves. */
const quiet = vi.spyOn(console, 'error')
beforeAll(() => void quiet.mockImplementation(() => {}))
afterAll(() => quiet.mockRestore())

it('some release is kept', () => {
  expect(releases().length).toBeGreaterThan(0)
})

describe.each(releases())('release $version', ({ moments, functions }) => {
  it.each(Object.entries(moments))('what it left when %s is done by this code', async (_, { holding, end }) => {
    expect(inTodaysWords(await endOf(new Account(present, holding)))).toMatchObject(inTodaysWords(end) as object)
  })

  it.each(MOMENT_NAMES)('gone back to when %s, it does what this code left, or leaves it whole', async (name) => {
    const before = await functions()
    const here = new Account(present)
    await MOMENTS[name](here)
    const left = here.holding()
    const end = inTodaysWords(await endOf(new Account(present, left)))
    const back = new Account(before, left)
    const endThere = inTodaysWords(await endOf(back))
    if (readsAll(before)) expect(end).toMatchObject(endThere)
    // What it could not read is there when this code is: nothing was dropped, and nothing was got wrong.
    expect(inTodaysWords(await endOf(new Account(present, back.holding())))).toMatchObject(end)
  })
})
