import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { requestedDeployment } from '../../infra/deploy/deploy.ts'
import { awsClients } from '../../infra/deploy/preflight.ts'
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
  return {
    site: awsSite('us-east-1'),
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
