import type { Items, Key } from './items.ts'

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
