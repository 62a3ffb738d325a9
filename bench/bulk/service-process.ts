import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { startLocal } from '../../infra/local.ts'
import { type Attributes, itemBytes } from './item-bytes.ts'
import { keyOf, Meter, type Metered } from './meter.ts'
import { onExchange } from './traffic.ts'

/**
 * The local service in a process of its own. With `observed` as its argument it keeps count of
 * the requests to it and to the AWS behind it between the messages `begin` and `end`.
 */

/** What was counted, and what now lies in the table of all that was written meanwhile. */
export interface Observed {
  readonly metered: Metered
  /** By the first word of their keys. */
  readonly stored: Readonly<Record<string, Stored>>
}

export interface Stored {
  readonly items: number
  readonly bytes: number
}

let meter = new Meter()
if (process.argv[2] === 'observed') {
  onExchange((exchange) => meter.take(exchange))
}

const service = await startLocal()
process.on('message', async (message: 'begin' | 'end') => {
  if (message === 'begin') meter = new Meter()
  else process.send?.(await observed(meter))
})
process.once('disconnect', async () => {
  await service[Symbol.asyncDispose]()
  process.exit()
})
process.send?.({ url: service.url })

async function observed(counted: Meter): Promise<Observed> {
  const { written } = counted
  // What is read here is not to be counted.
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

async function* itemsOf({
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
}: typeof service.environment): AsyncGenerator<Attributes, void> {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    base64Decoder: (text) => Buffer.from(text, 'base64'),
  })
  try {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: 'sudoku' })) yield* Items as Attributes[]
  } finally {
    client.destroy()
  }
}
