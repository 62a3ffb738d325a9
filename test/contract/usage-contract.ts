import { expect, it } from 'vitest'
import type { Usage } from '../../shared/aws/owners.ts'
import { atOnce, granted } from './new-job.ts'

const EXPIRES_AT = Math.ceil(Date.now() / 1000) + 3600
const MANY = { jobs: 100, puzzles: 1_000_000 }

/** Limits of owners count on this. */
export function usageContract(open: () => Usage): void {
  const newOwner = () => crypto.randomUUID()

  const RATE = { atOnce: 5, everyMs: 1000 }
  it('lets in as many requests as may come at once, however many come, and then one in each interval', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    const admitted = async (at: number) => (await usage.admitRequest(owner, at, RATE)).isIn
    expect(granted(await atOnce(() => admitted(now)))).toBe(5)
    expect(granted(await atOnce(() => admitted(now + 999)))).toBe(0)
    expect(granted(await atOnce(() => admitted(now + 2000)))).toBe(2)
    expect(granted(await atOnce(() => admitted(now + 60_000)))).toBe(5)
    expect((await usage.admitRequest(newOwner(), now, RATE)).isIn).toBe(true)
    const hourly = { atOnce: 1, everyMs: 3_600_000 }
    expect(granted(await atOnce(async () => (await usage.admitRequest(`${owner}1`, now, hourly)).isIn))).toBe(1)
  })

  it('says when all of them may come at once again, which one that is refused does not put off', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    const after = async (at: number) => (await usage.admitRequest(owner, at, RATE)).restedAt - now
    expect([await after(now), await after(now), await after(now + 500)]).toEqual([1000, 2000, 3000])
    // Another instance of the function has not seen these.
    const others = open()
    expect((await others.admitRequest(owner, now + 2500, RATE)).restedAt - now).toBe(4000)
    expect([await after(now + 2500), await after(now + 2500), await after(now + 2500)]).toEqual([5000, 6000, 7000])
    expect([await after(now + 2500), await after(now + 2500)]).toEqual([7000, 7000])
    expect((await usage.admitRequest(owner, now + 7000, RATE)).restedAt - now).toBe(8000)
    // A clock that is behind takes nothing away.
    expect((await usage.admitRequest(owner, now + 6000, RATE)).restedAt - now).toBe(9000)
  })

  it('forgets what a clock wrote that ran four hours ahead', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    expect((await usage.admitRequest(owner, now + 4 * 3_600_000, RATE)).isIn).toBe(true)
    // By the instance that knows it, and by another one.
    for (const seen of [usage, open()]) {
      const { isIn, restedAt } = await seen.admitRequest(owner, now, RATE)
      expect([isIn, restedAt - now]).toEqual([true, seen === usage ? 1000 : 2000])
    }
  })

  it('gives turns to write one after the other, at the pace that all keep together, and none that is too far away', async () => {
    const [one, other, now] = [open(), open(), Date.now()]
    const turn = (usage: Usage, at = now) => usage.turnToWrite(250, at, { perS: 1000, patienceMs: 600 })
    expect([await turn(one), await turn(other), await turn(one)]).toEqual([0, 250, 500])
    expect([await turn(one), await turn(other)]).toEqual([undefined, undefined])
    expect(await turn(other, now + 400)).toBe(350)
    expect(await turn(one, now + 1200)).toBe(0)
  })

  it('gives a held answer a place in what its owner may send, of which half is left for requests', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    const rate = { atOnce: 20, everyMs: 1000 }
    const place = (at: number, of = usage) => of.placeToHold(owner, at, 5000, { rate, most: undefined })
    expect([await place(now), await place(now), await place(now), await place(now, open())]).toEqual([
      ...[true, true, false, false],
    ])
    expect(granted(await atOnce(async () => (await usage.admitRequest(owner, now, rate)).isIn))).toBe(10)
    expect([await place(now + 14_999), await place(now + 15_000)]).toEqual([false, true])
    // Who may send so little has no answer held.
    const little = { rate: { atOnce: 3, everyMs: 1000 }, most: undefined }
    expect(await usage.placeToHold(newOwner(), now, 5000, little)).toBe(false)
    expect(await usage.placeToHold(newOwner(), now, 1000, little)).toBe(true)
  })

  it.each([1, 4, 40])('never has more than %i answers held at once, whoever their owners are', async (most) => {
    const now = Date.now() + most * 3_600_000
    const begun: number[] = []
    for (let at = now; at < now + 20_000; at += 100) {
      const place = () => open().placeToHold(newOwner(), at, 5000, { rate: undefined, most })
      while (await place()) begun.push(at)
      const held = begun.filter((since) => since > at - 5000)
      expect(held.length).toBeLessThanOrEqual(most)
    }
    expect(begun.length).toBeGreaterThanOrEqual(Math.floor(0.75 * most * 4))
  })

  it('knows who is over the limit or blocked without the table, until they may come again or a moment more', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    const isKnown = (at: number) => usage.knownRefusal(owner, at, RATE) !== undefined
    expect(isKnown(now)).toBe(false)
    for (let i = 0; i < 5; i++) {
      expect(isKnown(now)).toBe(false)
      await usage.admitRequest(owner, now, RATE)
    }
    // Of five that are in it is known that the next one is not.
    expect([isKnown(now), isKnown(now + 999), isKnown(now + 1000)]).toEqual([true, true, false])
    expect((await open().admitRequest(owner, now + 1000, RATE)).isIn).toBe(true)
    // Another instance let one in: this one learns it by being refused, and does not ask again for a second.
    expect((await usage.admitRequest(owner, now + 1500, RATE)).isIn).toBe(false)
    expect([isKnown(now + 2400), isKnown(now + 2500)]).toEqual([true, false])
    expect((await usage.admitRequest(owner, now + 2500, RATE)).isIn).toBe(true)
    const blocked = newOwner()
    await usage.setOwner(blocked, { blockedAt: now })
    await usage.admitRequest(blocked, now, RATE)
    await usage.setOwner(blocked, {})
    const known = [0, 4999, 5000].map((later) => usage.knownRefusal(blocked, now + later, RATE)?.settings.blockedAt)
    expect(known).toEqual([now, now, undefined])
  })

  it('lets in nobody who is blocked, and forgets no settings of an owner who sends nothing', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    await usage.setOwner(owner, { blockedAt: now, limits: { requests: 7 } })
    expect(await usage.admitRequest(owner, now, RATE)).toMatchObject({ isIn: false, settings: { blockedAt: now } })
    expect(usage.settingsOf(owner)).toEqual({ blockedAt: now, limits: { requests: 7 } })
    expect(await open().readSettings(owner)).toEqual({ blockedAt: now, limits: { requests: 7 } })
    await usage.setOwner(owner, {})
    expect((await usage.admitRequest(owner, now, RATE)).isIn).toBe(true)
    expect([usage.settingsOf(owner), await usage.readSettings(owner)]).toEqual([{}, {}])
  })

  it('counts one request as several, whether or not they may come at once, and whoever asks meanwhile', async () => {
    const [usage, owner, now] = [open(), newOwner(), Date.now()]
    const admit = async (at: number) => {
      const { isIn, restedAt } = await usage.admitRequest(owner, at, RATE)
      return [isIn, restedAt - now]
    }
    expect(await admit(now)).toEqual([true, 1000])
    await usage.chargeRequests(owner, now, 2000)
    expect(await admit(now)).toEqual([true, 4000])
    await usage.chargeRequests(owner, now, 9000)
    expect(await admit(now)).toEqual([false, 13_000])
    expect(await admit(now + 9000)).toEqual([true, 14_000])
    // At rest since, as a request may be held for longer than it counts.
    await usage.chargeRequests(owner, now + 20_000, 3000)
    expect(await admit(now + 20_000)).toEqual([true, 24_000])
    await usage.chargeRequests(newOwner(), now, 1000)
  })

  it('lets in as many jobs as there may be, however many ask at once', async () => {
    const [usage, owner] = [open(), newOwner()]
    const add = (jobId: string) =>
      usage.addInFlight(owner, { jobId, puzzles: 10, expiresAt: EXPIRES_AT }, { ...MANY, jobs: 3 })
    expect(granted(await atOnce((i) => add(`job${i}`)))).toBe(3)
    const { jobIds, puzzles } = await usage.getInFlight(owner)
    expect([jobIds.size, puzzles]).toEqual([3, 30])
    // A job that is in may grow.
    expect(await add([...jobIds][0])).toBe(true)
    expect(await usage.getInFlight(owner)).toMatchObject({ jobIds, puzzles: 40 })
  })

  it('lets in as many puzzles as there may be, however many ask at once', async () => {
    const [usage, owner] = [open(), newOwner()]
    const add = () =>
      usage.addInFlight(owner, { jobId: 'job', puzzles: 10, expiresAt: EXPIRES_AT }, { ...MANY, puzzles: 45 })
    expect(granted(await atOnce(add))).toBe(4)
    expect(await usage.getInFlight(owner)).toMatchObject({ jobIds: new Set(['job']), puzzles: 40 })
  })

  it('is counted anew by one of several, unless something was added meanwhile, down to nothing, and takes in again', async () => {
    const [usage, owner] = [open(), newOwner()]
    const add = (jobId: string) => usage.addInFlight(owner, { jobId, puzzles: 10, expiresAt: EXPIRES_AT }, MANY)
    for (const jobId of ['a', 'b']) await add(jobId)
    const seen = await usage.getInFlight(owner)
    const begun = await atOnce((i) => usage.beginCount(owner, seen, 1000 + i))
    expect(granted(begun)).toBe(1)
    const countedAt = 1000 + begun.indexOf(true)
    const counted = { jobIds: new Set(['b']), puzzles: 4, countedAt }
    await add('c')
    expect(await usage.endCount(owner, seen, counted)).toBe(false)
    const again = await usage.getInFlight(owner)
    expect(again).toEqual({ jobIds: new Set(['a', 'b', 'c']), puzzles: 30, countedAt })
    expect(await usage.endCount(owner, again, counted)).toBe(true)
    expect(await usage.getInFlight(owner)).toEqual(counted)
    const nothing = { jobIds: new Set<string>(), puzzles: 0, countedAt: 2000 }
    expect(await usage.beginCount(owner, counted, 2000)).toBe(true)
    expect(await usage.endCount(owner, counted, nothing)).toBe(true)
    expect(await usage.getInFlight(owner)).toEqual(nothing)
    await add('d')
    expect(await usage.getInFlight(owner)).toMatchObject({ jobIds: new Set(['d']), puzzles: 10 })
  })
}
