import { endOf } from '../../functions/reporting/job-end.ts'
import { acceptedParts, isSealed, type JobRecord, type Part, progressOf, stateOf } from '../../shared/job/job.ts'
import { type PuzzleResult, type RatingCounts, ResultCounter, STATUSES } from '../../shared/job/result.ts'
import type { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import { checkOutcome } from './page-promises.ts'
import { referenceOf } from './reference.ts'
import type { Service } from './service.ts'
import { snapshotOf } from './snapshot.ts'
import type { World } from './world.ts'

/** The promises once nothing is left to happen. */
export async function judge(
  service: Service,
  world: World,
  jobs: readonly AskedJob[],
  isSliced: boolean,
): Promise<void> {
  must(service.queues.length === 0, 'no message goes round for ever', () => `${service.queues.length} are left`)
  for (const job of jobs) {
    const record = job.id === undefined ? undefined : await service.table.getJob(job.id)
    if (!record || world.now >= job.expiresAt) continue
    await judgeJob(service, job, record, world.now, isSliced)
    judgeTold(service, job, record, world.now)
    const live = await service.table.getLive(job.id ?? '')
    const [asLive, asWhole] = [live, record].map((of) => of && JSON.stringify(progressOf(of)))
    must(asLive === asWhole, 'a summary is what its parts add up to', () => `${asLive}\n${asWhole}`)
  }
}

async function judgeJob(
  service: Service,
  job: AskedJob,
  record: JobRecord,
  now: number,
  isSliced: boolean,
): Promise<void> {
  const { counts } = progressOf(record)
  const state = stateOf(record, counts, now)
  const show = () => `${job.name} is ${state}: ${JSON.stringify(counts)}`
  if (job.isAccepted) must(state === 'completed' || state === 'cancelled', 'a job accepted is a job ended', show)
  if (job.isCancelAnswered) must(state === 'completed' || state === 'cancelled', 'a cancel comes to its end', show)
  for (const { what } of job.isRedriveAsked ? [] : job.views) {
    const hasEnded = what.state === 'completed' || what.state === 'cancelled'
    must(!hasEnded || what.state === state, 'a state that ends a job never changes', show)
  }
  const isLate = isSealed(record) && counts.cancelled === 0
  must(state !== 'cancelled' || !isLate, 'a job is done though its cancel came late', show)
  const listed = await service.table.listJobs(job.owner, 100)
  const isListed = listed.some(({ id }) => id === job.id)
  must(isListed, 'a job is listed with its owner', show)
  const parts = acceptedParts(record)
  const isSealedShort = (record.job.sealed ?? job.spec.parts.length) < job.spec.parts.length
  for (const number of job.acceptedParts) {
    must(isSealedShort || parts.some((part) => part.number === number), 'a part that was taken is in its job', show)
  }
  for (const part of parts) await judgePart(service, job, record, part, isSliced)
}

/** The webhook was told the end that there is now, and never anything but an end. */
function judgeTold({ told }: Service, job: AskedJob, record: JobRecord, now: number): void {
  const ofJob = told.filter(({ body }) => JSON.parse(body).data.id === job.id)
  must(job.hasWebhook || ofJob.length === 0, 'nobody is told who did not ask', () => ofJob)
  for (const { id, body } of ofJob) {
    const { type, timestamp, data } = JSON.parse(body)
    const isEnd = data.counts.pending === 0 && `job.${data.state}` === type && data.finishedAt === timestamp
    must(isEnd, 'what is told is an end', () => body)
    const others = ofJob.filter((other) => other.id === id && other.body !== body)
    must(others.length === 0, 'one event is told in one way', () => [body, ...others])
  }
  if (!job.hasWebhook || !(job.isAccepted || job.isCancelAnswered)) return
  const end = endOf(record, now)
  const isTold = end !== undefined && ofJob.some(({ id }) => id === end.id)
  must(isTold, 'who asked is told of the end', () => [end, ofJob])
}

async function judgePart(
  service: Service,
  job: AskedJob,
  record: JobRecord,
  part: Part,
  isSliced: boolean,
): Promise<void> {
  const { item, slices, results } = await snapshotOf(service, record, part)
  const show = () => [job.name, part.number, part.outcomes, [...part.done], results.map(({ status }) => status)]
  must(results.length === part.total, 'every puzzle has a result', show)
  const counts = countsOf(results)
  const counted = [part.outcomes, part.mismatches, part.backtracks, part.ratings]
  must(
    textOf([counts.outcomes, counts.mismatches, counts.backtracks, counts.ratings]) === textOf(counted),
    'each result is counted once',
    show,
  )
  const expected = referenceOf(job.spec)[part.number - 1]
  results.forEach((result, i) => {
    const { id, place } = expected.results[i]
    must(result.id === id && result.place === place, 'results are in input order', () => [expected.results[i], result])
    checkOutcome(job, { ...result, place: i + 1 })
  })
  const { failed, cancelled } = part.outcomes
  const isUndisturbed = failed + cancelled === 0 && item.includes('"redrives":{}')
  if (!isUndisturbed) return
  must(item === expected.item, 'the table is that of the undisturbed run', () => `${expected.item}\n${item}`)
  // Where time slices cut a chunk is a matter of time.
  const areSame = isSliced || slices === expected.slices
  must(areSame, 'the table is that of the undisturbed run', () => `${expected.slices}\n${slices}`)
}

function countsOf(results: readonly PuzzleResult[]): ResultCounter {
  const counts = new ResultCounter()
  for (const { status, backtracks, givenIsCorrect, rating } of results) {
    counts.add(status, backtracks)
    counts.addRating(rating)
    if (givenIsCorrect === false) counts.mismatches++
  }
  return counts
}

function textOf([outcomes, mismatches, backtracks, ratings]: readonly unknown[]): string {
  const counters = STATUSES.map((counter) => (outcomes as Record<string, number>)[counter])
  const { er, technique = {}, atLeast } = (ratings ?? {}) as Partial<RatingCounts>
  return JSON.stringify([counters, mismatches, backtracks, er, Object.entries(technique).sort(), atLeast])
}
