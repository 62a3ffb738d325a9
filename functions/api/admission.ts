import type { Context, MiddlewareHandler } from 'hono'
import { expiryFrom, hasExpired, type Job, type JobRecord, progressOf } from '../../shared/job/job.ts'
import { type ProblemName, problem } from './problem.ts'
import type { ApiServices } from './services.ts'

const OWNER = 'owner'

/** Lets in who can say whose jobs he asks about, before anything of his request is looked at. */
export function admission({ ownerOf }: Pick<ApiServices, 'ownerOf'>): MiddlewareHandler {
  return async (c, next) => {
    const owner = await ownerOf(c.req.raw)
    if (owner === undefined) {
      const isWrong = c.req.header('authorization') !== undefined
      const challenge = `Bearer realm="sudoku"${isWrong ? ', error="invalid_token"' : ''}`
      return problem(c, 'unauthorized', { headers: { 'www-authenticate': challenge } })
    }
    c.set(OWNER, owner)
    await next()
  }
}

/** Whose request this is, once it was let in; of others it is undefined. */
export function ownerIn(c: Context): string {
  return c.get(OWNER)
}

/** The key in a request, as `Authorization: Bearer <key>` carries it. */
export function keyIn(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

const JOB = 'jobId'

/** Remembers which job a request is about, for the log. */
export function setJob(c: Context, id: string): void {
  c.set(JOB, id)
}

/** The id of the job that a request is about, where that is known by now. */
export function jobIdIn(c: Context): string | undefined {
  return c.get(JOB)
}

/** What a job's id can look like. */
const ID = /^[\w-]{1,64}$/

/** The job of an address, where it is the asker's own: another's answers as if it did not exist. */
export function ownJob({ table }: ApiServices, c: Context): Promise<JobRecord | undefined> {
  return own(
    c,
    (id) => table.getJob(id),
    (record) => record.job,
  )
}

/** The same without its parts. */
export function ownHead({ table }: ApiServices, c: Context): Promise<Job | undefined> {
  return own(
    c,
    (id) => table.getHead(id),
    (job) => job,
  )
}

async function own<T>(
  c: Context,
  read: (id: string) => Promise<T | undefined>,
  jobIn: (found: T) => Job,
): Promise<T | undefined> {
  const id = c.req.param('id') ?? ''
  // What is no id need not be looked up; DynamoDB refuses keys of over 2 KB.
  if (!ID.test(id)) return undefined
  setJob(c, id)
  const found = await read(id)
  return found && jobIn(found).owner === ownerIn(c) ? found : undefined
}

/** What browsers are told of every answer, where it says nothing else itself. */
export const GUARDS: Readonly<Record<string, string>> = {
  // An answer that is no page loads nothing, and stands in no frame.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

export const guardHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(GUARDS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}

const IS_READING = /^(GET|HEAD|OPTIONS)$/

/**
 * Refuses what a browser sends in the name of another site's page. It could read no answer, but where the service
 * is open to everybody it could submit and cancel. Browsers say so in `Sec-Fetch-Site`; programs send none.
 *
 * @param origins of sites whose pages may, e.g. `https://puzzles.example`
 */
export function ownPagesOnly(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'none'
    const isOurs = site === 'same-origin' || site === 'none' || origins.includes(c.req.header('origin') ?? '')
    if (!isOurs && !IS_READING.test(c.req.method)) return problem(c, 'cross-site')
    await next()
  }
}

/** What is counted, as the headers name it. */
const POLICY = 'requests'
/** Counts of windows that are over are kept a while: clocks of instances differ. */
const KEPT_S = 60

/**
 * Lets an owner ask so often and no more, in each window of time, whichever instances he meets; nothing where there are
 * no limits. The headers are those of draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimit({ table, limits, now }: ApiServices): MiddlewareHandler {
  return async (c, next) => {
    if (!limits) return next()
    const { requests: most, windowS } = limits
    const seconds = now() / 1000
    const window = Math.floor(seconds / windowS)
    const endsAt = (window + 1) * windowS
    const count = await table.countRequest(ownerIn(c), window, endsAt + KEPT_S)
    const secondsLeft = Math.max(1, Math.ceil(endsAt - seconds))
    const headers = {
      'ratelimit-policy': `"${POLICY}";q=${most};w=${windowS}`,
      ratelimit: `"${POLICY}";r=${Math.max(0, most - count)};t=${secondsLeft}`,
    }
    if (count > most) {
      const detail = `expected at most ${most} requests in ${windowS} s`
      return problem(c, 'too-many-requests', { detail, headers: { ...headers, 'retry-after': String(secondsLeft) } })
    }
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}

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
