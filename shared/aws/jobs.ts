import type { Chunk, UnwrittenJob } from '../job/chunks/chunk.ts'
import {
  type Job,
  type JobRecord,
  type LiveRecord,
  newPart,
  type Part,
  type Straggler,
  type Summary,
} from '../job/job.ts'
import { type ResultCounts, STATUSES } from '../job/result.ts'
import {
  assignments,
  attribute,
  expression,
  IS_NEW,
  IS_THERE,
  type Item,
  type Items,
  type Key,
  padded,
  updateOf,
} from './items.ts'

type PartSize = Pick<Part, 'number' | 'total' | 'perChunk' | 'lines'>

interface Claim {
  readonly jobId: string
  /** The digest of the request that made it. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** Jobs and their parts. Each job has a partition, so that a poll reads it with one query. Of a deleted job nothing is found. */
export function dynamoJobs(items: Items) {
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

  async function listJob({ owner, id, name, createdAt, expiresAt }: Job): Promise<void> {
    await items.put({ ...listKey(owner, createdAt, id), name, expiresAt })
  }

  function putItem({ metadata, ...job }: Job, first?: Part): Promise<boolean> {
    // Its metadata is JSON: the marshaller takes an object with a field `constructor` for none.
    const own = { ...job, metadata: metadata && JSON.stringify(metadata) }
    const item = { ...jobKey(job.id), ...own, ...(first && attributesOf(first)) }
    return items.put(item, IS_NEW)
  }

  /** Ends a part's sending, unless that was done before. */
  function endSending(jobId: string, part: number, state: 'accepted' | 'refused'): Promise<boolean> {
    const isSending = expression`${STATE} = ${'sending'}`
    return items.update(partKey(jobId, part), expression`SET ${STATE} = ${state}`, isSending)
  }

  return {
    /**
     * Writes a new job unless it exists already, with its first part where that came with it, and adds it to its owner's
     * list.
     *
     * @returns the first part that the job has then; undefined if it has none, or was deleted
     */
    async putJob(job: Job, first?: Part): Promise<Part | undefined> {
      // The list comes first, so that every job that can be seen is listed. A listed job that does not exist is skipped.
      await listJob(job)
      return (await putItem(job, first)) ? first : getPart(job.id, 1)
    },

    /** Adds a job that is not written yet to its owner's list. */
    listJob,

    /** Writes a job that is in the list, unless it exists already; whether it did. */
    writeJob: ({ job, part }: UnwrittenJob): Promise<boolean> => putItem(job, newPart(part, part.updatedAt)),

    /** Writes one with its end; false, and nothing is changed, if it exists already. */
    writeEnded: ({ job, part }: UnwrittenJob, end: Partial<Part>): Promise<boolean> =>
      putItem(job, { ...newPart(part, part.updatedAt), ...end, state: 'accepted' }),

    /** The job with all of its parts, and no summary. */
    async getJob(jobId: string): Promise<JobRecord | undefined> {
      const found = await items.queryAll(jobKey(jobId).pk)
      const [head] = found
      if (head?.sk !== 'job' || head.deleted) return undefined
      const { summary: _counted, ...job } = jobOf(head)
      return { job, parts: partsIn(found) }
    },

    /**
     * The job with its summary, and the parts that this does not count.
     *
     * @param mayBeStale only where it has one part at most, whose item is the job's
     */
    async getLive(jobId: string, mayBeStale = false): Promise<LiveRecord | undefined> {
      const { pk } = jobKey(jobId)
      const found = await items.queryFrom(pk, { most: 1, mayBeStale })
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

    /** Replaces a job's summary, unless the job has one that counts more, or was sealed with fewer parts. */
    async summariseJob(jobId: string, summary: Summary): Promise<void> {
      // Two summaries are right, each for its own parts: the one that counts more is as good, and better.
      const countsMore = expression`attribute_not_exists(summary) OR summary.parts < ${summary.parts}`
      const isWithin = expression`attribute_not_exists(sealed) OR sealed >= ${summary.upTo}`
      const condition = expression`${IS_THERE} AND (${countsMore}) AND (${isWithin})`
      await items.update(jobKey(jobId), expression`SET summary = ${summary}`, condition)
    },

    /** The job without its parts. */
    async getHead(jobId: string): Promise<Job | undefined> {
      const head = await items.get(jobKey(jobId))
      return head && !head.deleted ? jobOf(head) : undefined
    },

    getPart,

    async listParts(jobId: string, from: number, most: number): Promise<readonly Part[]> {
      const { pk, sk } = partKey(jobId, from - 1)
      // Where the first part is missing, the job's item is read for nothing.
      const range = from > 1 ? { after: sk, most } : { most: most + 1 }
      return partsIn((await items.queryFrom(pk, range)).items).slice(0, most)
    },

    /** Adds a part to a job unless it has one of that number already; returns the part that the job has then. */
    async putPart(job: Job, part: Part): Promise<Part> {
      const key = partKey(job.id, part.number)
      const isMissing = expression`${IS_THERE} AND attribute_not_exists(digest)`
      const isNew =
        part.number === 1
          ? await items.update(key, updateOf({ SET: assignments(attributesOf(part)) }), isMissing)
          : await items.put({ ...attributesOf(part), ...key, expiresAt: job.expiresAt }, IS_NEW)
      // Between the two calls only its expiry can remove the item.
      return isNew ? part : ((await getPart(job.id, part.number)) ?? part)
    },

    /**
     * Marks a part as durably queued, and says when that was: `now` is told to one of several callers; `never` where it
     * was refused before, because its job was cancelled.
     */
    async acceptPart(jobId: string, part: number): Promise<'now' | 'before' | 'never'> {
      if (await endSending(jobId, part, 'accepted')) return 'now'
      return (await items.get(partKey(jobId, part)))?.state === 'accepted' ? 'before' : 'never'
    },

    /** Marks a part as not belonging to its job; does nothing if it was accepted before. */
    async refusePart(jobId: string, part: number): Promise<void> {
      await endSending(jobId, part, 'refused')
    },

    /** Fixes how many parts a job has; false if it is sealed or cancelled already, or its summary counts more. */
    sealJob(jobId: string, parts: number): Promise<boolean> {
      const isOpen = expression`${IS_THERE} AND attribute_not_exists(sealed) AND attribute_not_exists(cancel)`
      // A part that came in while the seal was asked for may have been counted already.
      const isWithin = expression`attribute_not_exists(summary) OR summary.upTo <= ${parts}`
      return items.update(jobKey(jobId), expression`SET sealed = ${parts}`, expression`${isOpen} AND (${isWithin})`)
    },

    /** Makes workers leave a job alone, or marks that no more of its parts can come in. */
    async cancelJob(jobId: string, cancel: NonNullable<Job['cancel']>): Promise<void> {
      // A late request to cancel does not undo `settled`.
      const condition = cancel === 'asked' ? expression`${IS_THERE} AND attribute_not_exists(cancel)` : IS_THERE
      await items.update(jobKey(jobId), expression`SET cancel = ${cancel}`, condition)
    },

    /**
     * Marks a job as deleted, and takes it off its owner's list; nothing of it is found from then on. It stays as a mark,
     * so that an idempotency key does not bring it back.
     *
     * @returns its parts that are there to be removed; undefined if its owner has no such job
     */
    async deleteJob(jobId: string, owner: string): Promise<readonly PartSize[] | undefined> {
      const head = await items.get(jobKey(jobId))
      if (head?.owner !== owner) return undefined
      const removed = expression`summary, metadata, webhook, delivery, packed, ${attribute('name')}`
      const marked = expression`SET deleted = ${true}, cancel = ${'settled'} REMOVE ${removed}`
      await items.update(jobKey(jobId), marked, IS_THERE)
      await items.remove(listKey(owner, head.createdAt as number, jobId))
      // The rest of the job says what it was cut into, as far as a call that was broken off has not removed it.
      const [{ deleted: _, ...first }, ...others] = await items.queryAll(jobKey(jobId).pk)
      return partsIn([first as Item, ...others])
    },

    /** Keeps the packed lines of a part whose own item does not have them. */
    async keepLines({ id, expiresAt }: Pick<Job, 'id' | 'expiresAt'>, part: number, packed: Uint8Array): Promise<void> {
      await items.put({ ...linesKey(id, part), packed, expiresAt })
    },

    /** The packed lines of such a part. */
    async linesOf(jobId: string, part: number): Promise<Uint8Array | undefined> {
      return (await items.get(linesKey(jobId, part)))?.packed as Uint8Array | undefined
    },

    /** Removes a part and its lines, without the results of its chunks. */
    async removePart(jobId: string, { number, lines }: Pick<PartSize, 'number' | 'lines'>): Promise<void> {
      // The part comes last: as long as it is there, a call that was broken off is made again.
      if (lines && lines.packed === undefined) await items.remove(linesKey(jobId, number))
      if (number > 1) await items.remove(partKey(jobId, number))
      else await items.update(jobKey(jobId), expression`REMOVE digest`, IS_THERE)
    },

    async listJobs(owner: string, most: number, cursor?: string) {
      const found = await items.queryBack(listPartition(owner), most, cursor)
      return found.map(({ sk, name }) => ({ id: sk.slice(sk.indexOf('#') + 1), name, cursor: sk }))
    },

    /** Claims an owner's idempotency key for a job, or returns the existing claim that has not expired. */
    async claimKey(owner: string, key: string, claim: Claim): Promise<Claim> {
      const at = { pk: `key#${owner}#${key}`, sk: 'key' }
      // DynamoDB takes a while to delete expired items.
      const isFree = expression`${IS_NEW} OR expiresAt <= ${Math.floor(claim.createdAt / 1000)}`
      if (await items.put({ ...at, ...claim }, isFree)) return claim
      const { pk: _pk, sk: _sk, ...existing } = (await items.get(at)) ?? { ...at, ...claim }
      return existing as unknown as Claim
    },
  }
}

const NONE: Awaited<ReturnType<Items['queryFrom']>> = { items: [], readUnits: 0 }

function partsIn(items: readonly Item[]): Part[] {
  return items.flatMap((item) => partIn(item) ?? [])
}

export const jobKey = (jobId: string): Key => ({ pk: `job#${jobId}`, sk: 'job' })

/** A job's first part lies in the job's own item, so that a job of one part is one item; every other has its own. */
export const partKey = (jobId: string, part: number): Key =>
  part === 1 ? jobKey(jobId) : { pk: `job#${jobId}`, sk: `part#${padded(part)}` }

const linesKey = (jobId: string, part: number): Key => ({ pk: `lines#${jobId}`, sk: `part#${padded(part)}` })

/** A word of DynamoDB's own. */
export const STATE = attribute('state')

const AT_LEAST = 'ratedAtLeast'

/**
 * The attributes that count results, each with its count. Each counter is one of its own, so that one update can add to
 * several: `solved`, …, `backtracksSum`, for the histogram of backtracks by their bits `bits0`, `bits1`, …, and where puzzles
 * are rated `er45`, `technique:x-wing`, …
 */
export function countersOf({ outcomes, mismatches, backtracks, ratings }: ResultCounts): [string, number][] {
  const named = (prefix: string, counts: Readonly<Record<string, number>> | readonly number[]) =>
    Object.entries(counts).map(([of, count]): [string, number] => [prefix + of, count])
  return [
    ...named('', outcomes),
    ...named('bits', backtracks.histogram),
    ['backtracksSum', backtracks.sum],
    ['mismatches', mismatches],
    ...(ratings ? [...named('er', ratings.er), ...named('technique:', ratings.technique)] : []),
    [AT_LEAST, ratings?.atLeast ?? 0],
  ]
}

const listPartition = (owner: string) => `owner#${owner}`
const listKey = (owner: string, createdAt: number, jobId: string): Key => ({
  pk: listPartition(owner),
  sk: `${new Date(createdAt).toISOString()}#${jobId}`,
})

/** The attributes of a job's item that are the job's, and not its first part's. */
const JOB_ATTRIBUTES = Object.keys({
  id: true,
  owner: true,
  name: true,
  metadata: true,
  options: true,
  webhook: true,
  delivery: true,
  createdAt: true,
  expiresAt: true,
  sealed: true,
  summary: true,
  deleted: true,
  cancel: true,
} satisfies Record<keyof Job, true>)

function jobOf(item: Item): Job {
  const job = picked<Job>(item, JOB_ATTRIBUTES)
  return item.metadata === undefined ? job : { ...job, metadata: JSON.parse(String(item.metadata)) }
}

/** Those of some attributes that an item has. */
function picked<T>(item: Item, names: readonly string[]): T {
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]))) as T
}

