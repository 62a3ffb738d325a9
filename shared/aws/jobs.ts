import type { Job, JobRecord, LiveRecord, Part, Summary } from '../job/job.ts'
import type { Item, Items } from './items.ts'
import { attributesOf, jobKey, jobOf, linesKey, listKey, listPartition, partIn, partKey } from './job-items.ts'

/** Jobs and their parts. Each job has a partition, so that a poll reads it with one query. Of a deleted job nothing is found. */
export interface Jobs {
  /**
   * Writes a new job unless it exists already, with its first part where that came with it, and adds it to its owner's
   * list.
   *
   * @returns the first part that the job has then; undefined if it has none, or was deleted
   */
  putJob(job: Job, first?: Part): Promise<Part | undefined>
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

/** The chunks that a part was cut into. */
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
    return { items: found.items.filter((item) => item.sk === sk), readUnits: found.readUnits }
  }

  async function getPart(jobId: string, part: number): Promise<Part | undefined> {
    const item = await items.get(partKey(jobId, part))
    return item && partIn(item)
  }

  return {
    async putJob(job, first) {
      const { owner, id, name, createdAt, expiresAt } = job
      // The list comes first, so that every job that can be seen is listed. A listed job that does not exist is skipped.
      await items.put({ ...listKey(owner, createdAt, id), name, expiresAt })
      const item = { ...jobKey(id), ...job, ...(first && attributesOf(first)) }
      return (await items.put(item, 'attribute_not_exists(pk)')) ? first : getPart(id, 1)
    },

    async getJob(jobId) {
      const found = await items.queryAll(jobKey(jobId).pk)
      const [head] = found
      if (head?.sk !== 'job' || head.deleted) return undefined
      const { summary: _counted, ...job } = jobOf(head)
      return { job, parts: partsIn(found) }
    },

    async getLive(jobId) {
      const { pk } = jobKey(jobId)
      const found = await items.queryFrom(pk, { most: 1 })
      const [head] = found.items
      if (head?.sk !== 'job' || head.deleted) return undefined
      const job = jobOf(head)
      const { sealed = Number.POSITIVE_INFINITY, summary: { upTo, except = [] } = { upTo: 0 } } = job
      const isFirstLive = upTo === 0 || except.includes(1)
      const left = await Promise.all(except.filter((number) => number > 1).map((number) => readPart(jobId, number)))
      const others = Math.max(upTo, 1) < sealed ? await items.queryFrom(pk, { after: partKey(jobId, upTo).sk }) : NONE
      const read = [...left, others]
      return {
        job,
        parts: partsIn([...(isFirstLive ? [head] : []), ...read.flatMap(({ items: parts }) => parts)]),
        readUnits: read.reduce((sum, { readUnits }) => sum + readUnits, found.readUnits),
      }
    },

    async summariseJob(jobId, summary) {
      await items.update(jobKey(jobId), {
        update: 'SET summary = :summary',
        // Two summaries are right, each for its own parts: the one that counts more is as good, and better.
        condition:
          'attribute_exists(pk) AND (attribute_not_exists(summary) OR summary.parts < :parts) AND (attribute_not_exists(sealed) OR sealed >= :upTo)',
        values: { ':summary': summary, ':parts': summary.parts, ':upTo': summary.upTo },
      })
    },

    async getHead(jobId) {
      const head = await items.get(jobKey(jobId))
      return head && !head.deleted ? jobOf(head) : undefined
    },

    getPart,

    async listParts(jobId, from, most) {
      const { pk, sk } = partKey(jobId, from - 1)
      // Where the first part is missing, the job's item is read for nothing.
      const range = from > 1 ? { after: sk, most } : { most: most + 1 }
      return partsIn((await items.queryFrom(pk, range)).items).slice(0, most)
    },

    async putPart(job, part) {
      const key = partKey(job.id, part.number)
      const isNew =
        part.number === 1
          ? await items.update(key, {
              ...setting(attributesOf(part)),
              condition: 'attribute_exists(pk) AND attribute_not_exists(digest)',
            })
          : await items.put({ ...attributesOf(part), ...key, expiresAt: job.expiresAt }, 'attribute_not_exists(pk)')
      // Between the two calls only its expiry can remove the item.
      return isNew ? part : ((await getPart(job.id, part.number)) ?? part)
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
          'attribute_exists(pk) AND attribute_not_exists(sealed) AND attribute_not_exists(cancel) AND (attribute_not_exists(summary) OR summary.upTo <= :parts)',
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
        update: 'SET deleted = :yes, cancel = :settled REMOVE summary, metadata, webhook, packed, #name',
        condition: 'attribute_exists(pk)',
        names: { '#name': 'name' },
        values: { ':yes': true, ':settled': 'settled' },
      })
      await items.remove(listKey(owner, head.createdAt as number, jobId))
      // The rest of the job says what it was cut into, as far as a call that was broken off has not removed it.
      const [{ deleted: _, ...first }, ...others] = await items.queryAll(jobKey(jobId).pk)
      return partsIn([first as Item, ...others])
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
      if (number > 1) await items.remove(partKey(jobId, number))
      else await items.update(jobKey(jobId), { update: 'REMOVE digest', condition: 'attribute_exists(pk)' })
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

const NONE: Awaited<ReturnType<Items['queryFrom']>> = { items: [], readUnits: 0 }

function partsIn(items: readonly Item[]): Part[] {
  return items.flatMap((item) => partIn(item) ?? [])
}

/** The change that sets attributes of an item, whatever their names. */
function setting(attributes: Readonly<Record<string, unknown>>) {
  const all = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return {
    update: `SET ${all.map((_, i) => `#a${i} = :a${i}`).join(', ')}`,
    names: Object.fromEntries(all.map(([name], i) => [`#a${i}`, name])),
    values: Object.fromEntries(all.map(([, value], i) => [`:a${i}`, value])),
  }
}

function claimOf({ pk: _pk, sk: _sk, ...claim }: Item): Claim {
  return claim as unknown as Claim
}
