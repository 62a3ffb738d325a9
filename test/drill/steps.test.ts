import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { awsClients } from '../../infra/deploy/aws-clients.ts'
import { requestedDeployment } from '../../infra/deploy/deploy.ts'
import { PRICES } from '../../infra/stack/cost.ts'
import { synthesised } from '../stack/synthesis.ts'
import { awsSite } from './account.ts'
import { type RehearsedAws, rehearsedAws } from './rehearsed-aws.ts'
import { type Drill, STEPS } from './steps.ts'

let aws: RehearsedAws
beforeAll(async () => {
  aws = await rehearsedAws()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await aws[Symbol.asyncDispose]()
})

/** A drill in a played account, which has the stack or has not. */
function drillWith(template: string | undefined, said: string[] = []): Drill {
  aws.account.stacks.clear()
  if (template) aws.account.stacks.set('Sudoku-dev', { status: 'CREATE_COMPLETE', template })
  const cloudWatch = new CloudWatchClient({ region: 'us-east-1' })
  return {
    site: { ...awsSite('us-east-1'), cloudWatch, metricsLagMs: 0 },
    deployment: requestedDeployment({}),
    aws: awsClients('us-east-1'),
    startedAt: new Date(),
    signal: new AbortController().signal,
    say: (line) => said.push(line),
  }
}
const TEMPLATE = JSON.stringify(synthesised({}))

it('an account that cannot take dev is none for the drill, nor one in which dev stands, as it would destroy it', async () => {
  await expect(STEPS.preflight.run(drillWith(TEMPLATE))).rejects.toThrow(
    'the status of Sudoku-dev: found "CREATE_COMPLETE"',
  )
  expect(await STEPS.preflight.run(drillWith(undefined))).toBe('nothing is missing in us-east-1')
  aws.account.concurrency = 5
  await expect(STEPS.preflight.run(drillWith(undefined))).rejects.toThrow('quota: the account may run 5 instances')
  aws.account.concurrency = 10
})

it('every alarm of the stack is set off and cleared', async () => {
  const alarms = TEMPLATE.match(/"AWS::CloudWatch::Alarm"/g)?.length
  expect(await STEPS.alarms.run(drillWith(TEMPLATE))).toBe(`${alarms} alarms; nobody, as there is no email, was told`)
  await expect(STEPS.alarms.run(drillWith('{"Resources":{}}'))).rejects.toThrow('the stack has no alarm')
})

it('what each resource of the stack metered has its price', async () => {
  const said: string[] = []
  const template = {
    Resources: {
      Worker: { Type: 'AWS::Lambda::Function', Properties: { MemorySize: 2048 } },
      Table: { Type: 'AWS::DynamoDB::Table' },
      Queue: { Type: 'AWS::SQS::Queue' },
      Api: { Type: 'AWS::ApiGatewayV2::Api' },
      Log: { Type: 'AWS::Logs::LogGroup' },
    },
  }
  const thousands = {
    calls: PRICES.invocation,
    milliseconds: (2 * PRICES.gbSecond) / 1000,
    units: PRICES.writeUnit + PRICES.readUnit,
    messages: 4 * PRICES.queueRequest,
    requests: PRICES.httpRequest,
  }
  const dollars = 1000 * Object.values(thousands).reduce((sum, price) => sum + price, 0)
  const drill = drillWith(JSON.stringify(template), said)
  expect(await STEPS.costs.run(drill)).toBe(`US$${dollars.toFixed(4)} at list prices`)
  expect(said).toHaveLength(2 + 2 + 4 + 1)
})
