import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { triedFirst } from '../../functions/lambda/trial.ts'
import { tryDeadLetter, tryWorker } from '../../functions/trial.ts'
import { createWorker } from '../../functions/worker.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { type Serving, serving } from '../client/serving.ts'
import { emulatedForAll } from './emulated-for-all.ts'

const aws = emulatedForAll()
const services = () => ({ table: aws.as.worker.table, now: Date.now, newId: () => crypto.randomUUID() })
const worker = (sliceMs = 60_000) => createWorker({ ...aws, ...aws.as.worker, sliceMs })
const ASKED = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' }

/** CodeDeploy, as far as a trial knows it. */
const answers: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = []
let codeDeploy: Serving
let service: LocalService
beforeAll(async () => {
  codeDeploy = await serving(async (request, response) => {
    answers.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.end('{}')
  })
  vi.stubEnv('AWS_ENDPOINT_URL_CODEDEPLOY', codeDeploy.url)
  const startAws: typeof startEmulators = async (...options) => {
    const emulators = await startEmulators(...options)
    return { ...emulators, environment: { ...emulators.environment, AWS_ENDPOINT_URL_CODEDEPLOY: codeDeploy.url } }
  }
  service = await startLocal({ workers: 1, startAws })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service[Symbol.asyncDispose]()
  await codeDeploy[Symbol.asyncDispose]()
})

describe('a trial of a worker', () => {
  it('is passed by this one, with the rights of its role', async () => {
    await expect(tryWorker(worker(), services())).resolves.toBeUndefined()
  })

  it.each([
    ['fails on messages', async ({ Records: [{ messageId }] }: SQSEvent) => failed(messageId), /failed on its message/],
    ['keeps nothing', async () => ({ batchItemFailures: [] }), /^kept 0 of \d+ results within a slice$/],
    ['has one slice for each puzzle', (event: SQSEvent) => worker(0)(event), /^kept 1 of \d+ results within a slice$/],
    [
      'counts otherwise than the texts',
      (event: SQSEvent) => worker()(solvedBy(event, 'exact-cover')),
      /undid \d+ on Dev/,
    ],
  ])('is not by one that %s', async (_, wrong, says) => {
    await expect(tryWorker(wrong, services())).rejects.toThrow(says)
  })

  const failed = (itemIdentifier: string) => ({ batchItemFailures: [{ itemIdentifier }] })
  const solvedBy = ({ Records: [record] }: SQSEvent, strategy: string): SQSEvent => ({
    Records: [
      {
        ...record,
        body: JSON.stringify({ ...JSON.parse(record.body), options: { ...JSON.parse(record.body).options, strategy } }),
      },
    ],
  })
})

it('a dead-letter function has to give its puzzle up: a worker would not pass', async () => {
  const asDeadLetter = { ...services(), table: aws.as.deadLetter.table }
  await tryDeadLetter(createDeadLetter({ ...aws, ...aws.as.deadLetter }), asDeadLetter)
  await expect(tryDeadLetter(worker(), asDeadLetter)).rejects.toThrow(
    "the dead letter's puzzle is solved, expected failed",
  )
})

it('CodeDeploy is told by a signed request how a trial went, also of one that does not end', async () => {
  using clients = new DisposableStack()
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'token' }
  const sqs = clients.adopt(new SQSClient({ region: 'eu-central-1', credentials }), (client) => client.destroy())
  const context = { getRemainingTimeInMillis: () => 10 }
  const handler = async (event: object) => Object.keys(event)
  for (const attempt of [async () => {}, () => Promise.reject(new Error('no')), () => new Promise<void>(() => {})]) {
    using said = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await triedFirst(handler, { attempt, sqs })(ASKED, context)).toBeUndefined()
    const { headers, body } = answers.pop() ?? {}
    const status = said.mock.calls.length > 0 ? 'Failed' : 'Succeeded'
    expect(body).toEqual({ deploymentId: 'd-1', lifecycleEventHookExecutionId: 'e-1', status })
    expect(headers?.['x-amz-target']).toBe('CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus')
    expect(headers?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-central-1\/codedeploy\/aws4_/)
    expect(headers?.['x-amz-security-token']).toBe('token')
  }
  // All else is work.
  expect(await triedFirst(handler, { attempt: async () => {}, sqs })({ Records: [] }, context)).toEqual(['Records'])
})

it.each(['api', 'worker', 'deadLetter', 'notifier'] as const)('%s passes its trial as it is deployed', async (name) => {
  await service.invoke(name, { ...ASKED, LifecycleEventHookExecutionId: name })
  const told = { deploymentId: 'd-1', lifecycleEventHookExecutionId: name, status: 'Succeeded' }
  expect(answers.splice(0).map(({ body }) => body)).toEqual([told])
})
