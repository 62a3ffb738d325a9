import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import * as settings from '../../infra/settings/settings.ts'
import { deploymentOf, reservedConcurrency, STAGES } from '../../infra/stack/deployment.ts'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import { FUNCTIONS, type Synthesised, synthesise } from './synthesis.ts'

let directory: string
let dev: Synthesised, prod: Synthesised, everything: Synthesised, open: Synthesised
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundles-'))
  ;({ dev, prod, everything, open } = synthesise({ bundles: directory }))
  return () => rm(directory, { recursive: true })
})

describe('the functions', () => {
  it.each(FUNCTIONS)('%s runs on Node 24 on ARM, with its memory, its time and its own log', (name) => {
    const settled = {
      Api: [settings.API_MEMORY_MB, settings.API_TIMEOUT_S],
      Worker: [settings.WORKER_MEMORY_MB, settings.WORKER_TIMEOUT_S],
      DeadLetter: [settings.API_MEMORY_MB, settings.WORKER_TIMEOUT_S],
      Notifier: [settings.NOTIFIER_MEMORY_MB, settings.WORKER_TIMEOUT_S],
    }
    const [MemorySize, Timeout] = settled[name]
    expect(prod.properties(`${name}/Function`)).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize,
      Timeout,
      // Of what goes well Lambda itself says nothing: the function's own line says more.
      LoggingConfig: {
        LogGroup: prod.ref(`${name}/Log`),
        LogFormat: 'JSON',
        ApplicationLogLevel: 'INFO',
        SystemLogLevel: 'WARN',
      },
    })
  })

  it('requests are traced, and messages are not', () => {
    const modes = FUNCTIONS.map((name) => [name, prod.properties(`${name}/Function`).TracingConfig?.Mode])
    expect(modes).toEqual([
      ['Api', 'Active'],
      ['Worker', undefined],
      ['DeadLetter', undefined],
      ['Notifier', undefined],
    ])
  })

  it('the worker and the notifier alone may run in a loop, as they send what is left or was not taken to their own queues', () => {
    const loops = FUNCTIONS.map((name) => [name, prod.properties(`${name}/Function`).RecursiveLoop])
    expect(loops).toEqual([
      ['Api', 'Terminate'],
      ['Worker', 'Allow'],
      ['DeadLetter', 'Terminate'],
      ['Notifier', 'Allow'],
    ])
  })

  it.each(FUNCTIONS)('%s is given every variable of its environment', (name) => {
    expect(environmentOf(prod, name)).toEqual({
      TABLE_NAME: prod.ref('Table'),
      QUEUE_URL: prod.ref('Queues/Bulk'),
      EXPRESS_QUEUE_URL: prod.ref('Queues/Express'),
      EVENT_QUEUE_URL: prod.ref('Queues/Events'),
      EVENT_BUS: '',
      WEBHOOKS: 'public',
      EVENT_PAUSE_S: String(settings.EVENT_PAUSE_S),
      SLICE_MS: String(settings.SLICE_MS),
      RETRY_PAUSE_S: '1',
      AUTH: 'keys',
      CORS_ORIGINS: '',
      FILES: './files/',
      LOG_LEVEL: 'INFO',
      METRICS_NAMESPACE: 'SudokuService/prod',
    })
    // Where everybody is let in, nobody may have the service call others.
    expect(environmentOf(open, name)).toMatchObject({ AUTH: 'open', WEBHOOKS: 'off' })
    expect(environmentOf(everything, name).EVENT_BUS).toBe('jobs')
  })

  it.each(FUNCTIONS)('%s exists only after all that it may do is granted', (name) => {
    const { DependsOn } = prod.resource(`${name}/Function`)
    expect(DependsOn).toContain(prod.idOf(`${name}/Role/DefaultPolicy`))
  })

  it.each([
    ['DeadLetter', 'Notifier'],
    ['Worker', 'DeadLetter'],
    ['Api', 'Worker'],
  ])('%s is replaced after %s, which reads what it writes', (writer, reader) => {
    expect(prod.resource(`${writer}/Function`).DependsOn).toContain(prod.idOf(`${reader}/Function`))
  })

  it('the API answers from its bundle alone, with the page, the documentation and what they load', async () => {
    const [health, page, docs] = await answersOf('/health', '/', '/docs')
    expect(health).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' })
    const loaded = [page, docs].flatMap((answer) => answer?.body.match(/\/assets\/[\w.-]+/g) ?? [])
    expect(loaded.length).toBeGreaterThan(5)
    for (const answer of await answersOf(...loaded)) {
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: { 'cache-control': expect.stringContaining('immutable') },
      })
    }
  })

  it.each(FUNCTIONS)('%s finds its handler in its bundle', async (name) => {
    const handler = prod.properties(`${name}/Function`).Handler.replace('index.', '')
    expect(await run(name, `typeof bundle.${handler}`)).toBe('function')
  })
})

