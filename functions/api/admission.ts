import { setTimeout as pause } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import type { RequestAdmission, RequestRate } from '../../shared/aws/owners.ts'
import type { Table } from '../../shared/aws/table.ts'
import { accept, type Checked, refuse } from '../../shared/checked.ts'
import {
  expiryFrom,
  hasExpired,
  isSealed,
  type Job,
  type LiveRecord,
  nextSummary,
  type Part,
  progressOf,
} from '../../shared/job/job.ts'
import { Problem, type ProblemName } from './problem.ts'
import type { ApiEnv, ApiServices, OwnerEnv, RecordEnv } from './services.ts'

/** A request has to pass these, in this order: its site, its key, its owner's rate, the owner of its job, its owner's room. */

const IS_READING = /^(GET|HEAD|OPTIONS)$/

/**
 * Refuses what a browser sends in the name of another site's page. It could read no answer, but where the service
 * is open to everybody it could submit and cancel. Browsers say so in `Sec-Fetch-Site`; older ones only send an
 * `Origin`, and programs neither. (`hono/csrf` would refuse programs, and would let through all that is no form.)
 *
 * @param origins of sites whose pages may, e.g. `https://puzzles.example`
 */
export function ownPagesOnly(origins: readonly string[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!IS_READING.test(c.req.method) && !isOwnPage(c) && !origins.includes(c.req.header('origin') ?? '')) {
      throw new Problem('cross-site')
    }
    await next()
  }
}

