import type { Part } from '../job/job.ts'
import { OUTCOME_COUNTERS, type OutcomeCounts } from '../job/result.ts'
import type { Item } from './items.ts'

/**
 * A part as an item. Its counters are attributes of their own, so that one update adds to several:
 * `solved`, …, `backtracksSum`, and for the histogram `bits0`, `bits1`, …
 */
export function itemOfPart({ outcomes, backtracks, failedChunks, ...part }: Part): Record<string, unknown> {
  return {
    ...part,
    ...outcomes,
    backtracksSum: backtracks.sum,
    backtracksMax: backtracks.max,
    done: Object.fromEntries(part.done),
    redrives: {},
    // DynamoDB has no empty sets.
    ...(failedChunks.size > 0 && { failedChunks }),
  }
}

export function partOf(item: Item): Part {
  const of = item as unknown as Part & Record<string, number> & { done: Record<string, number> }
  const outcomes = Object.values(OUTCOME_COUNTERS).map((counter) => [counter, of[counter]])
  return {
    number: of.number,
    total: of.total,
    perChunk: of.perChunk,
    digest: of.digest,
    format: of.format,
    state: of.state,
    outcomes: Object.fromEntries(outcomes) as OutcomeCounts,
    mismatches: of.mismatches,
    backtracks: { sum: of.backtracksSum, max: of.backtracksMax, histogram: histogramOf(of) },
    done: new Map(Object.entries(of.done).map(([chunk, done]) => [Number(chunk), done])),
    failedChunks: of.failedChunks ?? new Set(),
    ...(of.startedAt !== undefined && { startedAt: of.startedAt }),
    updatedAt: of.updatedAt,
  }
}

/** The attribute that counts puzzles whose backtracks are so many bits long. */
export const bitsAttribute = (bits: number) => `bits${bits}`

function histogramOf(item: Record<string, number>): number[] {
  const histogram: number[] = []
  for (const [name, count] of Object.entries(item)) {
    const bits = /^bits(\d+)$/.exec(name)?.[1]
    if (bits) histogram[Number(bits)] = count
  }
  return Array.from(histogram, (count) => count ?? 0)
}
