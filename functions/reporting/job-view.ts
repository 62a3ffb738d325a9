import {
  type JobCounts,
  type JobRecord,
  type JobState,
  type Progress,
  progressOf,
  stateOf,
  type Webhook,
  type WebhookState,
} from '../../shared/job/job.ts'
import type { RatingCounts } from '../../shared/job/result.ts'
import { objectOf } from '../../shared/json-schema.ts'
import type { JOB_FIELDS, JobView } from '../../shared/protocol/views.ts'
import { TECHNIQUE_NAMES } from '../../shared/sudoku/rating/techniques.ts'

/**
 * A job as clients see it.
 *
 * @param prefix what its addresses begin with
 */
export function viewOf(record: JobRecord, now: number, prefix = ''): JobView {
  const { id, name, metadata, webhook, delivery, options, createdAt, expiresAt } = record.job
  const progress = progressOf(record)
  const { parts, formats, counts, mismatches, backtracks, ratings, search, startedAt, updatedAt } = progress
  const state = stateOf(record, counts, now)
  const isOver = hasEnded(state, counts)
  const rate = rateOf(progress)
  return objectOf<typeof JOB_FIELDS>({
    id,
    state,
    name,
    metadata,
    // Its secret is for whoever gave it.
    webhook: webhook && webhookView(webhook, delivery),
    options,
    parts,
    formats,
    counts,
    mismatches,
    backtracks: { ...backtracks, histogram: rangesOf(backtracks.histogram) },
    ratings: options.include?.includes('rating') ? ratingsOf(ratings) : undefined,
    search: search && !isOver ? { backtracks: search.backtracks, explored: search.explored ?? null } : undefined,
    puzzlesPerSecond: rate === undefined ? null : Number(rate.toPrecision(4)),
    secondsLeft: rate === undefined ? null : Math.ceil(counts.pending / rate),
    createdAt: iso(createdAt),
    startedAt: startedAt === undefined ? undefined : iso(startedAt),
    finishedAt: isOver ? iso(updatedAt) : undefined,
    expiresAt: iso(expiresAt * 1000),
    links: { self: `${prefix}/jobs/${id}`, results: `${prefix}/jobs/${id}/results` },
  })
}

function webhookView({ url }: Webhook, delivery: WebhookState | undefined): JobView['webhook'] {
  if (!delivery) return { url }
  const { nextAt, ...told } = delivery
  return { url, ...told, ...(nextAt !== undefined && { nextAt: iso(nextAt) }) }
}

/** Whether nothing of a job is pending, and nothing more can come. */
export function hasEnded(state: JobState, { pending }: JobCounts): boolean {
  return pending === 0 && state !== 'open' && state !== 'cancelling'
}

/** Puzzles a second until the counts changed last: so two polls between changes see the same. */
function rateOf({ counts: { total, pending }, startedAt, updatedAt }: Progress): number | undefined {
  if (startedAt === undefined || pending === total) return undefined
  return ((total - pending) * 1000) / Math.max(1, updatedAt - startedAt)
}

/**
 * In how many milliseconds a job may have ended, or so many more of its puzzles be done: at the pace that it had so far; and
 * where nothing has changed for a while, in as long again, because what has taken long is likely to go on.
 */
export function msLeftOf(record: JobRecord, now: number, puzzles = Number.POSITIVE_INFINITY): number {
  // What is left of a cancelled job is passed over.
  if (record.job.cancel) return 0
  const progress = progressOf(record)
  const quietMs = Math.max(0, now - progress.updatedAt)
  const rate = rateOf(progress)
  const atPaceMs = rate === undefined ? 0 : (Math.min(puzzles, progress.counts.pending) * 1000) / rate - quietMs
  return Math.max(quietMs, atPaceMs)
}

function rangesOf(histogram: readonly number[]): { from: number; to: number; puzzles: number }[] {
  return histogram.map((puzzles, bits) =>
    bits === 0 ? { from: 0, to: 0, puzzles } : { from: 2 ** (bits - 1), to: 2 ** bits - 1, puzzles },
  )
}

/** How many puzzles are how hard, by rising ER and in the order of techniques. */
function ratingsOf({ er, technique, atLeast }: RatingCounts = { er: {}, technique: {}, atLeast: 0 }) {
  return {
    er: Object.entries(er).map(([tenths, puzzles]) => ({ er: Number(tenths) / 10, puzzles })),
    technique: TECHNIQUE_NAMES.map((name) => ({ technique: name, puzzles: technique[name] ?? 0 })).filter(
      ({ puzzles }) => puzzles > 0,
    ),
    atLeast,
  }
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
