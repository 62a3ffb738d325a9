import type {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageBatchCommandOutput,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import {
  DEAD_LETTER_RETENTION_DAYS,
  MAX_ATTEMPTS,
  QUEUE_RETENTION_DAYS,
  VISIBILITY_TIMEOUT_S,
  WORKER_BATCH_SIZE,
} from '../../infra/settings/settings.ts'
import { PUZZLES_ATTRIBUTE } from '../../shared/aws/queue.ts'
import type { AwsCall } from './aws-calls.ts'
import { must } from './broken.ts'
import { Carriers, carriedBy } from './carriers.ts'
import type { Faults } from './faults.ts'
import type { SimulatedItems } from './simulated-items.ts'
import type { Outcome, Task, World } from './world.ts'

export type QueueName = 'chunks' | 'express' | 'dead' | 'events'

interface Message {
  readonly id: string
  readonly body: string
  readonly puzzles: Uint8Array
  readonly sentAt: number
  queue: QueueName
  visibleAt: number
  receives: number
}

/** Calls the function behind a queue; tells what came of it unless the function died. */
export type Consume = (queue: QueueName, event: SQSEvent, ended: (outcome: Outcome<SQSBatchResponse>) => void) => void

const DAY_MS = 86_400_000
const VISIBILITY_MS = VISIBILITY_TIMEOUT_S * 1000
const MAX_BATCH_BYTES = 1024 * 1024
const MAX_DELAY_S = 900
/** Those out of which a message becomes a dead letter. */
const WITH_DEAD_LETTERS: ReadonlySet<QueueName> = new Set(['chunks', 'express'])
const MAX_VISIBILITY_S = 12 * 3600

/** SQS as the stack sets it up: two queues, their dead letters, and what polls each for its function. */
export class Queues {
  /** For `sqsQueue` and `sqsGiveBack`, with the name of a queue as the end of its address. */
  readonly client: Pick<SQSClient, 'send'>
  readonly #world: World
  readonly #faults: Faults
  readonly #consume: Consume
  readonly #messages = new Map<string, Message>()
  readonly #items: Pick<SimulatedItems, 'get'>
  readonly #carriers = new Carriers()
  /** The message that an invocation works on. */
  readonly #workedOn = new WeakMap<Task, string>()
  #sent = 0

  constructor(world: World, faults: Faults, items: Pick<SimulatedItems, 'get'>, call: AwsCall, consume: Consume) {
    this.#items = items
    this.#world = world
    this.#faults = faults
    this.#consume = consume
    const send = ({ input }: SendMessageBatchCommand | SendMessageCommand | ChangeMessageVisibilityCommand) => {
      if ('ReceiptHandle' in input) {
        const { ReceiptHandle, VisibilityTimeout } = input
        return call(`give ${ReceiptHandle} back for ${VisibilityTimeout} s`, () => this.#giveBack(input), 'write')
      }
      if ('Entries' in input) {
        return call(`send ${input.Entries?.length} to ${input.QueueUrl}`, () => this.#take(input), 'write')
      }
      const { QueueUrl, MessageBody = '', DelaySeconds = 0 } = input as SendMessageCommand['input']
      const one = () => this.put(QueueUrl as QueueName, MessageBody, new Uint8Array(), DelaySeconds)
      return call(`send one to ${QueueUrl}`, one, 'write')
    }
    this.client = { send } as unknown as Pick<SQSClient, 'send'>
  }

  /** How many messages there are. */
  get length(): number {
    return this.#messages.size
  }

  /** How many messages there were. */
  get sent(): number {
    return this.#sent
  }

  /** The running invocation works on a message. */
  workOn(id: string): void {
    if (this.#world.task) this.#workedOn.set(this.#world.task, id)
  }

  put(queue: QueueName, body: string, puzzles: Uint8Array, delayS = 0): void {
    const { now } = this.#world
    must(delayS <= MAX_DELAY_S, 'AWS takes every call', () => `a delay of ${delayS} s`)
    const visibleAt = now + delayS * 1000
    const message = { id: `m${++this.#sent}`, body, puzzles, sentAt: now, queue, visibleAt, receives: 0 }
    this.#messages.set(message.id, message)
    this.#world.log(`${queue} has ${message.id}: ${body}`)
    const sender = this.#messages.get((this.#world.task && this.#workedOn.get(this.#world.task)) ?? '')
    const carried = sender && carriedBy(sender.body)
    if (carried && queue === 'chunks') this.#carriers.sends(sender.id, carried)
    this.#deliverSoon(message)
  }

  #take({ QueueUrl, Entries = [] }: SendMessageBatchCommand['input']): Partial<SendMessageBatchCommandOutput> {
    const sizes = Entries.map(({ MessageBody = '', MessageAttributes }) => {
      return MessageBody.length + (MessageAttributes?.[PUZZLES_ATTRIBUTE].BinaryValue?.length ?? 0)
    })
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    must(Entries.length > 0 && Entries.length <= 10, 'AWS takes every call', () => `${Entries.length} messages at once`)
    must(bytes <= MAX_BATCH_BYTES, 'AWS takes every call', () => `${bytes} bytes of messages at once`)
    const Failed = []
    for (const { Id, MessageBody = '', MessageAttributes } of Entries) {
      if (this.#world.chance.is(this.#faults.refused))
        Failed.push({ Id, Message: 'refused', Code: '', SenderFault: false })
      else
        this.put(
          QueueUrl as QueueName,
          MessageBody,
          MessageAttributes?.[PUZZLES_ATTRIBUTE].BinaryValue ?? new Uint8Array(),
        )
    }
    return { Failed }
  }

  /** A receipt that is not the message's last one is worth nothing, nor one of a message that is visible again. */
  #giveBack({ ReceiptHandle = '', VisibilityTimeout = 0 }: ChangeMessageVisibilityCommand['input']): void {
    must(VisibilityTimeout <= MAX_VISIBILITY_S, 'AWS takes every call', () => `${VisibilityTimeout} s invisible`)
    const [id = '', receives] = ReceiptHandle.split('/')
    const message = this.#messages.get(id)
    if (message?.receives !== Number(receives) || this.#isVisible(message)) return
    message.visibleAt = this.#world.now + VisibilityTimeout * 1000
    this.#deliverSoon(message)
  }

  /** Late messages overtake none, so order is lost, too. */
  #deliverSoon(message: Message, isAnyway = false): void {
    const { chance } = this.#world
    const isLate = chance.is(this.#faults.delayed)
    const delayMs = isLate ? chance.below(chance.is(0.1) ? 8 * DAY_MS : 600_000) : chance.below(chance.of([5, 50, 500]))
    const untilVisible = isAnyway ? 0 : Math.max(0, message.visibleAt - this.#world.now)
    this.#world.after(untilVisible + delayMs, () => this.#deliver(message, isAnyway))
  }

  #deliver(message: Message, isAnyway: boolean): void {
    if (!this.#isThere(message) || (!isAnyway && !this.#isVisible(message))) return
    const { chance } = this.#world
    const { queue } = message
    const others = chance.is(0.3)
      ? [...this.#messages.values()].filter((m) => m !== message && m.queue === queue && this.#isVisible(m))
      : []
    const batch = [message, ...chance.shuffled(others).slice(0, WORKER_BATCH_SIZE - 1)]
    const records = batch.filter((m) => this.#receive(m))
    if (records.length === 0) return
    if (chance.is(this.#faults.wasted)) {
      this.#world.log(`${records.map(({ id }) => id)} wasted`)
      return
    }
    this.#consume(queue, eventOf(records), (outcome) => this.#done(queue, records, outcome))
  }

  /** @returns false where the message is out of attempts */
  #receive(message: Message): boolean {
    const { now, chance } = this.#world
    message.receives++
    if (WITH_DEAD_LETTERS.has(message.queue) && message.receives > MAX_ATTEMPTS) {
      this.#world.log(`${message.id} is a dead letter`)
      message.queue = 'dead'
      message.receives = 0
      this.#deliverSoon(message)
      return false
    }
    message.visibleAt = now + VISIBILITY_MS
    this.#deliverSoon(message)
    if (chance.is(this.#faults.twice)) this.#deliverSoon(message, true)
    return true
  }

  #done(queue: QueueName, records: readonly Message[], outcome: Outcome<SQSBatchResponse>): void {
    if ('error' in outcome) return
    const failed = new Set(outcome.value.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { id, queue: now } of records) {
      // A message that has become a dead letter meanwhile is another one to SQS.
      if (now !== queue || failed.has(id) || this.#world.chance.is(this.#faults.undeleted)) continue
      const carried = carriedBy(this.#messages.get(id)?.body ?? '')
      this.#messages.delete(id)
      const left = [...this.#messages.values()].flatMap(({ body }) => carriedBy(body) ?? [])
      if (carried) this.#carriers.deleted(carried, left, this.#items, this.#world.now)
    }
  }

  #isVisible({ visibleAt }: Message): boolean {
    return visibleAt <= this.#world.now
  }

  #isThere({ id, sentAt, queue }: Message): boolean {
    const days = queue === 'dead' ? DEAD_LETTER_RETENTION_DAYS : QUEUE_RETENTION_DAYS
    if (this.#world.now - sentAt >= days * DAY_MS && this.#messages.delete(id)) this.#world.log(`${id} is too old`)
    return this.#messages.has(id)
  }
}

function eventOf(messages: readonly Message[]): SQSEvent {
  return {
    Records: messages.map(({ id, body, puzzles, receives }) => ({
      messageId: id,
      receiptHandle: `${id}/${receives}`,
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:any',
      body,
      attributes: { ApproximateReceiveCount: String(receives) },
      messageAttributes: {
        [PUZZLES_ATTRIBUTE]: { dataType: 'Binary', binaryValue: Buffer.from(puzzles).toString('base64') },
      },
    })),
  } as unknown as SQSEvent
}
