import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTelemetry } from '../../functions/reporting/telemetry.ts'
import { awsClients } from '../../infra/deploy/aws-clients.ts'
import { requestedDeployment } from '../../infra/deploy/deploy.ts'
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
function drillWith(template: string | undefined): Drill {
  aws.account.stacks.clear()
  if (template) aws.account.stacks.set('Sudoku-dev', { status: 'CREATE_COMPLETE', template })
  const cloudWatch = new CloudWatchClient({ region: 'us-east-1' })
  return {
    site: { ...awsSite('us-east-1'), cloudWatch, listingLagMs: 0 },
    deployment: requestedDeployment({}),
    options: {},
    aws: awsClients('us-east-1'),
    signal: new AbortController().signal,
    say: () => {},
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

describe('what each alarm looks at', () => {
  /** As functions write it: the canary's puzzle was solved. */
  const logOf = (namespace: string) => {
    let log = ''
    const write = (line: string) => {
      log += `${line}\n`
    }
    const line = createTelemetry({ service: 'api', level: 'INFO', namespace, write, now: Date.now }).begin({})
    line.measure({ CanarySolved: 1 })
    line.end('canary')
    return log
  }

  it('is sent, under this very name', async () => {
    aws.account.log = () => logOf('SudokuService/dev')
    expect(await STEPS.metrics.run(drillWith(TEMPLATE))).toMatch(/^5\d metrics of 3\d alarms$/)
  })

  it.each([
    ['a name', '"MetricName":"Throttles"', '"MetricName":"Trottles"', 'nobody sends AWS/Lambda Trottles'],
    ['a name that comes on trouble', 'WriteThrottleEvents', 'WriteThrottledEvents', 'nobody sends AWS/DynamoDB Write'],
    ['a dimension', '"Name":"QueueName"', '"Name":"Queue"', 'nobody sends AWS/SQS'],
    ['a namespace of AWS', '"Namespace":"AWS/ApiGateway"', '"Namespace":"AWS/ApiGatewayV2"', 'nobody sends AWS/Api'],
    ['a metric of ours', '"MetricName":"CanarySolved"', '"MetricName":"CanarySolve"', 'nobody sends SudokuService/dev'],
    ['a function of ours', '"Value":"deadLetter"', '"Value":"deadletter"', 'nobody sends SudokuService/dev Failures'],
    ['our namespace', '"Namespace":"SudokuService/dev"', '"Namespace":"Sudoku/dev"', 'nobody sends Sudoku/dev'],
  ])('is noticed where %s is misspelt', async (_, right, wrong, fault) => {
    aws.account.log = () => logOf('SudokuService/dev')
    expect(TEMPLATE).toContain(right)
    await expect(STEPS.metrics.run(drillWith(TEMPLATE.replaceAll(right, wrong)))).rejects.toThrow(fault)
  })

  it('is noticed where the functions write something else', async () => {
    aws.account.log = () => logOf('SudokuService/prod')
    await expect(STEPS.metrics.run(drillWith(TEMPLATE))).rejects.toThrow('CanarySolved service=api did not come')
  })
})
