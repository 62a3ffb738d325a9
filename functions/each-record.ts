import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'

/** A handler that does the work for each message of a batch and reports those that failed, and no others. */
export function eachRecord(work: (record: SQSRecord) => Promise<void>): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async ({ Records }) => {
    const batchItemFailures: { itemIdentifier: string }[] = []
    for (const record of Records) {
      try {
        await work(record)
      } catch (error) {
        const { messageId, attributes } = record
        const attempt = attributes.ApproximateReceiveCount
        console.error(JSON.stringify({ level: 'error', message: 'message failed', messageId, attempt }), error)
        batchItemFailures.push({ itemIdentifier: messageId })
      }
    }
    return { batchItemFailures }
  }
}