describe('concurrency', () => {
  const templateOf = (stage: 'dev' | 'prod') => ({ dev, prod })[stage]

  it.each(['dev', 'prod'] as const)(
    '%s: what event sources may invoke is what their function has reserved',
    (stage) => {
      for (const name of ['Worker', 'DeadLetter']) {
        const { ReservedConcurrentExecutions: reserved } = templateOf(stage).properties(`${name}/Function`)
        const sources = templateOf(stage)
          .ofType('AWS::Lambda::EventSourceMapping')
          .filter(({ FunctionName }) => FunctionName.Ref === templateOf(stage).idOf(`${name}/Function`))
        expect(sources.reduce((sum, { ScalingConfig }) => sum + ScalingConfig.MaximumConcurrency, 0)).toBe(reserved)
      }
    },
  )

  it.each(['dev', 'prod'] as const)(
    '%s: no more requests are let in than API functions are reserved for, were each of them the longest poll',
    (stage) => {
      const [{ DefaultRouteSettings, RouteSettings }] = templateOf(stage).ofType('AWS::ApiGatewayV2::Stage')
      const { ReservedConcurrentExecutions: reserved } = templateOf(stage).properties('Api/Function')
      type Limits = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }
      const most = (limits: Limits, seconds: number) =>
        limits.ThrottlingRateLimit * seconds + limits.ThrottlingBurstLimit
      // What is no owner's is never held: a file is read and sent.
      const held = Object.values<Limits>(RouteSettings).map((limits) => most(limits, MAX_WAIT_S))
      const all = held.reduce((sum, instances) => sum + instances, most(DefaultRouteSettings, 1))
      expect(all).toBeLessThanOrEqual(reserved)
    },
  )

  it('dev, as it is committed, fits the ten that a new account may run at once, and leaves some to the API', () => {
    const { stage, reservesConcurrency } = deploymentOf({ tryGetContext: () => undefined })
    const { worker, deadLetter } = reservedConcurrency(stage)
    expect(reservesConcurrency).toBe(false)
    expect(worker + deadLetter).toBeLessThanOrEqual(10 - 4)
  })

  it('both stages fit an account of 1,000, of which Lambda keeps 100 unreserved', () => {
    const reserved = Object.values(STAGES).flatMap((stage) => Object.values(reservedConcurrency(stage)))
    expect(reserved.reduce((sum, most) => sum + most, 0)).toBeLessThanOrEqual(1_000 - 100)
    const inTemplates = [dev, prod].flatMap((stack) =>
      FUNCTIONS.flatMap((name) => stack.properties(`${name}/Function`).ReservedConcurrentExecutions ?? []),
    )
    expect(inTemplates.toSorted()).toEqual(reserved.toSorted())
  })

  it('nothing is reserved where the context says so, and event sources keep their limits', () => {
    for (const name of FUNCTIONS) {
      expect(open.properties(`${name}/Function`)).not.toHaveProperty('ReservedConcurrentExecutions')
    }
    expect(open.ofType('AWS::Lambda::EventSourceMapping')).toHaveLength(4)
    for (const { ScalingConfig } of open.ofType('AWS::Lambda::EventSourceMapping')) {
      expect(ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2)
    }
  })
})

function environmentOf(stack: Synthesised, name: string) {
  return stack.properties(`${name}/Function`).Environment.Variables
}

/** What the API function answers when API Gateway hands it these. */
function answersOf(...paths: string[]): Promise<{ body: string }[]> {
  const events = paths.map((path) => ({
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'api.example' },
    requestContext: { domainName: 'api.example', http: { method: 'GET', path } },
    isBase64Encoded: false,
  }))
  return run('Api', `await Promise.all(${JSON.stringify(events)}.map((event) => bundle.api(event, {})))`)
}

/** Evaluates an expression over a function's bundle in a process that has nothing else: no packages, no project. */
async function run<T>(name: string, expression: string): Promise<T> {
  const { Code } = prod.properties(`${name}/Function`)
  const bundle = join(directory, `asset.${Code.S3Key.replace('.zip', '')}`, 'index.mjs')
  const script = `const bundle = await import(${JSON.stringify(pathToFileURL(bundle).href)})
    process.stdout.write(JSON.stringify(${expression}))`
  // What is a reference in the template is some text once it is deployed.
  const variables = Object.entries(environmentOf(prod, name)).map(([key, value]) =>
    typeof value === 'string' ? [key, value] : [key, 'deployed'],
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: directory,
    // Its standard output is for the answer alone.
    env: { AWS_REGION: 'us-east-1', ...Object.fromEntries(variables), LOG_LEVEL: 'ERROR', METRICS_NAMESPACE: '' },
    maxBuffer: 10_000_000,
  })
  return JSON.parse(stdout)
}
