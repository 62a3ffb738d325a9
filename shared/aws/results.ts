import type { Chunk } from '../job/chunk.ts'
import type { ResultCounts } from '../job/result.ts'
import { OUTCOME_COUNTERS } from '../job/result.ts'
import { type Items, type Key, padded } from './items.ts'
import { bitsAttribute, partKey } from './jobs.ts'

/** Results of chunks, in a partition for each, and their count in the chunk's part. */
export interface Results {
  /** Keeps the packed results of a chunk's first puzzles unless there are some; answers with those that are kept. */
  keepResults(chunk: Chunk, results: StoredResults): Promise<StoredResults>
  /** The results that are kept for the puzzles that a chunk begins with. */
  getResults(chunk: Chunk): Promise<StoredResults | undefined>
  /** Adds results to the counts of their part, once: a second time changes nothing. */
  countResults(chunk: Chunk, counted: Counted): Promise<void>
  /** How many puzzles of a chunk are counted. */
  countedOf(chunk: Chunk): Promise<number>
  /**
   * Takes a failed chunk's count back, once, so that it can be counted again.
   *
   * @returns whether it can: not, where it has not failed, or was sent again since
   */
  reopenChunk(chunk: Chunk, failed: number): Promise<boolean>
  /** The kept results of one chunk, in order. */
  resultsOfChunk(jobId: string, part: number, chunk: number): Promise<readonly StoredResults[]>
}

/** Results as they rest in the table. */
export interface StoredResults {
  /** How many puzzles of the chunk lie before them. */
  readonly from: number
  readonly count: number
  /** How often the chunk had been sent again. */
  readonly redrive: number
  readonly packed: Uint8Array
}

/** What is added to the counts of a part. */
interface Counted {
  readonly count: number
  readonly counts: ResultCounts
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly now: number
}

export function dynamoResults(items: Items): Results {
  return {
    async keepResults(chunk, results) {
      const { count, redrive, packed } = results
      const item = { ...resultsKey(chunk), count, redrive, packed, expiresAt: chunk.expiresAt }
      // What was sent again takes the place of what failed before.
      const isKept = await items.put(item, 'attribute_not_exists(pk) OR redrive < :redrive', { ':redrive': redrive })
      // Only its expiry can take the item away between the two calls.
      return isKept ? results : ((await getResults(chunk)) ?? results)
    },

    getResults,

    async countResults(chunk, { count, counts, startedAt, now }) {
      const { outcomes, mismatches, backtracks } = counts
      const adds = {
        ...Object.fromEntries(Object.values(OUTCOME_COUNTERS).map((counter) => [counter, outcomes[counter]])),
        ...Object.fromEntries(backtracks.histogram.map((found, bits) => [bitsAttribute(bits), found])),
        backtracksSum: backtracks.sum,
        mismatches,
      }
      const changed = Object.entries(adds).filter(([, added]) => added > 0)
      const added = changed.map(([name]) => `${name} :${name}`)
      const failedChunks = outcomes.failed > 0 ? { ':failedChunks': new Set([chunk.number]) } : undefined
      if (failedChunks) added.push('failedChunks :failedChunks')
      const add = added.length > 0 ? ` ADD ${added.join(', ')}` : ''
      const update = (set: string, condition: string) =>
        items.update(partKey(chunk.jobId, chunk.part), {
          update: `SET done.#chunk = :to, updatedAt = :now, startedAt = if_not_exists(startedAt, :startedAt)${set}${add}`,
          // Slices of a chunk are counted in order, each once: the condition and its undoing are one write.
          condition: `${isAt(chunk)} AND ${condition}`,
          names: { '#chunk': String(chunk.number) },
          values: {
            ...Object.fromEntries(changed.map(([name, value]) => [`:${name}`, value])),
            ...failedChunks,
            ...whereIs(chunk),
            ':to': chunk.from + count,
            ':now': now,
            ':startedAt': startedAt,
            ':max': backtracks.max,
          },
        })
      // DynamoDB can add but not take a maximum, so the condition tells whether ours is one. It only grows:
      // where it overtakes ours between the first try and the second, the third finds it above.
      const tries = [
        ['', 'backtracksMax >= :max'],
        [', backtracksMax = :max', 'backtracksMax < :max'],
        ['', 'backtracksMax >= :max'],
      ] as const
      for (const [set, condition] of tries) if (await update(set, condition)) return
      // None held: these results were counted before, or their job is gone.
    },

    async countedOf(chunk) {
      const part = await items.get(partKey(chunk.jobId, chunk.part))
      return (part?.done as Record<number, number> | undefined)?.[chunk.number] ?? 0
    },

    async reopenChunk(chunk, failed) {
      const before = chunk.redrive === 1 ? 'attribute_not_exists(redrives.#chunk)' : 'redrives.#chunk = :before'
      const isReopened = await items.update(partKey(chunk.jobId, chunk.part), {
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
      const part = await items.get(partKey(chunk.jobId, chunk.part))
      const { [chunk.number]: redrive } = (part?.redrives ?? {}) as Record<number, number>
      return redrive === chunk.redrive
    },

    async resultsOfChunk(jobId, part, chunk) {
      const found = await items.queryAll(resultsPartition(jobId, part, chunk))
      let at = 0
      return found.map(storedResultsOf).filter(({ from, count }) => {
        // What failed in several pieces and was sent again may have left some that nothing took the place of.
        const follows = from === at
        if (follows) at += count
        return follows
      })
    },
  }

  async function getResults(chunk: Chunk): Promise<StoredResults | undefined> {
    const item = await items.get(resultsKey(chunk))
    return item && (item.redrive as number) >= chunk.redrive ? storedResultsOf(item) : undefined
  }
}

/** That the chunk was counted as far as these puzzles, and not sent again since. */
function isAt({ from, redrive }: Chunk): string {
  const place = from === 0 && redrive === 0 ? 'attribute_not_exists(done.#chunk)' : 'done.#chunk = :from'
  const sent = redrive === 0 ? 'attribute_not_exists(redrives.#chunk)' : 'redrives.#chunk = :redrive'
  return `attribute_exists(pk) AND ${place} AND ${sent}`
}

function whereIs({ from, redrive }: Chunk): Record<string, number> {
  return { ...(from + redrive > 0 && { ':from': from }), ...(redrive > 0 && { ':redrive': redrive }) }
}

function storedResultsOf(item: Record<string, unknown> & Key): StoredResults {
  return {
    from: Number(item.sk.slice('from#'.length)),
    count: item.count as number,
    redrive: item.redrive as number,
    packed: item.packed as Uint8Array,
  }
}

const resultsPartition = (jobId: string, part: number, chunk: number) =>
  `results#${jobId}#${padded(part)}#${padded(chunk)}`
const resultsKey = ({ jobId, part, number, from }: Chunk): Key => ({
  pk: resultsPartition(jobId, part, number),
  sk: `from#${padded(from)}`,
})
