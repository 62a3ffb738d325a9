import { RemovalPolicy } from 'aws-cdk-lib'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct, Node } from 'constructs'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { originsIn } from '../cors.ts'
import { AUTHS, type Auth } from '../settings.ts'

/** What to deploy, as `-c name=value` options of the CDK say it. */
export interface Deployment {
  /** `stage`: `dev` by default. */
  readonly stageName: StageName
  readonly stage: Stage
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
  /** `reserve`: `no` for an account whose concurrency quota is too small for it. */
  readonly reservesConcurrency: boolean
}

/** A custom domain name for the service. */
export interface Domain {
  readonly name: string
  /** The ARN of a certificate in the stack's region. */
  readonly certificateArn: string
  /** The Route 53 zone that gets a record for the name; without it, the owner of the name's DNS adds one. */
  readonly hostedZoneId?: string
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
  /** Requests that API Gateway accepts a second, and how many more in a burst: a page loads a dozen files at once. */
  readonly apiRatePerS: number
  readonly apiBurst: number
  /** The cost of the account, in US dollars a month, that triggers a notification. */
  readonly budgetUsd: number
  /** `logDays`: how long logs are kept, in days. By default AWS keeps logs, and bills them, forever. */
  readonly logDays: RetentionDays
  /** `kmsKey`: the ARN of a KMS key of the customer's, for table, queues and logs; by default those that AWS owns. */
  readonly kmsKeyArn?: string
}

/**
 * AWS lets an account run 1,000 function instances at once, of which 100 cannot be reserved. Both stages, side by side
 * in one account, reserve the most that they can use (`reservedConcurrency`):
 *
 *          api                     worker     deadLetter
 *     prod 25/s × 21 s + 50 = 575  80 + 20    2            677
 *     dev   8/s × 21 s + 40 = 208   8 +  4    2            222
 *                                                          899 of 900
 *
 * A reserve costs nothing, and works both ways. Nothing else in the account can starve a worker, whose throttled
 * pollers would use up attempts; and however many requests come in, they take no other function's instances.
 */
export const STAGES = {
  dev: {
    isKept: false,
    bulkWorkers: 8,
    expressWorkers: 4,
    deadLetterWorkers: 2,
    notifiers: 2,
    apiRatePerS: 8,
    apiBurst: 40,
    budgetUsd: 10,
    logDays: RetentionDays.ONE_MONTH,
  },
  prod: {
    isKept: true,
    bulkWorkers: 80,
    expressWorkers: 20,
    deadLetterWorkers: 2,
    notifiers: 10,
    apiRatePerS: 25,
    apiBurst: 50,
    budgetUsd: 100,
    logDays: RetentionDays.ONE_MONTH,
  },
} as const satisfies Record<string, Stage>

type StageName = keyof typeof STAGES

/** @throws if the context asks for something that does not exist, so that nothing is deployed by mistake */
export function deploymentOf(node: Node): Deployment {
  const stageName = oneOf(node, 'stage', Object.keys(STAGES) as StageName[], 'dev')
  const email = matching(node, 'email', /^[^\s@]+@[^\s@]+$/, 'an address, e.g. ops@example.com')
  const budget = matching(node, 'budget', /^[1-9]\d*(\.\d+)?$/, 'US dollars a month, e.g. 20')
  const domain = domainOf(node)
  const eventBus = matching(node, 'bus', /^[\w.-]{1,256}$/, "an event bus's name, e.g. default")
  return {
    stageName,
    stage: stageOf(node, STAGES[stageName]),
    auth: oneOf(node, 'auth', AUTHS, 'keys'),
    ...(email && { email }),
    budgetUsd: budget ? Number(budget) : STAGES[stageName].budgetUsd,
    ...(domain && { domain }),
    ...(eventBus && { eventBus }),
    corsOrigins: corsOriginsOf(node),
    reservesConcurrency: oneOf(node, 'reserve', ['yes', 'no'], 'yes') === 'yes',
  }
}

const KEY_ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/(mrk-[\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/

/** A stage with what the context says of it. */
function stageOf(node: Node, stage: Stage): Stage {
  const kmsKeyArn = matching(node, 'kmsKey', KEY_ARN, 'the ARN of a key in KMS')
  const days = Object.values(RetentionDays).filter((each) => typeof each === 'number' && each < RetentionDays.INFINITE)
  const logDays = Number(oneOf(node, 'logDays', days.map(String), String(stage.logDays)))
  return { ...stage, logDays, ...(kmsKeyArn && { kmsKeyArn }) }
}

function domainOf(node: Node): Domain | undefined {
  const name = matching(node, 'domain', /^([a-z\d-]+\.)+[a-z]{2,}$/, 'a name, e.g. sudoku.example.com')
  const certificateArn = matching(node, 'certificate', /^arn:[\w-]+:acm:/, 'the ARN of a certificate in ACM')
  const hostedZoneId = matching(node, 'hostedZone', /^Z[A-Z\d]+$/, "a zone's id, e.g. Z0123456789ABC")
  if (name && certificateArn) return { name, certificateArn, ...(hostedZoneId && { hostedZoneId }) }
  if (name) throw new Error('domain also needs its certificate: -c certificate=arn:…')
  if (certificateArn || hostedZoneId) throw new Error('certificate and hostedZone need a domain: -c domain=…')
}

function corsOriginsOf(node: Node): readonly string[] {
  const given = node.tryGetContext('corsOrigins')
  if (given === undefined) return []
  const origins = originsIn(String(given))
  if (!origins) throw new Error(`corsOrigins is "${given}", expected origins, e.g. https://a.example,https://b.example`)
  return origins
}

function oneOf<T extends string>(node: Node, key: string, known: readonly T[], otherwise: T): T {
  const given = String(node.tryGetContext(key) ?? otherwise)
  const found = known.find((value) => value === given)
  if (found === undefined) throw new Error(`${key} is "${given}", expected ${known.join(' or ')}`)
  return found
}

function matching(node: Node, key: string, form: RegExp, expected: string): string | undefined {
  const given = node.tryGetContext(key)
  if (given === undefined) return undefined
  if (!form.test(String(given))) throw new Error(`${key} is "${given}", expected ${expected}`)
  return String(given)
}

/** The longest poll, plus its last read of the table and a cold start. */
const LONGEST_REQUEST_S = MAX_WAIT_S + 1

/**
 * How many instances of each function can run at once: of the API as if every request were the longest poll, of the
 * workers as many as their event sources may invoke together.
 */
export function reservedConcurrency(stage: Stage) {
  return {
    api: stage.apiRatePerS * LONGEST_REQUEST_S + stage.apiBurst,
    worker: stage.bulkWorkers + stage.expressWorkers,
    deadLetter: stage.deadLetterWorkers,
  }
}

/** The customer's key that a stage encrypts with, if it has one. Its policy is the customer's own (docs/deploy.md). */
export function keyOf(scope: Construct, id: string, { kmsKeyArn }: Stage): IKey | undefined {
  return kmsKeyArn === undefined ? undefined : Key.fromKeyArn(scope, id, kmsKeyArn)
}

/** What happens to stored jobs, queued chunks and logs when their stack is deleted, or an update replaces them. */
export function removalPolicyOf({ isKept }: Stage): RemovalPolicy {
  return isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}
