// @module-tag long

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulators, startEmulators } from '../../infra/local/emulators.ts'
import { start } from '../cli/run.ts'

/** `npm run tool -- aws`, with emulators for an account: that it tests what it made, and leaves nothing. */

let emulators: Emulators
let dynamo: DynamoDBClient
let sqs: SQSClient
beforeAll(async () => {
  emulators = await startEmulators()
  dynamo = new DynamoDBClient(emulators.dynamo)
  sqs = new SQSClient(emulators.sqs)
})
afterAll(async () => {
  dynamo.destroy()
  sqs.destroy()
  await emulators[Symbol.asyncDispose]()
})

/** The resources in the account; a table is there for a moment after its deletion. */
async function resources(): Promise<string[]> {
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand())
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand())
  return [...TableNames, ...QueueUrls]
}

const awsTests = (only: string, env: object = emulators.environment) =>
  start('test/contract/aws.ts', ['-t', only], { env })

it('deletes them also where it is interrupted', async () => {
  const before = await resources()
  const { child, ended, printed } = awsTests('holds a poll')
  await printed('RUN')
  expect(await resources()).toHaveLength(before.length + 3)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, stdout: expect.stringContaining('are deleted') })
  await expect.poll(resources).toEqual(before)
})

it('without credentials it says so, and fails nothing', async () => {
  const nobody = { HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true' }
  expect(await awsTests('', nobody).ended).toMatchObject({ code: 0, stdout: 'skipped: no AWS credentials\n' })
})
