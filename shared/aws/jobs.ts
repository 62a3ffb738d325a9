import type { Job, JobRecord, Part } from '../job/job.ts'
import { OUTCOME_COUNTERS, type OutcomeCounts } from '../job/result.ts'
import { type Item, type Items, type Key, padded } from './items.ts'

/** Jobs and their parts, in a partition for each job, as a poll reads them. */
export interface Jobs {
  /** Writes a job that is still open, unless it is there, and lists it with its owner. */
  putJob(job: Job): Promise<void>
  getJob(jobId: string): Promise<JobRecord | undefined>
  /** The job alone. */
  getHead(jobId: string): Promise<Job | undefined>
  /** Adds a part to a job unless there is one of that number; answers with the one that is there then. */
  putPart(job: Job, part: Part): Promise<Part>
  /** Marks a part as durably queued; false where its job was cancelled before. */
  acceptPart(jobId: string, part: number): Promise<boolean>
  /** Marks a part as none of its job's; nothing where it was accepted before. */
  refusePart(jobId: string, part: number): Promise<void>
  /** Says how many parts a job has; false where it is sealed or cancelled already. */
  sealJob(jobId: string, parts: number): Promise<boolean>
  /** Has workers leave a job, or says that no more parts can come in. */
  cancelJob(jobId: string, cancel: NonNullable<Job['cancel']>): Promise<void>
  /** The jobs of an owner, newest first, from behind a cursor on; only their ids and cursors. */
  listJobs(owner: string, most: number, cursor?: string): Promise<readonly { id: string; cursor: string }[]>
  /** Claims an owner's key for a job, or answers with the claim that there is and has not expired. */
  claimKey(owner: string, key: string, claim: Claim): Promise<Claim>
}

/** Which job an idempotency key stands for. */
interface Claim {
  readonly jobId: string
  /** Of the request that made it. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

export function dynamoJobs(items: Items): Jobs {
  return {
    async putJob(job) {
      const { owner, id, createdAt, expiresAt } = job
      // The list first: whatever is seen is listed. Listed and not there is left out.
      await items.put({ ...listKey(owner, createdAt, id), expiresAt })
      await items.put({ ...jobKey(id), ...job }, 'attribute_not_exists(pk)')
    },

    async getJob(jobId) {
      const found = await items.queryAll(jobKey(jobId).pk)
      const head = found.find((item) => item.sk === 'job')
      const parts = found.filter((item) => item.sk !== 'job').map(partOf)
      return head && { job: jobOf(head), parts }
    },

    async getHead(jobId) {
      const head = await items.get(jobKey(jobId))
      return head && jobOf(head)
    },

    async putPart(job, part) {
      const key = partKey(job.id, part.number)
      const item = { ...itemOfPart(part), ...key, expiresAt: job.expiresAt }
      if (await items.put(item, 'attribute_not_exists(pk)')) return part
      const there = await items.get(key)
      // Only its expiry can take the item away between the two calls.
      return there ? partOf(there) : part
    },

    acceptPart: (jobId, part) =>
      items.update(partKey(jobId, part), {
        update: 'SET #state = :accepted',
        condition: '#state IN (:sending, :accepted)',
        names: { '#state': 'state' },
        values: { ':accepted': 'accepted', ':sending': 'sending' },
      }),

    async refusePart(jobId, part) {
      await items.update(partKey(jobId, part), {
        update: 'SET #state = :refused',
        condition: '#state = :sending',
        names: { '#state': 'state' },
        values: { ':refused': 'refused', ':sending': 'sending' },
      })
    },

    sealJob: (jobId, parts) =>
      items.update(jobKey(jobId), {
        update: 'SET sealed = :parts',
        condition: 'attribute_exists(pk) AND attribute_not_exists(sealed) AND attribute_not_exists(cancel)',
        values: { ':parts': parts },
      }),

    async cancelJob(jobId, cancel) {
      await items.update(jobKey(jobId), {
        update: 'SET cancel = :cancel',
        // Who asks late takes nothing back.
        condition: `attribute_exists(pk)${cancel === 'asked' ? ' AND attribute_not_exists(cancel)' : ''}`,
        values: { ':cancel': cancel },
      })
    },

    async listJobs(owner, most, cursor) {
      const found = await items.queryBack(listPartition(owner), most, cursor)
      return found.map(({ sk }) => ({ id: sk.slice(sk.indexOf('#') + 1), cursor: sk }))
    },

    async claimKey(owner, key, claim) {
      const at = { pk: `key#${owner}#${key}`, sk: 'key' }
      // DynamoDB takes a while to delete what has expired.
      const isFree = 'attribute_not_exists(pk) OR expiresAt <= :now'
      if (await items.put({ ...at, ...claim }, isFree, { ':now': Math.floor(claim.createdAt / 1000) })) return claim
      const there = await items.get(at)
      return there ? (({ pk: _pk, sk: _sk, ...rest }) => rest as unknown as Claim)(there) : claim
    },
  }
}

const jobKey = (jobId: string): Key => ({ pk: `job#${jobId}`, sk: 'job' })
export const partKey = (jobId: string, part: number): Key => ({ pk: `job#${jobId}`, sk: `part#${padded(part)}` })
const listPartition = (owner: string) => `owner#${owner}`
const listKey = (owner: string, createdAt: number, jobId: string): Key => ({
  pk: listPartition(owner),
  sk: `${new Date(createdAt).toISOString()}#${jobId}`,
})

function jobOf({ pk: _pk, sk: _sk, ...job }: Item): Job {
  return job as unknown as Job
}

/**
 * A part as an item. Its counters are attributes of their own, so that one update adds to several:
 * `solved`, …, `backtracksSum`, and for the histogram `bits0`, `bits1`, …
 */
function itemOfPart({ outcomes, backtracks, failedChunks, ...part }: Part): Record<string, unknown> {
  return {
    ...part,
    ...outcomes,
    backtracksSum: backtracks.sum,
    backtracksMax: backtracks.max,
    done: Object.fromEntries(part.done),
    redrives: {},
    // DynamoDB has no empty sets.
    ...(failedChunks.size > 0 && { failedChunks }),
  }
}

function partOf(item: Item): Part {
  const of = item as unknown as Part & Record<string, number> & { done: Record<string, number> }
  const outcomes = Object.values(OUTCOME_COUNTERS).map((counter) => [counter, of[counter]])
  return {
    number: of.number,
    total: of.total,
    perChunk: of.perChunk,
    digest: of.digest,
    format: of.format,
    state: of.state,
    outcomes: Object.fromEntries(outcomes) as OutcomeCounts,
    mismatches: of.mismatches,
    backtracks: { sum: of.backtracksSum, max: of.backtracksMax, histogram: histogramOf(of) },
    done: new Map(Object.entries(of.done).map(([chunk, done]) => [Number(chunk), done])),
    failedChunks: of.failedChunks ?? new Set(),
    ...(of.startedAt !== undefined && { startedAt: of.startedAt }),
    updatedAt: of.updatedAt,
  }
}

/** The attribute that counts puzzles whose backtracks are so many bits long. */
export const bitsAttribute = (bits: number) => `bits${bits}`

function histogramOf(item: Record<string, number>): number[] {
  const histogram: number[] = []
  for (const [name, count] of Object.entries(item)) {
    const bits = /^bits(\d+)$/.exec(name)?.[1]
    if (bits) histogram[Number(bits)] = count
  }
  return Array.from(histogram, (count) => count ?? 0)
}
