import type { Job, JobRecord, LiveRecord, Part, Summary } from '../job/job.ts'
import type { WholeJob } from '../job/whole-job.ts'
import type { Item, Items } from './items.ts'
import {
  isWholeItem,
  itemOfPart,
  itemOfWhole,
  jobKey,
  jobOf,
  linesKey,
  listKey,
  listPartition,
  partKey,
  partOf,
} from './job-items.ts'

/** Jobs and their parts. Each job has a partition, so that a poll reads it with one query. Of a deleted job nothing is found. */
export interface Jobs {
  /** Writes a new job unless it exists already, and adds it to its owner's list. */
  putJob(job: Job): Promise<void>
  /** Adds a job to its owner's list, which leaves it out for as long as there is no such job. */
  listJob(job: Job): Promise<void>
  /** Writes a job that is one item, as it was accepted; false, and nothing is changed, if it is there. */
  putWhole(accepted: WholeJob): Promise<boolean>
  /**
   * Writes a job that is one item with all of its results, whether it is there or not; false, and nothing is changed, if
   * anything of it is counted, it was cancelled or deleted, or it is there in several items.
   */
  endWhole(ended: WholeJob): Promise<boolean>
  /** The job with all of its parts, and no summary. */
  getJob(jobId: string): Promise<JobRecord | undefined>
  /** The job with its summary, and the parts that this does not count. */
  getLive(jobId: string): Promise<LiveRecord | undefined>
  /** Replaces a job's summary, unless the job has one that counts more, or was sealed with fewer parts. */
  summariseJob(jobId: string, summary: Summary): Promise<void>
  /** The job without its parts. */
  getHead(jobId: string): Promise<Job | undefined>
  getPart(jobId: string, part: number): Promise<Part | undefined>
  /** A job's parts from a number on, at most so many. */
  listParts(jobId: string, from: number, most: number): Promise<readonly Part[]>
  /** Adds a part to a job unless it has one of that number already; returns the part that the job has then. */
  putPart(job: Job, part: Part): Promise<Part>
  /**
   * Marks a part as durably queued, and says when that was: `now` is told to one of several callers; `never` where it
   * was refused before, because its job was cancelled.
   */
  acceptPart(jobId: string, part: number): Promise<'now' | 'before' | 'never'>
  /** Marks a part as not belonging to its job; does nothing if it was accepted before. */
  refusePart(jobId: string, part: number): Promise<void>
  /** Fixes how many parts a job has; false if it is sealed or cancelled already, or its summary counts more. */
  sealJob(jobId: string, parts: number): Promise<boolean>
  /** Makes workers leave a job alone, or marks that no more of its parts can come in. */
  cancelJob(jobId: string, cancel: NonNullable<Job['cancel']>): Promise<void>
  /**
   * Marks a job as deleted, and takes it off its owner's list; nothing of it is found from then on. It stays as a mark,
   * so that an idempotency key does not bring it back.
   *
   * @returns its parts that are there to be removed; undefined if its owner has no such job
   */
  deleteJob(jobId: string, owner: string): Promise<readonly PartSize[] | undefined>
  /** Keeps the packed lines of a part whose own item does not have them. */
  keepLines(job: Pick<Job, 'id' | 'expiresAt'>, part: number, packed: Uint8Array): Promise<void>
  /** The packed lines of such a part. */
  linesOf(jobId: string, part: number): Promise<Uint8Array | undefined>
  /** Removes a part and its lines, without the results of its chunks. */
  removePart(jobId: string, part: Pick<PartSize, 'number' | 'lines'>): Promise<void>
  /** The ids, names and cursors of an owner's jobs, newest first, starting after a cursor. */
  listJobs(owner: string, most: number, cursor?: string): Promise<readonly ListedJob[]>
  /** Claims an owner's idempotency key for a job, or returns the existing claim that has not expired. */
  claimKey(owner: string, key: string, claim: Claim): Promise<Claim>
}

interface ListedJob {
  readonly id: string
  readonly name?: string
  readonly cursor: string
}

/** What a part was cut into. */
type PartSize = Pick<Part, 'number' | 'total' | 'perChunk' | 'lines'>

