import type { Delivery, WebhookState } from '../job/delivery.ts'
import type { Job } from '../job/job.ts'
import type { Items, Key } from './items.ts'
import { jobKey } from './job-items.ts'

/** Attempts that are listed, the last of them. */
const MOST_LISTED = 100
/** An endpoint is left alone once it has not answered so often in a row, and for so long. */
const MOST_TIMEOUTS = 3
const PAUSE_MS = 15 * 60_000
/** Timeouts that are longer ago say nothing of an endpoint. */
const REMEMBERED_S = 86_400

/** What became of the attempts to tell webhooks, and which endpoints are left alone. */
export function dynamoDeliveries(items: Items) {
  return {
    /** Keeps an attempt, and how its job's webhook stands by it. */
    async noteDelivery(
      { id: jobId, expiresAt }: Pick<Job, 'id' | 'expiresAt'>,
      delivery: Delivery | undefined,
      state: WebhookState,
    ): Promise<void> {
      if (delivery) {
        const sk = `${new Date(delivery.at).toISOString()}#${delivery.event}#${delivery.attempt}`
        await items.put({ ...deliveriesKey(jobId, sk), ...delivery, expiresAt })
      }
      await items.update(jobKey(jobId), {
        update: 'SET delivery = :state',
        // A job that was deleted has none.
        condition: 'attribute_exists(webhook)',
        values: { ':state': state },
      })
    },

    /** The last attempts for a job, newest first. */
    async listDeliveries(jobId: string): Promise<readonly Delivery[]> {
      const found = await items.queryBack(deliveriesKey(jobId, '').pk, MOST_LISTED)
      return found.map(({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...delivery }) => delivery as unknown as Delivery)
    },

    /**
     * Until when an owner's endpoint is left alone, in milliseconds since 1970; undefined where it may be called. Once a
     * pause is over, one call finds out for all, who wait for another pause meanwhile.
     *
     * @param now milliseconds since 1970
     */
    async endpointPause(owner: string, host: string, now: number): Promise<number | undefined> {
      const key = endpointKey(owner, host)
      const pausedUntil = (await items.get(key))?.pausedUntil as number | undefined
      if (pausedUntil === undefined) return undefined
      const next = now + PAUSE_MS
      // Farther away than a pause takes, it was written by a clock that ran ahead.
      if (pausedUntil > now && pausedUntil <= next) return pausedUntil
      const isFirst = await items.update(key, {
        update: 'SET pausedUntil = :next',
        condition: 'pausedUntil = :seen',
        values: { ':next': next, ':seen': pausedUntil },
      })
      return isFirst ? undefined : next
    },

    /** Counts a call that an endpoint did not answer in time. */
    async noteTimeout(owner: string, host: string, now: number): Promise<void> {
      const key = endpointKey(owner, host)
      const counted = await items.updateAndGet(key, {
        update: 'SET expiresAt = :expiresAt ADD timeouts :one',
        values: { ':expiresAt': Math.ceil(now / 1000) + REMEMBERED_S, ':one': 1 },
      })
      if (Number(counted?.timeouts) < MOST_TIMEOUTS) return
      await items.update(key, { update: 'SET pausedUntil = :next', values: { ':next': now + PAUSE_MS } })
    },

    /** An endpoint has answered, or somebody says that it will. */
    async forgetTimeouts(owner: string, host: string): Promise<void> {
      const key = endpointKey(owner, host)
      const found = await items.get(key)
      if (found?.timeouts) await items.update(key, { update: 'REMOVE timeouts, pausedUntil' })
    },
  }
}

const deliveriesKey = (jobId: string, sk: string): Key => ({ pk: `deliveries#${jobId}`, sk })
const endpointKey = (owner: string, host: string): Key => ({ pk: `endpoint#${owner}#${host}`, sk: 'timeouts' })
