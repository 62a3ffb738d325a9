import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deploy, stackNameOf, statusOf } from '../../infra/deploy/deploy.ts'
import { type AwsClients, preflight } from '../../infra/deploy/preflight.ts'
import type { Deployment } from '../../infra/stack/deployment.ts'
import { dynamoTable } from '../../shared/aws/table.ts'
import { ENDLESS, GRID } from '../api/grids.ts'
import { type Deployed, deployed } from '../smoke/deployed.ts'
import { backtracksIn } from '../smoke/gateway-checks.ts'
import { holds, same, Wrong } from '../smoke/judged.ts'
import { outputsOf, run, type Site } from './account.ts'

/** The knowledge of a drill, which grows as it goes on. */
export interface Drill {
  readonly site: Site
  readonly deployment: Deployment
  /** The options by which it is deployed. */
  readonly options: Readonly<Record<string, string>>
  readonly aws: AwsClients
  readonly signal: AbortSignal
  say(line: string): void
  url?: string
  tableName?: string
  key?: string
}

interface Step {
  /** Known of the account once it has passed. */
  readonly proves: string
  /** @returns what there is to tell */
  run(drill: Drill): Promise<string>
}

const ASSEMBLIES = fileURLToPath(new URL('../../cdk.out', import.meta.url))
/** Work for two workers while the table refuses, and beyond. */
const THROTTLED_PUZZLES = 20
const SLICES_EACH = 2

/** In their order; whatever fails, the last is done. */
export const STEPS = {
  preflight: {
    proves: 'the account and its region can take the stage, and nobody has it there',
    async run({ deployment, aws }) {
      const missing = (await preflight(deployment, aws)).filter(({ isGood }) => !isGood)
      holds(missing.map(({ name, says }) => `${name}: ${says}`).join('; '), missing.length === 0)
      same(`the status of ${stackNameOf(deployment)}`, await statusOf(stackNameOf(deployment), aws), undefined)
      return `nothing is missing in ${deployment.region}`
    },
  },
  deploy: {
    proves: 'the templates are right for CloudFormation, and their resources can be made',
    async run(drill) {
      const { site, deployment, options, aws, say } = drill
      const tools = { assemblies: ASSEMBLIES, clientsFor: site.clientsFor, cdk: site.cdk, say }
      await deploy({ options, allowed: [], isDry: false }, tools)
      const { url, table } = await outputsOf(stackNameOf(deployment), aws)
      Object.assign(drill, { url, tableName: table })
      return `it answers at ${url}`
    },
  },
  mint: {
    proves: 'keys can be made by whoever may write to the table',
    async run(drill) {
      const table = dynamoTable(drill.site.dynamo(), drill.tableName ?? '')
      drill.key = await table.mintKey('drill', 'made by the drill for a first account', Date.now())
      const [{ owner }] = await table.listKeys()
      same('the owner of the key', owner, 'drill')
      return 'a key of the owner drill'
    },
  },
  smoke: {
    proves: 'gateway, functions, queues and table do together what the API promises',
    async run({ site, url = '', key = '' }) {
      const env = { ...site.environment(), SUDOKU_KEY: key }
      same('what it ends with', await run('test/smoke/smoke.ts', ['--url', url, '--slice', `${site.sliceMs}`], env), 0)
      return 'each of its checks passed'
    },
  },
  contract: {
    proves: 'DynamoDB and SQS keep what the service relies on',
    async run({ site }) {
      same('what it ends with', await run('test/contract/aws.ts', [], site.environment()), 0)
      return 'each of its tests passed'
    },
  },
  throttle: {
    proves: 'a job outlasts a table that refuses writes, and none of its puzzles fails',
    async run(drill) {
      const { site, tableName = '' } = drill
      const { client, ended } = serviceOf(drill)
      const puzzles = Array<string>(THROTTLED_PUZZLES).fill(ENDLESS)
      const backtrackLimit = backtracksIn(SLICES_EACH * site.sliceMs)
      const job = await client.createJob({ puzzles, strategy: 'brute-force', backtrackLimit })
      {
        await using _throttled = await site.throttled(tableName)
        await pause(site.throttledMs)
      }
      const { counts } = await ended(job)
      same('failed, and stopped at their limit', [counts.failed, counts.aborted], [0, THROTTLED_PUZZLES])
      return `${THROTTLED_PUZZLES} searches, of which the table kept some late`
    },
  },
  canary: {
    proves: 'one grid takes one request: the express queue and its workers are there',
    async run(drill) {
      const { job, results } = await serviceOf(drill).client.solve({ puzzles: [GRID] })
      same('state and status', [job.state, results[0]?.status], ['completed', 'solved'])
      return `job ${job.id}`
    },
  },
  destroy: {
    proves: 'what was made goes again, without a trace; what is protected stays',
    async run({ site, aws, deployment }) {
      const stackName = stackNameOf(deployment)
      if ((await statusOf(stackName, aws)) === undefined) return 'nothing was made'
      const ended = await site.cdk(['destroy', stackName, '--force', '--app', `${ASSEMBLIES}/${deployment.stageName}`])
      same('whether cdk destroy was refused', ended !== 0, deployment.isProtected)
      if (deployment.isProtected) return `${stackName} is protected, and stands`
      same(`the status of ${stackName}`, await statusOf(stackName, aws), undefined)
      return `${stackName} is gone`
    },
  },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof STEPS

function serviceOf({ url, key, site, signal }: Drill): Deployed {
  if (!url) throw new Wrong('it was not deployed')
  const correlationId = `drill-${crypto.randomUUID()}`
  return deployed({ url, correlationId, signal, sliceMs: site.sliceMs, ...(key && { key }) })
}
