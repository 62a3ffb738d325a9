import type { JobState } from '../../shared/job/job.ts'
import { STATUSES, type Status } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { wrongSumsOf } from '../api/sums.ts'
import type { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import type { Exchange } from './network.ts'

const OUTCOMES: readonly Status[] = STATUSES
const ENDED: ReadonlySet<JobState> = new Set(['completed', 'cancelled', 'expired'])

/** The promises of a job each time it is shown. */
export function checkView(job: AskedJob, view: JobView, { askedAt, answeredAt }: Exchange, now: number): void {
  const show = (other?: JobView) => () => JSON.stringify({ ...(other && { before: brief(other) }), now: brief(view) })
  if (view.state === 'expired') must(now >= job.expiresAt, 'a job is there until it expires', show())
  // Expired items are taken away piece by piece.
  else {
    checkSums(view, show())
    const total = job.spec.parts.reduce((sum, part) => sum + part.length, 0)
    must(view.counts.total <= total, 'every poll adds up', show())
  }
  for (const { answeredAt: before, what } of job.views) if (before < askedAt) checkAfter(job, what, view, show(what))
  job.views.push({ answeredAt, what: view })
}

function checkSums(view: JobView, show: () => string): void {
  const { counts, backtracks, ratings, state, finishedAt, mismatches } = view
  const all = [...Object.values(counts), mismatches, backtracks.sum, backtracks.max]
  const isSmaller = !ratings || sumOf(ratings.technique) <= sumOf(ratings.er)
  must(isSmaller && all.every((count) => count >= 0), 'every poll adds up', show)
  must(wrongSumsOf(view).length === 0, 'every poll adds up', () => `${wrongSumsOf(view)} ${show()}`)
  must(ENDED.has(state) === (finishedAt !== undefined), 'a job that has ended says when', show)
}

/** The part of a job that may be otherwise later. */
function checkAfter(job: AskedJob, before: JobView, after: JobView, show: () => string): void {
  if (before.state === 'expired') must(after.state === 'expired', 'a state that ends a job never changes', show)
  if (after.state === 'expired') return
  if (before.state !== 'open') must(after.state !== 'open', 'no job opens again', show)
  const isSealedShort = job.leastSealed < job.spec.parts.length
  if (isSealedShort) return
  must(after.counts.total >= before.counts.total, 'nothing is lost', show)
  if (ENDED.has(before.state) && !job.isRedriveAsked) {
    must(after.state === before.state, 'a state that ends a job never changes', show)
    must(JSON.stringify(after.counts) === JSON.stringify(before.counts), 'a job that has ended stays as it is', show)
  }
  for (const outcome of OUTCOMES) {
    if (outcome === 'failed' && job.isRedriveAsked) continue
    must(after.counts[outcome] >= before.counts[outcome], 'what is counted stays counted', show)
  }
}

function brief({ state, counts, backtracks, ratings }: JobView) {
  return { state, ...counts, searched: sumOf(backtracks.histogram), ratings }
}

function sumOf(histogram: readonly { readonly puzzles: number }[]): number {
  return histogram.reduce((all, { puzzles }) => all + puzzles, 0)
}
