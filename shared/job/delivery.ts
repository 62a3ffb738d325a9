/** An attempt to tell a job's webhook of its end. */
export interface Delivery {
  /** The id of the event, the same for each attempt. */
  readonly event: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** From 1. */
  readonly attempt: number
  readonly tookMs: number
  /** Of the answer; where there was none, `error` says why. */
  readonly status?: number
  readonly error?: string
}

/** How a job's webhook stands by what was tried last. */
export interface WebhookState {
  readonly state: (typeof WEBHOOK_STATES)[number]
  readonly attempts: number
  /** When it is tried again, in milliseconds since 1970. */
  readonly nextAt?: number
}

export const WEBHOOK_STATES = ['taken', 'waiting', 'paused', 'given-up'] as const