/** The attributes of a part that an item has as they are. */
const PART_ATTRIBUTES = [
  'number',
  'total',
  'perChunk',
  'digest',
  'format',
  'state',
  'mismatches',
  'pausedSearch',
  'startedAt',
  'updatedAt',
  'packed',
  'lines',
] as const satisfies readonly (keyof Part)[]

/** Counters that are there from the start; others are, once they have counted something. */
const FIRST_COUNTERS: ReadonlySet<string> = new Set([...STATUSES, 'backtracksSum', 'mismatches'])

/** The attributes of a part. */
function attributesOf(whole: Part): Record<string, unknown> {
  const {
    outcomes: _counted,
    backtracks,
    ratings: _rated,
    failedChunks,
    redrives: _none,
    stragglers: _later,
    ...part
  } = whole
  return {
    ...part,
    ...Object.fromEntries(countersOf(whole).filter(([name, count]) => count > 0 || FIRST_COUNTERS.has(name))),
    backtracksMax: backtracks.max,
    done: Object.fromEntries(part.done),
    redrives: {},
    // DynamoDB has no empty sets.
    ...(failedChunks.size > 0 && { failedChunks }),
  }
}

/** The part in an item: none in that of a job whose first part has not come. */
export function partIn(item: Item): Part | undefined {
  if (item.digest === undefined || item.deleted) return undefined
  const of = item as unknown as Part & Record<string, number>
  const redrives = byChunk(item.redrives)
  const stragglers = [...stragglersIn(item.stragglers, false), ...stragglersIn(item.failedStragglers, true)]
  return {
    ...picked<Pick<Part, (typeof PART_ATTRIBUTES)[number]>>(item, PART_ATTRIBUTES),
    outcomes: picked(item, STATUSES),
    backtracks: { sum: of.backtracksSum, max: of.backtracksMax, histogram: histogramOf(of) },
    ...ratingsOf(of),
    done: byChunk(item.done),
    failedChunks: of.failedChunks ?? new Set(),
    ...(redrives.size > 0 && { redrives }),
    ...(stragglers.length > 0 && { stragglers }),
  }
}

