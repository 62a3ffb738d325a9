import { createHmac } from 'node:crypto'

/** A message as Standard Webhooks has it (https://www.standardwebhooks.com). */
export interface WebhookMessage {
  /** The same for every attempt, so that a receiver can tell what it has had. */
  readonly id: string
  /** The body, byte for byte what is signed. */
  readonly body: string
  /** When it is sent, in milliseconds since 1970: a receiver refuses what is too old. */
  readonly at: number
}

/** The beginning of a secret; base64 follows. */
const SECRET_PREFIX = 'whsec_'

/** The headers that carry a message's id, time and signature. */
export function signedHeaders({ id, body, at }: WebhookMessage, secret: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
