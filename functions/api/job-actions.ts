import type { Context } from 'hono'
import type { Table } from '../../shared/aws/table.ts'
import type { DeliveryList, DeliveryView } from '../../shared/protocol/views.ts'
import { eventBodyOf, tellIfEnded } from '../reporting/job-end.ts'
import { iso, viewOf } from '../reporting/job-view.ts'
import { addInFlight, jobIdOf, readAgain } from './admission.ts'
import { type JobEnv, type OwnerEnv, prefixOf, type RecordEnv } from './context.ts'
import { Problem } from './problem.ts'
import { redrive } from './redrive.ts'
import { isOver } from './results.ts'
import { type ApiServices, groupOf, RETRY_AFTER } from './services.ts'

/** `POST /jobs/{id}/cancel`: workers solve no more of it; what is solved stays. */
export function cancelJob(services: ApiServices) {
  const { table, now } = services
  return async (c: Context<RecordEnv>): Promise<Response> => {
    const { job, record } = c.var
    if (viewOf(record, now()).state === 'completed') throw new Problem('job-ended')
    if (job.cancel !== 'settled') {
      await table.cancelJob(job.id, 'asked')
      await settleCancel(table, job.id)
    }
    const cancelled = await readAgain(table, job)
    // In an open job all that came in may be solved, or nothing may have come.
    await tellIfEnded(services, cancelled, c.var.correlationId)
    return c.json(viewOf(cancelled, now(), prefixOf(c)), 202)
  }
}

/** Refuses the parts that are still on their way to a job whose cancelling was asked for: none can come in then. */
export async function settleCancel(table: Table, id: string): Promise<void> {
  // Parts on their way when the job was cancelled do not belong to it: their sender looks at the job once more
  // after the part is there to be seen, and here the parts are looked at after the job says that it is cancelled.
  const { parts: there = [] } = (await table.getLive(id)) ?? {}
  await Promise.all(there.filter((part) => part.state === 'sending').map(({ number }) => table.refusePart(id, number)))
  await table.cancelJob(id, 'settled')
}

/** Chunks whose results are removed together. */
const REMOVED_AT_ONCE = 16

/**
 * `DELETE /jobs/{id}`: nobody finds it any more, workers leave it alone, and its results and puzzles are removed. Those
 * of a large job take several calls, or go when it would have expired.
 */
export function deleteJob({ table, now, elapsed = now }: ApiServices) {
  return async (c: Context<OwnerEnv>): Promise<Response> => {
    const id = jobIdOf(c.req.param('id'))
    c.set('jobId', id)
    const giveUpAt = elapsed() + MAX_S * 1000
    const parts = await table.deleteJob(id, c.var.owner)
    if (!parts) throw new Problem('unknown-job')
    for (const part of parts) {
      const { number, total, perChunk } = part
      const chunks = Math.ceil(total / perChunk)
      for (let first = 0; first < chunks; first += REMOVED_AT_ONCE) {
        if (elapsed() >= giveUpAt) return c.body(null, 202, RETRY_AFTER)
        const count = Math.min(REMOVED_AT_ONCE, chunks - first)
        await Promise.all(Array.from({ length: count }, (_, i) => table.removeResults(id, number, first + i)))
      }
      await table.removePart(id, part)
    }
    return c.body(null, 204)
  }
}

/** API Gateway gives up after 30 s. What is left then is taken by the next call. */
const MAX_S = 20

/** `POST /jobs/{id}/redrive`: sends the failed puzzles again, which were kept with their results. */
export function redriveJob(services: ApiServices) {
  const { table, now, elapsed = now } = services
  return async (c: Context<RecordEnv>): Promise<Response> => {
    const { job, record, correlationId } = c.var
    if (job.cancel) throw new Problem('job-ended')
    const giveUpAt = elapsed() + MAX_S * 1000
    const redriven = await redrive(services, record, {
      group: groupOf(services, job),
      // The request that sends them again is theirs in the log, whoever submitted the job.
      correlationId,
      isOver: () => elapsed() >= giveUpAt,
      roomFor: (puzzles) => addInFlight(services, job, puzzles),
    })
    // The chunks sent before it are under way; the rest is still failed, and taken by a later call.
    if (!redriven.ok) throw new Problem(redriven.error, { headers: RETRY_AFTER })
    return c.json(viewOf(await readAgain(table, job), now(), prefixOf(c)), 202, RETRY_AFTER)
  }
}

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
