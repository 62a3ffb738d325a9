import { backtracksOf, countsOf, finishedAtOf, type JobRecord, stateOf } from '../../shared/job/job.ts'
import type { JobView } from '../../shared/protocol.ts'

/** A job as clients see it. */
export function viewOf(record: JobRecord, now: number): JobView {
  const { id, options, createdAt, expiresAt } = record.job
  const finishedAt = finishedAtOf(record)
  return {
    id,
    state: stateOf(record, now),
    options,
    counts: countsOf(record),
    backtracks: backtracksOf(record),
    createdAt: new Date(createdAt).toISOString(),
    ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt).toISOString() }),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    links: { self: `/jobs/${id}`, results: `/jobs/${id}/results` },
  }
}
