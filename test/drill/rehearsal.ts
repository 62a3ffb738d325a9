import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { awsClients } from '../../infra/deploy/preflight.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { writeUnitsOf } from '../../infra/local/gateway.ts'
import { clientsOf } from '../../infra/local/running-service.ts'
import { type LocalService, startLocal } from '../../infra/local.ts'
import type { Deployment } from '../../infra/stack/deployment.ts'
import { type Answered, tampered } from '../smoke/tampered.ts'
import { run, type Site } from './account.ts'
import { rehearsedAws } from './rehearsed-aws.ts'

/** A hundredth of what it is elsewhere, so that as many slices take a hundredth of the time. */
const SLICE_MS = 20
/** The functions that an account of some age may run at once. */
const USUAL_QUOTA = 1_000

/**
 * The drill on this machine. The CDK makes the very templates and bundles; what would be deployed is the local service
 * that runs these bundles, on a table that can be made to refuse; CloudFormation and the others are played.
 */
export async function rehearsal({ stage, reservesConcurrency }: Deployment): Promise<Site> {
  await using started = new AsyncDisposableStack()
  const aws = started.use(await rehearsedAws())
  if (reservesConcurrency) aws.account.concurrency = USUAL_QUOTA
  // The SDK looks for them when a client is made. They stay: the process ends with the rehearsal.
  Object.assign(process.env, aws.environment)
  let isThrottled = false
  let service: LocalService | undefined
  started.defer(async () => service?.[Symbol.asyncDispose]())
  const running = started.move()

  return {
    name: 'this machine',
    environment: () => ({ PATH: process.env.PATH ?? '', ...aws.environment, ...service?.environment }),
    clientsFor: awsClients,
    dynamo() {
      const { dynamo } = clientsOf(service?.environment ?? {})
      return running.adopt(new DynamoDBClient(dynamo), (client) => client.destroy())
    },
    async cdk(args) {
      const [command, stackName] = args
      const option = (name: string) => args[args.indexOf(name) + 1]
      if (command === 'synth') return run('node_modules/aws-cdk/bin/cdk', args, process.env)
      if (command === 'diff') return 0
      if (command === 'deploy') {
        const assembly = option('--app')
        const template = await readFile(`${assembly}/${stackName}.template.json`, 'utf8')
        // What is not in its template.
        const { artifacts } = JSON.parse(await readFile(join(assembly, 'manifest.json'), 'utf8'))
        const isProtected = artifacts[stackName].properties.terminationProtection === true
        const standing = aws.account.stacks.get(stackName)
        if (standing) {
          aws.account.stacks.set(stackName, { ...standing, template, isProtected })
          return 0
        }
        // CloudFormation could not roll it back, if anything else of it failed.
        if (isProtected) return 1
        service = await startLocal({
          auth: 'keys',
          sliceMs: SLICE_MS,
          assembly,
          functionOutput: 'ignore',
          writeUnits: writeUnitsOf(stage.most.writes),
          log: () => {},
          startAws: async (...timing) => {
            const emulators = await startEmulators(...timing)
            const refusal = (request: { headers: Headers }) => (isThrottled ? throttlingOf(request) : undefined)
            const table = running.use(await tampered(emulators.environment.AWS_ENDPOINT_URL_DYNAMODB, { refusal }))
            return { ...emulators, environment: { ...emulators.environment, AWS_ENDPOINT_URL_DYNAMODB: table.url } }
          },
        })
        aws.account.stacks.set(stackName, {
          status: 'CREATE_COMPLETE',
          template,
          isProtected,
          outputs: { url: service.url, table: service.environment.TABLE_NAME ?? '' },
        })
        // Its schedule runs as soon as it is there.
        await service.canary()
        return 0
      }
      if (aws.account.stacks.get(stackName)?.isProtected) return 1
      await service?.[Symbol.asyncDispose]()
      service = undefined
      aws.account.stacks.delete(stackName)
      return 0
    },
    async throttled() {
      isThrottled = true
      return {
        async [Symbol.asyncDispose]() {
          isThrottled = false
        },
      }
    },
    throttledMs: 1500,
    sliceMs: SLICE_MS,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The answer of a table to a write, where there are too many. */
function throttlingOf({ headers }: { readonly headers: Headers }): Answered | undefined {
  if (!/\.(Put|Update|Delete)Item$/.test(headers.get('x-amz-target') ?? '')) return undefined
  const __type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException'
  const message = 'Throughput exceeds the maximum OnDemandThroughput of the table'
  const type = new Headers({ 'content-type': 'application/x-amz-json-1.0' })
  return { status: 400, headers: type, body: JSON.stringify({ __type, message }) }
}
