import { acceptedParts, type JobRecord, type Part, type Progress, progressOf, stateOf } from '../../shared/job/job.ts'
import type { JobView, PartView } from '../../shared/protocol/views.ts'

/** A job as clients see it. */
export function viewOf(record: JobRecord, now: number): JobView {
  const { id, options, createdAt, expiresAt } = record.job
  const progress = progressOf(record)
  const { counts, mismatches, backtracks, startedAt, updatedAt } = progress
  const state = stateOf(record, counts, now)
  const hasEnded = counts.pending === 0 && state !== 'open' && state !== 'cancelling'
  const parts = acceptedParts(record)
  const rate = rateOf(progress)
  return {
    id,
    state,
    options,
    parts: parts.length,
    formats: [...new Set(parts.map(({ format }) => format))],
    counts,
    mismatches,
    backtracks: { ...backtracks, histogram: rangesOf(backtracks.histogram) },
    puzzlesPerSecond: rate === undefined ? null : Number(rate.toPrecision(4)),
    secondsLeft: rate === undefined ? null : Math.ceil(counts.pending / rate),
    createdAt: iso(createdAt),
    ...(startedAt !== undefined && { startedAt: iso(startedAt) }),
    ...(hasEnded && { finishedAt: iso(updatedAt) }),
    expiresAt: iso(expiresAt * 1000),
    links: { self: `/jobs/${id}`, results: `/jobs/${id}/results` },
  }
}

export function partView({ number, total, format, digest }: Part): PartView {
  return { part: number, puzzles: total, format, digest }
}

/** Puzzles a second until the counts changed last: so two polls between changes see the same. */
function rateOf({ counts: { total, pending }, startedAt, updatedAt }: Progress): number | undefined {
  if (startedAt === undefined || pending === total) return undefined
  return ((total - pending) * 1000) / Math.max(1, updatedAt - startedAt)
}

/** How many puzzles took 0, 1, 2–3, 4–7, … backtracks. */
function rangesOf(histogram: readonly number[]): { from: number; to: number; puzzles: number }[] {
  return histogram.map((puzzles, bits) =>
    bits === 0 ? { from: 0, to: 0, puzzles } : { from: 2 ** (bits - 1), to: 2 ** bits - 1, puzzles },
  )
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