/** The name of a straggler in the sets `stragglers` and `failedStragglers` of its part. */
export const stragglerName = ({ number, from, redrive }: Pick<Chunk, 'number' | 'from' | 'redrive'>) =>
  `${number}/${from}/${redrive}`

function stragglersIn(names: unknown, hasFailed: boolean): Straggler[] {
  return [...((names ?? []) as Iterable<string>)].map((name) => {
    const [chunk, from, redrive] = name.split('/').map(Number)
    return { chunk, from, redrive, hasFailed }
  })
}

/** What an item says of chunks, by their numbers. */
function byChunk(all: unknown): ReadonlyMap<number, number> {
  return new Map(Object.entries((all ?? {}) as Record<string, number>).map(([chunk, of]) => [Number(chunk), of]))
}

function histogramOf(item: Record<string, number>): number[] {
  const histogram: number[] = []
  for (const [bits, count] of countsBehind('bits', item)) histogram[Number(bits)] = count
  return Array.from(histogram, (count) => count ?? 0)
}

/** The counts whose attributes are named by one word and, behind it, what they are of. */
function countsBehind(word: 'bits' | 'er' | 'technique:', item: Record<string, number>): [of: string, count: number][] {
  const counted = Object.entries(item).filter(([name]) => name.startsWith(word))
  return counted.map(([name, count]) => [name.slice(word.length), count])
}

function ratingsOf(item: Record<string, number>): Pick<Part, 'ratings'> {
  const er = countsBehind('er', item)
  const atLeast = item[AT_LEAST] ?? 0
  // Most jobs rate nothing, and each poll reads their parts.
  if (er.length === 0 && atLeast === 0) return {}
  const technique = countsBehind('technique:', item)
  return { ratings: { er: Object.fromEntries(er), technique: Object.fromEntries(technique), atLeast } }
}
