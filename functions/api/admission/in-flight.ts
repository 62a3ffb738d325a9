import { expiryFrom, hasExpired, type Job, type JobRecord, progressOf } from '../../../shared/job/job.ts'
import type { ProblemName } from '../problem.ts'
import type { ApiServices } from '../services.ts'

/** Counting anew reads every job that may still be under way: for one owner at most so often. */
const PAUSE_MS = 1_000
/** A part that was being sent longer ago is not any more: API Gateway gives up after 30 s. */
const SENDING_MS = 60_000

type Full = Extract<ProblemName, `too-many-${string}-in-flight`>

/**
 * Adds puzzles of a job to what its owner has under way; where there are limits, only as far as they let him. What has
 * ended since it was added is not known until a limit seems to be reached: then all of it is counted anew. So a
 * submission costs one write more, and the end of a job none. Puzzles that are sent twice are counted twice until then.
 *
 * @returns why there can be no more
 */
export async function addInFlight(
  services: ApiServices,
  { owner, id: jobId }: Pick<Job, 'owner' | 'id'>,
  puzzles: number,
): Promise<Full | undefined> {
  const { table, limits, now } = services
  if (!limits) return undefined
  const expiresAt = expiryFrom(now())
  const add = () => table.addInFlight(owner, { jobId, puzzles, expiresAt }, limits)
  if (await add()) return undefined
  await countAnew(services, owner)
  // Even where it was not this request that counted: another may have done so just now.
  if (await add()) return undefined
  const { jobIds } = await table.getInFlight(owner)
  const isOfJobs = jobIds.size >= limits.jobs && !jobIds.has(jobId)
  return isOfJobs ? 'too-many-jobs-in-flight' : 'too-many-puzzles-in-flight'
}

/** Corrects what an owner is said to have in flight; nothing where that was done a moment ago, or something came in between. */
async function countAnew({ table, now }: ApiServices, owner: string): Promise<void> {
  const seen = await table.getInFlight(owner)
  const countedAt = now()
  // Of many requests that find the limit reached, one counts.
  if (countedAt - seen.countedAt < PAUSE_MS || !(await table.beginCount(owner, seen, countedAt))) return
  const records = await Promise.all([...seen.jobIds].map((id) => table.getJob(id)))
  const going = records.flatMap((record) => {
    const puzzles = record && !hasExpired(record.job, countedAt) ? puzzlesInFlight(record, countedAt) : 0
    return record && puzzles > 0 ? [{ id: record.job.id, puzzles }] : []
  })
  await table.endCount(owner, seen, {
    jobIds: new Set(going.map(({ id }) => id)),
    puzzles: going.reduce((sum, { puzzles }) => sum + puzzles, 0),
    countedAt,
  })
}

/** Those pending, and those on their way in. A submission that has not got as far as that is missed. */
function puzzlesInFlight(record: JobRecord, now: number): number {
  const { sealed, cancel } = record.job
  const isComing = ({ state, updatedAt }: JobRecord['parts'][number]) =>
    state === 'sending' && now - updatedAt < SENDING_MS
  const coming = sealed === undefined && !cancel ? record.parts.filter(isComing) : []
  return progressOf(record).counts.pending + coming.reduce((sum, { total }) => sum + total, 0)
}
