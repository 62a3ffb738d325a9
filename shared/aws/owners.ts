import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Items, Key } from './items.ts'

/** What lets owners in; kept in a partition of its own, which only those who mint keys may write. */
export interface ApiKeys {
  /**
   * Makes a key for an owner.
   *
   * @param note what it is for, to tell it from the owner's others
   * @param now milliseconds since 1970
   * @returns its text, of which just a hash is kept: it is shown this once
   */
  mintKey(owner: string, note: string, now: number): Promise<string>
  /** Lets a key in no more, at once; false where there is none of that id. */
  revokeKey(id: string, now: number): Promise<boolean>
  listKeys(): Promise<ApiKey[]>
  /** Whose key a text is; undefined where it is none, or a revoked one. */
  holderOf(text: string): Promise<string | undefined>
}

/** A key as it rests in the table. */
export interface ApiKey {
  /** The part of its text that is no secret. */
  readonly id: string
  readonly owner: string
  readonly note: string
  /** SHA-256 of its secret, in base64url. The secret is 256 random bits, so that nothing slower is needed. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly mintedAt: number
  readonly revokedAt?: number
}

/** Owners are parts of keys in the table, in which `#` parts them from the rest. */
const OWNER = /^[\w.@-]{1,64}$/
//     sudoku_<id>_<secret>     as one word, so that a double click takes all of it, and scanners for secrets know it
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
      const found = await items.queryAll(PARTITION)
      return found.map(({ pk: _pk, sk: _sk, ...key }) => key as unknown as ApiKey)
    },

    async holderOf(text) {
      const [, id, secret = ''] = TEXT.exec(text) ?? []
      const key = id ? ((await items.get(at(id))) as unknown as ApiKey | undefined) : undefined
      // Compared even where there is none, and always all of it: how long it takes tells nothing of what is kept.
      const isTheirs = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(key?.hash ?? NO_HASH))
      return key && isTheirs && key.revokedAt === undefined ? key.owner : undefined
    },
  }
}

const PARTITION = 'apikeys'
const at = (id: string): Key => ({ pk: PARTITION, sk: id })

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** What owners use of the service. */
export interface Usage {
  /**
   * Counts a request of an owner's.
   *
   * @param window the number of the window of time that it falls into
   * @param expiresAt seconds since 1970
   * @returns how many requests there were in it, this one included
   */
  countRequest(owner: string, window: number, expiresAt: number): Promise<number>
  /** Adds to what an owner has in flight; false, and nothing is added, where that would be more than `most`. */
  addInFlight(owner: string, more: Addition, most: { jobs: number; puzzles: number }): Promise<boolean>
  getInFlight(owner: string): Promise<InFlight>
  /** Says that what was seen is being counted anew; false where somebody else has said so since. */
  beginCount(owner: string, seen: InFlight, countedAt: number): Promise<boolean>
  /** Puts what was counted in the place of what was seen; false where something was added since, or another count begun. */
  endCount(owner: string, seen: InFlight, counted: InFlight): Promise<boolean>
}

interface Addition {
  readonly jobId: string
  readonly puzzles: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/**
 * What an owner has in flight: jobs with pending puzzles, and how many these are. Additions are counted at once,
 * what ends only when it is counted anew: in between it may be less than it says.
 */
interface InFlight {
  readonly jobIds: ReadonlySet<string>
  readonly puzzles: number
  /** Milliseconds since 1970. */
  readonly countedAt: number
}

const NOTHING: InFlight = { jobIds: new Set(), puzzles: 0, countedAt: 0 }

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
      const { jobIds, puzzles, countedAt } = {
        ...NOTHING,
        ...((await items.get(inFlight(owner))) as object | undefined),
      }
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
        // Every addition is of at least one puzzle, and between two counts nothing is taken away.
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
