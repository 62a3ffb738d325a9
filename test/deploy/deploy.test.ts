import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeployError, type DeployRequest, deploy, requestedDeployment } from '../../infra/deploy/deploy.ts'
import { awsClients, LEAST_BOOTSTRAP, preflight } from '../../infra/deploy/preflight.ts'
import { start } from '../cli/run.ts'
import { type RehearsedAws, rehearsedAws } from '../drill/rehearsed-aws.ts'
import { type Drill, STEPS } from '../drill/steps.ts'
import { synthesised } from '../stack/synthesis.ts'

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/4f3e'
const DOMAIN = { domain: 'sudoku.example.com', certificate: CERTIFICATE }

let aws: RehearsedAws
beforeAll(async () => {
  aws = await rehearsedAws()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await aws[Symbol.asyncDispose]()
})
beforeEach(() => {
  Object.assign(aws.account, { concurrency: 1000, bootstrap: '30', runtimes: ['nodejs24.x'] })
  aws.account.certificate = { status: 'ISSUED', names: ['sudoku.example.com'] }
  aws.account.stacks.clear()
})

describe('preflight', () => {
  const findings = async (options: Record<string, string> = {}) => {
    const deployment = requestedDeployment(options)
    using clients = awsClients(deployment.region)
    return preflight(deployment, clients)
  }
  const missing = async (options?: Record<string, string>) =>
    (await findings(options)).filter(({ isGood }) => !isGood).map(({ name, says }) => `${name}: ${says}`)

  it('finds all ready in an account that is', async () => {
    expect(await findings({ stage: 'prod', email: 'ops@example.com', ...DOMAIN })).toEqual([
      { name: 'identity', isGood: true, says: 'account 000000000000, as arn:aws:iam::000000000000:user/rehearsal' },
      { name: 'notices', isGood: true, says: 'alarms and costs are told to ops@example.com' },
      { name: 'quota', isGood: true, says: '1000 instances at once, of which event sources may take 112' },
      { name: 'bootstrap', isGood: true, says: 'version 30' },
      { name: 'runtime', isGood: true, says: 'nodejs24.x on arm64' },
      { name: 'certificate', isGood: true, says: 'issued for sudoku.example.com' },
    ])
  })

  it('a new account, of ten instances, can take dev and not prod', async () => {
    aws.account.concurrency = 10
    expect(await missing()).toEqual([])
    const email = 'ops@example.com'
    expect(await missing({ stage: 'prod', email })).toEqual([
      expect.stringMatching(
        /^quota: the account may run 10 instances at once, expected at least 963: aws service-quotas /,
      ),
    ])
    const unreserved = { stage: 'prod', email, reserve: 'no' }
    expect(await missing(unreserved)).toEqual([expect.stringMatching(/expected at least 114: /)])
  })

  it('nobody is left untold of what is kept', async () => {
    expect(await missing({ stage: 'prod' })).toEqual([
      'notices: nobody would be told of alarms or costs: set email in infra/config/prod.json',
    ])
  })

  const certificate = (status: string, ...names: string[]) => ({ certificate: { status, names } })
  it.each([
    ['was never bootstrapped', { bootstrap: undefined }, /^bootstrap: the region was never .*<account>\/us-east-1$/],
    ['was bootstrapped long ago', { bootstrap: '5' }, /^bootstrap: version 5, expected at least 6: npx cdk bootstrap/],
    ['has no Node 24', { runtimes: ['nodejs22.x'] }, /^runtime: Lambda does not know nodejs24.x on arm64 in this/],
    ['waits for its certificate', certificate('PENDING_VALIDATION'), /^certificate: it is PENDING/],
    [
      'has one for others',
      certificate('ISSUED', 'a.com', '*.b'),
      /: it is for a.com, \*.b, expected sudoku.example.com$/,
    ],
  ])('says what is missing in a region that %s', async (_, account, says) => {
    Object.assign(aws.account, account)
    expect(await missing(DOMAIN)).toEqual([expect.stringMatching(says)])
  })

  it('takes a certificate for all names of a zone', async () => {
    aws.account.certificate = { status: 'ISSUED', names: ['*.example.com'] }
    expect(await missing(DOMAIN)).toEqual([])
  })

  it('asks for the version of the bootstrap that the templates ask for', { tags: ['long'] }, () => {
    const { Parameters = {}, Rules = {} } = synthesised({}) as { Parameters?: object; Rules?: object }
    expect(Object.keys(Parameters)).toContain('BootstrapVersion')
    expect(JSON.stringify(Rules)).toContain(`["1","2","3","4","5"]`)
    expect(LEAST_BOOTSTRAP).toBe(6)
  })
})

it('no account is for the drill that cannot take dev, or in which it stands, as the drill would destroy it', async () => {
  using clients = awsClients('us-east-1')
  const drill = { deployment: requestedDeployment({}), aws: clients } as Drill
  expect(await STEPS.preflight.run(drill)).toBe('nothing is missing in us-east-1')
  aws.account.concurrency = 5
  await expect(STEPS.preflight.run(drill)).rejects.toThrow('quota: the account may run 5 instances')
  aws.account.concurrency = 10
  aws.account.stacks.set('Sudoku-dev', { status: 'CREATE_COMPLETE', template: '{}' })
  await expect(STEPS.preflight.run(drill)).rejects.toThrow('the status of Sudoku-dev: found "CREATE_COMPLETE"')
})

