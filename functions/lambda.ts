import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { sqsQueue } from '../shared/aws/queue.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import { createApi } from './api.ts'
import { createDeadLetter } from './dead-letter.ts'
import { forHttpApi } from './http-event.ts'
import { createWorker } from './worker.ts'

/** The functions that Lambda runs. This is the only file that reads the environment. */

// Node decodes what DynamoDB sends as it is; the SDK matches all of it against a pattern first, for three times as long.
const base64Decoder = (text: string) => Buffer.from(text, 'base64')
const table = dynamoTable(new DynamoDBClient({ base64Decoder }), required('TABLE_NAME'))
const sqs = new SQSClient()
const queue = sqsQueue(sqs, required('QUEUE_URL'))
const now = Date.now

export const api = forHttpApi(
  createApi({
    table,
    queue,
    expressQueue: sqsQueue(sqs, required('EXPRESS_QUEUE_URL')),
    now,
    newId: randomUUID,
    // Until there are keys, everybody is one owner.
    ownerOf: async () => 'everyone',
    docs: { file: (name) => readFile(new URL(name, new URL(required('DOCS_FILES'), import.meta.url)), 'utf8') },
  }),
)
export const worker = createWorker({ table, queue, now, sliceMs: Number(required('SLICE_MS')) })
export const deadLetter = createDeadLetter({ table, queue, now })

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}
