import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobList, JobView } from '../../../shared/protocol/views.ts'
import { addsUp } from '../../smoke/judged.ts'

const LOOK_EVERY_MS = 40
/** Looks at a job that has ended, for what is never to change again. */
const LOOKS_AFTER_THE_END = 3
/** How long a job may stand still before it counts as stuck. */
const STUCK_AFTER_MS = 45_000

export interface Watched {
  /** As it ended. */
  readonly job: JobView
  /** Polls that were lost, or answered with an error. */
  readonly failedPolls: number
}

/** The newest job's id. */
async function newestJob(url: string): Promise<string | undefined> {
  const list = await asked<JobList>(new URL('/jobs', url))
  return list?.jobs[0]?.id
}

/** Polls the job that is submitted next, to its end; every poll has to add up, and to go on from the one before. */
export async function watchNext(url: string, onView: (job: JobView) => void = () => {}): Promise<Watched> {
  const before = await newestJob(url)
  let id = before
  while (id === before) {
    await pause(LOOK_EVERY_MS)
    id = (await newestJob(url)) ?? before
  }
  return watch(url, id as string, onView)
}

async function watch(url: string, id: string, onView: (job: JobView) => void = () => {}): Promise<Watched> {
  let last: JobView | undefined
  let failedPolls = 0
  let changedAt = performance.now()
  for (let looksAfterEnd = 0; looksAfterEnd < LOOKS_AFTER_THE_END; ) {
    const job = await asked<JobView>(new URL(`/jobs/${id}`, url))
    if (job) {
      addsUp(job)
      if (last) goesOn(last, job)
      if (!last || job.counts.pending !== last.counts.pending || job.counts.total !== last.counts.total) {
        changedAt = performance.now()
      }
      last = job
      if (job.state === 'completed') looksAfterEnd++
      onView(job)
    } else failedPolls++
    if (performance.now() - changedAt > STUCK_AFTER_MS) throw new Error(`stuck: ${JSON.stringify(last)}`)
    await pause(LOOK_EVERY_MS)
  }
  return { job: last as JobView, failedPolls }
}

/** Nothing that was counted is taken back, and nothing that has ended changes. */
function goesOn(before: JobView, after: JobView): void {
  const { pending: _pending, ...counted } = before.counts
  for (const [outcome, count] of Object.entries(counted)) {
    assert.ok(after.counts[outcome as keyof JobView['counts']] >= count, `${outcome} went back from ${count}`)
  }
  if (before.state === 'completed') assert.deepEqual(after, before)
}

/** An answer, unless it is lost or an error. */
async function asked<T>(address: URL): Promise<T | undefined> {
  try {
    const response = await fetch(address)
    const body = await response.text()
    return response.ok ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}
