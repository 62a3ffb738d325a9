import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { Chunk } from '../shared/job/chunk.ts'
import { type Fields, failuresOnly, type Line, type Watch } from './watch.ts'

/** A handler of a batch. What Lambda says of an invocation is for the log alone. */
export type RecordsHandler = (event: SQSEvent, context?: Pick<Context, 'awsRequestId'>) => Promise<SQSBatchResponse>

/** A handler that does the work for each message of a batch and reports those that failed, and no others. */
export function eachRecord(
  work: (record: SQSRecord, line: Line) => Promise<void>,
  watch: Watch = failuresOnly,
): RecordsHandler {
  return async ({ Records }, context) => {
    const batchItemFailures: { itemIdentifier: string }[] = []
    for (const record of Records) {
      const { messageId, attributes } = record
      const attempt = Number(attributes.ApproximateReceiveCount)
      const line = watch.begin({ attempt }, { requestId: context?.awsRequestId })
      try {
        await work(record, line)
      } catch (error) {
        line.add({ messageId })
        line.fail('message failed', error)
        batchItemFailures.push({ itemIdentifier: messageId })
      }
    }
    return { batchItemFailures }
  }
}

/** What a line says of the chunk that it is about. */
export function fieldsOf({ correlationId, jobId, part, number, from, redrive, puzzles }: Chunk): Fields {
  return { correlationId, jobId, part, chunk: number, from, redrive, puzzles: puzzles.count }
}
