import { randomBytes } from 'node:crypto'
import {
  DeleteTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  QueueDoesNotExist,
  type SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs'
import { newTable } from '../../infra/local/emulators.ts'
import { MAX_ATTEMPTS, VISIBILITY_TIMEOUT_S } from '../../infra/settings/settings.ts'

/** A table and queues as the stack makes them, as far as the contract goes: without backup, alarms or protection. */
export interface Cloud {
  readonly tableName: string
  readonly queueUrl: string
  readonly deadLetterQueueUrl: string
}

/** An emulator in the place of an account names hosts in its queues' URLs that are nowhere. */
export const AWS_SQS: SQSClientConfig = { useQueueUrlAsEndpoint: false }
/** Says whose it is, should it ever be left: `aws resourcegroupstaggingapi get-resources --tag-filters Key=sudoku,Values=contract`. */
const TAG = { key: 'sudoku', value: 'contract' }
const TABLE_WAIT_S = 120
/** SQS may take so long to know a queue that was just made. */
const QUEUE_WAIT_MS = 2_000

/**
 * Makes them under a name of their own; each is deleted when `made` is, also where a later one could not be made.
 *
 * @param made the last one first
 */
export async function createCloud(dynamo: DynamoDBClient, sqs: SQSClient, made: AsyncDisposableStack): Promise<Cloud> {
  const name = `sudoku-contract-${randomBytes(6).toString('hex')}`
  made.defer(() => leftAlone(`table ${name}`, deleteTable(dynamo, name)))
  await createTable(dynamo, name, [{ Key: TAG.key, Value: TAG.value }])

  const createQueue = async (QueueName: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const Attributes = { VisibilityTimeout: String(VISIBILITY_TIMEOUT_S), ...more }
    const tags = { [TAG.key]: TAG.value }
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes, tags }))
    made.defer(() => leftAlone(`queue ${QueueName}`, deleteQueue(sqs, QueueUrl)))
    return QueueUrl
  }
  const deadLetterQueueUrl = await createQueue(`${name}-dead`)
  const asked = { QueueUrl: deadLetterQueueUrl, AttributeNames: ['QueueArn' as const] }
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand(asked))
  const policy = { deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: MAX_ATTEMPTS }
  const queueUrl = await createQueue(name, { RedrivePolicy: JSON.stringify(policy) })
  await new Promise((resolve) => setTimeout(resolve, QUEUE_WAIT_MS))
  return { tableName: name, queueUrl, deadLetterQueueUrl }
}

/** An empty table with the keys of the service's; done when it can be used. */
export async function createTable(
  dynamo: DynamoDBClient,
  TableName: string,
  Tags?: { Key: string; Value: string }[],
): Promise<void> {
  await newTable(dynamo, TableName, Tags)
  await waitUntilTableExists({ client: dynamo, maxWaitTime: TABLE_WAIT_S, minDelay: 1 }, { TableName })
}

async function deleteTable(dynamo: DynamoDBClient, TableName: string): Promise<void> {
  try {
    // A table that is still being made cannot be deleted.
    await waitUntilTableExists({ client: dynamo, maxWaitTime: TABLE_WAIT_S, minDelay: 1 }, { TableName }).catch(
      () => {},
    )
    await dynamo.send(new DeleteTableCommand({ TableName }))
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
}

async function deleteQueue(sqs: SQSClient, QueueUrl: string): Promise<void> {
  try {
    await sqs.send(new DeleteQueueCommand({ QueueUrl }))
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error
  }
}

/** Names what could not be deleted; the others are deleted all the same. */
async function leftAlone(what: string, deleted: Promise<void>): Promise<void> {
  try {
    await deleted
  } catch (cause) {
    throw new Error(`${what} could not be deleted and is still there: ${(cause as Error).message}`, { cause })
  }
}
