import type { FunctionUsage, Read, Usage } from './cost.ts'
import { type Attributes, itemBytes } from './item-bytes.ts'
import type { Exchange } from './traffic.ts'

/** What AWS would have charged for, but for what only the processes themselves can tell. */
export interface Metered extends Omit<Usage, 'functions'> {
  readonly functions: Readonly<Record<'api' | 'worker', Pick<FunctionUsage, 'invocations' | 'heldSeconds'>>>
  /** Bytes of the answers to clients. */
  readonly bytesOut: number
}

/** A write; an update does not say how large its item is. */
interface Write {
  readonly key: string
  readonly bytes: number | undefined
}

interface Message {
  readonly ReceiptHandle: string
  readonly Body: string
  readonly MessageAttributes?: MessageAttributes
}
interface Entry {
  readonly ReceiptHandle: string
  readonly MessageBody: string
  readonly MessageAttributes?: MessageAttributes
}
type MessageAttributes = Readonly<Record<string, { readonly DataType: string; readonly BinaryValue: string }>>

/** Counts requests to the service and to the AWS behind it. */
export class Meter {
  readonly #writes: Write[] = []
  readonly #reads: Read[] = []
  readonly #queueCalls: number[] = []
  readonly #httpRequests: number[] = []
  readonly #api = { invocations: 0, heldSeconds: 0 }
  readonly #worker = { invocations: 0, heldSeconds: 0 }
  #bytesOut = 0
  /** When the messages of an invocation came, by the first one's receipt. */
  readonly #receivedAt = new Map<string, number>()

  /** The keys of the items that were written. */
  get written(): ReadonlySet<string> {
    return new Set(this.#writes.map(({ key }) => key))
  }

  take(exchange: Exchange): void {
    const [service, action] = exchange.action?.split('.') ?? []
    if (!service) this.#takeRequest(exchange)
    else if (service === 'AmazonSQS') this.#takeQueueCall(action, exchange)
    else this.#takeTableCall(action, exchange)
  }

  /** @param stored sizes of items by their keys; counters only grow, so that an update was of at most that size */
  metered(stored: ReadonlyMap<string, number>): Metered {
    return {
      writes: this.#writes.map(({ key, bytes }) => Math.max(bytes ?? 0, stored.get(key) ?? 0)),
      reads: this.#reads,
      queueCalls: this.#queueCalls,
      httpRequests: this.#httpRequests,
      functions: { api: this.#api, worker: this.#worker },
      bytesOut: this.#bytesOut,
    }
  }

  #takeRequest({ asked, answered, beganAt, endedAt }: Exchange): void {
    this.#httpRequests.push(asked.length + answered.length)
    this.#bytesOut += answered.length
    this.#api.invocations++
    this.#api.heldSeconds += (endedAt - beganAt) / 1000
  }

  #takeTableCall(action: string, { asked, answered }: Exchange): void {
    const { Item, Key, ConsistentRead } = JSON.parse(asked.toString())
    // One that its condition refuses is charged as well.
    if (action === 'PutItem') this.#writes.push({ key: keyOf(Item), bytes: itemBytes(Item) })
    if (action === 'UpdateItem') this.#writes.push({ key: keyOf(Key), bytes: undefined })
    if (action !== 'GetItem' && action !== 'Query') return
    const found: { Item?: Attributes; Items?: Attributes[] } = JSON.parse(answered.toString())
    const items = found.Items ?? (found.Item ? [found.Item] : [])
    const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0)
    this.#reads.push({ items: items.length, bytes, isConsistent: ConsistentRead === true })
  }

  #takeQueueCall(action: string, { asked, answered, beganAt, endedAt }: Exchange): void {
    const { Entries = [] }: { Entries?: Entry[] } = JSON.parse(asked.toString())
    const { Messages = [] }: { Messages?: Message[] } = JSON.parse(answered.toString() || '{}')
    const sent = Entries.map(({ MessageBody = '', MessageAttributes }) => messageBytes(MessageBody, MessageAttributes))
    const received = Messages.map(({ Body, MessageAttributes }) => messageBytes(Body, MessageAttributes))
    this.#queueCalls.push([...sent, ...received].reduce((sum, bytes) => sum + bytes, 0))
    if (action === 'ReceiveMessage' && Messages.length > 0) {
      this.#worker.invocations++
      this.#receivedAt.set(Messages[0].ReceiptHandle, endedAt)
    }
    const receivedAt = action === 'DeleteMessageBatch' && this.#receivedAt.get(Entries[0].ReceiptHandle)
    if (receivedAt) this.#worker.heldSeconds += (beganAt - receivedAt) / 1000
  }
}

/** A text that no two items share. */
export function keyOf({ pk, sk }: Attributes): string {
  return JSON.stringify([pk, sk])
}

/** What SQS counts of a message: binary as it is. */
function messageBytes(body: string, attributes: MessageAttributes = {}): number {
  return Object.entries(attributes).reduce(
    (sum, [name, { DataType, BinaryValue }]) =>
      sum + Buffer.byteLength(name) + DataType.length + Buffer.byteLength(BinaryValue, 'base64'),
    Buffer.byteLength(body),
  )
}
