import { readFileSync } from 'node:fs'
import { RemovalPolicy } from 'aws-cdk-lib'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct, Node } from 'constructs'
import { DOORS, type Door, originsIn, SHORT_S, STAGE_NAMES, type StageName } from '../settings/doors.ts'
import { FRONTS, type Front } from '../settings/front.ts'
import { AUTHS } from '../settings/settings.ts'

export interface Domain {
  readonly name: string
  /** The ARN of a certificate in the stack's region. */
  readonly certificateArn: string
  /** The Route 53 zone that gets a record for the name; without it, the owner of the name's DNS adds one. */
  readonly hostedZoneId?: string
}

/** The differences between one installation and another. Names are not among them: AWS generates those. */
export interface Stage extends Door {
  /** Whether its jobs are kept: its table cannot be deleted by mistake, and outlives its stack. */
  readonly isKept: boolean
  /** How many workers run at once for long jobs, and how many are kept for short ones. AWS: 2 to 1,000 each. */
  readonly bulkWorkers: number
  readonly expressWorkers: number
  /** AWS: at least two. Dead letters are few, and not urgent. */
  readonly deadLetterWorkers: number
  /** Events of jobs' ends that are told at once. AWS: at least two. A webhook that hangs keeps one of them for 10 s. */
  readonly notifiers: number
  /**
   * The load that the table takes at once, without growing into it. AWS gives a new table 12,000 reads and 4,000 writes, free of
   * charge, bills more once, and never takes it back.
   */
  readonly warm?: Stage['most']
  /** The most units a second that the table takes, which bounds the bill of a day; more is throttled, and tried again. */
  readonly most: { readonly reads: number; readonly writes: number }
  /** The cost of the account, in US dollars a month, that triggers a notification. */
  readonly budgetUsd: number
  /** `logDays`: how long logs are kept, in days. By default AWS keeps logs, and bills them, forever. */
  readonly logDays: RetentionDays
  /** `kmsKey`: the ARN of a KMS key of the customer's, for table, queues and logs; by default those that AWS owns. */
  readonly kmsKeyArn?: string
}

/**
 * AWS lets an account run 1,000 function instances at once, of which 100 cannot be reserved. `prod` reserves the most that
 * it can use (`reservedConcurrency`); `dev` beside it in one account reserves nothing, and has what is left:
 *
 *          api: jobs        job          files       held polls    worker        deadLetter
 *     prod 60/s × 1 s +     80/s × 1 s + 20/s × 1 s
 *          + 125            + 125        + 50        + 300         80 + 20 + 1   2            863
 *     dev  12/s × 1 s +     12/s × 1 s + 5/s × 1 s
 *          + 41             + 41         + 18        + 4            2 +  2 + 1   2            140
 *
 * A poll that outlasts its first second takes one of the held polls, and where none is left it is answered: so the others
 * keep an instance for a second at most, whoever waits. A reserve costs nothing, and works both ways. Nothing else in the
 * account can starve a worker, whose throttled pollers would use up attempts; and however many requests come in, they
 * take no other function's instances.
 *
 * A new account may run ten at once, and can reserve none of them. The event sources of `dev` take eight, two of them
 * only while ends of jobs are told, which leaves two to its API, and four where nobody has a webhook; `prod` needs the
 * quota of 1,000, which is free, but has to be asked for.
 */
export const STAGES = {
  dev: {
    ...DOORS.dev,
    isKept: false,
    bulkWorkers: 2,
    expressWorkers: 2,
    deadLetterWorkers: 2,
    notifiers: 2,
    most: { reads: 3_000, writes: 1_000 },
    budgetUsd: 10,
    logDays: RetentionDays.ONE_MONTH,
  },
  prod: {
    ...DOORS.prod,
    isKept: true,
    bulkWorkers: 80,
    expressWorkers: 20,
    deadLetterWorkers: 2,
    notifiers: 10,
    warm: { reads: 12_000, writes: 4_000 },
    most: { reads: 12_000, writes: 4_000 },
    budgetUsd: 100,
    logDays: RetentionDays.ONE_MONTH,
  },
} as const satisfies Record<StageName, Stage>

/** The words of a stage's file. */
export type Settings = Readonly<Record<string, unknown>>

/** Reads one word: from options before files. */
type Context = Pick<Node, 'tryGetContext'>

/** The settings of a deployment, each beside the word that says it. */
export type Deployment = ReturnType<typeof deploymentOf>

/**
 * Reads the words of the stage's committed file in `infra/config`, which `-c name=value` options of the CDK override. The
 * file holds everything about a stack, so that the next person deploys the same.
 *
 * @throws if anything that does not exist is asked for, so that nothing is deployed by mistake
 */
