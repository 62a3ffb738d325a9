import type { Chunk } from '../job/chunks/chunk.ts'
import type { PausedSearch } from '../job/job.ts'
import { type ResultCounts, STATUSES } from '../job/result.ts'
import type { SearchProgress } from '../sudoku/search/strategy.ts'
import { type Items, type Key, padded } from './items.ts'
import { bitsAttribute, type CountAttribute, partKey, ratingAttributes, stragglerName } from './jobs.ts'

export interface StoredResults {
  /** How many puzzles of the chunk come before them. */
  readonly from: number
  readonly count: number
  /** How often the chunk had been sent again. */
  readonly redrive: number
  readonly packed: Uint8Array
  /** They are those of a puzzle that its chunk went on without; or will be, while it is `open`. */
  readonly straggler?: 'open' | 'closed'
}

/** An addition to the counts of a part. */
interface CountUpdate {
  readonly count: number
  readonly counts: ResultCounts
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly now: number
}

/** The results of chunks, with a partition for each chunk, and the counts of results in the chunk's part. */
export function dynamoResults(items: Items) {
  return {
    /** Stores the packed results of a chunk's first puzzles, or a sign that they are still to come, unless either is stored already; returns what is stored. */
    async keepResults(chunk: Chunk, results: StoredResults): Promise<StoredResults> {
      const { from: _in, ...kept } = results
      const { redrive } = results
      const item = { ...resultsKey(chunk), ...kept, expiresAt: chunk.expiresAt }
      // The results of a chunk that was sent again replace those that failed before.
      const isKept = chunk.straggler
        ? await items.put(item, IS_OPEN, { ':redrive': redrive, ':open': 'open' })
        : await items.put(item, 'attribute_not_exists(pk) OR redrive < :redrive', { ':redrive': redrive })
      // Between the two calls only its expiry can remove the item.
      return isKept ? results : ((await getResults(chunk)) ?? results)
    },

    getResults,

    /** Adds results to the counts of their part. A second time changes nothing, because the update is conditional. */
    async countResults(chunk: Chunk, { count, counts, startedAt, now }: CountUpdate): Promise<void> {
      const mark = chunk.straggler ? ofStraggler(chunk) : ofSlice(chunk, count)
      const failed = counts.outcomes.failed > 0 ? mark.failed : undefined
      const counters = countersOf(counts, failed?.add)
      const names = { ...mark.names, ...counters.names }
      const update = (set: string, condition: string) =>
        items.update(countsKey(chunk), {
          update: `SET ${mark.set}updatedAt = :now, startedAt = if_not_exists(startedAt, :startedAt)${set}${counters.add}${mark.remove}`,
          // The slices of a chunk are counted in order, each once: the write that counts one makes its condition false.
          condition: `${mark.condition} AND ${condition}`,
          ...(Object.keys(names).length > 0 && { names }),
          values: {
            ...counters.values,
            ...failed?.values,
            ...mark.values,
            ':now': now,
            ':startedAt': startedAt,
            ':max': counts.backtracks.max,
          },
        })
      // DynamoDB can add, but not take a maximum, so that conditions find out whether ours is the larger one. The
      // stored maximum only grows: if it overtakes ours between the first try and the second, the third finds it above
      // ours.
      const tries = [
        ['', 'backtracksMax >= :max'],
        [', backtracksMax = :max', 'backtracksMax < :max'],
        ['', 'backtracksMax >= :max'],
      ] as const
      for (const [set, condition] of tries) if (await update(set, condition)) return
      // If no condition held, these results were counted before, or their job is gone.
    },

    /**
     * Keeps all results of a small job in its own item, counts them, and accepts its part, in one write; false, and nothing
     * is changed, if anything of the job was begun, or it was cancelled or deleted.
     */
    keepAndCount(
      chunk: Chunk,
      { count, counts, packed, startedAt, now }: CountUpdate & Pick<StoredResults, 'packed'>,
    ): Promise<boolean> {
      const { add, names, values } = countersOf(counts)
      const set = 'done.#chunk = :count, packed = :packed, #state = :accepted, backtracksMax = :max'
      return items.update(countsKey(chunk), {
        update: `SET ${set}, startedAt = :startedAt, updatedAt = :now${add}`,
        // Whatever is counted has begun, and what is deleted is cancelled.
        condition: 'attribute_exists(done) AND attribute_not_exists(startedAt) AND attribute_not_exists(cancel)',
        names: { ...names, '#chunk': String(chunk.number), '#state': 'state' },
        values: {
          ...values,
          ':count': count,
          ':packed': packed,
          ':accepted': 'accepted',
          ':max': counts.backtracks.max,
          ':startedAt': startedAt,
          ':now': now,
        },
      })
    },

    /** Marks that a chunk goes on without its first puzzle, and that this is under way alone. A second time changes nothing. */
    async passStraggler(chunk: Chunk, startedAt: number): Promise<void> {
      const pending = pendingOf(chunk)
      await items.update(countsKey(chunk), {
        ...pending,
        update: 'SET done.#chunk = :to, startedAt = if_not_exists(startedAt, :startedAt) ADD stragglers :stragglers',
        values: {
          ...pending.values,
          ':to': chunk.from + 1,
          ':startedAt': startedAt,
          ':stragglers': new Set([nameOf(chunk)]),
        },
      })
    },

    /** How many puzzles of a chunk's part are under way alone, or have failed so. */
    async countStragglers(chunk: Chunk): Promise<number> {
      const part = await items.get(countsKey(chunk))
      const sizeOf = (names: unknown) => (names as ReadonlySet<string> | undefined)?.size ?? 0
      return sizeOf(part?.stragglers) + sizeOf(part?.failedStragglers)
    },

    /**
     * Keeps how far the search of a chunk's first puzzle has got, where that is known, and when a worker began with its
     * part, where nobody did before: counts alone would say that only once a puzzle is done. A puzzle that is counted stays
     * as it is.
     */
    async keepSearch(chunk: Chunk, progress: SearchProgress | undefined, startedAt: number): Promise<void> {
      const { number, from, redrive, straggler: isStraggler = false } = chunk
      const search: PausedSearch | undefined = progress && { chunk: number, from, redrive, isStraggler, ...progress }
      const pending = pendingOf(chunk)
      await items.update(countsKey(chunk), {
        ...pending,
        update: `SET startedAt = if_not_exists(startedAt, :startedAt)${search ? ', pausedSearch = :search' : ''}`,
        values: { ...pending.values, ':startedAt': startedAt, ...(search && { ':search': search }) },
      })
    },

    /**
     * Claims a slice of a chunk for the message that brings it, as a chunk is sent on from slice to slice. The same message
     * may claim it again, so that one whose worker died goes on; a copy of it may not, nor one from before a later slice.
     *
     * @returns whether the slice is the message's
     */
    claimSlice(chunk: Chunk, messageId: string): Promise<boolean> {
      const { redrive, from, hops = 0, deaths = 0, expiresAt } = chunk
      // Each message that is sent on comes after the one that it is sent by, in this order.
      const slice = [redrive, from, hops, deaths].map(padded).join()
      const isMine = 'attribute_not_exists(pk) OR slice < :slice OR (slice = :slice AND messageId = :messageId)'
      const values = { ':slice': slice, ':messageId': messageId }
      return items.put({ ...claimKey(chunk), slice, messageId, expiresAt }, isMine, values)
    },

    /**
     * Subtracts a failed chunk's count, once, so that the chunk can be counted again.
     *
     * @returns whether it can, which it cannot if it has not failed, or was sent again since
     */
    async reopenChunk(chunk: Chunk, failed: number): Promise<boolean> {
      if (chunk.straggler) return reopenStraggler(chunk)
      const before = chunk.redrive === 1 ? 'attribute_not_exists(redrives.#chunk)' : 'redrives.#chunk = :before'
      const isReopened = await items.update(countsKey(chunk), {
        update:
          'SET done.#chunk = :from, redrives.#chunk = :redrive, failed = failed - :failed DELETE failedChunks :chunks',
        condition: `${before} AND done.#chunk = :to AND contains(failedChunks, :chunk)`,
        names: { '#chunk': String(chunk.number) },
        values: {
          ':from': chunk.from,
          ':to': chunk.from + failed,
          ':redrive': chunk.redrive,
          ':failed': failed,
          ':chunk': chunk.number,
          ':chunks': new Set([chunk.number]),
          ...(chunk.redrive > 1 && { ':before': chunk.redrive - 1 }),
        },
      })
      if (isReopened) return true
      const part = await items.get(countsKey(chunk))
      const { [chunk.number]: redrive } = (part?.redrives ?? {}) as Record<number, number>
      return redrive === chunk.redrive
    },

    async removeResults(jobId: string, part: number, chunk: number): Promise<void> {
      const keys = await items.keysIn(resultsPartition(jobId, part, chunk))
      await Promise.all(keys.map(items.remove))
    },

    /**
     * The stored results of one chunk, in order.
     *
     * @param mayBeStale for half the price, what was written a moment ago may be missing, or be what it was before
     */
    async resultsOfChunk(
      jobId: string,
      part: number,
      chunk: number,
      mayBeStale = false,
    ): Promise<readonly StoredResults[]> {
      const found = await items.queryFrom(resultsPartition(jobId, part, chunk), { mayBeStale })
      let at = 0
      return found.items
        .filter(isOfResults)
        .map(storedResultsOf)
        .filter(({ from, count }) => {
          // A chunk that failed in several pieces and was sent again may have left some results that were not replaced.
          const follows = from === at
          if (follows) at += count
          return follows
        })
    },
  }

  /** The stored results of a chunk's first puzzles; undefined for a straggler that has no results yet. */
  async function getResults(chunk: Chunk): Promise<StoredResults | undefined> {
    const part = chunk.whole && chunk.from === 0 ? await items.get(countsKey(chunk)) : undefined
    if (part?.packed) return storedInPart(part.total as number, part.packed as Uint8Array)
    const item = await items.get(resultsKey(chunk))
    if (!item || (item.redrive as number) < chunk.redrive) return undefined
    const isStillOpen = chunk.straggler && item.straggler === 'open' && item.redrive === chunk.redrive
    return isStillOpen ? undefined : storedResultsOf(item)
  }

  async function reopenStraggler(chunk: Chunk): Promise<boolean> {
    const before = nameOf({ ...chunk, redrive: chunk.redrive - 1 })
    const isReopened = await items.update(countsKey(chunk), {
      update: 'SET failed = failed - :one ADD stragglers :again DELETE failedStragglers :failed',
      condition: 'contains(failedStragglers, :before)',
      values: { ':one': 1, ':again': new Set([nameOf(chunk)]), ':failed': new Set([before]), ':before': before },
    })
    if (isReopened) return true
    const part = await items.get(countsKey(chunk))
    if ((part?.stragglers as ReadonlySet<string> | undefined)?.has(nameOf(chunk))) return true
    // It is not under way any more: what is kept of it was counted, and its end may still have to be told.
    return (await getResults(chunk)) !== undefined
  }
}

