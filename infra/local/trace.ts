import { createHash, randomUUID } from 'node:crypto'
import type { buildApp } from 'fauxqs'

/**
 * The header by which AWS knows what came of what, as X-Ray's documentation draws it:
 *
 *     Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0;Lineage=a87bd80c:1|68fd508a:5
 *
 * The lineage says how often each function has run before in this chain of messages. Lambda hands the header to each
 * invocation, the SDK sends it along with each request by itself, and SQS keeps it with each message.
 */

/** After so many invocations in one chain Lambda stops a function, unless that is allowed to run in a loop. */
export const MOST_IN_A_CHAIN = 16
/** SQS's name for the header that a message came with. */
export const TRACE_ATTRIBUTE = 'AWSTraceHeader'
const HEADER = 'x-amzn-trace-id'

/** The headers that tell an invocation of the chain that it belongs to. */
export interface Trace {
  /** `_X_AMZN_TRACE_ID` of the invocation. */
  readonly header: string
  /** How often the function has run in this chain, this time included. */
  readonly invocations: number
}

/** @param cause the header of what the function is invoked for; undefined where a chain begins */
export function traceOf(functionName: string, cause?: string): Trace {
  const fields = new Map((cause ?? newTrace()).split(';').map((field) => field.split('=', 2) as [string, string]))
  const counts = new Map(
    (fields.get('Lineage') ?? '').split('|').flatMap((member): [string, number][] => {
      const [, hash, count] = /([\da-f]{8}):(\d+)$/.exec(member) ?? []
      return hash ? [[hash, Number(count)]] : []
    }),
  )
  const own = createHash('sha256').update(functionName).digest('hex').slice(0, 8)
  const before = counts.get(own)
  const runs = before === undefined ? 0 : before + 1
  counts.set(own, runs)
  fields.set('Lineage', [...counts].map(([hash, count]) => `${hash}:${count}`).join('|'))
  return { header: [...fields].map((field) => field.join('=')).join(';'), invocations: runs + 1 }
}

/** A trace that is not sampled. */
function newTrace(): string {
  const random = randomUUID().replaceAll('-', '')
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${random.slice(0, 24)};Sampled=0`
}

/** Has the emulated SQS keep with each message the header that it was sent with, as SQS does. */
export function keepTraces(sqs: ReturnType<typeof buildApp>): void {
  const sent = new Map<string, { readonly header: string; handle?: string }>()
  /** The messages' ids by the handles that they were received with last. */
  const received = new Map<string, string>()
  sqs.addHook('preSerialization', async (request, _reply, answer: SqsAnswer | undefined) => {
    const header = request.headers[HEADER]
    if (typeof header === 'string') for (const { MessageId } of sentIn(answer)) sent.set(MessageId, { header })
    for (const message of answer?.Messages ?? []) {
      const known = sent.get(message.MessageId)
      if (!known) continue
      received.delete(known.handle ?? '')
      received.set(message.ReceiptHandle, message.MessageId)
      known.handle = message.ReceiptHandle
      message.Attributes = { ...message.Attributes, [TRACE_ATTRIBUTE]: known.header }
    }
    if (request.headers['x-amz-target']?.toString().includes('DeleteMessage')) {
      for (const handle of handlesIn(request.body as SqsRequest)) {
        sent.delete(received.get(handle) ?? '')
        received.delete(handle)
      }
    }
    return answer
  })
}

interface SqsRequest {
  readonly ReceiptHandle?: string
  readonly Entries?: readonly { readonly ReceiptHandle: string }[]
}

interface SqsAnswer {
  readonly MessageId?: string
  readonly Successful?: readonly { readonly MessageId?: string }[]
  readonly Messages?: { readonly MessageId: string; readonly ReceiptHandle: string; Attributes?: object }[]
}

function sentIn(answer: SqsAnswer | undefined): { readonly MessageId: string }[] {
  return [answer, ...(answer?.Successful ?? [])].flatMap((sent) =>
    sent?.MessageId === undefined ? [] : [{ MessageId: sent.MessageId }],
  )
}

function handlesIn({ ReceiptHandle, Entries = [] }: SqsRequest): string[] {
  return [...(ReceiptHandle === undefined ? [] : [ReceiptHandle]), ...Entries.map((entry) => entry.ReceiptHandle)]
}
