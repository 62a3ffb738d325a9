import { randomBytes } from 'node:crypto'
import { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { CreateTableCommand, DynamoDBClient, type Tag } from '@aws-sdk/client-dynamodb'
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { buildApp } from 'fauxqs'
import { SERVICES } from '../../functions/reporting/telemetry.ts'
import { eachService, MAX_ATTEMPTS, TABLE_KEYS, VISIBILITY_TIMEOUT_S } from '../settings/settings.ts'
import { type Authorization, authorizeRequests, type Caller } from './authorization.ts'
import { clientsOf } from './running-service.ts'

export type Emulators = Awaited<ReturnType<typeof startEmulators>>

const dynalite = dynaliteMended()
const HOST = '127.0.0.1'
/** It has the name of its construct in the stack, as the queues have: so permissions name both. */
const TABLE_NAME = 'Table'

/** SQS and DynamoDB in this process, in memory, over their real protocols, on ports of their own. */
export async function startEmulators(
  visibilityTimeoutS = VISIBILITY_TIMEOUT_S,
  { record = () => {}, writeUnits }: Partial<Omit<Authorization, 'callers'>> = {},
) {
  await using started = new AsyncDisposableStack()

  const dynamo = dynalite({ createTableMs: 0 })
  const credentials = newAccessKey()
  /** The access keys of the functions' roles, which may do what they are granted. */
  const roles = eachService(newAccessKey)
  const callers = new Map<string, Caller>([[credentials.accessKeyId, 'operator']])
  for (const role of SERVICES) callers.set(roles[role].accessKeyId, role)
  const authorization = { callers, record, writeUnits }
  authorizeRequests(dynamo, authorization)
  await new Promise<void>((resolve) => dynamo.listen(0, HOST, resolve))
  // Its own `close` closes its tables as well, and fails where it is still at the request of a client that has gone. They
  // are in memory alone, and go with it.
  started.defer(async () => {
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(dynamo, () => resolve()))
    dynamo.closeAllConnections()
    await closed
  })
  const dynamoUrl = `http://${HOST}:${(dynamo.address() as AddressInfo).port}`

  const sqs = buildApp({ logger: false })
  started.defer(() => sqs.close())
  const sqsUrl = await sqs.listen({ host: HOST, port: 0 })
  authorizeRequests(sqs.server, authorization)

  /** In which the SDK finds them, with the access key of the operator, who may do everything. */
  const environment = {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: dynamoUrl,
    AWS_ENDPOINT_URL_SQS: sqsUrl,
  }
  const clients = clientsOf(environment)
  using setup = new DisposableStack()
  const dynamoClient = setup.adopt(new DynamoDBClient(clients.dynamo), (client) => client.destroy())
  const sqsClient = setup.adopt(new SQSClient(clients.sqs), (client) => client.destroy())
  await newTable(dynamoClient, TABLE_NAME)
  const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:000000000000:DeadLetters'
  const redriven = { RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: MAX_ATTEMPTS }) }
  const queues = { DeadLetters: {}, Bulk: redriven, Express: redriven, Events: {} }
  for (const [QueueName, more] of Object.entries(queues)) {
    const Attributes = { VisibilityTimeout: String(visibilityTimeoutS), ...more }
    await sqsClient.send(new CreateQueueCommand({ QueueName, Attributes }))
  }
  // The URLs that the emulator returns name a host which plain Debian cannot resolve.
  const urlOf = (name: keyof typeof queues) => `${sqsUrl}/000000000000/${name}`

  const running = started.move()
  return {
    environment,
    ...clients,
    roles,
    tableName: TABLE_NAME,
    eventQueueUrl: urlOf('Events'),
    queueUrl: urlOf('Bulk'),
    expressQueueUrl: urlOf('Express'),
    deadLetterQueueUrl: urlOf('DeadLetters'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Keys are new with every start, so that nobody else on this machine knows any. */
function newAccessKey() {
  return { accessKeyId: `local${randomBytes(16).toString('hex')}`, secretAccessKey: randomBytes(16).toString('hex') }
}

/** dynalite, DynamoDB as an HTTP server in memory, which is loaded after what it is made of has been mended. */
function dynaliteMended(): (options: { createTableMs?: number }) => Server {
  const require = createRequire(import.meta.url)
  const requireThere = createRequire(require.resolve('dynalite'))
  // It closes the iterator of each query with a `return` that its database's iterators do not have. Without it every
  // poll of a job would leave 3.7 KB behind.
  const { AbstractValueIterator } = requireThere('abstract-level')
  AbstractValueIterator.prototype.return ??= function (this: { close(): Promise<void> }) {
    return this.close()
  }
  // It has the checksum of each answer computed byte by byte in JavaScript, five times as long as Node takes.
  requireThere('buffer-crc32').unsigned = (text: string) => crc32(text)
  return require('dynalite')
}

export async function newTable(dynamo: DynamoDBClient, TableName: string, Tags?: Tag[]): Promise<void> {
  const { partition, sort } = TABLE_KEYS
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: partition, KeyType: 'HASH' },
        { AttributeName: sort, KeyType: 'RANGE' },
      ],
      ...(Tags && { Tags }),
    }),
  )
}
