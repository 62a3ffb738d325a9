import { type Job, type Labels, newPart, type Part } from './job.ts'

/**
 * A job that is one part of one small chunk is written whole: one item has the job, its part and mostly its results. It
 * is sent before it is written, so its chunk says all that there is to it, and whoever comes first writes it
 * (docs/decisions/025).
 */
export interface WholeJob {
  readonly job: Job
  readonly part: Part
}

/** What a whole job is besides its puzzles and what every chunk says. */
export interface WholeJobFacts
  extends Labels,
    Pick<Job, 'owner' | 'createdAt'>,
    Pick<Part, 'digest' | 'format' | 'lines'> {}

/** The results of so many plain grids lie beside their job's counts, and one read unit has all of it. */
const MOST_PUZZLES = 100
/** The results and lines that an item of 4 KB has room for beside a job and its part. */
export const MOST_PACKED_BYTES = 3_000
/** The JSON of a name and metadata, which travel with the chunk. */
const MOST_LABELS_LENGTH = 1_000

/** Whether a job is written whole. One with a webhook is not: its secret is to stay in the table. */
export function isWhole({ name, metadata, webhook }: Job, puzzles: number, perChunk: number): boolean {
  const labels = JSON.stringify({ name, metadata }).length
  return puzzles <= Math.min(MOST_PUZZLES, perChunk) && labels <= MOST_LABELS_LENGTH && !webhook
}

/** A whole job as it is accepted. */
export function wholeJobOf(
  job: Job,
  { total, digest, format, lines }: Pick<Part, 'total' | 'digest' | 'format' | 'lines'>,
  now: number,
): WholeJob {
  return {
    job: { ...job, sealed: 1, isWhole: true },
    part: newPart({ total, digest, format, lines, number: 1, perChunk: total, state: 'accepted' }, now),
  }
}

export function factsOf({ job, part }: WholeJob): WholeJobFacts {
  const { owner, createdAt, name, metadata } = job
  const { digest, format, lines } = part
  const labels = { ...(name !== undefined && { name }), ...(metadata && { metadata }) }
  return { owner, createdAt, ...labels, digest, format, ...(lines && { lines }) }
}
