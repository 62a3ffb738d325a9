// @module-tag long

import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import { startEmulators } from '../../infra/local/emulators.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('a local service whose jobs are polled for days does not grow: a query leaves nothing behind', async () => {
  await using emulators = await startEmulators()
  const client = new DynamoDBClient(emulators.dynamo)
  const query = new QueryCommand({
    TableName: emulators.tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'job#none' } },
  })
  const heapAfter = async (queries: number) => {
    for (let i = 0; i < queries; i++) await client.send(query)
    collectGarbage()
    // The memory of buffers that were collected is given back some turns later: of one collection up to 8 MB were left.
    await setTimeout(50)
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = await heapAfter(1_000)
  // 3.7 KB of each stayed once: 11 MB of these. What else comes and goes, code compiled meanwhile above all, is up to 2.
  expect((await heapAfter(3_000)) - before).toBeLessThan(5_500_000)
  client.destroy()
})