/** The condition that a straggler's results are still to come. */
const IS_OPEN = 'redrive < :redrive OR (straggler = :open AND redrive = :redrive)'

/** How a part's item says that results are counted, on which condition it does, and what else it says where they failed. */
interface Mark extends Pending {
  readonly set: string
  readonly remove: string
  readonly failed: { readonly add: string; readonly values?: Readonly<Record<string, unknown>> }
}

function ofSlice(chunk: Chunk, count: number): Mark {
  const pending = pendingOf(chunk)
  return {
    ...pending,
    set: 'done.#chunk = :to, ',
    remove: '',
    values: { ...pending.values, ':to': chunk.from + count },
    failed: { add: 'failedChunks :failedChunks', values: { ':failedChunks': new Set([chunk.number]) } },
  }
}

function ofStraggler(chunk: Chunk): Mark {
  const pending = pendingOf(chunk)
  return {
    ...pending,
    set: '',
    remove: ' DELETE stragglers :stragglers',
    values: { ...pending.values, ':stragglers': new Set([nameOf(chunk)]) },
    failed: { add: 'failedStragglers :stragglers' },
  }
}

function nameOf({ number: chunk, from, redrive }: Chunk): string {
  return stragglerName({ chunk, from, redrive })
}

/** The results that a part's item has itself: those of all its puzzles, none of them failed. */
export function storedInPart(count: number, packed: Uint8Array): StoredResults {
  return { from: 0, count, redrive: 0, packed }
}

