import { readFileSync } from 'node:fs'
import { RemovalPolicy } from 'aws-cdk-lib'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct, Node } from 'constructs'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { originsIn } from '../settings/cors.ts'
import { AUTHS, type Auth } from '../settings/settings.ts'

/**
 * The settings of a deployment: the words of the stage's committed file in `infra/config`, over which `-c name=value` options of the
 * CDK go. All that a stack has is in that file, so that whoever deploys next deploys the same.
 */
export interface Deployment {
  /** `stage`: `dev` by default; only an option, as it names the file. */
  readonly stageName: StageName
  readonly stage: Stage
  /** `region`: where everything is; by default that of whoever deploys. */
  readonly region?: string
  /** `auth`: `keys` by default. */
  readonly auth: Auth
  /** `email`: the address that is notified of alarms and of the budget. */
  readonly email?: string
  /** `budget`: US dollars a month; that of the stage by default. */
  readonly budgetUsd: number
  /** From `domain`, `certificate` and `hostedZone`. */
  readonly domain?: Domain
  /** `corsOrigins`: origins whose pages may call the API from a browser, besides its own; separated by commas. */
  readonly corsOrigins: readonly string[]
  /** `bus`: the name of an event bus that is told of every job's end, such as `default`. */
  readonly eventBus?: string
  /** `reserve`: `yes` for an account whose concurrency quota has room for it, which a new one's has not. */
  readonly reservesConcurrency: boolean
  /**
   * `protect`: `no` while a stage that is kept is deployed for the first time, because what is protected from deletion
   * cannot be rolled back; `npm run deploy` sees to that.
   */
  readonly isProtected: boolean
  /** `rollout`: `canary` tries a new API on a tenth of the requests first, as `prod` does by default; or `at-once`. */
  readonly rollout: Rollout
  /** `tags`: of all that can be tagged, besides `service` and `stage`; `name=value` separated by commas as an option. */
  readonly tags: Readonly<Record<string, string>>
  /** `table`: the name of a restored table to use, in the place of the stack's own, which stays. */
  readonly restoredTable?: string
}

const ROLLOUTS = ['canary', 'at-once'] as const
type Rollout = (typeof ROLLOUTS)[number]

/** A custom domain name for the service. */
export interface Domain {
  readonly name: string
  /** The ARN of a certificate in the stack's region. */
  readonly certificateArn: string
  /** The Route 53 zone that gets a record for the name; without it, the owner of the name's DNS adds one. */
  readonly hostedZoneId?: string
}

/** The requests of a route that API Gateway accepts a second, and how many more in a burst. */
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
  jobs: { key: 'ANY /jobs', mostS: MAX_WAIT_S + 1 },
  /** All that is done with one job. */
  job: { key: 'ANY /jobs/{proxy+}', mostS: MAX_WAIT_S + 1 },
  /** The page with a dozen files at once, which browsers keep; the documentation; and whatever else strangers ask for. */
  files: { key: '$default', mostS: 1 },
} as const satisfies Record<string, { key: string; mostS: number }>
type RouteName = keyof typeof ROUTES

/** Units of a table in a second. */
interface Throughput {
  readonly reads: number
  readonly writes: number
}

/** The differences between one installation and another. Names are not among them: AWS generates those. */
export interface Stage {
  /** Whether its jobs are kept: its table cannot be deleted by mistake, and outlives its stack. */
  readonly isKept: boolean
  /** How many workers run at once for long jobs, and how many are kept for short ones. AWS: 2 to 1,000 each. */
  readonly bulkWorkers: number
  readonly expressWorkers: number
  /** AWS: at least two. Dead letters are few, and not urgent. */
  readonly deadLetterWorkers: number
  /** Events of jobs' ends that are told at once. AWS: at least two. A webhook that hangs keeps one of them for 10 s. */
  readonly notifiers: number
  readonly throttles: Readonly<Record<RouteName, Throttle>>
  /**
   * The answers that may be held at once beyond the first second of their jobs. Each keeps an instance of the API to itself.
   */
  readonly heldPolls: number
  /**
   * The load that the table takes at once, without growing into it. AWS gives a new table 12,000 reads and 4,000 writes, free of
   * charge, bills more once, and never takes it back.
   */
  readonly warm?: Throughput
  /** The most that the table takes, which bounds the bill of a day; more is throttled, and tried again. */
  readonly most: Throughput
  /** The cost of the account, in US dollars a month, that triggers a notification. */
  readonly budgetUsd: number
  /** `logDays`: how long logs are kept, in days. By default AWS keeps logs, and bills them, forever. */
  readonly logDays: RetentionDays
  /** `kmsKey`: the ARN of a KMS key of the customer's, for table, queues and logs; by default those that AWS owns. */
  readonly kmsKeyArn?: string
}

