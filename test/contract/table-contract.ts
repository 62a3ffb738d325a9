import { describe, expect, it } from 'vitest'
import type { Table } from '../../shared/aws/table.ts'
import { newPart } from '../../shared/job/job.ts'
import { MAX_CHUNKS } from '../../shared/job/limits.ts'
import { AT_ONCE, atOnce, granted, NOW, newJob, partOf, summaryTo } from './new-job.ts'
import { resultsContract } from './results-contract.ts'
import { usageContract } from './usage-contract.ts'

/** The service counts on this of its table, whatever keeps it. Every test has a job and an owner of its own. */
export function tableContract(open: () => Table): void {
  describe('jobs', () => jobsContract(open))
  describe('results', () => resultsContract(open))
  describe('usage', () => usageContract(open))
  describe('API keys', () => apiKeysContract(open))
}

function jobsContract(open: () => Table): void {
  it('gives back a job as it was put, and nothing for one that was not', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    expect(await table.getJob(job.id)).toEqual({ job, parts: [] })
    expect(await table.getHead(job.id)).toEqual(job)
    expect(await table.getJob(newJob().id)).toBeUndefined()
    expect(await table.getHead(newJob().id)).toBeUndefined()
  })

  it('a job put again is what became of the first', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    await table.sealJob(job.id, 3)
    await table.putJob(job)
    expect(await table.getHead(job.id)).toEqual({ ...job, sealed: 3 })
  })

  it('of several who seal a job at once, one does', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    expect(granted(await atOnce((i) => table.sealJob(job.id, i + 1)))).toBe(1)
    expect(await table.sealJob(newJob().id, 1)).toBe(false)
  })

  it('who cancels late takes nothing back, and a cancelled job cannot be sealed', async () => {
    const [table, job] = [open(), newJob()]
    await table.cancelJob(job.id, 'asked')
    expect(await table.getHead(job.id)).toBeUndefined()
    await table.putJob(job)
    await table.cancelJob(job.id, 'asked')
    expect(await table.sealJob(job.id, 1)).toBe(false)
    await table.cancelJob(job.id, 'settled')
    await table.cancelJob(job.id, 'asked')
    expect(await table.getHead(job.id)).toEqual({ ...job, cancel: 'settled' })
  })

  it('a job may come with its first part, and has the one that came first', async () => {
    const [table, job, part] = [open(), newJob({ sealed: 1 }), partOf(1)]
    expect(await table.putJob(job, part)).toEqual(part)
    expect(await table.putJob(job, partOf(1, { digest: 'other' }))).toEqual(part)
    expect(await table.putPart(job, partOf(1, { digest: 'other' }))).toEqual(part)
    expect(await table.getJob(job.id)).toEqual({ job, parts: [part] })
    expect(await table.getLive(job.id)).toEqual({ job, parts: [part], readUnits: 1 })
    expect([await table.getHead(job.id), await table.getPart(job.id, 1)]).toEqual([job, part])
    expect([await table.listParts(job.id, 1, 5), await table.listParts(job.id, 2, 5)]).toEqual([[part], []])
    for (const _ of ['once', 'again']) {
      expect(await table.deleteJob(job.id, job.owner)).toMatchObject([{ number: 1, total: 100, perChunk: 2 }])
      expect([await table.getJob(job.id), await table.getPart(job.id, 1)]).toEqual([undefined, undefined])
      expect([await table.listParts(job.id, 1, 5), await table.getLive(job.id)]).toEqual([[], undefined])
    }
    await table.removePart(job.id, part)
    expect(await table.deleteJob(job.id, job.owner)).toEqual([])
    expect(await table.putJob(job, part)).toBeUndefined()
  })

  it('the first part of a job may come last, and pages of parts begin with it then', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    expect(await table.getPart(job.id, 1)).toBeUndefined()
    for (const number of [3, 2, 1]) expect(await table.putPart(job, partOf(number))).toEqual(partOf(number))
    const pages = await Promise.all([1, 2, 3].map((from) => table.listParts(job.id, from, 2)))
    expect(pages.map((page) => page.map(({ number }) => number))).toEqual([[1, 2], [2, 3], [3]])
    const others = newJob()
    await table.putJob(others)
    for (const number of [2, 3, 4]) await table.putPart(others, partOf(number))
    expect((await table.listParts(others.id, 1, 2)).map(({ number }) => number)).toEqual([2, 3])
    expect((await table.getLive(others.id))?.parts.map(({ number }) => number)).toEqual([2, 3, 4])
    expect(await table.putPart(newJob(), partOf(1))).toEqual(partOf(1))
  })

  it('a live job has the parts that its summary does not count, and the whole one has all', async () => {
    const [table, job] = [open(), newJob()]
    const parts = [1, 2, 3, 10].map((number) => partOf(number, { state: 'accepted' }))
    await table.putJob(job)
    expect(await table.getLive(job.id)).toEqual({ job, parts: [], readUnits: expect.any(Number) })
    expect(await table.getLive(newJob().id)).toBeUndefined()
    for (const part of parts) await table.putPart(job, part)
    expect((await table.getLive(job.id))?.parts).toEqual(parts)
    const two = newJob({ sealed: 2 })
    await table.putJob(two)
    for (const part of parts.slice(0, 2)) await table.putPart(two, part)
    expect((await table.getLive(two.id))?.parts).toEqual(parts.slice(0, 2))
    for (const upTo of [1, 2, 10]) {
      await table.summariseJob(job.id, summaryTo(upTo))
      expect(await table.getLive(job.id)).toEqual({
        job: { ...job, summary: summaryTo(upTo) },
        parts: parts.filter(({ number }) => number > upTo),
        readUnits: expect.any(Number),
      })
    }
    expect(await table.getJob(job.id)).toEqual({ job, parts })
  })

  it('a live job has the parts that its summary leaves out, until one counts them', async () => {
    const [table, job] = [open(), newJob()]
    const parts = [1, 2, 3, 4, 5].map((number) => partOf(number, { state: 'accepted' }))
    await table.putJob(job)
    for (const part of parts) await table.putPart(job, part)
    const numbers = async () => (await table.getLive(job.id))?.parts.map(({ number }) => number)
    await table.summariseJob(job.id, summaryTo(4, [1, 3]))
    expect(await numbers()).toEqual([1, 3, 5])
    await table.summariseJob(job.id, summaryTo(4, [3]))
    expect(await numbers()).toEqual([3, 5])
    await table.summariseJob(job.id, summaryTo(5, [1, 3]))
    expect(await numbers()).toEqual([3, 5])
    expect(await table.sealJob(job.id, 5)).toBe(true)
    await table.summariseJob(job.id, summaryTo(5, [3]))
    expect(await numbers()).toEqual([3])
    await table.removePart(job.id, { number: 3 })
    expect(await numbers()).toEqual([])
  })

  it('the lines of a part are kept beside it where its item does not have them, and go with it', async () => {
    const [table, job] = [open(), newJob()]
    const of = { total: 1, perChunk: 1, digest: 'd', format: 'lines', state: 'accepted' } as const
    const parts = [{ last: 7, packed: 'all' }, { last: 9 }, undefined].map((lines, i) =>
      newPart({ ...of, number: i + 1, lines }, NOW),
    )
    await table.putJob(job)
    for (const part of parts) await table.putPart(job, part)
    const found = async () => (await table.getJob(job.id))?.parts.map(({ lines }) => lines)
    expect(await found()).toEqual([{ last: 7, packed: 'all' }, { last: 9 }, undefined])
    expect(await table.linesOf(job.id, 2)).toBeUndefined()
    await table.keepLines(job, 2, Uint8Array.of(1, 2, 3))
    // Twice is as once: what is sent again is kept again.
    await table.keepLines(job, 2, Uint8Array.of(1, 2, 3))
    expect(await table.linesOf(job.id, 2)).toEqual(Uint8Array.of(1, 2, 3))
    expect(await table.linesOf(job.id, 1)).toBeUndefined()
    for (const part of (await table.deleteJob(job.id, job.owner)) ?? []) await table.removePart(job.id, part)
    expect([await table.linesOf(job.id, 2), await table.listParts(job.id, 1, 9)]).toEqual([undefined, []])
  })

  it('a summary gives way to none that counts less, nor to one that counts more than the job has', async () => {
    const [table, job] = [open(), newJob()]
    const seen = async () => (await table.getHead(job.id))?.summary?.upTo
    await table.summariseJob(job.id, summaryTo(1))
    expect(await table.getHead(job.id)).toBeUndefined()
    await table.putJob(job)
    await atOnce((i) => table.summariseJob(job.id, summaryTo(i + 1)))
    expect(await seen()).toBe(AT_ONCE)
    expect(await table.sealJob(job.id, AT_ONCE - 1)).toBe(false)
    expect(await table.sealJob(job.id, AT_ONCE + 1)).toBe(true)
    await table.summariseJob(job.id, summaryTo(AT_ONCE + 2))
    expect(await seen()).toBe(AT_ONCE)
    await table.summariseJob(job.id, summaryTo(AT_ONCE + 1))
    expect(await seen()).toBe(AT_ONCE + 1)
  })

  it('of several who put a part at once, all are told the one that is there', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    const told = await atOnce((i) => table.putPart(job, partOf(1, { digest: `d${i}` })))
    expect(new Set(told.map(({ digest }) => digest)).size).toBe(1)
    expect((await table.getJob(job.id))?.parts).toEqual([told[0]])
  })

  it('a part is accepted or refused, whichever came first', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    for (const number of [1, 2]) await table.putPart(job, partOf(number))
    expect(await table.acceptPart(job.id, 1)).toBe('now')
    await table.refusePart(job.id, 1)
    await table.refusePart(job.id, 2)
    expect([await table.acceptPart(job.id, 1), await table.acceptPart(job.id, 2)]).toEqual(['before', 'never'])
    expect((await table.getJob(job.id))?.parts.map(({ state }) => state)).toEqual(['accepted', 'refused'])
  })

  it('lists parts by their numbers, and with what was written last', async () => {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    for (const number of [2000, 9, 10, 1, 100]) {
      await table.putPart(job, partOf(number))
      // Read consistently: a poll right after a write sees it.
      expect((await table.getJob(job.id))?.parts.map((part) => part.number)).toContain(number)
    }
    expect((await table.getJob(job.id))?.parts.map(({ number }) => number)).toEqual([1, 9, 10, 100, 2000])
  })

  it('reads a job whose parts take several pages of 1 MB, whole and in order', { tags: ['long'] }, async () => {
    const [table, job] = [open(), newJob()]
    const numbers = Array.from({ length: 150 }, (_, i) => i + 1)
    const done = new Map(Array.from({ length: MAX_CHUNKS }, (_, chunk) => [chunk, 123_456]))
    await table.putJob(job)
    // A few at a time: they take some 20 write units each, and a partition takes 1,000 a second.
    for (let i = 0; i < numbers.length; i += AT_ONCE) {
      const some = numbers.slice(i, i + AT_ONCE)
      await Promise.all(some.map((number) => table.putPart(job, partOf(number, { done }))))
    }
    const record = await table.getJob(job.id)
    expect(record?.parts.map(({ number }) => number)).toEqual(numbers)
    for (const part of record?.parts ?? []) expect(part.done).toEqual(done)
  })

  it('lists the jobs of an owner, newest first, in pages, and those of nobody else', async () => {
    const [table, { owner }] = [open(), newJob()]
    const jobs = Array.from({ length: 7 }, (_, i) => newJob({ owner, createdAt: NOW + 1000 * (i % 4) }))
    for (const job of [...jobs, newJob()]) await table.putJob(job)
    const newestFirst = jobs.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    const listed: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await table.listJobs(owner, 3, cursor)
      listed.push(...page.map(({ id }) => id))
      if (page.length === 0) break
      cursor = page.at(-1)?.cursor
    }
    expect(listed).toEqual(newestFirst.map(({ id }) => id))
  })

  it('of several who find the pause of an endpoint over, one may call', async () => {
    const [table, owner] = [open(), crypto.randomUUID()]
    for (let i = 0; i < 10; i++) await table.noteTimeout(owner, 'a.example', NOW)
    const told = await atOnce(() => table.endpointPause(owner, 'a.example', NOW + 3_600_000))
    expect(told.filter((until) => until === undefined)).toHaveLength(1)
  })

  it('an idempotency key is claimed once, by one owner, until it expires', async () => {
    const [table, { owner }] = [open(), newJob()]
    const claimOf = (jobId: string, createdAt = NOW) => {
      return { jobId, digest: jobId, createdAt, expiresAt: Math.ceil(createdAt / 1000) + 60 }
    }
    const told = await atOnce((i) => table.claimKey(owner, 'key', claimOf(`j${i}`)))
    expect(new Set(told.map(({ jobId }) => jobId)).size).toBe(1)
    expect(await table.claimKey(owner, 'key', claimOf('late', NOW + 59_000))).toEqual(told[0])
    expect(await table.claimKey(owner, 'other', claimOf('other'))).toEqual(claimOf('other'))
    expect(await table.claimKey(newJob().owner, 'key', claimOf('his'))).toEqual(claimOf('his'))
    const after = claimOf('after', NOW + 61_000)
    expect(await table.claimKey(owner, 'key', after)).toEqual(after)
  })
}

function apiKeysContract(open: () => Table): void {
  it('a key lets its owner in until it is revoked, at once, and no other text does', async () => {
    const [table, { owner }] = [open(), newJob()]
    const [key, other] = [await table.mintKey(owner, 'note', NOW), await table.mintKey(owner, '', NOW)]
    const [, id, secret] = key.split('_')
    expect(await table.holderOf(key)).toBe(owner)
    expect(await table.holderOf(`sudoku_${other.split('_')[1]}_${secret}`)).toBeUndefined()
    expect(await table.listKeys()).toContainEqual({ id, owner, note: 'note', mintedAt: NOW, hash: expect.any(String) })
    expect(await table.revokeKey(id, NOW + 1)).toBe(true)
    expect(await table.revokeKey(id, NOW + 2)).toBe(true)
    expect([await table.holderOf(key), await table.holderOf(other)]).toEqual([undefined, owner])
    expect((await table.listKeys()).find((listed) => listed.id === id)?.revokedAt).toBe(NOW + 1)
    expect(await table.revokeKey('0'.repeat(16), NOW)).toBe(false)
  })
}
