import type { Job, WebhookState } from '../job/job.ts'
import type { Delivery } from '../protocol/views.ts'
import { attribute, claimStep, expression, type Items, type Key } from './items.ts'
import { jobKey } from './jobs.ts'

/** Attempts that are listed, the last of them. */
const MOST_LISTED = 100
/** An endpoint is left alone once it has not answered so often in a row, and for so long. */
const MOST_TIMEOUTS = 3
const PAUSE_MS = 15 * 60_000
/** Timeouts that are longer ago say nothing of an endpoint. */
const REMEMBERED_S = 86_400

/**
 * So many webhooks of an owner are called at once, and so many at one endpoint: of `prod`'s ten notifiers, receivers that do
 * not answer hold up four, and the owner's others still have two of these.
 */
const TURNS = ['turn1', 'turn2', 'turn3', 'turn4'] as const
const TURNS_AT_ENDPOINT = 2
/** A call is given up after ten seconds: whoever took a turn longer ago has died over it. */
const TURN_MS = 20_000

/** The right to call a webhook for a while. */
interface Turn {
  readonly name: (typeof TURNS)[number]
  /** When it ends by itself, in milliseconds since 1970. */
  readonly endsAt: number
}

type ToldJob = Pick<Job, 'id' | 'expiresAt'>

/** What became of the attempts to tell webhooks, and which endpoints are left alone. */
export function dynamoDeliveries(items: Items) {
  return {
    async noteDelivery({ id, expiresAt }: ToldJob, delivery: Delivery | undefined, state: WebhookState): Promise<void> {
      if (delivery) {
        const sk = `${new Date(delivery.at).toISOString()}#${delivery.event}#${delivery.attempt}`
        await items.put({ ...deliveriesKey(id, sk), ...delivery, expiresAt })
      }
      // A job that was deleted has no webhook.
      await items.update(jobKey(id), expression`SET delivery = ${state}`, expression`attribute_exists(webhook)`)
    },

    async listDeliveries(jobId: string): Promise<readonly Delivery[]> {
      const found = await items.queryBack(deliveriesKey(jobId, '').pk, MOST_LISTED)
      return found.map(({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...delivery }) => delivery as unknown as Delivery)
    },

    /**
     * Claims the next telling of an event for the message that brings it, where it was sent on because a webhook did not take
     * it, or had no turn.
     */
    claimTelling(
      { id: jobId, expiresAt }: ToldJob,
      { sent, again = 0, waits = 0 }: { sent: { id: string; attempts: number }; again?: number; waits?: number },
      messageId: string,
    ): Promise<boolean> {
      const key = { pk: `telling#${jobId}`, sk: `${sent.id}#${again}` }
      return claimStep(items, key, [sent.attempts, waits], { messageId, expiresAt })
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
      const isAsSeen = expression`pausedUntil = ${pausedUntil}`
      const isFirst = await items.update(key, expression`SET pausedUntil = ${next}`, isAsSeen)
      return isFirst ? undefined : next
    },

    /**
     * Takes one of an owner's turns to call an endpoint; undefined while all are taken that there are for it.
     *
     * @param now milliseconds since 1970
     */
    async takeTurn(owner: string, host: string, now: number): Promise<Turn | undefined> {
      const endsAt = now + TURN_MS
      // Somebody else may take the same one at once.
      for (const _ of TURNS) {
        const found = ((await items.get(turnsKey(owner))) ?? {}) as Partial<
          Record<Turn['name'], { host: string; endsAt: number }>
        >
        // One that ends farther away than turns do was taken by a clock that ran ahead.
        const isTaken = ({ endsAt } = { endsAt: 0 }) => endsAt > now && endsAt <= now + 2 * TURN_MS
        const taken = TURNS.filter((name) => isTaken(found[name]))
        const free = TURNS.filter((name) => !taken.includes(name))
        const atEndpoint = taken.filter((name) => found[name]?.host === host)
        if (free.length === 0 || atEndpoint.length >= TURNS_AT_ENDPOINT) return undefined
        const name = free[Math.floor(Math.random() * free.length)]
        const turn = attribute(name)
        const before = found[name]?.endsAt
        const expiresAt = Math.ceil(endsAt / 1000) + REMEMBERED_S
        const taking = expression`SET ${turn} = ${{ host, endsAt }}, expiresAt = ${expiresAt}`
        const isFree =
          before === undefined ? expression`attribute_not_exists(${turn})` : expression`${turn}.endsAt = ${before}`
        if (await items.update(turnsKey(owner), taking, isFree)) return { name, endsAt }
      }
      return undefined
    },

    async endTurn(owner: string, { name, endsAt }: Turn): Promise<void> {
      const turn = attribute(name)
      await items.update(turnsKey(owner), expression`REMOVE ${turn}`, expression`${turn}.endsAt = ${endsAt}`)
    },

    /** Counts a call that an endpoint did not answer in time. */
    async noteTimeout(owner: string, host: string, now: number): Promise<void> {
      const key = endpointKey(owner, host)
      const expiresAt = Math.ceil(now / 1000) + REMEMBERED_S
      const counted = await items.updateAndGet(key, expression`SET expiresAt = ${expiresAt} ADD timeouts ${1}`)
      if (Number(counted?.timeouts) < MOST_TIMEOUTS) return
      await items.update(key, expression`SET pausedUntil = ${now + PAUSE_MS}`)
    },

    /** An endpoint has answered, or somebody says that it will. */
    async forgetTimeouts(owner: string, host: string): Promise<void> {
      const key = endpointKey(owner, host)
      const found = await items.get(key)
      if (found?.timeouts) await items.update(key, expression`REMOVE timeouts, pausedUntil`)
    },
  }
}

const deliveriesKey = (jobId: string, sk: string): Key => ({ pk: `deliveries#${jobId}`, sk })

const turnsKey = (owner: string): Key => ({ pk: `endpoint#${owner}`, sk: 'turns' })
const endpointKey = (owner: string, host: string): Key => ({ pk: `endpoint#${owner}#${host}`, sk: 'timeouts' })
