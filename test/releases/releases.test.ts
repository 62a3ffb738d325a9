import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Account } from './account.ts'
import * as present from './functions.ts'
import { endOf, MOMENT_NAMES, MOMENTS } from './moments.ts'
import { readsAll, releases } from './release.ts'

/** What a function says of a message that it leaves. */
const quiet = vi.spyOn(console, 'error')
beforeAll(() => void quiet.mockImplementation(() => {}))
afterAll(() => quiet.mockRestore())

it('some release is kept', () => {
  expect(releases().length).toBeGreaterThan(0)
})

describe.each(releases())('release $version', ({ moments, functions }) => {
  it.each(Object.entries(moments))('what it left when %s is done by this code', async (_, { holding, end }) => {
    expect(await endOf(new Account(present, holding))).toMatchObject(end)
  })

  it.each(MOMENT_NAMES)('gone back to when %s, it does what this code left, or leaves it whole', async (name) => {
    const before = await functions()
    const here = new Account(present)
    await MOMENTS[name](here)
    const left = here.holding()
    const end = await endOf(new Account(present, left))
    const back = new Account(before, left)
    const endThere = await endOf(back)
    if (readsAll(before)) expect(end).toMatchObject(endThere)
    // What it could not read is there when this code is: nothing was dropped, and nothing was got wrong.
    expect(await endOf(new Account(present, back.holding()))).toMatchObject(end)
  })

  it('a job that is one item is shown as it is, or not at all, and nothing is done to it', async () => {
    const before = await functions()
    const here = new Account(present)
    await MOMENTS['a job was written with its results'](here)
    const left = here.holding()
    const asked = [['/jobs'], ['/jobs/job-1'], ['/jobs/job-1/results'], ['/jobs/job-1/cancel', 'POST']] as const
    const answersOf = async (account: Account) => {
      const answers: unknown[] = []
      for (const [path, method] of asked) answers.push(await account.request(path, method))
      return answers
    }
    const back = new Account(before, left)
    const unknown = asked.map(() => ({ status: 500, body: expect.objectContaining({ code: 'internal' }) }))
    expect(await answersOf(back)).toEqual(readsAll(before) ? await answersOf(new Account(present, left)) : unknown)
    expect(back.holding().items).toEqual(left.items)
  })
})
