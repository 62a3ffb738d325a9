import type { Context, MiddlewareHandler } from 'hono'
import type { Job, JobRecord } from '../../../shared/job/job.ts'
import { problem } from '../problem.ts'
import type { ApiServices } from '../services.ts'

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
