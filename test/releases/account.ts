import type { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Item, Items } from '../../shared/aws/items.ts'
import type { Table } from '../../shared/aws/table.ts'
import { itemsOn, type SimulatedItems, simulatedItems } from '../simulation/simulated-items.ts'

/** The functions of a release, as `functions.ts` exports them. */
export type Functions = typeof import('./functions.ts')

type QueueName = 'chunks' | 'express' | 'dead' | 'events'

/** A message as it is in a queue. */
export interface Message {
  readonly queue: QueueName
  readonly body: string
  /** Its binary attributes, by name. */
  readonly attributes: Readonly<Record<string, Uint8Array>>
}

/** What an account holds at some moment, whichever release is deployed in it. */
export interface Holding {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly items: readonly Item[]
  readonly messages: readonly Message[]
}

/** An answer of the API. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const EMPTY: Holding = { now: Date.UTC(2026, 0, 1), items: [], messages: [] }
const OWNER = 'ann'

/** A table and queues in memory that outlive the functions over them: to deploy a release replaces these alone. */
export class Account {
  readonly table: Table
  /** Milliseconds that a worker takes for a slice; no slice ends by itself. */
  sliceMs = Number.POSITIVE_INFINITY
  /** How often a message has been received when a function has it: a worker first looks what others have done. */
  attempt = 2
  /** Whether a function dies when it is about to count results. */
  diesBeforeCount = false
  #messages: Message[]
  #now: number
  #ids = 0
  readonly #items: SimulatedItems = simulatedItems()
  readonly #api: ReturnType<Functions['createApi']>
  /** Ids of the events that webhooks were told; undefined of a release of before there were any. */
  readonly told: Set<string> | undefined
  readonly #consumers: Partial<Record<QueueName, ReturnType<Functions['createWorker']>>>

  constructor(functions: Functions, { now: began, items, messages }: Holding = EMPTY) {
    this.#now = began
    this.#messages = [...messages]
    for (const item of items) this.#items.put(item)
    this.table = functions.tableOf(this.#ported())
    const { table } = this
    const queueNamed = (name: QueueName) =>
      functions.sqsQueue(this.#sqs() as Parameters<Functions['sqsQueue']>[0], name)
    const now = () => ++this.#now
    const hasWebhooks = 'createNotifier' in functions
    const eventQueue = hasWebhooks
      ? functions.sqsEvents(this.#sqs() as Parameters<Functions['sqsEvents']>[0], 'events')
      : { send: async () => {} }
    const shared = { table, queue: queueNamed('chunks'), events: { queue: eventQueue, ofAllJobs: false }, now }
    this.#api = functions.createApi({
      ...shared,
      webhooks: 'public',
      expressQueue: queueNamed('express'),
      newId: () => `job-${++this.#ids}`,
      ownerOf: async () => OWNER,
      files: { read: async () => undefined },
    })
    const account = this
    const worker = {
      ...shared,
      get sliceMs() {
        return account.sliceMs
      },
    }
    const chunks = functions.createWorker(worker)
    this.#consumers = { chunks, express: chunks, dead: functions.createDeadLetter(shared) }
    if (!hasWebhooks) return
    const told = new Set<string>()
    this.told = told
    const post = async (_url: string, headers: Readonly<Record<string, string>>) => {
      told.add(headers['webhook-id'])
      return 200
    }
    const notifier = { table, queue: eventQueue, post, bus: undefined, firstPauseS: 1, now }
    this.#consumers.events = functions.createNotifier(notifier)
  }

  holding(): Holding {
    const items = this.#items.keys().flatMap((key) => this.#items.get(key) ?? [])
    return { now: this.#now, items, messages: this.#messages }
  }

  async request(path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isText = typeof body === 'string'
    const type = isText ? 'text/plain' : 'application/json'
    const sent = { headers: { 'content-type': type, ...headers }, body: isText ? body : JSON.stringify(body) }
    const response = await this.#api.request(path, { method, ...(body !== undefined ? sent : { headers }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /**
   * Hands each message to its function, as often as it takes.
   *
   * @param most how many are handed on
   * @returns whether none is left that this release has a function for
   */
  async work(most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const left: Message[] = []
    for (let handed = 0; this.#messages.length > 0 && handed < most; handed++) {
      const [message, ...others] = this.#messages
      this.#messages = others
      if (!(await this.#handle(message))) left.push(message)
    }
    this.#messages.push(...left)
    return this.#messages.every(({ queue }) => !this.#consumers[queue])
  }

  /** Has all messages run out of attempts, as if workers had died of them. */
  giveUp(): void {
    const dead = (message: Message): Message => ({ ...message, queue: message.queue === 'events' ? 'events' : 'dead' })
    this.#messages = this.#messages.map(dead)
  }

  async #handle({ queue, body, attributes }: Message): Promise<boolean> {
    const messageAttributes = Object.fromEntries(
      Object.entries(attributes).map(([name, bytes]) => [
        name,
        { dataType: 'Binary', binaryValue: Buffer.from(bytes).toString('base64') },
      ]),
    )
    const record = {
      messageId: 'm',
      body,
      messageAttributes,
      attributes: { ApproximateReceiveCount: String(this.attempt) },
    }
    const event = { Records: [record] } as unknown as SQSEvent
    const answer: SQSBatchResponse | undefined = await this.#consumers[queue]?.(event)
    return answer?.batchItemFailures.length === 0
  }

  #sqs() {
    const put = (QueueUrl = '', body = '', attributes: Message['attributes'] = {}) => {
      this.#messages.push({ queue: QueueUrl as QueueName, body, attributes })
    }
    const send = async ({ input }: SendMessageBatchCommand | SendMessageCommand) => {
      if ('MessageBody' in input) put(input.QueueUrl, input.MessageBody)
      else {
        for (const { MessageBody, MessageAttributes = {} } of input.Entries ?? []) {
          const attributes = Object.entries(MessageAttributes).map(([name, { BinaryValue }]) => [name, BinaryValue])
          put(input.QueueUrl, MessageBody, Object.fromEntries(attributes))
        }
      }
      return {}
    }
    return { send }
  }

  #ported(): Items {
    const items = itemsOn(this.#items)
    return {
      ...items,
      update: async (key, change) => {
        if (this.diesBeforeCount && change.update.includes('done.#chunk')) throw new Error('died before the count')
        return items.update(key, change)
      },
    }
  }
}