/** Whether a request comes from a page of ours, or from none. */
function isOwnPage({ req }: Pick<Context, 'req'>): boolean {
  const site = req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = req.header('origin')
  // A page without an origin of its own, as in a sandbox, says `null`. What stands before the service says by which name
  // it was asked; another site's page cannot say so without having asked first whether it may.
  const host = req.header('x-forwarded-host') ?? req.header('host')
  return origin === undefined || origin.replace(/^https?:\/\//, '') === host
}

/**
 * Lets in a request that says whose it is, before anything else of it is looked at. (`hono/bearer-auth` would demand
 * a key where the service is open to everybody, and answers with 400 to one of an odd form.) Where this instance knows
 * that its owner is refused anyway, the key is not even read.
 */
export function admission(services: ApiServices): MiddlewareHandler<OwnerEnv> {
  const { table, ownerOf, lastOwnerOf, now } = services
  return async (c, next) => {
    const last = lastOwnerOf?.(c.req.raw)
    const rate = last === undefined ? undefined : requestRateOf(services, last)
    const refusal = last !== undefined && rate && table.knownRefusal(last, now(), rate)
    if (refusal) throw refused(refusal, rate, now())
    const owner = await ownerOf(c.req.raw)
    if (owner === undefined) {
      const isWrong = c.req.header('authorization') !== undefined
      const challenge = `Bearer realm="sudoku"${isWrong ? ', error="invalid_token"' : ''}`
      throw new Problem('unauthorized', { headers: { 'www-authenticate': challenge } })
    }
    c.set('owner', owner)
    await next()
  }
}

/** The key in a request, as `Authorization: Bearer <key>` carries it. */
export function keyIn(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/**
 * So many read units of a job count as one request; a request that reads more counts as several. A job of 2,000 parts, none of
 * them done, takes 250 at each look: without this, one owner could read 2,500 units a second of its partition, which has
 * 3,000, and shares them with the workers that count there. So it is 80.
 */
const READ_UNITS_A_REQUEST = 8
/** The name of the count in headers. */
const POLICY = 'requests'

/** How many requests an owner may send at once, and in which time one more, or all of them. */
interface OwnerRate extends RequestRate {
  readonly windowS: number
}

/** What holds for an owner, as their last request showed it; undefined where there are no limits. */
export function requestRateOf({ table, limits }: ApiServices, owner: string): OwnerRate | undefined {
  if (!limits) return undefined
  const { requests: atOnce, windowS } = { ...limits, ...table.settingsOf(owner).limits }
  return { atOnce, everyMs: Math.ceil((windowS * 1000) / atOnce), windowS }
}

/**
 * Lets each owner send so many requests at once, and as many more in each window of time, whichever instances answer
 * them; any number where there are no limits. The headers are those of draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimit(services: ApiServices): MiddlewareHandler<OwnerEnv> {
  const { table, now } = services
  return async (c, next) => {
    const { owner } = c.var
    const rate = requestRateOf(services, owner)
    if (!rate) return next()
    const at = now()
    const admitted = table.knownRefusal(owner, at, rate) ?? (await table.admitRequest(owner, at, rate))
    if (!admitted.isIn) throw refused(admitted, rate, at)
    await next()
    const more = Math.floor((c.get('readUnits') ?? 0) / READ_UNITS_A_REQUEST)
    if (more > 0) await table.chargeRequests(owner, now(), more * rate.everyMs)
    for (const [name, value] of Object.entries(rateHeaders(admitted, rate, at))) c.res.headers.set(name, value)
  }
}

function rateHeaders({ restedAt }: RequestAdmission, { atOnce, everyMs, windowS }: OwnerRate, now: number) {
  // Another instance's clock may be ahead.
  const left = Math.max(0, Math.floor(atOnce - (restedAt - now) / everyMs))
  return {
    'ratelimit-policy': `"${POLICY}";q=${atOnce};w=${windowS}`,
    ratelimit: `"${POLICY}";r=${left};t=${secondsIn(restedAt - now)}`,
  }
}

function refused(admission: RequestAdmission, rate: OwnerRate, now: number): Problem {
  if (admission.settings.blockedAt !== undefined) return new Problem('blocked-owner')
  const { atOnce, everyMs } = rate
  const detail = `expected at most ${atOnce} requests at once, and one in ${everyMs} ms after them`
  const wait = secondsIn(admission.restedAt - now - (atOnce - 1) * everyMs)
  const headers = { ...rateHeaders(admission, rate, now), 'retry-after': String(wait) }
  return new Problem('too-many-requests', { detail, headers })
}

function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** A job's id looks like this. Anything else need not be looked up, and DynamoDB refuses keys of over 2 KB. */
const ID = /^[\w-]{1,64}$/

/** The id of the job in an address, which may be nobody's. */
export function jobIdOf(id = ''): string {
  if (!ID.test(id)) throw new Problem('unknown-job')
  return id
}

/**
 * Finds the job of an address for its owner. To anybody else it answers exactly as if the job did not exist.
 *
 * @param withParts without them the job is read alone, which is one item; the record is not set then
 */
export function ownJob(
  { table, now }: ApiServices,
  { withParts = true, mayHaveExpired = false } = {},
): MiddlewareHandler<RecordEnv> {
  return async (c, next) => {
    const id = jobIdOf(c.req.param('id'))
    c.set('jobId', id)
    const record = withParts ? await readJob(table, id) : undefined
    const job = withParts ? record?.job : await table.getHead(id)
    if (job?.owner !== c.var.owner) throw new Problem('unknown-job')
    if (hasExpired(job, now()) && !mayHaveExpired) throw new Problem('expired-job')
    c.set('job', job)
    if (record) {
      c.set('record', record)
      c.set('readUnits', record.readUnits)
    }
    await next()
  }
}

/** A job that was found, as it stands by now; DynamoDB may have dropped it since, once it has expired. */
export async function readAgain(table: Table, { id }: Pick<Job, 'id'>): Promise<LiveRecord> {
  const record = await readJob(table, id)
  if (!record) throw new Problem('unknown-job')
  return record
}

/** Reads a job as it stands, and writes down what of it can change no more: so it is read once and not by every poll. */
export async function readJob(table: Table, id: string, mayBeStale = false): Promise<LiveRecord | undefined> {
  const record = await table.getLive(id, mayBeStale)
  const summary = record && nextSummary(record)
  if (summary) await table.summariseJob(id, summary)
  return record
}

/** Jobs that are read together: the parts of a hundred large ones take more memory than the function has. */
const READ_AT_ONCE = 8

/** Reads jobs in their order, a few at once; undefined stands for one that does not exist. */
export async function* readJobs(
  table: Table,
  ids: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<LiveRecord | undefined, void> {
  const read = (some: readonly string[]) => Promise.all(some.map((id) => readJob(table, id)))
  const next: string[] = []
  for await (const id of ids) if (next.push(id) === READ_AT_ONCE) yield* await read(next.splice(0))
  yield* await read(next)
}

/** Counting anew reads every job that may still be under way: for one owner at most so often. */
const PAUSE_MS = 1_000
/** A part that was being sent longer ago is not any more: API Gateway gives up after 30 s. */
const SENDING_MS = 60_000

/** Why an owner can have no more under way. */
export type LackOfRoom = Extract<ProblemName, `too-many-${string}-in-flight`>

/**
 * Adds puzzles of a job to what its owner has under way, where there is room for them within the owner's limits. What
 * has ended since it was added is not known until a limit seems to be reached: then all of it is counted anew. So a
 * submission costs one write more, and the end of a job none. Puzzles that are sent twice are counted twice until then.
 */
export async function addInFlight(
  services: ApiServices,
  job: Job,
  puzzles: number,
): Promise<Checked<void, LackOfRoom>> {
  const { table, now } = services
  const { owner, id: jobId } = job
  if (!services.limits) return accept()
  const limits = { ...services.limits, ...table.settingsOf(owner).limits }
  const expiresAt = expiryFrom(now())
  const add = () => table.addInFlight(owner, { jobId, puzzles, expiresAt }, limits)
  if (await add()) return accept()
  const isCounted = await countAnew(services, owner)
  // Even where it was not this request that counted: another may have done so just now.
  if (await add()) return accept()
  // Or that one is still at it, and what it finds is there in a moment.
  for (const ms of isCounted ? [] : COUNTING_MS) {
    await pause(ms)
    if (await add()) return accept()
  }
  const { jobIds } = await table.getInFlight(owner)
  const isOfJobs = jobIds.size >= limits.jobs && !jobIds.has(jobId)
  return refuse(isOfJobs ? 'too-many-jobs-in-flight' : 'too-many-puzzles-in-flight')
}

/** So long all of an owner's jobs are counted before they are taken in, once one was not that has outlived its request. */
const COUNTED_MS = 10_000

/** Counts a job that was taken in uncounted, and has outlived its request. */
export async function countLate({ table, limits, now }: ApiServices, job: Job, puzzles: number): Promise<void> {
  if (!limits) return
  const { owner, id: jobId, expiresAt } = job
  const any = { jobs: Number.MAX_SAFE_INTEGER, puzzles: Number.MAX_SAFE_INTEGER }
  await table.addInFlight(owner, { jobId, puzzles, expiresAt }, any)
  await table.countUntil(owner, now() + COUNTED_MS)
}

/** Counting a hundred jobs takes a twentieth of a second, and more than a third of one where processors are busy. */
const COUNTING_MS = [200, 800]

/**
 * Corrects what an owner is said to have in flight, unless something comes in between; false if another request has begun
 * to do so a moment ago.
 */
async function countAnew({ table, now }: ApiServices, owner: string): Promise<boolean> {
  const seen = await table.getInFlight(owner)
  const countedAt = now()
  // When many requests find the limit reached, one counts.
  if (countedAt - seen.countedAt < PAUSE_MS || !(await table.beginCount(owner, seen, countedAt))) return false
  const isComing = ({ state, updatedAt }: Part) => state === 'sending' && countedAt - updatedAt < SENDING_MS
  const going: { id: string; puzzles: number }[] = []
  for await (const record of readJobs(table, [...seen.jobIds])) {
    if (!record || hasExpired(record.job, countedAt)) continue
    // Those pending, and those on their way in. A submission that has not got as far as that is missed.
    const coming = isSealed(record) || record.job.cancel ? [] : record.parts.filter(isComing)
    const puzzles = coming.reduce((sum, { total }) => sum + total, progressOf(record).counts.pending)
    if (puzzles > 0) going.push({ id: record.job.id, puzzles })
  }
  await table.endCount(owner, seen, {
    jobIds: new Set(going.map(({ id }) => id)),
    puzzles: going.reduce((sum, { puzzles }) => sum + puzzles, 0),
    countedAt,
  })
  return true
}
