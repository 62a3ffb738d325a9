import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Messages that a function was invoked with. */
export interface Received {
  /** Has a message come again after so many whole seconds, instead of after its queue's visibility timeout. */
  giveBack(message: ReceivedMessage, pauseS: number): Promise<void>
}

/** As Lambda names them. */
interface ReceivedMessage {
  readonly receiptHandle: string
  /** The address of the queue that it came from. */
  readonly eventSourceARN: string
}

/** @param neighbour the address of any queue of the same account and region */
export function sqsReceived(client: SQSClient, neighbour: string): Received {
  return {
    async giveBack({ receiptHandle: ReceiptHandle, eventSourceARN }, VisibilityTimeout) {
      const { href: QueueUrl } = new URL(eventSourceARN.split(':').at(-1) ?? '', neighbour)
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }))
    },
  }
}
