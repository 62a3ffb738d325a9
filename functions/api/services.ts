import type { Context } from 'hono'
import type { Queue } from '../../shared/aws/queue.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Job, JobRecord } from '../../shared/job/job.ts'
import type { Files } from './files.ts'

/** What the routes stand on. */
export interface ApiServices {
  readonly table: Table
  /** For work of any length. */
  readonly queue: Queue
  /** For jobs that are done in a second, so that they need not wait behind those that are not. */
  readonly expressQueue: Queue
  readonly files: Files
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A new job's id; has to be unguessable. */
  readonly newId: () => string
  /** Whose request this is. */
  readonly ownerOf: (request: Request) => Promise<string>
}

/** What clients are told to leave between two polls. */
export const RETRY_AFTER = { 'retry-after': '1' }

const ID = /^[\w-]{1,64}$/

/** The job of an address, where it is the asker's own: another's answers as if it did not exist. */
export function ownJob({ table, ownerOf }: ApiServices, c: Context): Promise<JobRecord | undefined> {
  return own(
    c,
    ownerOf,
    (id) => table.getJob(id),
    (record) => record.job,
  )
}

/** The same without its parts. */
export function ownHead({ table, ownerOf }: ApiServices, c: Context): Promise<Job | undefined> {
  return own(
    c,
    ownerOf,
    (id) => table.getHead(id),
    (job) => job,
  )
}

async function own<T>(
  c: Context,
  ownerOf: ApiServices['ownerOf'],
  read: (id: string) => Promise<T | undefined>,
  jobIn: (found: T) => Job,
): Promise<T | undefined> {
  const id = c.req.param('id') ?? ''
  // What is no id need not be looked up; DynamoDB refuses keys of over 2 KB.
  const found = ID.test(id) ? await read(id) : undefined
  return found && jobIn(found).owner === (await ownerOf(c.req.raw)) ? found : undefined
}
