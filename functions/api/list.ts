import type { Context } from 'hono'
import { parseListQuery } from '../../shared/protocol/queries.ts'
import type { JobList } from '../../shared/protocol/views.ts'
import { ownerIn } from './admission/access.ts'
import { viewOf } from './job-view.ts'
import { problem, refusal } from './problem.ts'
import type { ApiServices } from './services.ts'

/** As `jobs.ts` of the table has it: a time, `#`, an id. */
const CURSOR = /^[\d:.TZ-]{24}#[\w-]{1,64}$/

/** `GET /jobs`: the asker's jobs, newest first. */
export function listJobs({ table, now }: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const query = parseListQuery(c.req.query())
    if (!query.ok) return refusal(c, query)
    const { limit, cursor } = query.value
    const from = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('latin1')
    if (from !== undefined && !CURSOR.test(from)) return problem(c, 'invalid-cursor')
    const owner = ownerIn(c)
    const listed = await table.listJobs(owner, limit, from)
    const records = await Promise.all(listed.map(({ id }) => table.getJob(id)))
    // Listed and gone: expired, or never written as its submission crashed.
    const jobs = records.flatMap((record) => (record?.job.owner === owner ? viewOf(record, now()) : []))
    const last = listed.length === limit ? listed.at(-1) : undefined
    const next = last ? Buffer.from(last.cursor).toString('base64url') : null
    return c.json({ jobs, next } satisfies JobList)
  }
}