export function deploymentOf(options: Context, settingsOf: (stage: StageName) => Settings = committedSettings) {
  const stageName = oneOf(options, 'stage', STAGE_NAMES, 'dev')
  const settings = settingsOf(stageName)
  const known = new Set<string>()
  const node: Context = {
    tryGetContext(name) {
      known.add(name)
      return options.tryGetContext(name) ?? settings[name]
    },
  }
  const { isKept } = STAGES[stageName]
  const region = matching(node, 'region', /^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, e.g. eu-central-1')
  const budget = matching(node, 'budget', /^[1-9]\d*(\.\d+)?$/, 'US dollars a month, e.g. 20')
  const deployment = {
    /** `stage`: `dev` by default; only an option, as it names the file. */
    stageName,
    stage: stageOf(node, STAGES[stageName], region),
    /** `region`: where everything is; by default the region that the AWS profile names. */
    region,
    auth: oneOf(node, 'auth', AUTHS, 'keys'),
    /** `email`: the address that is notified of alarms and of the budget. */
    email: matching(node, 'email', /^[^\s@]+@[^\s@]+$/, 'an address, e.g. ops@example.com'),
    budgetUsd: budget ? Number(budget) : STAGES[stageName].budgetUsd,
    /** From `domain`, `certificate` and `hostedZone`. */
    domain: domainOf(node, region),
    /** `front`: `cloudfront` puts CloudFront and a firewall before the gateway. */
    front: frontOf(node, region),
    /** `bus`: the name of an event bus that is told of every job's end. */
    eventBus: matching(node, 'bus', /^[\w.-]{1,256}$/, "an event bus's name, e.g. default"),
    /** `corsOrigins`: origins whose pages may call the API from a browser, besides its own; separated by commas. */
    corsOrigins: corsOriginsOf(node),
    /** `reserve`: `yes` for an account whose concurrency quota has room for it, which a new one's has not. */
    reservesConcurrency: oneOf(node, 'reserve', ['yes', 'no'], 'no') === 'yes',
    /**
     * `protect`: `no` while a stage that is kept is deployed for the first time, because what is protected from deletion
     * cannot be rolled back; `npm run deploy` sees to that.
     */
    isProtected: oneOf(node, 'protect', ['yes', 'no'], 'yes') === 'yes' && isKept,
    /** `rollout`: `canary` gives a new version a trial and a tenth of the work first. */
    rollout: oneOf(node, 'rollout', ['canary', 'at-once'], isKept ? 'canary' : 'at-once'),
    /** `tags`: of all that can be tagged, besides `service` and `stage`; `name=value` separated by commas as an option. */
    tags: tagsOf(node),
    /** `table`: the name of a restored table to use, in the place of the stack's own, which stays. */
    restoredTable: matching(node, 'table', /^[\w.-]{3,255}$/, 'the name of a table'),
    /** `copyTo`: the ARN of a vault in another region, into which the table is copied every day. */
    copyTo: vaultOf(node, region),
  }
  const stray = Object.keys(settings).find((name) => !known.has(name))
  if (stray !== undefined) throw new Error(`${fileOf(stageName)}: found "${stray}", expected ${[...known].join(', ')}`)
  return deployment
}

const KEY_ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/(mrk-[\da-f]{32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/

function stageOf(node: Context, stage: Stage, region: string | undefined): Stage {
  const kmsKeyArn = matching(node, 'kmsKey', KEY_ARN, 'the ARN of a key in KMS')
  const keyRegion = regionOf(kmsKeyArn)
  if (region && keyRegion && keyRegion !== region)
    throw new Error(`kmsKey is in ${keyRegion}, expected one in ${region}`)
  const days = Object.values(RetentionDays).filter((each) => typeof each === 'number' && each < RetentionDays.INFINITE)
  const logDays = Number(oneOf(node, 'logDays', days.map(String), String(stage.logDays)))
  return { ...stage, logDays, ...(kmsKeyArn && { kmsKeyArn }) }
}

const VAULT_ARN = /^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/

function vaultOf(node: Context, region: string | undefined): string | undefined {
  const given = matching(node, 'copyTo', VAULT_ARN, 'the ARN of a vault of AWS Backup')
  if (given && regionOf(given) === region) throw new Error(`copyTo is in ${region}, expected one in another region`)
  return given
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
  const certificateRegion = regionOf(certificateArn)
  if (certificateArn && region && certificateRegion !== region)
    throw new Error(`certificate is in ${certificateRegion}, expected one in ${region}, where the API is`)
  if (name && certificateArn) return { name, certificateArn, ...(hostedZoneId && { hostedZoneId }) }
  if (name) throw new Error('domain also needs its certificate, the ARN of one in ACM')
  if (certificateArn || hostedZoneId) throw new Error('certificate and hostedZone need a domain')
}

/** Where AWS keeps the firewalls and the certificates of CloudFront. */
const FRONT_REGION = 'us-east-1'

/**
 * A stack elsewhere would need a second one there, deployed before it, taken back apart from it and referred to across
 * regions; nobody has asked for that so far.
 */
function frontOf(node: Context, region: string | undefined): Front {
  const front = oneOf(node, 'front', FRONTS, 'none')
  if (front === 'cloudfront' && region !== FRONT_REGION)
    throw new Error(
      `front is "cloudfront" in ${region ?? 'no region'}, expected none, or region ${FRONT_REGION}, where AWS keeps CloudFront's firewalls`,
    )
  return front
}

function corsOriginsOf(node: Context): readonly string[] {
  const given = node.tryGetContext('corsOrigins')
  const origins = given === undefined ? [] : originsIn(String(given))
  if (!origins) throw new Error(`corsOrigins is "${given}", expected origins, e.g. https://a.example,https://b.example`)
  return origins
}

function regionOf(arn: string | undefined): string | undefined {
  return arn?.split(':')[3]
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

/** The trial of a release is one invocation (`functions/lambda/trial.ts`). */
const TRIALS = 1

/**
 * How many instances of each function can run at once: of the API as if all that the door lets in came at once; of the
 * workers as many as their event sources may invoke together, and the trial of a release, which would otherwise take
 * one of theirs.
 */
export function reservedConcurrency({ throttles, heldPolls, bulkWorkers, expressWorkers, deadLetterWorkers }: Stage) {
  const short = Object.values(throttles).map(({ ratePerS, burst }) => ratePerS * SHORT_S + burst)
  return {
    api: short.reduce((sum, instances) => sum + instances, heldPolls),
    worker: bulkWorkers + expressWorkers + TRIALS,
    deadLetter: deadLetterWorkers,
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
