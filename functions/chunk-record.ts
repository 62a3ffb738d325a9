import type { SQSRecord } from 'aws-lambda'
import { PUZZLES_ATTRIBUTE } from '../shared/aws/queue.ts'
import { type Chunk, chunkIn } from '../shared/job/chunk.ts'

/** The chunk in a record of an SQS event. */
export function chunkOf({ body, messageAttributes }: Pick<SQSRecord, 'body' | 'messageAttributes'>): Chunk {
  return chunkIn({ body, puzzles: Buffer.from(messageAttributes[PUZZLES_ATTRIBUTE]?.binaryValue ?? '', 'base64') })
}