/** Which job an idempotency key stands for. */
interface Claim {
  readonly jobId: string
  /** The digest of the request that made it. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

export function dynamoJobs(items: Items): Jobs {
  /** A part that may have expired, and what reading it took. */
  async function readPart(jobId: string, part: number) {
    const { pk, sk } = partKey(jobId, part)
    const found = await items.queryFrom(pk, { after: partKey(jobId, part - 1).sk, most: 1 })
    return { items: found.items.filter((item) => item.sk === sk), units: found.units }
  }

  async function listJob({ owner, id, name, createdAt, expiresAt }: Job): Promise<void> {
    await items.put({ ...listKey(owner, createdAt, id), name, expiresAt })
  }

  async function readWhole(jobId: string): Promise<Item | undefined> {
    const head = await items.get(jobKey(jobId))
    return head && isWholeItem(head) && !head.deleted ? head : undefined
  }

  return {
    async putJob(job) {
      // The list comes first, so that every job that can be seen is listed. A listed job that does not exist is
      // skipped.
      await listJob(job)
      await items.put({ ...jobKey(job.id), ...job }, 'attribute_not_exists(pk)')
    },

    listJob,

    putWhole: (accepted) => items.put(itemOfWhole(accepted), 'attribute_not_exists(pk)'),

    endWhole: (ended) =>
      // Whatever is counted has begun, and what is deleted is cancelled. Release 0.1.0 may have begun it in several items.
      items.put(
        itemOfWhole(ended),
        'attribute_not_exists(startedAt) AND attribute_not_exists(cancel) AND (attribute_not_exists(pk) OR attribute_exists(summary.isWhole))',
      ),

    async getJob(jobId) {
      const found = await items.queryAll(jobKey(jobId).pk)
      const head = found.find((item) => item.sk === 'job')
      if (!head || head.deleted) return undefined
      const { summary: _counted, ...job } = jobOf(head)
      const parts = job.isWhole ? [head] : found.filter((item) => item !== head)
      return { job, parts: parts.map(partOf) }
    },

    async getLive(jobId) {
      const { pk } = jobKey(jobId)
      // Most jobs have one part, and are read with one query.
      const first = await items.queryFrom(pk, { most: 2 })
      const [head, ...firstParts] = first.items
      if (head?.sk !== 'job' || head.deleted) return undefined
      const job = jobOf(head)
      if (job.isWhole) return { job, parts: [partOf(head)], units: first.units }
      const { sealed = Number.POSITIVE_INFINITY, summary } = job
      const upTo = summary?.upTo ?? 0
      const live = upTo > 0 ? [] : firstParts
      const left = await Promise.all((summary?.except ?? []).map((number) => readPart(jobId, number)))
      const parts = [...left.flatMap(({ items: found }) => found), ...live].map(partOf)
      const units = left.reduce((sum, each) => sum + each.units, first.units)
      const mayHaveMore = firstParts.length > 0 && Math.max(upTo, 1) < sealed
      if (!mayHaveMore) return { job, parts, units }
      const after = upTo > 0 ? partKey(jobId, upTo).sk : firstParts[0].sk
      const others = await items.queryFrom(pk, { after })
      return { job, parts: [...parts, ...others.items.map(partOf)], units: units + others.units }
    },

    async summariseJob(jobId, summary) {
      await items.update(jobKey(jobId), {
        update: 'SET counted = :summary',
        // Two summaries are right, each for its own parts: the one that counts more is as good, and better.
        condition:
          'attribute_exists(pk) AND (attribute_not_exists(counted) OR counted.parts < :parts) AND (attribute_not_exists(sealed) OR sealed >= :upTo)',
        values: { ':summary': summary, ':parts': summary.parts, ':upTo': summary.upTo },
      })
    },

    async getHead(jobId) {
      const head = await items.get(jobKey(jobId))
      return head && !head.deleted ? jobOf(head) : undefined
    },

    async getPart(jobId, part) {
      const item = await items.get(partKey(jobId, part))
      // Beside a whole job, release 0.1.0 may have begun to write a part, which it then refuses.
      const whole = part === 1 && item?.state !== 'accepted' ? await readWhole(jobId) : undefined
      const found = whole ?? item
      return found && partOf(found)
    },

    async listParts(jobId, from, most) {
      const { pk, sk } = partKey(jobId, from - 1)
      if (from > 1) return (await items.queryFrom(pk, { after: sk, most })).items.map(partOf)
      const [head, ...parts] = (await items.queryFrom(pk, { most: 1 + most })).items
      if (head?.sk !== 'job') return []
      return (isWholeItem(head) ? [head] : parts).map(partOf)
    },

    async putPart(job, part) {
      const whole = job.isWhole && part.number === 1 ? await readWhole(job.id) : undefined
      if (whole) return partOf(whole)
      const key = partKey(job.id, part.number)
      const item = { ...itemOfPart(part), ...key, expiresAt: job.expiresAt }
      if (await items.put(item, 'attribute_not_exists(pk)')) return part
      const existing = await items.get(key)
      // Between the two calls only its expiry can remove the item.
      return existing ? partOf(existing) : part
    },

    async acceptPart(jobId, part) {
      const key = partKey(jobId, part)
      const isNew = await items.update(key, {
        update: 'SET #state = :accepted',
        condition: '#state = :sending',
        names: { '#state': 'state' },
        values: { ':accepted': 'accepted', ':sending': 'sending' },
      })
      if (isNew) return 'now'
      return (await items.get(key))?.state === 'accepted' ? 'before' : 'never'
    },

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
        // A part that came in while the seal was asked for may have been counted already.
        condition:
          'attribute_exists(pk) AND attribute_not_exists(sealed) AND attribute_not_exists(cancel) AND (attribute_not_exists(counted) OR counted.upTo <= :parts)',
        values: { ':parts': parts },
      }),

    async cancelJob(jobId, cancel) {
      await items.update(jobKey(jobId), {
        update: 'SET cancel = :cancel',
        // A late request to cancel does not undo `settled`.
        condition: `attribute_exists(pk)${cancel === 'asked' ? ' AND attribute_not_exists(cancel)' : ''}`,
        values: { ':cancel': cancel },
      })
    },

    async deleteJob(jobId, owner) {
      const head = await items.get(jobKey(jobId))
      if (head?.owner !== owner) return undefined
      await items.update(jobKey(jobId), {
        update: 'SET deleted = :yes, cancel = :settled REMOVE counted, metadata, webhook, packed, #name',
        condition: 'attribute_exists(pk)',
        names: { '#name': 'name' },
        values: { ':yes': true, ':settled': 'settled' },
      })
      await items.remove(listKey(owner, head.createdAt as number, jobId))
      if (isWholeItem(head)) return [partOf(head)]
      const found = await items.queryAll(jobKey(jobId).pk)
      return found.filter(({ sk }) => sk !== 'job').map(partOf)
    },

    async keepLines({ id, expiresAt }, part, packed) {
      await items.put({ ...linesKey(id, part), packed, expiresAt })
    },

    async linesOf(jobId, part) {
      return (await items.get(linesKey(jobId, part)))?.packed as Uint8Array | undefined
    },

    async removePart(jobId, { number, lines }) {
      // The part comes last: as long as it is there, a call that was broken off is made again.
      if (lines && lines.packed === undefined) await items.remove(linesKey(jobId, number))
      await items.remove(partKey(jobId, number))
    },

    async listJobs(owner, most, cursor) {
      const found = await items.queryBack(listPartition(owner), most, cursor)
      return found.map(({ sk, name }) => ({
        id: sk.slice(sk.indexOf('#') + 1),
        ...(name !== undefined && { name: name as string }),
        cursor: sk,
      }))
    },

    async claimKey(owner, key, claim) {
      const at = { pk: `key#${owner}#${key}`, sk: 'key' }
      // DynamoDB takes a while to delete expired items.
      const isFree = 'attribute_not_exists(pk) OR expiresAt <= :now'
      if (await items.put({ ...at, ...claim }, isFree, { ':now': Math.floor(claim.createdAt / 1000) })) return claim
      const existing = await items.get(at)
      return existing ? claimOf(existing) : claim
    },
  }
}

function claimOf({ pk: _pk, sk: _sk, ...claim }: Item): Claim {
  return claim as unknown as Claim
}
