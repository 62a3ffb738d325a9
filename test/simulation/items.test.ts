import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Emulators, startEmulators } from '../../infra/local/emulators.ts'
import { dynamoItems, type Items } from '../../shared/aws/items.ts'
import { asItems, itemsContract } from './items-contract.ts'
import { simulatedItems } from './simulated-items.ts'

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

describe('the simulated items', () => {
  const simulated = asItems(simulatedItems())
  itemsContract(() => simulated)
})

describe('the embedded items', () => {
  let emulators: Emulators
  let client: DynamoDBClient
  let items: Items
  beforeAll(async () => {
    emulators = await startEmulators()
    client = new DynamoDBClient({
      region: 'us-east-1',
      credentials,
      endpoint: emulators.environment.AWS_ENDPOINT_URL_DYNAMODB,
    })
    items = dynamoItems(client, emulators.tableName)
  })
  afterAll(async () => {
    client.destroy()
    await emulators[Symbol.asyncDispose]()
  })
  itemsContract(() => items)
})
