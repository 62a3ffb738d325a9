import type { Chunk } from '../job/chunks/chunk.ts'
import type { PausedSearch } from '../job/job.ts'
import type { ResultCounts } from '../job/result.ts'
import type { SearchProgress } from '../sudoku/search/strategy.ts'
import {
  attribute,
  claimStep,
  type Expression,
  expression,
  IS_NEW,
  type Items,
  type Key,
  padded,
  updateOf,
} from './items.ts'
import { countersOf, partKey, STATE, stragglerName } from './jobs.ts'

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
      const isLater = expression`redrive < ${redrive}`
      const isOpen = expression`straggler = ${'open'} AND redrive = ${redrive}`
      const isReplaced = chunk.straggler ? expression`${isLater} OR (${isOpen})` : expression`${IS_NEW} OR ${isLater}`
      const isKept = await items.put(item, isReplaced)
      // Between the two calls only its expiry can remove the item.
      return isKept ? results : ((await getResults(chunk)) ?? results)
    },

    getResults,

    /** Adds results to the counts of their part. A second time changes nothing, because the update is conditional. */
    async countResults(chunk: Chunk, { count, counts, startedAt, now }: CountUpdate): Promise<void> {
      const { straggler, number, from } = chunk
      const { max } = counts.backtracks
      const names = new Set([stragglerName(chunk)])
      const done = straggler ? [] : [expression`${doneOf(chunk)} = ${from + count}`]
      const DELETE = straggler ? [expression`stragglers ${names}`] : []
      const failed = straggler ? expression`failedStragglers ${names}` : expression`failedChunks ${new Set([number])}`
      const ADD = [...addedBy(counts), ...(counts.outcomes.failed > 0 ? [failed] : [])]
      // The slices of a chunk are counted in order, each once: the write that counts one makes its condition false.
      const update = (set: readonly Expression[], condition: Expression) => {
        const SET = [...done, expression`updatedAt = ${now}`, begunAt(startedAt), ...set]
        const isPending = expression`${pendingOf(chunk)} AND ${condition}`
        return items.update(countsKey(chunk), updateOf({ SET, ADD, DELETE }), isPending)
      }
      // DynamoDB can add, but not take a maximum, so that conditions find out whether ours is the larger one. The
      // stored maximum only grows: if it overtakes ours between the first try and the second, the third finds it above
      // ours.
      const isNoMore = expression`backtracksMax >= ${max}`
      if (await update([], isNoMore)) return
      if (await update([expression`backtracksMax = ${max}`], expression`backtracksMax < ${max}`)) return
      await update([], isNoMore)
      // If no condition held, these results were counted before, or their job is gone.
    },

    /**
     * Keeps all results of a small job in its own item, counts them, and accepts its part, in one write; false, and nothing
     * is changed, if anything of the job was begun, or it was cancelled or deleted.
     */
    keepAndCount(chunk: Chunk, update: CountUpdate & Pick<StoredResults, 'packed'>): Promise<boolean> {
      const { count, counts, packed, startedAt, now } = update
      const SET = [
        expression`${doneOf(chunk)} = ${count}, packed = ${packed}, ${STATE} = ${'accepted'}`,
        expression`backtracksMax = ${counts.backtracks.max}, startedAt = ${startedAt}, updatedAt = ${now}`,
      ]
      // Whatever is counted has begun, and what is deleted is cancelled.
      const isIdle = expression`attribute_not_exists(startedAt) AND attribute_not_exists(cancel)`
      const isNew = expression`attribute_exists(done) AND ${isIdle}`
      return items.update(countsKey(chunk), updateOf({ SET, ADD: addedBy(counts) }), isNew)
    },

    /** Marks that a chunk goes on without its first puzzle, and that this is under way alone. A second time changes nothing. */
    async passStraggler(chunk: Chunk, startedAt: number): Promise<void> {
      const passed = expression`${doneOf(chunk)} = ${chunk.from + 1}, ${begunAt(startedAt)}`
      const names = new Set([stragglerName(chunk)])
      await items.update(countsKey(chunk), expression`SET ${passed} ADD stragglers ${names}`, pendingOf(chunk))
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
      const SET = [begunAt(startedAt), ...(search ? [expression`pausedSearch = ${search}`] : [])]
      await items.update(countsKey(chunk), updateOf({ SET }), pendingOf(chunk))
    },

    /** Claims a slice of a chunk for the message that brings it. */
    claimSlice(chunk: Chunk, messageId: string): Promise<boolean> {
      const { jobId, part, number, straggler, redrive, from, hops = 0, deaths = 0, expiresAt } = chunk
      // Beside the results, which go with it: where a chunk is; and where each puzzle is that it went on without.
      const sk = straggler ? `claim#${padded(from)}` : 'claim'
      const key = { pk: resultsPartition(jobId, part, number), sk }
      // Each message that is sent on comes after the one that it is sent by, in this order.
      return claimStep(items, key, [redrive, from, hops, deaths], { messageId, expiresAt })
    },

    /**
     * Subtracts a failed chunk's count, once, so that the chunk can be counted again.
     *
     * @returns whether it can, which it cannot if it has not failed, or was sent again since
     */
    async reopenChunk(chunk: Chunk, failed: number): Promise<boolean> {
      if (chunk.straggler) return reopenStraggler(chunk)
      const { number, from, redrive } = chunk
      const [done, sent] = [doneOf(chunk), redriveOf(chunk)]
      const before = redrive === 1 ? expression`attribute_not_exists(${sent})` : expression`${sent} = ${redrive - 1}`
      const again = expression`${done} = ${from}, ${sent} = ${redrive}, failed = failed - ${failed}`
      const reopened = expression`SET ${again} DELETE failedChunks ${new Set([number])}`
      const isFailed = expression`${before} AND ${done} = ${from + failed} AND contains(failedChunks, ${number})`
      if (await items.update(countsKey(chunk), reopened, isFailed)) return true
      const part = await items.get(countsKey(chunk))
      return ((part?.redrives ?? {}) as Record<number, number>)[number] === redrive
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
        .filter(({ sk }) => sk.startsWith('from#'))
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
    const before = stragglerName({ ...chunk, redrive: chunk.redrive - 1 })
    const moved = expression`ADD stragglers ${new Set([stragglerName(chunk)])} DELETE failedStragglers ${new Set([before])}`
    const reopened = expression`SET failed = failed - ${1} ${moved}`
    if (await items.update(countsKey(chunk), reopened, expression`contains(failedStragglers, ${before})`)) return true
    const part = await items.get(countsKey(chunk))
    if ((part?.stragglers as ReadonlySet<string> | undefined)?.has(stragglerName(chunk))) return true
    // It is not under way any more: what is kept of it was counted, and its end may still have to be told.
    return (await getResults(chunk)) !== undefined
  }
}

