import { expect, it } from 'vitest'
import type { Table } from '../../shared/aws/table.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import type { Part } from '../../shared/job/job.ts'
import { MAX_RESULT_BYTES } from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { ResultCounter, type Status } from '../../shared/job/result.ts'
import { TECHNIQUE_NAMES, type TechniqueName } from '../../shared/sudoku/rating/techniques.ts'
import { AT_ONCE, atOnce, granted, NOW, newJob, partOf } from './new-job.ts'

type Place = Partial<Pick<Chunk, 'number' | 'from' | 'redrive' | 'straggler' | 'hops' | 'deaths'>>

/** Workers and the dead-letter function count on this: results are kept and counted once, however often they come. */
export function resultsContract(open: () => Table): void {
  async function withPart() {
    const [table, job] = [open(), newJob()]
    await table.putJob(job)
    await table.putPart(job, partOf(1))
    const chunk = (of: Place = {}): Chunk => ({
      ...{ jobId: job.id, part: 1, number: 0, from: 0, redrive: 0, ...of },
      options: job.options,
      expiresAt: job.expiresAt,
      puzzles: Puzzles.of([]),
    })
    const part = async () => (await table.getJob(job.id))?.parts[0] as Part
    const kept = async (number = 0) => table.resultsOfChunk(job.id, 1, number)
    return { table, chunk, part, kept }
  }

  it('keeps results until those of a redrive come, and tells what is kept', async () => {
    const { table, chunk, kept } = await withPart()
    const keep = (redrive: number, mark: number) => table.keepResults(chunk({ redrive }), resultsOf({ redrive }, mark))
    expect(await table.getResults(chunk())).toBeUndefined()
    expect(markOf(await keep(0, 1))).toBe(1)
    expect(markOf(await keep(0, 2))).toBe(1)
    expect(markOf(await keep(1, 3))).toBe(3)
    expect(markOf(await keep(0, 4))).toBe(3)
    expect(await table.getResults(chunk({ redrive: 2 }))).toBeUndefined()
    expect((await kept()).map(markOf)).toEqual([3])
  })

  it('of several who keep results at once, all are told the same', async () => {
    const { table, chunk } = await withPart()
    const told = await atOnce((i) => table.keepResults(chunk(), resultsOf({}, i)))
    expect(new Set(told.map(markOf)).size).toBe(1)
  })

  it('lists what is kept of a chunk in order, and leaves out what follows nothing', async () => {
    const { table, chunk, kept } = await withPart()
    for (const from of [1000, 0, 10, 2]) {
      const count = from === 0 ? 2 : from === 2 ? 8 : 990
      await table.keepResults(chunk({ from }), { ...resultsOf({ from }, from % 251), count })
    }
    await table.keepResults(chunk({ from: 5 }), resultsOf({ from: 5 }, 9))
    await table.keepResults(chunk({ number: 1 }), resultsOf({}, 7))
    expect((await kept()).map(({ from }) => from)).toEqual([0, 2, 10, 1000])
    expect((await kept(1)).map(markOf)).toEqual([7])
    expect(await kept(2)).toEqual([])
  })

  it('keeps results as large as they get, in partitions of several pages of 1 MB, byte for byte', async () => {
    const { table, chunk, kept } = await withPart()
    const slices = Array.from({ length: 7 }, (_, from) => {
      return { ...resultsOf({ from }), packed: Uint8Array.from({ length: MAX_RESULT_BYTES }, (_, i) => i * 7 + from) }
    })
    for (const slice of slices) await table.keepResults(chunk({ from: slice.from }), slice)
    const found = await kept()
    expect(found.map(({ from }) => from)).toEqual(slices.map(({ from }) => from))
    found.forEach(({ packed }, i) => {
      expect(Buffer.compare(packed, slices[i].packed)).toBe(0)
    })
  })

  it('counts a slice once, however often and from wherever it comes', async () => {
    const { table, chunk, part } = await withPart()
    const counted = countOf(['solved', 3], ['multiple', 9], ['invalid', null])
    await atOnce(() => table.countResults(chunk(), counted))
    expect(await part()).toMatchObject({
      outcomes: { solved: 1, multiple: 1, invalid: 1, 'no-solution': 0, failed: 0 },
      backtracks: { sum: 12, max: 9, histogram: [0, 0, 1, 0, 1] },
      done: new Map([[0, 3]]),
      startedAt: NOW,
    })
  })

  it('counts ratings with their slice, once, though there be one of each rating and technique', async () => {
    const { table, chunk, part } = await withPart()
    const rated = countOf(['solved', 1])
    const tenths = Array.from({ length: 120 }, (_, i) => i)
    for (const i of tenths) {
      const technique = TECHNIQUE_NAMES[i % TECHNIQUE_NAMES.length]
      rated.counts.addRating({ er: i / 10, ep: 1, ed: 1, ruleset: 'se-1.2.1', technique })
    }
    rated.counts.addRating({ er: 20, ep: 1, ed: 1, ruleset: 'se-1.2.1' })
    rated.counts.addRating({ atLeast: 9.5, ruleset: 'se-1.2.1' })
    for (const bits of Array.from({ length: 50 }, (_, i) => i))
      rated.counts.add('multiple', bits === 0 ? 0 : 2 ** (bits - 1))
    expect(await part()).not.toHaveProperty('ratings')
    for (const number of [0, 1]) await atOnce(() => table.countResults(chunk({ number }), rated))
    const of = (name: TechniqueName) => (TECHNIQUE_NAMES.indexOf(name) + 2 * TECHNIQUE_NAMES.length < 120 ? 3 : 2)
    expect((await part()).ratings).toEqual({
      er: { ...Object.fromEntries(tenths.map((key) => [key, 2])), 200: 2 },
      technique: Object.fromEntries(TECHNIQUE_NAMES.map((name) => [name, 2 * of(name)])),
      atLeast: 2,
    })
  })

  it('keeps, counts and accepts a small job in one write, if nothing was done to it before', async () => {
    const packed = Uint8Array.of(1, 2)
    const counted = { ...countOf(['solved', 3], ['multiple', 9]), packed }
    const { table, chunk, part } = await withPart()
    const whole = { ...chunk(), whole: true } as const
    expect(granted(await atOnce(() => table.keepAndCount(whole, counted)))).toBe(1)
    const ended = await part()
    expect(ended).toMatchObject({
      state: 'accepted',
      outcomes: { solved: 1, multiple: 1, failed: 0 },
      backtracks: { sum: 12, max: 9, histogram: [0, 0, 1, 0, 1] },
      done: new Map([[0, 2]]),
      startedAt: NOW,
      packed,
    })
    await table.countResults(whole, counted)
    expect(await part()).toEqual(ended)
    expect(await table.getResults(whole)).toEqual({ from: 0, redrive: 0, count: 100, packed })
    for (const change of ['cancelled', 'begun', 'failed', 'deleted', 'not there'] as const) {
      const other = await withPart()
      const it = change === 'not there' ? { ...other.chunk(), jobId: newJob().id } : other.chunk()
      if (change === 'cancelled') await table.cancelJob(it.jobId, 'asked')
      if (change === 'begun') await table.keepSearch(it, undefined, NOW)
      if (change === 'failed') await table.countResults(it, countOf(['failed', null]))
      if (change === 'deleted') await table.deleteJob(it.jobId, (await table.getHead(it.jobId))?.owner ?? '')
      const before = await table.getPart(it.jobId, 1)
      expect([change, await table.keepAndCount({ ...it, whole: true }, counted)]).toEqual([change, false])
      expect(await table.getPart(it.jobId, 1)).toEqual(before)
    }
  })

  it('counts the slices of a chunk in their order only', async () => {
    const { table, chunk, part } = await withPart()
    const count = (from: number) => table.countResults(chunk({ from }), countOf(['solved', 1], ['solved', 1]))
    await count(2)
    expect((await part()).outcomes.solved).toBe(0)
    for (const from of [0, 2, 0, 2]) await count(from)
    expect(await part()).toMatchObject({ outcomes: { solved: 4 }, done: new Map([[0, 4]]) })
  })

  it('loses nothing where all chunks of a part are counted at once', async () => {
    const { table, chunk, part } = await withPart()
    await atOnce(async (i) => {
      for (const turn of [0, 1, 2]) {
        await table.countResults(chunk({ number: 3 * i + turn }), countOf(['solved', 10 * i + turn], ['aborted', 0]))
      }
    })
    const chunks = 3 * AT_ONCE
    const sum = 3 * 10 * ((AT_ONCE * (AT_ONCE - 1)) / 2) + 3 * AT_ONCE
    const { outcomes, backtracks, done } = await part()
    expect(outcomes).toMatchObject({ solved: chunks, aborted: chunks })
    expect(backtracks).toMatchObject({ sum, max: 10 * (AT_ONCE - 1) + 2 })
    expect(done.size).toBe(chunks)
  })

  it('counts nothing of a job that is not there', async () => {
    const { table, chunk } = await withPart()
    const gone = { ...chunk(), jobId: newJob().id }
    await table.countResults(gone, countOf(['solved', 1]))
    expect(await table.getJob(gone.jobId)).toBeUndefined()
  })

  it('gives a slice to one message, as often as that comes, and none that was before it to any', async () => {
    const { table, chunk, kept } = await withPart()
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map((id) => table.claimSlice(chunk({ hops: 2 }), id)))
    const [mine = ''] = ['a', 'b', 'c', 'd'].filter((_, i) => claimed[i])
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await table.claimSlice(chunk({ hops: 2 }), mine)).toBe(true)
    const later = [{ hops: 10 }, { hops: 10, deaths: 1 }, { from: 2 }, { from: 2, hops: 1 }, { redrive: 1 }]
    for (const [i, change] of later.entries()) {
      expect(await table.claimSlice(chunk(change), `${i}`), JSON.stringify(change)).toBe(true)
      expect(await table.claimSlice(chunk({ hops: 2 }), mine)).toBe(false)
      if (i > 0) expect(await table.claimSlice(chunk(later[i - 1]), `${i - 1}`)).toBe(false)
    }
    // A puzzle that its chunk went on without goes its own way, as do other chunks.
    expect(await table.claimSlice(chunk({ straggler: true, hops: 1 }), 'x')).toBe(true)
    expect(await table.claimSlice(chunk({ number: 1, hops: 1 }), 'x')).toBe(true)
    expect(await kept()).toEqual([])
  })

  it('keeps once whether a chunk goes on without a puzzle, and then the results of that, once', async () => {
    const { table, chunk, kept } = await withPart()
    const own = chunk({ straggler: true })
    const open = { ...resultsOf({}, 1), straggler: 'open' } as const
    const closed = (mark: number, redrive = 0) => ({ ...resultsOf({ redrive }, mark), straggler: 'closed' }) as const
    const told = await atOnce((i) => table.keepResults(chunk(), i % 2 === 0 ? open : resultsOf({}, 2)))
    expect(new Set(told.map(markOf)).size).toBe(1)
    await table.removeResults(own.jobId, 1, 0)
    expect(markOf(await table.keepResults(chunk(), open))).toBe(1)
    // It is what others find, and nothing to the puzzle itself.
    expect([await table.getResults(chunk()), await table.getResults(own)]).toEqual([open, undefined])
    expect(new Set((await atOnce((i) => table.keepResults(own, closed(i + 2)))).map(markOf)).size).toBe(1)
    const before = await table.getResults(own)
    expect(before).toMatchObject({ straggler: 'closed', redrive: 0 })
    expect(await table.keepResults(chunk(), resultsOf({}, 99))).toEqual(before)
    expect(await table.keepResults(own, closed(98))).toEqual(before)
    expect(markOf(await table.keepResults(chunk({ straggler: true, redrive: 1 }), closed(97, 1)))).toBe(97)
    expect(await kept()).toEqual([closed(97, 1)])
  })

  it('counts a puzzle once that its chunk went on without, whenever it is done, and the rest of the chunk as ever', async () => {
    const { table, chunk, part } = await withPart()
    const own = chunk({ from: 2, straggler: true })
    const one = countOf(['solved', 7])
    await table.countResults(own, one)
    await table.passStraggler(chunk({ from: 2 }), NOW)
    expect(await part()).toMatchObject({ outcomes: { solved: 0 }, done: new Map() })
    await table.countResults(chunk(), countOf(['solved', 1], ['solved', 1]))
    await atOnce(() => table.passStraggler(chunk({ from: 2 }), NOW))
    expect(await table.countStragglers(chunk())).toBe(1)
    const stragglers = [{ chunk: 0, from: 2, redrive: 0, hasFailed: false }]
    expect(await part()).toMatchObject({ done: new Map([[0, 3]]), stragglers })
    await table.countResults(chunk({ from: 2 }), one)
    await table.countResults(chunk({ from: 3 }), countOf(['no-solution', 0]))
    expect((await part()).outcomes).toMatchObject({ solved: 2, 'no-solution': 1 })
    await atOnce(() => table.countResults(own, one))
    expect(await part()).toMatchObject({
      outcomes: { solved: 3, 'no-solution': 1 },
      backtracks: { sum: 9, max: 7 },
      done: new Map([[0, 4]]),
    })
    expect((await part()).stragglers).toBeUndefined()
    await table.passStraggler(chunk({ from: 2 }), NOW)
    expect(await table.countStragglers(chunk())).toBe(0)
  })

  it('a part began at the latest when a chunk of it went on without a puzzle', async () => {
    const { table, chunk, part } = await withPart()
    await table.passStraggler(chunk(), NOW + 5)
    await table.passStraggler(chunk({ number: 1 }), NOW + 7)
    expect(await part()).toMatchObject({ startedAt: NOW + 5, done: new Map([0, 1].map((number) => [number, 1])) })
    expect(await table.countStragglers(chunk())).toBe(2)
  })

  it('reopens a puzzle that failed alone once, for whoever asks, and then counts it again', async () => {
    const { table, chunk, part } = await withPart()
    const own = (redrive: number) => chunk({ straggler: true, redrive })
    const keep = (redrive: number) =>
      table.keepResults(own(redrive), { ...resultsOf({ redrive }), straggler: 'closed' as const })
    await table.keepResults(chunk(), { ...resultsOf({}), straggler: 'open' as const })
    await table.passStraggler(chunk(), NOW)
    // It has not failed yet.
    expect(granted(await atOnce(() => table.reopenChunk(own(1), 1)))).toBe(0)
    await keep(0)
    await table.countResults(own(0), countOf(['failed', null]))
    expect(await part()).toMatchObject({
      outcomes: { failed: 1 },
      failedChunks: new Set(),
      stragglers: [{ chunk: 0, from: 0, redrive: 0, hasFailed: true }],
    })
    expect([await table.countStragglers(own(0)), await table.reopenChunk(own(2), 1)]).toEqual([1, false])
    expect(granted(await atOnce(() => table.reopenChunk(own(1), 1)))).toBe(AT_ONCE)
    expect(await part()).toMatchObject({
      outcomes: { failed: 0 },
      stragglers: [{ chunk: 0, from: 0, redrive: 1, hasFailed: false }],
    })
    // A message from before that came late.
    await table.countResults(own(0), countOf(['failed', null]))
    expect((await part()).outcomes.failed).toBe(0)
    await keep(1)
    await atOnce(() => table.countResults(own(1), countOf(['solved', 3])))
    expect((await part()).outcomes).toMatchObject({ solved: 1, failed: 0 })
    expect((await part()).stragglers).toBeUndefined()
    // Whoever comes late finds its results, and tells of the end.
    expect([await table.reopenChunk(own(1), 1), await table.reopenChunk(own(2), 1)]).toEqual([true, false])
  })

  it('reopens a failed chunk once, for whoever asks, and then counts it again', async () => {
    const { table, chunk, part } = await withPart()
    await table.countResults(chunk(), countOf(['solved', 1]))
    await table.countResults(chunk({ from: 1 }), countOf(['failed', null], ['failed', null]))
    expect((await part()).failedChunks).toEqual(new Set([0]))
    const again = chunk({ from: 1, redrive: 1 })
    // All of them may send it: what comes twice is counted once.
    expect(granted(await atOnce(() => table.reopenChunk(again, 2)))).toBe(AT_ONCE)
    expect(await part()).toMatchObject({ outcomes: { solved: 1, failed: 0 }, failedChunks: new Set() })
    // A message from before that came late.
    await table.countResults(chunk({ from: 1 }), countOf(['failed', null], ['failed', null]))
    expect((await part()).outcomes.failed).toBe(0)
    await atOnce(() => table.countResults(again, countOf(['solved', 1], ['failed', null])))
    expect(await part()).toMatchObject({ outcomes: { solved: 2, failed: 1 }, done: new Map([[0, 3]]) })
    expect(await table.reopenChunk(chunk({ number: 1, redrive: 1 }), 1)).toBe(false)
    expect(await table.reopenChunk(chunk({ from: 2, redrive: 2 }), 1)).toBe(true)
    expect((await part()).outcomes.failed).toBe(0)
  })
}

function resultsOf({ from = 0, redrive = 0 }: Place, mark = 0) {
  return { from, redrive, count: 1, packed: Uint8Array.of(mark, 0, 255) }
}

function markOf({ packed }: { packed: Uint8Array }): number {
  return packed[0]
}

function countOf(...outcomes: readonly (readonly [Status, number | null])[]) {
  const counts = new ResultCounter()
  for (const [status, backtracks] of outcomes) counts.add(status, backtracks)
  return { count: outcomes.length, counts, startedAt: NOW, now: NOW + 1 }
}
