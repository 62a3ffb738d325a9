import { RemovalPolicy } from 'aws-cdk-lib'
import type { Node } from 'constructs'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { AUTHS, type Auth } from '../settings.ts'

/** What is to be deployed, as `-c name=value` says it. */
export interface Deployment {
  /** `stage`: `dev` unless said otherwise. */
  readonly stageName: StageName
  readonly stage: Stage
  /** `auth`: `keys` unless said otherwise. */
  readonly auth: Auth
  /** `email`: who is told of alarms and of the budget. */
  readonly email?: string
  /** `budget`: US dollars a month, instead of its stage's. */
  readonly budgetUsd: number
  /** `domain`, `certificate` and `hostedZone`. */
  readonly domain?: Domain
  /** `corsOrigins`: the pages that may call the API from a browser, besides its own; with commas between. */
  readonly corsOrigins: readonly string[]
  /** `reserve`: `no` for an account whose quota is too small for it. */
  readonly reservesConcurrency: boolean
}

/** A name of one's own for the service. */
export interface Domain {
  readonly name: string
  /** Of a certificate in the stack's region. */
  readonly certificateArn: string
  /** The zone in Route 53 that is to point there; without it that is left to whoever runs the name's DNS. */
  readonly hostedZoneId?: string
}

/** @throws where the context asks for something that there is not, so that nothing is deployed by mistake */
export function deploymentOf(node: Node): Deployment {
  const stageName = oneOf(node, 'stage', Object.keys(STAGES) as StageName[], 'dev')
  const email = matching(node, 'email', /^[^\s@]+@[^\s@]+$/, 'an address, e.g. ops@example.com')
  const budget = matching(node, 'budget', /^[1-9]\d*(\.\d+)?$/, 'US dollars a month, e.g. 20')
  const domain = domainOf(node)
  return {
    stageName,
    stage: STAGES[stageName],
    auth: oneOf(node, 'auth', AUTHS, 'keys'),
    ...(email && { email }),
    budgetUsd: budget ? Number(budget) : STAGES[stageName].budgetUsd,
    ...(domain && { domain }),
    corsOrigins: corsOriginsOf(node),
    reservesConcurrency: oneOf(node, 'reserve', ['yes', 'no'], 'yes') === 'yes',
  }
}

function domainOf(node: Node): Domain | undefined {
  const name = matching(node, 'domain', /^([a-z\d-]+\.)+[a-z]{2,}$/, 'a name, e.g. sudoku.example.com')
  const certificateArn = matching(node, 'certificate', /^arn:[\w-]+:acm:/, 'the ARN of a certificate in ACM')
  const hostedZoneId = matching(node, 'hostedZone', /^Z[A-Z\d]+$/, "a zone's id, e.g. Z0123456789ABC")
  if (name && certificateArn) return { name, certificateArn, ...(hostedZoneId && { hostedZoneId }) }
  if (name) throw new Error('domain needs its certificate as well: -c certificate=arn:…')
  if (certificateArn || hostedZoneId) throw new Error('certificate and hostedZone are for a domain: -c domain=…')
}

function corsOriginsOf(node: Node): readonly string[] {
  const origin = /https?:\/\/[^\s/,*]+/.source
  const list = new RegExp(`^${origin}(,${origin})*$`)
  return matching(node, 'corsOrigins', list, 'origins, e.g. https://a.example,https://b.example')?.split(',') ?? []
}

function oneOf<T extends string>(node: Node, key: string, known: readonly T[], otherwise: T): T {
  const given = node.tryGetContext(key) ?? otherwise
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

/** What tells one installation from another. Names are never part of it: AWS generates those. */
export interface Stage {
  /** Whether its jobs matter: its table cannot be deleted by mistake, and outlives its stack. */
  readonly isKept: boolean
  /** Workers that run at once for long jobs, and those that long jobs cannot take. AWS: 2 to 1,000 each. */
  readonly bulkWorkers: number
  readonly expressWorkers: number
  /** AWS: two at least. Dead letters are few, and nobody is in a hurry for them. */
  readonly deadLetterWorkers: number
  /** Requests that API Gateway lets in, and how many at once on top: a page loads a dozen files together. */
  readonly apiRatePerS: number
  readonly apiBurst: number
  /** What the account may cost a month before somebody is told, in US dollars. */
  readonly budgetUsd: number
}

/**
 * AWS gives an account 1,000 functions at once and keeps 100 of them from being reserved. Both stages, side by side
 * in one account, reserve what they can come to use at most (`reservedConcurrency`):
 *
 *          api                     worker     deadLetter
 *     prod 25/s × 21 s + 50 = 575  80 + 20    2            677
 *     dev   8/s × 21 s + 40 = 208   8 +  4    2            222
 *                                                          899 of 900
 *
 * A reserve costs nothing, and holds both ways. Nobody else in the account can starve a worker, whose throttled
 * pollers would burn attempts; and however many requests come in, they take no other function's place.
 */
export const STAGES = {
  dev: {
    isKept: false,
    bulkWorkers: 8,
    expressWorkers: 4,
    deadLetterWorkers: 2,
    apiRatePerS: 8,
    apiBurst: 40,
    budgetUsd: 10,
  },
  prod: {
    isKept: true,
    bulkWorkers: 80,
    expressWorkers: 20,
    deadLetterWorkers: 2,
    apiRatePerS: 25,
    apiBurst: 50,
    budgetUsd: 100,
  },
} as const satisfies Record<string, Stage>

type StageName = keyof typeof STAGES

/** The longest poll, its last look at the table and a cold start. */
const LONGEST_REQUEST_S = MAX_WAIT_S + 1

/**
 * How many of each function can run at once: the API's as if every request were the longest poll, the workers' the
 * sum of what their event sources may invoke.
 */
export function reservedConcurrency(stage: Stage) {
  return {
    api: stage.apiRatePerS * LONGEST_REQUEST_S + stage.apiBurst,
    worker: stage.bulkWorkers + stage.expressWorkers,
    deadLetter: stage.deadLetterWorkers,
  }
}

/** What becomes of stored jobs, queued chunks and logs when their stack goes, or an update replaces them. */
export function removalPolicyOf({ isKept }: Stage): RemovalPolicy {
  return isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}
