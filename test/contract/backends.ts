import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import { startEmulators } from '../../infra/local/emulators.ts'
import { AWS_SQS, createTable } from './cloud.ts'
import type { SqsQueues } from './queue-contract.ts'

/** Where a table and queues are kept to the contract. */
interface Backend extends AsyncDisposable {
  readonly dynamo: DynamoDBClient
  readonly tableName: string
  /** Undefined where there are none. */
  readonly queues: SqsQueues | undefined
}

/** By the name in `CONTRACT_ON`; `embedded` where nothing is said. */
export const BACKENDS = { embedded, 'dynamodb-local': dynamodbLocal, aws } as const
export type BackendName = keyof typeof BACKENDS

/** The parts that the service runs on here. */
async function embedded(): Promise<Backend> {
  const { dynamo, sqs, tableName, queueUrl, deadLetterQueueUrl, ...emulators } = await startEmulators()
  return backend(dynamo, tableName, { client: sqs, queueUrl, deadLetterQueueUrl }, async () => {
    await emulators[Symbol.asyncDispose]()
  })
}

/** Amazon's own, where `npm run tool -- dynamodb-local` started it; it ends with its table. */
async function dynamodbLocal(): Promise<Backend> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const config = { region: 'us-east-1', credentials, endpoint: said('DYNAMODB_LOCAL') }
  const client = new DynamoDBClient(config)
  await createTable(client, 'contract').finally(() => client.destroy())
  return backend(config, 'contract')
}

/** The resources that `npm run tool -- aws` made in a real account, and deletes. */
async function aws(): Promise<Backend> {
  const queues = { queueUrl: said('CONTRACT_QUEUE_URL'), deadLetterQueueUrl: said('CONTRACT_DEAD_LETTER_QUEUE_URL') }
  return backend({}, said('CONTRACT_TABLE'), { client: AWS_SQS, ...queues })
}

function backend(
  config: DynamoDBClientConfig,
  tableName: string,
  queues?: Omit<SqsQueues, 'sqs'> & { readonly client: SQSClientConfig },
  end = async () => {},
): Backend {
  const dynamo = new DynamoDBClient(config)
  const sqs = queues && new SQSClient(queues.client)
  return {
    dynamo,
    tableName,
    queues: queues && sqs && { ...queues, sqs },
    async [Symbol.asyncDispose]() {
      dynamo.destroy()
      sqs?.destroy()
      await end()
    },
  }
}

function said(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start this with npm run tool -- dynamodb-local or aws`)
  return value
}
