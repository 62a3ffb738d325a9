import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { sqsQueue } from '../shared/aws/queue.ts'
import { dynamoTable } from '../shared/aws/table.ts'
import { OWNER_LIMITS } from '../shared/job/limits.ts'
import { keyIn } from './api/access.ts'
import type { ApiServices } from './api/services.ts'
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
    ...ownersBy(required('AUTH')),
    files: { read: fileIn(new URL(required('FILES'), import.meta.url)) },
  }),
)
export const worker = createWorker({ table, queue, now, sliceMs: Number(required('SLICE_MS')) })
export const deadLetter = createDeadLetter({ table, queue, now })

/** Who asks: with `keys` the owner of the key that he carries, within limits; `open` to everybody, all are one owner. */
function ownersBy(auth: string): Pick<ApiServices, 'ownerOf' | 'limits'> {
  if (auth === 'open') return { ownerOf: async () => 'everyone' }
  if (auth === 'keys') return { ownerOf: async (request) => table.holderOf(keyIn(request) ?? ''), limits: OWNER_LIMITS }
  throw new Error(`AUTH is "${auth}", expected "keys" or "open"`)
}

/** Reads the files of a folder by name. */
function fileIn(folder: URL) {
  return async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    try {
      return new Uint8Array(await readFile(new URL(name, folder)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}
