import { readFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { awsClients } from '../../infra/deploy/aws-clients.ts'
import { startEmulators } from '../../infra/local/emulators.ts'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { serving } from '../client/serving.ts'
import { run, type Site } from './account.ts'
import { rehearsedAws } from './rehearsed-aws.ts'

/** A hundredth of what it is elsewhere, so that as many slices take a hundredth of the time. */
const SLICE_MS = 20

/**
 * The drill on this machine. The CDK makes the very templates and bundles; what would be deployed is the local service
 * that runs these bundles, on a table that can be made to refuse; CloudFormation and the others are played.
 */
export async function rehearsal(): Promise<Site> {
  await using started = new AsyncDisposableStack()
  const aws = started.use(await rehearsedAws())
  // The SDK looks for them when a client is made.
  const before = Object.keys(aws.environment).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, aws.environment)
  started.defer(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  const cloudWatch = started.adopt(new CloudWatchClient({ region: 'us-east-1' }), (client) => client.destroy())
  const table = started.use(await refusingTable())
  let service: LocalService | undefined
  started.defer(async () => service?.[Symbol.asyncDispose]())
  const running = started.move()

  return {
    name: 'this machine',
    environment: () => ({ PATH: process.env.PATH ?? '', ...aws.environment, ...service?.environment }),
    clientsFor: awsClients,
    cloudWatch,
    dynamo() {
      const {
        AWS_ENDPOINT_URL_DYNAMODB: endpoint = '',
        AWS_ACCESS_KEY_ID = '',
        AWS_SECRET_ACCESS_KEY = '',
      } = service?.environment ?? {}
      const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
      return running.adopt(new DynamoDBClient({ region: 'us-east-1', endpoint, credentials }), (client) =>
        client.destroy(),
      )
    },
    async cdk(args) {
      const [command, stackName] = args
      const option = (name: string) => args[args.indexOf(name) + 1]
      if (command === 'synth') return run('node_modules/aws-cdk/bin/cdk', args, process.env)
      if (command === 'deploy') {
        const assembly = option('--app')
        service = await startLocal({
          auth: 'keys',
          sliceMs: SLICE_MS,
          assembly,
          functionOutput: 'ignore',
          log: () => {},
          startAws: async (...timing) => {
            const emulators = await startEmulators(...timing)
            const behind = emulators.environment.AWS_ENDPOINT_URL_DYNAMODB
            const environment = { ...emulators.environment, AWS_ENDPOINT_URL_DYNAMODB: table.before(behind) }
            return { ...emulators, environment }
          },
        })
        aws.account.stacks.set(stackName, {
          status: 'CREATE_COMPLETE',
          template: await readFile(`${assembly}/${stackName}.template.json`, 'utf8'),
          outputs: { url: service.url, table: service.environment.TABLE_NAME ?? '' },
        })
        return 0
      }
      await service?.[Symbol.asyncDispose]()
      service = undefined
      aws.account.stacks.delete(stackName)
      return 0
    },
    throttled: () => table.refused(),
    throttledMs: 1500,
    sliceMs: SLICE_MS,
    metricsLagMs: 0,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** A proxy before a table that can refuse every write, as DynamoDB does when there are too many. */
async function refusingTable() {
  let isRefusing = false
  let target = ''
  const server = await serving((request, response) => {
    const [, operation = ''] = `${request.headers['x-amz-target']}`.split('.')
    if (isRefusing && /^(Put|Update|Delete)Item$/.test(operation)) {
      request.resume()
      const __type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException'
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
      response.end(
        JSON.stringify({ __type, message: 'Throughput exceeds the maximum OnDemandThroughput of the table' }),
      )
      return
    }
    const { method, url, headers } = request
    const onward = send(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return {
    /** @returns the address of a table that stands before the one at another */
    before(url: string): string {
      target = url
      return server.url
    },
    async refused(): Promise<AsyncDisposable> {
      isRefusing = true
      return {
        async [Symbol.asyncDispose]() {
          isRefusing = false
        },
      }
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
