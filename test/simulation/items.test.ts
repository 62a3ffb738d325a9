import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Emulators, startEmulators } from '../../infra/local/emulators.ts'
import { TABLE_KEYS } from '../../infra/settings.ts'
import { dynamoItems, type Items } from '../../shared/aws/items.ts'
import { itemsContract } from './items-contract.ts'
import { itemsOn, simulatedItems } from './simulated-items.ts'

describe('the simulated items', () => {
  const simulated = itemsOn(simulatedItems())
  itemsContract(() => simulated)
})

describe('the embedded items', () => {
  let emulators: Emulators
  let dynamo: DynamoDBClient
  let items: Items
  beforeAll(async () => {
    emulators = await startEmulators()
    dynamo = new DynamoDBClient(emulators.dynamo)
    items = dynamoItems(dynamo, emulators.tableName)
  })
  afterAll(async () => {
    dynamo.destroy()
    await emulators[Symbol.asyncDispose]()
  })
  itemsContract(() => items)
})

/** Where `npm run contract` started it. */
const endpoint = process.env.DYNAMODB_LOCAL
describe.skipIf(!endpoint)('Amazon’s own items, by DynamoDB Local', () => {
  let dynamo: DynamoDBClient
  let items: Items
  beforeAll(async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    dynamo = new DynamoDBClient({ region: 'us-east-1', credentials, ...(endpoint && { endpoint }) })
    const { partition, sort } = TABLE_KEYS
    await dynamo.send(
      new CreateTableCommand({
        TableName: 'contract',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          { AttributeName: sort, KeyType: 'RANGE' },
        ],
      }),
    )
    items = dynamoItems(dynamo, 'contract')
  })
  afterAll(() => dynamo.destroy())
  itemsContract(() => items)
})
