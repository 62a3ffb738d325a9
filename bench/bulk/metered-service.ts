import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { clientsOf } from '../../infra/local/running-service.ts'
import { startLocal } from '../../infra/local.ts'
import { type Attributes, type FunctionUsage, itemBytes, type Read, type Usage } from './cost.ts'

/**
 * The local service in a process of its own. With the argument `observed` it keeps count of the requests to it and to the
 * AWS behind it between the messages `begin` and `end`.
 */

/** Messages to its process; each has an answer. */
export type Asking = 'begin' | 'end'

/** The requests that were counted, and the items that were written meanwhile and lie in the table now. */
export interface Observed {
  readonly metered: Metered
  /** By the first word of their keys. */
  readonly stored: Readonly<Record<string, Stored>>
}

export interface Stored {
  readonly items: number
  readonly bytes: number
}

/** Everything that AWS would have charged for, except for what only the processes themselves can tell. */
interface Metered extends Omit<Usage, 'functions' | 'storedBytes' | 'lines'> {
  readonly functions: Readonly<Record<'api' | 'worker', Pick<FunctionUsage, 'invocations' | 'heldSeconds'>>>
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
class Meter {
  /** An update does not say how large its item is. */
  readonly #writes: { readonly key: string; readonly bytes: number | undefined }[] = []
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
    this.#reads.push({ bytes, isConsistent: ConsistentRead === true })
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

let meter = new Meter()
const isObserved = process.argv[2] === 'observed'
if (isObserved) onExchange((exchange) => meter.take(exchange))

// Lines as long as in the cloud, on standard output.
const logging = isObserved && { logLevel: 'INFO' as const, metricsNamespace: 'SudokuService/prod' }
const service = await startLocal({ ...logging })
process.on('message', async (asked: Asking) => process.send?.(await answerTo(asked)))
process.once('disconnect', async () => {
  await service[Symbol.asyncDispose]()
  process.exit()
})
process.send?.({ url: service.url })

async function answerTo(asked: Asking): Promise<Observed | 'begun'> {
  if (asked === 'end') return await observed(meter)
  meter = new Meter()
  return 'begun'
}

async function observed(counted: Meter): Promise<Observed> {
  const { written } = counted
  // Reads from here on must not be counted.
  meter = new Meter()
  const sizes = new Map<string, number>()
  const stored: Record<string, { items: number; bytes: number }> = {}
  if (written.size > 0) {
    for await (const item of itemsOf(service.environment)) {
      const key = keyOf(item)
      if (!written.has(key)) continue
      const bytes = itemBytes(item)
      const [kind] = (item.pk as { S: string }).S.split('#')
      stored[kind] ??= { items: 0, bytes: 0 }
      stored[kind].items++
      stored[kind].bytes += bytes
      sizes.set(key, bytes)
    }
  }
  return { metered: counted.metered(sizes), stored }
}

async function* itemsOf(environment: typeof service.environment): AsyncGenerator<Attributes, void> {
  const client = new DynamoDBClient(clientsOf(environment).dynamo)
  try {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: 'sudoku' })) yield* Items as Attributes[]
  } finally {
    client.destroy()
  }
}

/** A text that no two items share. */
function keyOf({ pk, sk }: Attributes): string {
  return JSON.stringify([pk, sk])
}

/** The bytes that SQS counts of a message: binary as it is. */
function messageBytes(body: string, attributes: MessageAttributes = {}): number {
  return Object.entries(attributes).reduce(
    (sum, [name, { DataType, BinaryValue }]) =>
      sum + Buffer.byteLength(name) + DataType.length + Buffer.byteLength(BinaryValue, 'base64'),
    Buffer.byteLength(body),
  )
}

/** A request and its answer. */
interface Exchange {
  /** As AWS names it, e.g. `DynamoDB_20120810.PutItem`; undefined of requests that are not to AWS. */
  readonly action: string | undefined
  readonly asked: Buffer
  readonly answered: Buffer
  /** Milliseconds. */
  readonly beganAt: number
  readonly endedAt: number
}

/** Node's messages about every HTTP server in a process. */
interface Told {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Tells of each request to any HTTP server in this process once it has been answered; the servers notice nothing. */
function onExchange(take: (exchange: Exchange) => void): void {
  const under = new WeakMap<ServerResponse, () => void>()
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Told
    const beganAt = performance.now()
    const asked = copiesOf(request, 'push')
    const answered = [copiesOf(response, 'write'), copiesOf(response, 'end')]
    under.set(response, () =>
      take({
        action: request.headers['x-amz-target']?.toString(),
        asked: Buffer.concat(asked),
        answered: Buffer.concat(answered.flat()),
        beganAt,
        endedAt: performance.now(),
      }),
    )
  })
  subscribe('http.server.response.finish', (message) => under.get((message as Told).response)?.())
}

/** Watches what a stream is given through one of its methods, from now on. */
function copiesOf<Name extends string>(stream: Record<Name, (...given: never[]) => unknown>, name: Name): Uint8Array[] {
  const copies: Uint8Array[] = []
  const original = stream[name] as (...given: unknown[]) => unknown
  const copying = (...given: unknown[]) => {
    const [piece] = given
    if (typeof piece === 'string' || piece instanceof Uint8Array) copies.push(Buffer.from(piece as string))
    return original.apply(stream, given)
  }
  Object.assign(stream, { [name]: copying })
  return copies
}