/**
 * AWS lets an account run 1,000 function instances at once, of which 100 cannot be reserved. Both stages, side by side
 * in one account, could reserve the most that they can use (`reservedConcurrency`):
 *
 *          api: jobs             job                   files               worker     deadLetter
 *     prod 10/s × 21 s + 25 +    15/s × 21 s + 40 +    20/s × 1 s + 50     80 + 20    2            762
 *     dev   2/s × 21 s + 10 +     2/s × 21 s + 15 +     5/s × 1 s + 18      2 +  2    2            138
 *                                                                                                 900 of 900
 *
 * A reserve costs nothing, and works both ways. Nothing else in the account can starve a worker, whose throttled
 * pollers would use up attempts; and however many requests come in, they take no other function's instances.
 *
 * A new account may run ten at once, and can reserve none of them. The event sources of `dev` take eight, two of them
 * only while ends of jobs are told, which leaves two to its API, and four where nobody has a webhook; `prod` needs the
 * quota of 1,000, which is free, but has to be asked for.
 */
export const STAGES = {
  dev: {
    isKept: false,
    bulkWorkers: 2,
    expressWorkers: 2,
    deadLetterWorkers: 2,
    notifiers: 2,
    throttles: {
      jobs: { ratePerS: 2, burst: 10 },
      job: { ratePerS: 2, burst: 15 },
      files: { ratePerS: 5, burst: 18 },
    },
    heldPolls: 4,
    most: { reads: 3_000, writes: 1_000 },
    budgetUsd: 10,
    logDays: RetentionDays.ONE_MONTH,
  },
  prod: {
    isKept: true,
    bulkWorkers: 80,
    expressWorkers: 20,
    deadLetterWorkers: 2,
    notifiers: 10,
    throttles: {
      jobs: { ratePerS: 10, burst: 25 },
      job: { ratePerS: 15, burst: 40 },
      files: { ratePerS: 20, burst: 50 },
    },
    heldPolls: 300,
    warm: { reads: 12_000, writes: 4_000 },
    most: { reads: 12_000, writes: 4_000 },
    budgetUsd: 100,
    logDays: RetentionDays.ONE_MONTH,
  },
} as const satisfies Record<string, Stage>

export type StageName = keyof typeof STAGES

/** The words of a stage's file. */
export type Settings = Readonly<Record<string, unknown>>

/** Reads one word: from options before files. */
type Context = Pick<Node, 'tryGetContext'>

