import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OwnerLimits } from '../job/limits.ts'
import type { Fields, ObjectOf } from '../json-schema.ts'
import {
  assignments,
  attribute,
  expression,
  IS_NEW,
  IS_THERE,
  type Item,
  type Items,
  type Key,
  updateOf,
} from './items.ts'

/** The partition of the API keys, which no function may write to. */
export const API_KEYS_PARTITION = 'apikeys'
/** The owner of all jobs where nobody is asked for a key. */
export const EVERYONE = 'everyone'
/** The owner of the jobs with which the service tries itself. No key can be minted for such a name, so nobody else sees them. */
export const CANARY_OWNER = '(canary)'
/** Names of owners are part of the table's keys, in which `#` separates them from the rest. */
export const OWNER = /^[\w.@-]{1,64}$/

/** The fields of a key, as its item and a line of an export have them. Times are in milliseconds since 1970. */
export const API_KEY_FIELDS = {
  /** The part of its text that is not secret. */
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  owner: { type: 'string', pattern: OWNER.source },
  note: { type: 'string' },
  /** SHA-256 of its secret, in base64url. The secret is 256 random bits, so it needs no slower hash. */
  hash: { type: 'string', pattern: '^[\\w-]{43}$' },
  mintedAt: { type: 'number' },
  revokedAt: { type: 'number', optional: true },
  /** When it stops being valid by itself. */
  validUntil: { type: 'number', optional: true },
} as const satisfies Fields
export type ApiKey = ObjectOf<typeof API_KEY_FIELDS>

/** `sudoku_<id>_<secret>`, one word, so that a double click selects all of it and scanners for secrets recognise it. */
const TEXT = /^sudoku_([0-9a-f]{16})_([\w-]{43})$/
const NO_HASH = hashOf('')

/** What a canary's token has in the place of a key's id, so that no request of anybody else is looked up as one. */
const TOKEN_ID = '0'.repeat(16)
const TOKENS_PARTITION = 'canary'
/** From when the canary makes a token until its request has arrived. */
const TOKEN_VALID_MS = 60_000

/** The day is all that is kept of when a key was last used: it costs one write a day and instance. */
const DAY_MS = 86_400_000
/** As long as whoever looks for keys that nobody uses may want to look back. */
const LAST_USE_KEPT_S = 400 * 86_400
/** Keys and owners of which something is known: it saves a read or a write, lets nobody in, and may be forgotten. */
const MOST_KNOWN = 1_000

function remember<Known>(all: Map<string, Known>, name: string, known: Known): void {
  if (all.size >= MOST_KNOWN) all.clear()
  all.set(name, known)
}

