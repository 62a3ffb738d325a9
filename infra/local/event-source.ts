import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { WORKER_BATCH_SIZE } from '../settings.ts'
import type { FunctionProcess, Log } from './function-process.ts'

/** How long a failed message stays invisible, in whole seconds; AWS lets the visibility timeout pass. */
export type RetryPause = (attempt: number) => number

export interface EventSourceOptions {
  readonly sqs: SQSClient
  readonly queueUrl: string
  /** Messages of one invocation, at most. */
  readonly batchSize?: number
  readonly retryPauseS: RetryPause
  readonly log: Log
  readonly signal: AbortSignal
}

const LONG_POLL_S = 20
/** The pause after SQS could not be reached. */
const PAUSE_AFTER_ERROR_MS = 1000

/**
 * Does what an SQS event source mapping does: polls a queue, invokes the function with a batch of messages, and deletes
 * those that succeeded. If the function crashes, the whole batch has failed.
 *
 * @returns once the signal is aborted and the last batch is done
 */
export async function runEventSource(
  target: FunctionProcess,
  { sqs, queueUrl: QueueUrl, batchSize = WORKER_BATCH_SIZE, retryPauseS, log, signal }: EventSourceOptions,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const messages = await receive()
      const failed = await invoke(messages)
      await remove(messages.filter((message) => !failed.has(message.MessageId)))
      await retryLater(messages.filter((message) => failed.has(message.MessageId)))
    } catch (error) {
      if (signal.aborted) return
      log(String(error))
      await pause(PAUSE_AFTER_ERROR_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function receive(): Promise<Message[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: batchSize,
        WaitTimeSeconds: LONG_POLL_S,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: signal },
    )
    return Messages
  }

  async function invoke(messages: readonly Message[]): Promise<Set<string | undefined>> {
    if (messages.length === 0) return new Set()
    try {
      const { batchItemFailures } = (await target.invoke(eventOf(messages))) as SQSBatchResponse
      return new Set(batchItemFailures.map((failure) => failure.itemIdentifier))
    } catch (error) {
      if (!signal.aborted) log(String(error))
      return new Set(messages.map((message) => message.MessageId))
    }
  }

  async function remove(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return
    const Entries = messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  }

  async function retryLater(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return
    const Entries = messages.map((message, i) => ({
      Id: String(i),
      ReceiptHandle: message.ReceiptHandle,
      VisibilityTimeout: retryPauseS(Number(message.Attributes?.ApproximateReceiveCount)),
    }))
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  }
}

function eventOf(messages: readonly Message[]): SQSEvent {
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
      eventSourceARN: '',
      awsRegion: '',
    })),
  }
}
