import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { WORKER_BATCH_SIZE } from '../settings/settings.ts'
import type { FunctionProcess, Log } from './function-process.ts'

export interface EventSourceOptions {
  /** Signs as the function's role, as Lambda does: what Lambda may not do for the role is refused. */
  readonly sqs: SQSClient
  /** Signs as the operator, for what AWS does without a call: a failed message comes back. */
  readonly operatorSqs: SQSClient
  readonly queueUrl: string
  /** When a message comes again whose function died, in seconds after it was received. */
  readonly visibilityTimeoutS: number
  readonly log: Log
  readonly signal: AbortSignal
}

const LONG_POLL_S = 20
/** The pause after SQS could not be reached. */
const PAUSE_AFTER_ERROR_MS = 1000

/**
 * Does what an SQS event source mapping does: polls a queue, invokes the function with a batch of messages, and deletes
 * those that succeeded. The others come again after the visibility timeout, unless the function gives them back
 * earlier. If it dies, the whole batch has failed.
 *
 * @returns once the signal is aborted and the last batch is done
 */
export async function runEventSource(
  target: FunctionProcess,
  { sqs, operatorSqs, queueUrl: QueueUrl, visibilityTimeoutS, log, signal }: EventSourceOptions,
): Promise<void> {
  /** The end of the last batch, while the next one is on its way: nobody waits for it on AWS either. */
  let settled = Promise.resolve()
  for (let isAttached = false; !signal.aborted; ) {
    try {
      if (!isAttached) await attach()
      isAttached = true
      const messages = await receive()
      await settled
      if (messages.length === 0) continue
      const receivedAt = performance.now()
      const failed = await invoke(messages)
      const outcome = failed
        ? remove(messages.filter((message) => !failed.has(message.MessageId)))
        : comeAgain(messages, visibilityTimeoutS - (performance.now() - receivedAt) / 1000)
      settled = outcome.catch((error) => {
        if (!signal.aborted) log(String(error))
      })
    } catch (error) {
      if (signal.aborted) return
      log(String(error))
      await pause(PAUSE_AFTER_ERROR_MS, undefined, { signal }).catch(() => {})
    }
  }
  await settled

  /** Lambda compares the queue's visibility timeout with the function's own. */
  async function attach(): Promise<void> {
    await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] }), {
      abortSignal: signal,
    })
  }

  async function receive(): Promise<Message[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: WORKER_BATCH_SIZE,
        WaitTimeSeconds: LONG_POLL_S,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: signal },
    )
    return Messages
  }

  /** @returns those that the function says have failed; undefined where it died */
  async function invoke(messages: readonly Message[]): Promise<Set<string | undefined> | undefined> {
    try {
      const { batchItemFailures } = (await target.invoke(eventOf(messages, QueueUrl))) as SQSBatchResponse
      return new Set(batchItemFailures.map((failure) => failure.itemIdentifier))
    } catch (error) {
      if (!signal.aborted) log(String(error))
    }
  }

  async function remove(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return
    const Entries = messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  }

  /** On AWS that is what the queue does by itself; here its own timeout does not shrink with the other times. */
  async function comeAgain(messages: readonly Message[], inS: number): Promise<void> {
    const VisibilityTimeout = Math.max(0, Math.round(inS))
    const Entries = messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle, VisibilityTimeout }))
    await operatorSqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  }
}

function eventOf(messages: readonly Message[], QueueUrl: string): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, BinaryValue = [] }]) => [
          name,
          { dataType: DataType as 'Binary', binaryValue: Buffer.from(BinaryValue).toString('base64') },
        ]),
      ),
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${QueueUrl.split('/').at(-1)}`,
      awsRegion: '',
    })),
  }
}