/** The API keys of owners. They have a partition of their own, and only those who mint keys may write to it. */
export function dynamoApiKeys(items: Items) {
  const usedOn = new Map<string, number>()
  /** By the hash of the whole text, so that only whoever has the key finds its owner. */
  const knownOwners = new Map<string, string>()
  return {
    /**
     * Makes a key for an owner.
     *
     * @param note what the key is for, to tell it from the owner's other keys
     * @param now milliseconds since 1970
     * @param validUntil likewise; it is valid until it is revoked if there is none
     * @returns the text of the key, which cannot be shown again: only its hash is stored
     */
    async mintKey(owner: string, note: string, now: number, validUntil?: number): Promise<string> {
      if (!OWNER.test(owner)) throw new Error(`owner "${owner}": expected 1 to 64 letters, digits, or any of . _ @ -`)
      const id = randomBytes(8).toString('hex')
      const secret = randomBytes(32).toString('base64url')
      const key: ApiKey = { id, owner, note, hash: hashOf(secret), mintedAt: now, ...(validUntil && { validUntil }) }
      await items.put({ ...at(id), ...key }, IS_NEW)
      return `sudoku_${id}_${secret}`
    },

    /** Makes a key invalid at once; false if no key has that id. */
    revokeKey: (id: string, now: number): Promise<boolean> =>
      items.update(at(id), expression`SET revokedAt = if_not_exists(revokedAt, ${now})`, IS_THERE),

    async listKeys(): Promise<ApiKey[]> {
      const found = await items.queryAll(API_KEYS_PARTITION)
      return found.map(({ pk: _pk, sk: _sk, ...key }) => key as unknown as ApiKey)
    },

    /** Puts a key of another table into this one; false, and nothing is changed, if a key of its id is there. */
    addKey: (key: ApiKey): Promise<boolean> => items.put({ ...at(key.id), ...key }, IS_NEW),

    /** Has a key stop being valid at a time, unless it does before; false if no key has that id. */
    endKey(id: string, validUntil: number): Promise<boolean> {
      const isLonger = expression`attribute_not_exists(validUntil) OR validUntil > ${validUntil}`
      return items.update(at(id), expression`SET validUntil = ${validUntil}`, expression`${IS_THERE} AND (${isLonger})`)
    },

    keyOf: async (id: string): Promise<ApiKey | undefined> => (await items.get(at(id))) as ApiKey | undefined,

    /** The owner of the key with this text; undefined if there is no such key, or it is not valid any more. */
    async holderOf(text: string, now = Date.now()): Promise<string | undefined> {
      const [, id, secret = ''] = TEXT.exec(text) ?? []
      const key = id ? ((await items.get(at(id))) as unknown as ApiKey | undefined) : undefined
      // Hashes are compared in full, and even if there is no such key, so that the time taken reveals nothing.
      const isRight = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(key?.hash ?? NO_HASH))
      const isValid = key?.revokedAt === undefined && now < (key?.validUntil ?? Number.POSITIVE_INFINITY)
      if (!key || !isRight || !isValid) return undefined
      await noteUse(key, now)
      remember(knownOwners, hashOf(text), key.owner)
      return key.owner
    },

    /** The owner of a key that this instance has seen to be valid, which it may not be any more: enough to refuse, and never to let in. */
    lastHolderOf: (text: string): string | undefined => knownOwners.get(hashOf(text)),

    /**
     * Makes a token with which one request within a minute is the canary's. It looks like a key, so that whatever lets
     * keys through lets it through. The API itself makes it, in a partition that opens no other owner's jobs, because no
     * function may write to that of the keys.
     */
    async newToken(now: number): Promise<string> {
      const secret = randomBytes(32).toString('base64url')
      const validUntil = now + TOKEN_VALID_MS
      await items.put({ ...token(secret), validUntil, expiresAt: Math.ceil(validUntil / 1000) })
      return `sudoku_${TOKEN_ID}_${secret}`
    },

    /** Whether this is a token that nobody has taken so far; it is taken now. */
    async takeToken(text: string, now: number): Promise<boolean> {
      const [, id, secret = ''] = TEXT.exec(text) ?? []
      if (id !== TOKEN_ID) return false
      const isFree = expression`validUntil > ${now} AND attribute_not_exists(takenAt)`
      return await items.update(token(secret), expression`SET takenAt = ${now}`, isFree)
    },

    /** The day on which a key was last used, in milliseconds since 1970; undefined if it was not for 400 days. */
    async lastUseOf({ owner, id }: Pick<ApiKey, 'owner' | 'id'>): Promise<number | undefined> {
      return (await items.get(lastUse(owner, id)))?.usedAt as number | undefined
    },
  }

  async function noteUse({ owner, id }: ApiKey, now: number): Promise<void> {
    const day = Math.floor(now / DAY_MS)
    if (usedOn.get(id) === day) return
    remember(usedOn, id, day)
    await items.put({ ...lastUse(owner, id), usedAt: day * DAY_MS, expiresAt: Math.ceil(now / 1000) + LAST_USE_KEPT_S })
  }
}

const at = (id: string): Key => ({ pk: API_KEYS_PARTITION, sk: id })
const token = (secret: string): Key => ({ pk: TOKENS_PARTITION, sk: hashOf(secret) })

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** How many requests may come at once; beyond these, one in each interval. */
export interface RequestRate {
  readonly atOnce: number
  /** Whole milliseconds. */
  readonly everyMs: number
}

/** A turn takes so long, and begins at the latest then: milliseconds since 1970. */
interface Turn {
  readonly everyMs: number
  readonly latest: number
}

/** Whether a request is let in, and what is known of its owner then. */
export interface RequestAdmission {
  readonly isIn: boolean
  /** From when on as many as ever may come at once again: milliseconds since 1970. */
  readonly restedAt: number
  /** Until when each of the owner's jobs is counted before it is taken in: milliseconds since 1970. */
  readonly countedUntil: number
  readonly settings: OwnerSettings
}

