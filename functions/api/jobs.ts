import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { LiveRecord, Part } from '../../shared/job/job.ts'
import { MAX_LIST_SIZE } from '../../shared/job/limits.ts'
import { LIST_QUERY_FIELDS, parseQuery, parseWait } from '../../shared/protocol/requests.ts'
import type { JobList, JobView, PartView } from '../../shared/protocol/views.ts'
import { msLeftOf, viewOf } from '../reporting/job-view.ts'
import { readAgain, readJobs } from './admission.ts'
import { isFar, pauseAfterLook, waitFor } from './held-answer.ts'
import { accepted } from './problem.ts'
import { type ApiServices, type OwnerEnv, prefixOf, queryOf, type RecordEnv } from './services.ts'

/** A poll's 304 has these headers, too. */
export const pollEtag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'retry-after', 'preference-applied'] })

/** `GET /jobs/{id}`: the job as it stands; where the client prefers to wait, as it stands after the next change. */
export async function pollJob(c: Context<RecordEnv>, services: ApiServices): Promise<Response> {
  const { table, now } = services
  const { job, record } = c.var
  const prefix = prefixOf(c)
  const wait = parseWait(c.req.header('prefer'))
  const first = snapshotOf(record, now(), prefix)
  const tags = tagsIn(c.req.header('if-none-match'))
  const known = tags.length > 0 ? tags : [first.etag]
  const { seen, isHeld } = await waitFor(services, c, first, {
    again: async () => snapshotOf(await readAgain(table, job), now(), prefix),
    willDo: ({ mayChange, etag }) => !mayChange || !known.includes(etag),
    createdAt: job.createdAt,
    waitMs: wait * 1000,
  })
  const { mayChange, msLeft } = seen
  // Who learns of one change of a long job need not ask for the next at once: that one would not be waited for.
  const isEarly = mayChange && (!isHeld || isFar(msLeft))
  return c.body(seen.body, 200, {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    etag: seen.etag,
    ...(mayChange && pauseAfterLook(seen.readUnits, isEarly ? msLeft : 0)),
    ...(wait > 0 && !isEarly && { 'preference-applied': `wait=${wait}` }),
  })
}

export function tagOf(body: string | Uint8Array): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** The tags of an `If-None-Match` header, weak ones as strong ones, as it compares them; none of `*`. */
export function tagsIn(header: string | undefined): string[] {
  return header?.match(/"[^"]*"/g) ?? []
}

function snapshotOf(record: LiveRecord, now: number, prefix: string) {
  const view = viewOf(record, now, prefix)
  const body = JSON.stringify(view)
  return {
    body,
    etag: tagOf(body),
    mayChange: view.state === 'running' || view.state === 'open' || view.state === 'cancelling',
    msLeft: msLeftOf(record, now),
    readUnits: record.readUnits,
  }
}

/** A hundred entries of the list count as this: two read units, and the time that they take. */
const READ_UNITS_OF_PAGE = 10
/** The read units after which a page of the list ends: a hundred jobs of one part each take half as many at most. */
const MAX_LIST_READ_UNITS = 1_000

/** `GET /jobs`: the asker's jobs, newest first. */
export async function listJobs(c: Context<OwnerEnv>, { table, now }: ApiServices): Promise<Response> {
  const { owner } = c.var
  const { limit, from, state, name } = accepted(parseQuery(LIST_QUERY_FIELDS, queryOf(c)))
  const jobs: JobView[] = []
  let last = from?.replace('_', '#')
  let isLast = false
  let readUnits = 0
  while (jobs.length < limit && readUnits < MAX_LIST_READ_UNITS && !isLast) {
    // Where there is a filter, nobody knows how many jobs it lets through.
    const most = state || name !== undefined ? MAX_LIST_SIZE : limit - jobs.length
    const listed = await table.listJobs(owner, most, last)
    isLast = listed.length < most
    const named = name === undefined ? listed : listed.filter((job) => job.name === name)
    const ids = named.map(({ id }) => id)
    let read = 0
    for await (const record of readJobs(table, ids)) {
      last = named[read++].cursor
      readUnits += record?.readUnits ?? 1
      // Listed and gone: expired, or never written as its submission crashed.
      const job = record?.job.owner === owner ? viewOf(record, now(), prefixOf(c)) : undefined
      if (job && (!state || state.includes(job.state))) jobs.push(job)
      if (jobs.length === limit || readUnits >= MAX_LIST_READ_UNITS) break
    }
    if (read < named.length) isLast = false
    // Those of other names were looked at, too.
    else last = listed.at(-1)?.cursor ?? last
    readUnits += READ_UNITS_OF_PAGE
  }
  // A number sign would have to be escaped in an address.
  const next = isLast || last === undefined ? null : last.replace('#', '_')
  return c.json({ jobs, next } satisfies JobList, 200, nextLink(c, next))
}

/** Where a list goes on, as a header; none at its end. */
export function nextLink(c: Pick<Context, 'req'>, from: string | number | null): { link?: string } {
  if (from === null) return {}
  const query = queryOf(c)
  query.set('from', `${from}`)
  // The first page has begun there.
  query.delete('line')
  return { link: `<${prefixOf(c)}${c.req.path}?${query}>; rel="next"` }
}

export function partView({ number, total, format, digest }: Part): PartView {
  return { part: number, puzzles: total, format, digest }
}