describe('a deployment', () => {
  const calls: string[][] = []
  const said: string[] = []
  let assemblies: string
  beforeAll(async () => {
    assemblies = await mkdtemp(join(tmpdir(), 'sudoku-assemblies-'))
  })
  afterAll(() => rm(assemblies, { recursive: true }))
  beforeEach(() => {
    calls.length = 0
    said.length = 0
  })

  /** Deploys with a CDK that writes templates without bundles, and makes of them what stands. */
  async function deployed(request: Partial<DeployRequest> = {}) {
    await deploy(
      { options: {}, allowed: [], isDry: false, ...request },
      { assemblies, clientsFor: awsClients, cdk, say: (line) => said.push(line) },
    )
  }
  async function cdk(args: readonly string[]): Promise<number> {
    calls.push([...args])
    const option = (name: string) => args[args.indexOf(name) + 1]
    const settings = Object.fromEntries(
      args.flatMap((arg, i) => (args[i - 1] === '--context' ? [arg.split(/=(.*)/s).slice(0, 2)] : [])),
    )
    if (args[0] === 'synth') {
      await mkdir(option('--output'), { recursive: true })
      const template = JSON.stringify(synthesised(settings))
      await writeFile(join(option('--output'), `Sudoku-${settings.stage ?? 'dev'}.template.json`), template)
    } else if (args[0] === 'deploy') {
      const template = await readFile(join(option('--app'), `${args[1]}.template.json`), 'utf8')
      aws.account.stacks.set(args[1], { status: 'CREATE_COMPLETE', template })
    }
    return 0
  }
  const PROD = { stage: 'prod', email: 'ops@example.com', ...DOMAIN }
  const standing = (stack = 'Sudoku-prod') => aws.account.stacks.get(stack)?.template ?? ''

  it('of dev is made at once', async () => {
    await deployed()
    expect(calls.map(([command]) => command)).toEqual(['synth', 'deploy'])
    expect(said).toContain('Sudoku-dev does not stand yet')
  })

  it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'])(
    'after one that failed with %s is a first one again',
    { tags: ['long'] },
    async (status) => {
      aws.account.stacks.set('Sudoku-prod', { status, template: '{}' })
      await deployed({ options: PROD })
      expect(calls[0]).toContain('protect=no')
    },
  )

  it('that forgets the domain and tells somebody else is refused, and nothing is changed; with leave it is made', async () => {
    await deployed({ options: PROD })
    calls.length = 0
    const forgetful = { options: { stage: 'prod', email: 'else@example.com' } }
    await expect(deployed(forgetful)).rejects.toThrow('nothing was changed: set it in infra/config, or allow it')
    expect(calls.map(([command]) => command)).toEqual(['synth', 'diff'])
    expect(said).toEqual(
      expect.arrayContaining([
        'refused  it would take away the name sudoku.example.com; --allow remove-domain lets it',
        'refused  it would tell no more of alarms "ops@example.com"; --allow remove-subscription lets it',
      ]),
    )
    await expect(deployed({ ...forgetful, allowed: ['remove-domain'] })).rejects.toThrow(DeployError)
    expect(standing()).toContain('sudoku.example.com')
    await deployed({ ...forgetful, allowed: ['remove-domain', 'remove-subscription'] })
    expect(standing()).not.toContain('sudoku.example.com')
  })

  it('that is only tried changes nothing', async () => {
    await deployed({ isDry: true })
    expect(calls.map(([command]) => command)).toEqual(['synth'])
  })

  it('is refused where the account cannot take it', async () => {
    aws.account.concurrency = 10
    await expect(deployed({ options: { stage: 'prod' } })).rejects.toThrow('the account cannot take it')
    expect(calls).toEqual([])
  })

  it.each(['UPDATE_IN_PROGRESS', 'ROLLBACK_IN_PROGRESS', 'UPDATE_ROLLBACK_IN_PROGRESS'])(
    'is refused while somebody else is at it: %s',
    async (status) => {
      aws.account.stacks.set('Sudoku-dev', { status, template: '{}' })
      await expect(deployed()).rejects.toThrow(`somebody is changing Sudoku-dev: ${status}`)
    },
  )

  it('is refused with a setting that is none', async () => {
    await expect(deployed({ options: { emial: 'a@b' } })).rejects.toThrow(
      '-c emial is no setting, expected one of stage',
    )
  })
})

it('npm run preflight says what there is, and fails where something is missing', { tags: ['long'] }, async () => {
  const run = (...args: string[]) => start('infra/deploy.ts', ['preflight', ...args], { env: aws.environment }).ended
  aws.account.concurrency = 10
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ready {4}identity .*\nready {4}notices .*\nready {4}quota /m),
  })
  expect(await run('-c', 'stage=prod')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^MISSING {2}quota /m),
    stderr: 'the account cannot take it yet\n',
  })
  expect((await run('-c', 'stage=none')).stderr).toBe('stage is "none", expected dev or prod\n')
})