/** @throws if anything that does not exist is asked for, so that nothing is deployed by mistake */
export function deploymentOf(
  options: Context,
  settingsOf: (stage: StageName) => Settings = committedSettings,
): Deployment {
  const stageName = oneOf(options, 'stage', Object.keys(STAGES) as StageName[], 'dev')
  const settings = settingsOf(stageName)
  const known = new Set<string>()
  const node: Context = {
    tryGetContext(name) {
      known.add(name)
      return options.tryGetContext(name) ?? settings[name]
    },
  }
  const region = matching(node, 'region', /^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, e.g. eu-central-1')
  const email = matching(node, 'email', /^[^\s@]+@[^\s@]+$/, 'an address, e.g. ops@example.com')
  const budget = matching(node, 'budget', /^[1-9]\d*(\.\d+)?$/, 'US dollars a month, e.g. 20')
  const domain = domainOf(node, region)
  const eventBus = matching(node, 'bus', /^[\w.-]{1,256}$/, "an event bus's name, e.g. default")
  const restoredTable = matching(node, 'table', /^[\w.-]{3,255}$/, 'the name of a table')
  const deployment: Deployment = {
    stageName,
    stage: stageOf(node, STAGES[stageName], region),
    ...(region && { region }),
    auth: oneOf(node, 'auth', AUTHS, 'keys'),
    ...(email && { email }),
    budgetUsd: budget ? Number(budget) : STAGES[stageName].budgetUsd,
    ...(domain && { domain }),
    ...(eventBus && { eventBus }),
    corsOrigins: corsOriginsOf(node),
    reservesConcurrency: oneOf(node, 'reserve', ['yes', 'no'], 'no') === 'yes',
    isProtected: oneOf(node, 'protect', ['yes', 'no'], 'yes') === 'yes' && STAGES[stageName].isKept,
    rollout: oneOf(node, 'rollout', ROLLOUTS, STAGES[stageName].isKept ? 'canary' : 'at-once'),
    tags: tagsOf(node),
    ...(restoredTable && { restoredTable }),
  }
  const stray = Object.keys(settings).find((name) => !known.has(name))
  if (stray !== undefined) throw new Error(`${fileOf(stageName)}: found "${stray}", expected ${[...known].join(', ')}`)
  return deployment
}

const KEY_ARN = /^arn:[\w-]+:kms:([\w-]+):\d{12}:key\/(mrk-[\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/

/** A stage with what its settings say of it. */
function stageOf(node: Context, stage: Stage, region: string | undefined): Stage {
  const kmsKeyArn = matching(node, 'kmsKey', KEY_ARN, 'the ARN of a key in KMS')
  const [, keyRegion] = KEY_ARN.exec(kmsKeyArn ?? '') ?? []
  if (region && keyRegion && keyRegion !== region)
    throw new Error(`kmsKey is in ${keyRegion}, expected one in ${region}`)
  const days = Object.values(RetentionDays).filter((each) => typeof each === 'number' && each < RetentionDays.INFINITE)
  const logDays = Number(oneOf(node, 'logDays', days.map(String), String(stage.logDays)))
  return { ...stage, logDays, ...(kmsKeyArn && { kmsKeyArn }) }
}

const fileOf = (stage: StageName) => `infra/config/${stage}.json`

function committedSettings(stage: StageName): Settings {
  return JSON.parse(readFileSync(new URL(`../../${fileOf(stage)}`, import.meta.url), 'utf8'))
}

/** Characters that AWS takes in a tag's name and value, without the separators of an option. */
const TAG = /^(?!aws:)[\w .:/+@-]{1,128}$/

function tagsOf(node: Context): Readonly<Record<string, string>> {
  const given: unknown = node.tryGetContext('tags') ?? {}
  const pairs =
    typeof given === 'string'
      ? given.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2))
      : Object.entries(given as object)
  const isTag = ([name, value]: readonly unknown[]) =>
    typeof name === 'string' && typeof value === 'string' && TAG.test(name) && TAG.test(value)
  if (!pairs.every(isTag))
    throw new Error(`tags is ${JSON.stringify(given)}, expected names and values, e.g. team=grids`)
  const taken = pairs.find(([name]) => name === 'service' || name === 'stage')
  if (taken) throw new Error(`tags has "${taken[0]}", which the stack sets itself`)
  return Object.fromEntries(pairs)
}

function domainOf(node: Context, region: string | undefined): Domain | undefined {
  const name = matching(node, 'domain', /^([a-z\d-]+\.)+[a-z]{2,}$/, 'a name, e.g. sudoku.example.com')
  const certificateArn = matching(node, 'certificate', /^arn:[\w-]+:acm:/, 'the ARN of a certificate in ACM')
  const hostedZoneId = matching(node, 'hostedZone', /^Z[A-Z\d]+$/, "a zone's id, e.g. Z0123456789ABC")
  const [, , , certificateRegion] = certificateArn?.split(':') ?? []
  if (certificateArn && region && certificateRegion !== region)
    throw new Error(`certificate is in ${certificateRegion}, expected one in ${region}, where the API is`)
  if (name && certificateArn) return { name, certificateArn, ...(hostedZoneId && { hostedZoneId }) }
  if (name) throw new Error('domain also needs its certificate, the ARN of one in ACM')
  if (certificateArn || hostedZoneId) throw new Error('certificate and hostedZone need a domain')
}

function corsOriginsOf(node: Context): readonly string[] {
  const given = node.tryGetContext('corsOrigins')
  if (given === undefined) return []
  const origins = originsIn(String(given))
  if (!origins) throw new Error(`corsOrigins is "${given}", expected origins, e.g. https://a.example,https://b.example`)
  return origins
}

function oneOf<T extends string>(node: Context, key: string, known: readonly T[], otherwise: T): T {
  // Files have numbers, too.
  const given = String(node.tryGetContext(key) ?? otherwise)
  const found = known.find((value) => value === given)
  if (found === undefined) throw new Error(`${key} is "${given}", expected ${known.join(' or ')}`)
  return found
}

function matching(node: Context, key: string, form: RegExp, expected: string): string | undefined {
  const given = node.tryGetContext(key)
  if (given === undefined) return undefined
  if (!form.test(String(given))) throw new Error(`${key} is "${given}", expected ${expected}`)
  return String(given)
}

/**
 * How many instances of each function can run at once: of the API as if every request took the most that its route may,
 * of the workers as many as their event sources may invoke together.
 */
export function reservedConcurrency(stage: Stage) {
  return {
    api: Object.entries(stage.throttles).reduce(
      (sum, [route, { ratePerS, burst }]) => sum + ratePerS * ROUTES[route as RouteName].mostS + burst,
      0,
    ),
    worker: stage.bulkWorkers + stage.expressWorkers,
    deadLetter: stage.deadLetterWorkers,
  }
}

/** The customer's key that a stage encrypts with, if it has one. Its policy is the customer's own (docs/deploy.md). */
export function keyOf(scope: Construct, id: string, { kmsKeyArn }: Stage): IKey | undefined {
  return kmsKeyArn === undefined ? undefined : Key.fromKeyArn(scope, id, kmsKeyArn)
}

/**
 * The fate of stored jobs, queued chunks and logs when their stack is deleted, or an update replaces them. Whatever was
 * made by a first deployment that failed goes in any case: nobody has used it, and it would stand in the next one's way.
 */
export function removalPolicyOf({ isKept }: Stage): RemovalPolicy {
  return isKept ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
}
