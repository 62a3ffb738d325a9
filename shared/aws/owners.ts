import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Items, Key } from './items.ts'

/** The API keys of owners. They have a partition of their own, and only those who mint keys may write to it. */
export interface ApiKeys {
  /**
   * Makes a key for an owner.
   *
   * @param note what the key is for, to tell it from the owner's other keys
   * @param now milliseconds since 1970
   * @returns the text of the key, which cannot be shown again: only its hash is stored
   */
  mintKey(owner: string, note: string, now: number): Promise<string>
  /** Makes a key invalid at once; false if no key has that id. */
  revokeKey(id: string, now: number): Promise<boolean>
  listKeys(): Promise<ApiKey[]>
  /** The owner of the key with this text; undefined if there is no such key, or it was revoked. */
  holderOf(text: string): Promise<string | undefined>
}

/** A key as it is stored in the table. */
export interface ApiKey {
  /** The part of its text that is not secret. */
  readonly id: string
  readonly owner: string
  readonly note: string
  /** SHA-256 of its secret, in base64url. The secret is 256 random bits, so it needs no slower hash. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly mintedAt: number
  readonly revokedAt?: number
}

/** The partition of the API keys, which no function may write to. */
export const API_KEYS_PARTITION = 'apikeys'
/** Names of owners are part of the table's keys, in which `#` separates them from the rest. */
const OWNER = /^[\w.@-]{1,64}$/
/** `sudoku_<id>_<secret>`, one word, so that a double click selects all of it and scanners for secrets recognise it. */
const TEXT = /^sudoku_([0-9a-f]{16})_([\w-]{43})$/
const NO_HASH = hashOf('')

export function dynamoApiKeys(items: Items): ApiKeys {
  return {
    async mintKey(owner, note, now) {
      if (!OWNER.test(owner)) throw new Error(`owner "${owner}": expected 1 to 64 letters, digits, or any of . _ @ -`)
      const id = randomBytes(8).toString('hex')
      const secret = randomBytes(32).toString('base64url')
      const key: ApiKey = { id, owner, note, hash: hashOf(secret), mintedAt: now }
      await items.put({ ...at(id), ...key }, 'attribute_not_exists(pk)')
      return `sudoku_${id}_${secret}`
    },

    revokeKey: (id, now) =>
      items.update(at(id), {
        update: 'SET revokedAt = if_not_exists(revokedAt, :now)',
        condition: 'attribute_exists(pk)',
        values: { ':now': now },
      }),

    async listKeys() {
      const found = await items.queryAll(API_KEYS_PARTITION)
      return found.map(({ pk: _pk, sk: _sk, ...key }) => key as unknown as ApiKey)
    },

    async holderOf(text) {
      const [, id, secret = ''] = TEXT.exec(text) ?? []
      const key = id ? ((await items.get(at(id))) as unknown as ApiKey | undefined) : undefined
      // Hashes are compared in full, and even if there is no such key, so that the time taken reveals nothing.
      const isRight = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(key?.hash ?? NO_HASH))
      return key && isRight && key.revokedAt === undefined ? key.owner : undefined
    },
  }
}

const at = (id: string): Key => ({ pk: API_KEYS_PARTITION, sk: id })

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** How much each owner uses the service. */
export interface Usage {
  /**
   * Counts a request of an owner.
   *
   * @param window the number of the time window that the request falls into
   * @param expiresAt seconds since 1970
   * @returns how many requests there have been in the window, including this one
   */
  countRequest(owner: string, window: number, expiresAt: number): Promise<number>
  /** Adds a job's puzzles to those in flight; adds nothing and returns false if the owner would exceed `most`. */
  addInFlight(owner: string, addition: Addition, most: { jobs: number; puzzles: number }): Promise<boolean>
  getInFlight(owner: string): Promise<InFlightUsage>
  /** Begins a new count in place of the one that was seen; false if another count has begun since. */
  beginCount(owner: string, seen: InFlightUsage, countedAt: number): Promise<boolean>
  /** Replaces what was seen by what was counted; false if something was added, or another count begun, since then. */
  endCount(owner: string, seen: InFlightUsage, counted: InFlightUsage): Promise<boolean>
}

interface Addition {
  readonly jobId: string
  readonly puzzles: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/**
 * The jobs of an owner that have pending puzzles, and the number of these puzzles. An addition counts at once, but what
 * has ended is subtracted only by the next count: in between the true number may be less than this one.
 */
interface InFlightUsage {
  readonly jobIds: ReadonlySet<string>
  readonly puzzles: number
  /** Milliseconds since 1970. */
  readonly countedAt: number
}

const NOTHING: InFlightUsage = { jobIds: new Set(), puzzles: 0, countedAt: 0 }

export function dynamoUsage(items: Items): Usage {
  return {
    countRequest: (owner, window, expiresAt) =>
      items.increment({ pk: partition(owner), sk: `requests#${window}` }, 'requests', expiresAt),

    addInFlight: (owner, { jobId, puzzles, expiresAt }, most) =>
      items.update(inFlight(owner), {
        update: 'SET expiresAt = :expiresAt ADD puzzles :puzzles, jobIds :jobIds',
        condition:
          'attribute_not_exists(pk) OR (puzzles <= :room AND (attribute_not_exists(jobIds) OR contains(jobIds, :jobId) OR size(jobIds) < :jobs))',
        values: {
          ':puzzles': puzzles,
          ':room': most.puzzles - puzzles,
          ':jobId': jobId,
          ':jobIds': new Set([jobId]),
          ':jobs': most.jobs,
          ':expiresAt': expiresAt,
        },
      }),

    async getInFlight(owner) {
      const item = (await items.get(inFlight(owner))) as object | undefined
      const { jobIds, puzzles, countedAt } = { ...NOTHING, ...item }
      return { jobIds, puzzles, countedAt }
    },

    beginCount: (owner, seen, countedAt) =>
      items.update(inFlight(owner), {
        update: 'SET countedAt = :countedAt',
        condition: 'attribute_not_exists(countedAt) OR countedAt = :seen',
        values: { ':countedAt': countedAt, ':seen': seen.countedAt },
      }),

    endCount: (owner, seen, { jobIds, puzzles, countedAt }) =>
      items.update(inFlight(owner), {
        // DynamoDB has no empty sets.
        update: `SET puzzles = :puzzles${jobIds.size > 0 ? ', jobIds = :jobIds' : ' REMOVE jobIds'}`,
        // Every addition has at least one puzzle, and nothing is subtracted between two counts.
        condition: 'puzzles = :seen AND countedAt = :countedAt',
        values: {
          ':puzzles': puzzles,
          ':countedAt': countedAt,
          ':seen': seen.puzzles,
          ...(jobIds.size > 0 && { ':jobIds': jobIds }),
        },
      }),
  }
}

const partition = (owner: string) => `usage#${owner}`
const inFlight = (owner: string): Key => ({ pk: partition(owner), sk: 'in-flight' })
