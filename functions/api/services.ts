import type { Queue } from '../../shared/aws/queue.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Job } from '../../shared/job/job.ts'
import type { OwnerLimits } from '../../shared/job/limits.ts'
import type { EndServices } from '../reporting/job-end.ts'
import type { Telemetry } from '../reporting/telemetry.ts'
import type { Webhooks } from '../webhook/address.ts'
import type { Files } from './files.ts'

/** The services that the routes stand on. */
export interface ApiServices extends EndServices {
  readonly table: Table
  /** For work of any length. */
  readonly queue: Queue
  /** For jobs that are done in a second, so that they need not wait behind those that are not. */
  readonly expressQueue: Queue
  readonly files: Files
  /** A new job's id; has to be unguessable. */
  readonly newId: () => string
  /** The owner whose request this is; undefined for strangers. */
  readonly ownerOf: (request: Request) => Promise<string | undefined>
  /** The owner whose it was when this instance last read its key: enough to refuse it, and never to let it in. */
  readonly lastOwnerOf?: (request: Request) => string | undefined
  /** How many answers may be held at once beyond the first second of their jobs, by all instances together; any number by default. */
  readonly heldPolls?: number | undefined
  /** Waits between two looks of a held answer; in real time by default. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** The most that one owner may use; without limits they may use as much as they like. */
  readonly limits?: OwnerLimits | undefined
  /** Sites whose pages may submit and cancel, besides our own. */
  readonly origins?: readonly string[]
  /** Where jobs may have webhooks; `off` by default. */
  readonly webhooks?: Webhooks
  /** Each job gets a share of the workers to itself, unless each owner does. */
  readonly sharesBy?: 'job' | 'owner'
  /** Takes what there is to say of requests; by default the console does, of failures. */
  readonly telemetry?: Telemetry
}

/**
 * The message group of a job's chunks. By owner, nobody gets more of the workers for cutting their work into many
 * jobs; that an owner's jobs then wait for each other is up to the owner. Where all are one owner, it is by job.
 */
export function groupOf(
  { sharesBy }: Pick<ApiServices, 'sharesBy'>,
  { owner }: Pick<Job, 'owner'>,
): string | undefined {
  return sharesBy === 'owner' ? owner : undefined
}

/** The pause that clients are told to leave between two polls. */
export const RETRY_AFTER = { 'retry-after': '1' }