/** The results that a part's item has itself: those of all its puzzles, none of them failed. */
export function storedInPart(count: number, packed: Uint8Array): StoredResults {
  return { from: 0, count, redrive: 0, packed }
}

function countsKey({ jobId, part }: Chunk): Key {
  return partKey(jobId, part)
}

/** What adds counts to those of a part. An expression ends at 4 KB; one with all techniques and ratings in it takes 2 KB. */
function addedBy(counts: ResultCounts): Expression[] {
  const all = countersOf(counts)
  return all.filter(([, count]) => count > 0).map(([name, count]) => expression`${attribute(name)} ${count}`)
}

/** When a worker began with a part, unless that is known. */
const begunAt = (startedAt: number) => expression`startedAt = if_not_exists(startedAt, ${startedAt})`
/** What a part's item has of a chunk: how many of its puzzles are counted, and how often it was sent again. */
const doneOf = ({ number }: Chunk) => expression`done.${attribute(`${number}`)}`
const redriveOf = ({ number }: Chunk) => expression`redrives.${attribute(`${number}`)}`

/**
 * The condition that the chunk was counted as far as these puzzles, and has not been sent again since. A straggler is
 * under way for as long as its name is among those that are: a name says which redrive it is of, too.
 */
function pendingOf(chunk: Chunk): Expression {
  if (chunk.straggler) return expression`contains(stragglers, ${stragglerName(chunk)})`
  const { from, redrive } = chunk
  const [done, sent] = [doneOf(chunk), redriveOf(chunk)]
  const isAt = from + redrive === 0 ? expression`attribute_not_exists(${done})` : expression`${done} = ${from}`
  const isSent = redrive === 0 ? expression`attribute_not_exists(${sent})` : expression`${sent} = ${redrive}`
  return expression`attribute_exists(done) AND ${isAt} AND ${isSent}`
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