/** What the operator has said of one owner, in the item that each of the owner's requests writes in any case. */
export interface OwnerSettings {
  /** Instead of everybody's. */
  readonly limits?: Partial<OwnerLimits>
  /** Nothing of the owner is let in: since then, in milliseconds since 1970. */
  readonly blockedAt?: number
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

/** Those who write much take turns like the requests of one owner, and so do answers that are held; no key can be minted for such names. */
const BULK_WRITES = '(bulk writes)'
const HELD_ANSWERS = '(held answers)'
/** An answer that is held counts as a request for each second. */
const HELD_MS_A_REQUEST = 1_000
/** So much of what an owner may send at once can be spent on answers that are held; the rest is left to polls that are not, and to submissions. */
const HELD_SHARE_OF_REQUESTS = 1 / 2
/** So many of the places are given out steadily; the others come at once after a rest, so that there are never more than all. */
const HELD_STEADILY = 3 / 4
const NO_SETTINGS: OwnerSettings = {}
/** An item with settings stays: DynamoDB drops what expires, and this is in the year 2286, in seconds. */
const NEVER = 9_999_999_999

const NOTHING: InFlightUsage = { jobIds: new Set(), puzzles: 0, countedAt: 0 }

/** Items that say that an owner is at rest are kept a while: clocks of instances differ. */
const KEPT_S = 60
/** Farther in the future than any answer is charged, so that a time there was written by a clock that ran ahead. */
const UNLIKELY_MS = 600_000
/** An owner who is refused is told to come back after a second at least, and is not looked at before. */
const SHORTEST_REFUSAL_MS = 1_000
/** How long an owner who was let in again may still be refused where they were last seen blocked. */
const BLOCKED_KNOWN_MS = 5_000

export function dynamoUsage(items: Items) {
  /** Owners as this instance last saw them, when that was, and when it last refused one: milliseconds since 1970. */
  const lastSeen = new Map<string, Omit<RequestAdmission, 'isIn'> & { at: number; refusedAt?: number }>()
  return {
    /**
     * Lets a request of an owner in where there is room for it, whichever instances take the others.
     *
     * The generic cell rate algorithm: all that is known of an owner is when they will be at rest. A request puts that
     * off by an interval, and is let in unless it would then be too far away. DynamoDB has no maximum, so an owner who
     * is at rest and one who is not are two changes. Which it is, is guessed: mostly one change is all there is.
     *
     * @param now milliseconds since 1970
     */
    admitRequest: async (owner: string, now: number, rate: RequestRate): Promise<RequestAdmission> => {
      const admission = await admit(owner, now, turnOf(rate, now))
      const seen = lastSeen.get(owner)
      if (!admission.isIn && seen) lastSeen.set(owner, { ...seen, refusedAt: now })
      return admission
    },

    /**
     * The refusal of an owner who is over the limit or blocked, as this instance knows without the table; undefined where it
     * has to be asked. What is known errs for no longer than a second of those over the limit, and five of those blocked.
     */
    knownRefusal(owner: string, now: number, rate: RequestRate): RequestAdmission | undefined {
      const seen = lastSeen.get(owner)
      if (!seen) return undefined
      const { at, refusedAt, ...known } = seen
      // A clock may have been set right since.
      const isBlocked = known.settings.blockedAt !== undefined && Math.abs(now - at) < BLOCKED_KNOWN_MS
      const isRefused = refusedAt !== undefined && Math.abs(now - refusedAt) < SHORTEST_REFUSAL_MS
      if (!isBlocked && !isRefused && !isTooFar(known.restedAt, now, turnOf(rate, now))) return undefined
      return { isIn: false, ...known }
    },

    /**
     * Gives an answer that is held its place for so long: in the share of its owner, to whom it counts like requests, and
     * among all that are held. It is paid for before it is held, and what is not needed of it is not given back.
     *
     * @param rate that of the owner; without it the owner's answers are held as they like
     * @param most the answers of all owners that may be held at once; undefined for any number
     * @returns false where there is no place
     */
    async placeToHold(
      owner: string,
      now: number,
      forMs: number,
      { rate, most }: { readonly rate: RequestRate | undefined; readonly most: number | undefined },
    ): Promise<boolean> {
      if (rate) {
        const everyMs = Math.ceil(forMs / HELD_MS_A_REQUEST) * rate.everyMs
        const latest = now + HELD_SHARE_OF_REQUESTS * rate.atOnce * rate.everyMs - everyMs
        if (latest < now || !(await admit(owner, now, { everyMs, latest })).isIn) return false
      }
      if (most === undefined) return true
      // In any stretch of that length this gives out `most` such places, as the cell rate algorithm counts.
      const everyMs = Math.ceil(forMs / (HELD_STEADILY * most))
      const latest = now + Math.max(0, (most - 1) * everyMs - forMs)
      return (await admit(HELD_ANSWERS, now, { everyMs, latest })).isIn
    },

    /**
     * Gives a turn to somebody who wants to write many units, whoever else does: all together write no more than so many a
     * second, so that others find the table free.
     *
     * @param now milliseconds since 1970
     * @param perS write units a second that all may write together
     * @param patienceMs the longest that anybody waits for a turn
     * @returns in how many milliseconds it is their turn; undefined, and no turn is kept, if that is too long
     */
    async turnToWrite(
      units: number,
      now: number,
      { perS, patienceMs }: { readonly perS: number; readonly patienceMs: number },
    ): Promise<number | undefined> {
      const everyMs = Math.ceil((units * 1000) / perS)
      const { isIn, restedAt } = await admit(BULK_WRITES, now, { everyMs, latest: now + patienceMs })
      return isIn ? Math.max(0, restedAt - everyMs - now) : undefined
    },

    /**
     * What the operator has said of an owner, as the owner's last request showed it: so it costs no read, and the first
     * request that an instance sees of somebody passes by everybody's limits.
     */
    settingsOf: (owner: string): OwnerSettings => lastSeen.get(owner)?.settings ?? NO_SETTINGS,

    /** Says what holds for one owner from now on, instead of what held before. */
    async setOwner(owner: string, { limits, blockedAt }: OwnerSettings): Promise<void> {
      const kept = expression`restedAt = if_not_exists(restedAt, ${0}), keptUntil = ${NEVER}, expiresAt = ${NEVER}`
      const others = Object.entries({ limits, blockedAt }).filter(([, value]) => value === undefined)
      const SET = [kept, ...assignments({ limits, blockedAt })]
      await items.update(requests(owner), updateOf({ SET, REMOVE: others.map(([name]) => attribute(name)) }))
    },

    /** The same, read from the table. */
    readSettings: async (owner: string): Promise<OwnerSettings> => settingsIn(await items.get(requests(owner))),

    /**
     * Counts a request that was let in as some more, however many that makes.
     *
     * @param now milliseconds since 1970
     * @param forMs as long as it takes until so many may come again
     */
    async chargeRequests(owner: string, now: number, forMs: number): Promise<void> {
      const expiring = expiringAt(now + forMs)
      const later = expression`SET restedAt = restedAt + ${forMs}, ${expiring}`
      if (await items.update(requests(owner), later, expression`restedAt > ${now}`)) return
      // At rest again; two that find that at once count as one.
      await items.update(requests(owner), expression`SET restedAt = ${now + forMs}, ${expiring}`)
    },

    /** Whether an owner's jobs are to be counted before they are taken in, as the owner's last request here showed it. */
    isCounted: (owner: string, now: number): boolean => now < (lastSeen.get(owner)?.countedUntil ?? 0),

    /** Has all jobs of an owner counted before they are taken in, until a time; of one who has sent a request just now. */
    countUntil: (owner: string, until: number): Promise<boolean> =>
      items.update(requests(owner), expression`SET countedUntil = ${until}`, expression`attribute_exists(restedAt)`),

    /** Adds a job's puzzles to those in flight; adds nothing and returns false if the owner would exceed `most`. */
    addInFlight(
      owner: string,
      { jobId, puzzles, expiresAt }: { jobId: string; puzzles: number; expiresAt: number },
      most: { jobs: number; puzzles: number },
    ): Promise<boolean> {
      const hasJobs = expression`contains(jobIds, ${jobId}) OR size(jobIds) < ${most.jobs}`
      const hasRoom = expression`puzzles <= ${most.puzzles - puzzles} AND (attribute_not_exists(jobIds) OR ${hasJobs})`
      const added = expression`SET expiresAt = ${expiresAt} ADD puzzles ${puzzles}, jobIds ${new Set([jobId])}`
      return items.update(inFlight(owner), added, expression`${IS_NEW} OR (${hasRoom})`)
    },

    async getInFlight(owner: string): Promise<InFlightUsage> {
      const item = (await items.get(inFlight(owner))) as object | undefined
      const { jobIds, puzzles, countedAt } = { ...NOTHING, ...item }
      return { jobIds, puzzles, countedAt }
    },

    /** Begins a new count in place of the one that was seen; false if another count has begun since. */
    beginCount(owner: string, seen: InFlightUsage, countedAt: number): Promise<boolean> {
      const isAsSeen = expression`attribute_not_exists(countedAt) OR countedAt = ${seen.countedAt}`
      return items.update(inFlight(owner), expression`SET countedAt = ${countedAt}`, isAsSeen)
    },

    /** Replaces what was seen by what was counted; false if something was added, or another count begun, since then. */
    endCount(owner: string, seen: InFlightUsage, { jobIds, puzzles, countedAt }: InFlightUsage): Promise<boolean> {
      // DynamoDB has no empty sets.
      const jobs = jobIds.size > 0 ? expression`, jobIds = ${jobIds}` : expression` REMOVE jobIds`
      // Every addition has at least one puzzle, and nothing is subtracted between two counts.
      const isAsSeen = expression`puzzles = ${seen.puzzles} AND countedAt = ${countedAt}`
      return items.update(inFlight(owner), expression`SET puzzles = ${puzzles}${jobs}`, isAsSeen)
    },
  }

  async function admit(owner: string, now: number, { everyMs, latest }: Turn): Promise<RequestAdmission> {
    const last = lastSeen.get(owner)
    // Nothing brings that nearer but time, so that the table need not be asked.
    if (last && isTooFar(last.restedAt, now, { everyMs, latest })) return { isIn: false, ...last }
    const unlikely = unlikelyAfter({ everyMs, latest })
    const expiring = expiringAt(latest + everyMs)
    const fromRest = [
      expression`SET restedAt = ${now + everyMs}, ${expiring}`,
      expression`${IS_NEW} OR (${NOT_BLOCKED} AND (restedAt <= ${now} OR restedAt > ${unlikely}))`,
    ] as const
    const further = [
      expression`SET restedAt = restedAt + ${everyMs}, ${expiring}`,
      expression`${NOT_BLOCKED} AND restedAt > ${now} AND restedAt <= ${latest}`,
    ] as const
    const isGoing = (restedAt: number) => restedAt > now && restedAt <= unlikely
    for (let restedAt = last?.restedAt ?? 0; ; ) {
      const changed = await items.updateAndGet(requests(owner), ...(isGoing(restedAt) ? further : fromRest))
      const item = changed ?? (await items.get(requests(owner)))
      restedAt = Number(item?.restedAt ?? 0)
      const seen = { restedAt, countedUntil: Number(item?.countedUntil ?? 0), settings: settingsIn(item) }
      remember(lastSeen, owner, { ...seen, at: now })
      if (changed) return { isIn: true, ...seen }
      const isBlocked = seen.settings.blockedAt !== undefined
      if (isBlocked || (restedAt > latest && isGoing(restedAt))) return { isIn: false, ...seen }
    }
  }
}

/** A request of many that may come at once. */
function turnOf({ atOnce, everyMs }: RequestRate, now: number): Turn {
  return { everyMs, latest: now + (atOnce - 1) * everyMs }
}

function unlikelyAfter({ everyMs, latest }: Turn): number {
  return latest + everyMs + UNLIKELY_MS
}

function isTooFar(restedAt: number, now: number, turn: Turn): boolean {
  return restedAt > now && restedAt > turn.latest && restedAt <= unlikelyAfter(turn)
}

export type Usage = ReturnType<typeof dynamoUsage>

/** @param at when an owner is at rest */
const expiringAt = (at: number) => expression`expiresAt = if_not_exists(keptUntil, ${Math.ceil(at / 1000) + KEPT_S})`
const NOT_BLOCKED = expression`attribute_not_exists(blockedAt)`

function settingsIn(item: Item | undefined): OwnerSettings {
  const { limits, blockedAt } = (item ?? {}) as OwnerSettings
  return { ...(limits && { limits }), ...(blockedAt !== undefined && { blockedAt }) }
}

const partition = (owner: string) => `usage#${owner}`
const lastUse = (owner: string, id: string): Key => ({ pk: partition(owner), sk: `key#${id}` })
const inFlight = (owner: string): Key => ({ pk: partition(owner), sk: 'in-flight' })
const requests = (owner: string): Key => ({ pk: partition(owner), sk: 'requests' })
