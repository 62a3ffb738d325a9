import type { Context } from 'hono'
import type { Table } from '../../shared/aws/table.ts'
import { ownJob } from './admission/access.ts'
import { viewOf } from './job-view.ts'
import { problem } from './problem.ts'
import type { ApiServices } from './services.ts'

/** `POST /jobs/{id}/cancel`: workers solve no more of it; what is solved stays. */
export function cancelJob(services: ApiServices) {
  const { table, now } = services
  return async (c: Context): Promise<Response> => {
    const record = await ownJob(services, c)
    if (!record) return problem(c, 'unknown-job')
    const { id } = record.job
    const { state } = viewOf(record, now())
    if (state === 'completed') return problem(c, 'job-ended')
    if (state === 'expired') return problem(c, 'expired-job')
    if (record.job.cancel !== 'settled') {
      await table.cancelJob(id, 'asked')
      await settleCancel(table, id)
    }
    const cancelled = await ownJob(services, c)
    return cancelled ? c.json(viewOf(cancelled, now()), 202) : problem(c, 'unknown-job')
  }
}

/** Refuses the parts that are still on their way to a job whose cancelling was asked for: none can come in then. */
export async function settleCancel(table: Table, id: string): Promise<void> {
  // Parts on their way when the job was cancelled are none of it: who sends them looks at the job once more
  // after he has shown his part, and here the parts are looked at after the job says that it is cancelled.
  const { parts: there = [] } = (await table.getJob(id)) ?? {}
  await Promise.all(there.filter((part) => part.state === 'sending').map(({ number }) => table.refusePart(id, number)))
  await table.cancelJob(id, 'settled')
}
