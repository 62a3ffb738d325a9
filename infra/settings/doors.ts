import { OWNER_LIMITS, type OwnerLimits } from '../../shared/job/limits.ts'

/** How much a stage lets in: at the routes of its gateway, of each owner, and of polls that are held. */
export interface Door {
  readonly throttles: Readonly<Record<RouteName, Throttle>>
  /** The requests of one owner: less than a quarter of what each route takes, so that nobody turns others away. */
  readonly owner: Pick<OwnerLimits, 'requests' | 'windowS'>
  /** Instances of the API that may hold a poll for longer than `SHORT_S` at once, for all owners together. */
  readonly heldPolls: number
}

/** The requests of a route that API Gateway accepts a second, and how many it takes at once. */
export interface Throttle {
  readonly ratePerS: number
  readonly burst: number
}

/**
 * The routes of the HTTP API. Each has a throttle of its own, so that strangers who load pages turn no owner away, and
 * owners who poll keep nobody from submitting.
 */
export const ROUTES = {
  /** Submissions and lists. */
  jobs: 'ANY /jobs',
  /** All that is done with one job. */
  job: 'ANY /jobs/{proxy+}',
  /** The page with a dozen files at once, which browsers keep; the documentation; and whatever else strangers ask for. */
  files: '$default',
} as const
export type RouteName = keyof typeof ROUTES

/**
 * For how long a request keeps an instance of the API, unless it is a poll that is held. On average it is 0.11 s (the
 * processor's time of a bulk job, at the API's share of one); this leaves room for many large bodies at once, which take
 * some seconds each.
 */
export const SHORT_S = 1

export const DOORS = {
  dev: {
    throttles: {
      jobs: { ratePerS: 12, burst: 41 },
      job: { ratePerS: 12, burst: 41 },
      files: { ratePerS: 5, burst: 18 },
    },
    owner: { requests: 10, windowS: 5 },
    heldPolls: 4,
  },
  prod: {
    throttles: {
      jobs: { ratePerS: 60, burst: 125 },
      job: { ratePerS: 80, burst: 125 },
      files: { ratePerS: 20, burst: 50 },
    },
    owner: { requests: OWNER_LIMITS.requests, windowS: OWNER_LIMITS.windowS },
    heldPolls: 300,
  },
} as const satisfies Record<string, Door>

export type StageName = keyof typeof DOORS
export const STAGE_NAMES = Object.keys(DOORS) as StageName[]

/** Origins in a list that is separated by commas; undefined if one of them is not an origin. */
export function originsIn(list: string): string[] | undefined {
  const origins = list.split(',')
  return origins.every((origin) => /^https?:\/\/[^\s/,*]+$/.test(origin)) ? origins : undefined
}
