import type { Context } from 'hono'
import { acceptedParts, hasExpired, type JobRecord } from '../../shared/job/job.ts'
import { parseSeal } from '../../shared/protocol/queries.ts'
import { ownJob } from './admission/access.ts'
import { bodyOf, jsonIn } from './body.ts'
import { viewOf } from './job-view.ts'
import { problem, refusal } from './problem.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/** `POST /jobs/{id}/seal`: says how many parts a job has; no more can come then, and it ends once they are solved. */
export function sealJob(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const body = await bodyOf(c)
    if (body instanceof Response) return body
    const parsed = jsonIn(c, body)
    if (parsed instanceof Response) return parsed
    const seal = parseSeal(parsed.json)
    if (!seal.ok) return refusal(c, seal)
    const { parts: count } = seal.value

    const record = await ownJob(services, c)
    if (!record) return problem(c, 'unknown-job')
    if (hasExpired(record.job, services.now())) return problem(c, 'expired-job')
    if (record.job.sealed === undefined) {
      const wrong = whatIsAmiss(record, count)
      if (wrong) return problem(c, 'missing-parts', { detail: wrong })
      await services.table.sealJob(record.job.id, count)
    }
    // Somebody else may have been first.
    const sealed = await ownJob(services, c)
    if (sealed?.job.sealed !== count) return problem(c, 'job-not-open')
    return c.json(viewOf(sealed, services.now()), 202, RETRY_AFTER)
  }
}

/** What speaks against a job having so many parts. */
function whatIsAmiss(record: JobRecord, count: number): string | undefined {
  const there = new Set(acceptedParts(record).map(({ number }) => number))
  const beyond = [...there].find((number) => number > count)
  if (beyond !== undefined) return `part ${beyond} is in, expected at most ${count}`
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !there.has(number))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, 20).join(', ')
  return `missing: ${named}${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}`
}