function countsKey({ jobId, part }: Chunk): Key {
  return partKey(jobId, part)
}

/** The clause of a change that adds counts to those of a part. */
function countersOf({ outcomes, mismatches, backtracks, ratings }: ResultCounts, further?: string) {
  const all: CountAttribute[] = [
    ...STATUSES.map((status) => ({ name: status, alias: status.replaceAll('-', ''), count: outcomes[status] })),
    ...backtracks.histogram.map((found, bits) => ({ name: bitsAttribute(bits), count: found })),
    { name: 'backtracksSum', count: backtracks.sum },
    { name: 'mismatches', count: mismatches },
    ...ratingAttributes(ratings),
  ]
  const counted = all.filter(({ count }) => count > 0)
  const added = counted.map(({ name, alias }) => (alias ? `#${alias} :${alias}` : `${name} :${name}`))
  if (further) added.push(further)
  return {
    add: added.length > 0 ? ` ADD ${added.join(', ')}` : '',
    names: Object.fromEntries(counted.flatMap(({ name, alias }) => (alias ? [[`#${alias}`, name]] : []))),
    values: Object.fromEntries(counted.map(({ name, alias = name, count }) => [`:${alias}`, count])),
  }
}

/** On which condition a chunk's puzzles are not counted yet. */
interface Pending {
  readonly condition: string
  readonly names?: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * That the chunk was counted as far as these puzzles, and has not been sent again since. A straggler is under way for as
 * long as its name is among those that are: a name says which redrive it is of, too.
 */
function pendingOf(chunk: Chunk): Pending {
  if (chunk.straggler) return { condition: 'contains(stragglers, :straggler)', values: { ':straggler': nameOf(chunk) } }
  const { number, from, redrive } = chunk
  const place = from === 0 && redrive === 0 ? 'attribute_not_exists(done.#chunk)' : 'done.#chunk = :from'
  const sent = redrive === 0 ? 'attribute_not_exists(redrives.#chunk)' : 'redrives.#chunk = :redrive'
  return {
    condition: `attribute_exists(done) AND ${place} AND ${sent}`,
    names: { '#chunk': String(number) },
    values: { ...(from + redrive > 0 && { ':from': from }), ...(redrive > 0 && { ':redrive': redrive }) },
  }
}

function storedResultsOf(item: Record<string, unknown> & Key): StoredResults {
  return {
    from: Number(item.sk.slice('from#'.length)),
    count: item.count as number,
    redrive: item.redrive as number,
    packed: item.packed as Uint8Array,
    ...(item.straggler !== undefined && { straggler: item.straggler as 'open' | 'closed' }),
  }
}

const resultsPartition = (jobId: string, part: number, chunk: number) =>
  `results#${jobId}#${padded(part)}#${padded(chunk)}`
const resultsKey = ({ jobId, part, number, from }: Chunk): Key => ({
  pk: resultsPartition(jobId, part, number),
  sk: `from#${padded(from)}`,
})
/** Beside the results, which go with it: where a chunk is; and where each puzzle is that it went on without. */
const claimKey = ({ jobId, part, number, from, straggler }: Chunk): Key => ({
  pk: resultsPartition(jobId, part, number),
  sk: straggler ? `claim#${padded(from)}` : 'claim',
})
const isOfResults = ({ sk }: Key) => sk.startsWith('from#')
