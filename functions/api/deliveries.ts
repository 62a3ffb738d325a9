import type { Context } from 'hono'
import type { DeliveryList, DeliveryView } from '../../shared/protocol/views.ts'
import { eventBodyOf } from '../reporting/job-end.ts'
import { iso, viewOf } from '../reporting/job-view.ts'
import { type JobEnv, prefixOf, type RecordEnv } from './context.ts'
import { Problem } from './problem.ts'
import { isOver } from './results.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/** `GET /jobs/{id}/deliveries`: the last attempts to tell the job's webhook. */
export function listDeliveries({ table }: ApiServices) {
  return async (c: Context<JobEnv>): Promise<Response> => {
    const found = await table.listDeliveries(c.var.job.id)
    const deliveries = found.map(({ at, ...delivery }): DeliveryView => ({ ...delivery, at: iso(at) }))
    return c.json({ deliveries } satisfies DeliveryList)
  }
}

/** `POST /jobs/{id}/deliveries`: tells the webhook of an ended job again, and at once, even where its endpoint is paused. */
export function sendAgain({ table, events, now }: ApiServices) {
  return async (c: Context<RecordEnv>): Promise<Response> => {
    const { job, record, correlationId } = c.var
    if (!job.webhook || !events) throw new Problem('nothing-to-tell', { detail: 'the job has no webhook' })
    if (!isOver(record, now())) throw new Problem('nothing-to-tell', { detail: 'the job has not ended' })
    await table.forgetTimeouts(job.owner, new URL(job.webhook.url).host)
    await events.queue.send(eventBodyOf({ jobId: job.id, again: now(), correlationId }), job.owner)
    return c.json(viewOf(record, now(), prefixOf(c)), 202, RETRY_AFTER)
  }
}
