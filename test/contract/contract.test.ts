import { afterAll, beforeAll, describe } from 'vitest'
import { dynamoItems } from '../../shared/aws/items.ts'
import { tableOf } from '../../shared/aws/table.ts'
import { itemsOn, simulatedItems } from '../simulation/simulated-items.ts'
import { BACKENDS, type BackendName } from './backends.ts'
import { itemsContract } from './items-contract.ts'
import { queueContract, type SqsQueues } from './queue-contract.ts'
import { tableContract } from './table-contract.ts'

/**
 * One contract for whatever the service runs on: the embedded parts and the simulated table in `npm test`, Amazon's
 * own DynamoDB Local with `npm run tool -- dynamodb-local`, a real account with `npm run tool -- aws`.
 */
const name = (process.env.CONTRACT_ON ?? 'embedded') as BackendName

describe.runIf(name === 'embedded')('simulated', () => {
  const items = itemsOn(simulatedItems())
  describe('items', () => itemsContract(() => items))
  describe('the table', () => tableContract(() => tableOf(items)))
})

describe(name, { tags: ['long'] }, () => {
  let backend: Awaited<ReturnType<(typeof BACKENDS)[BackendName]>>
  const items = () => dynamoItems(backend.dynamo, backend.tableName)
  beforeAll(async () => {
    backend = await BACKENDS[name]()
  })
  afterAll(() => backend?.[Symbol.asyncDispose]())

  describe('items', () => itemsContract(items))
  describe('the table', () => tableContract(() => tableOf(items())))
  // DynamoDB Local has no queues.
  describe.runIf(name !== 'dynamodb-local')('the queue', () => queueContract(() => backend.queues as SqsQueues))
})
