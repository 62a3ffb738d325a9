import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { formats } from '../../shared/formats.ts'
import { stateOf } from '../../shared/job/job.ts'
import { parsePageSize, parseStatuses, parseWait, type ResultsPage } from '../../shared/protocol.ts'
import { type ApiParts, ownJob, RETRY_AFTER } from './parts.ts'
import { problem } from './problem.ts'
import { cursorOf, positionOf, readResults, START } from './read-results.ts'
import { MAX_WAIT_S, waitFor } from './wait.ts'

const MEDIA_TYPES = ['application/json', ...Object.values(formats).map((format) => format.mediaType)]

/** `GET /jobs/{id}/results`: a page of results in input order, in the form that the client accepts. */
export function getResults(parts: ApiParts) {
  return async (c: Context): Promise<Response> => {
    const statuses = parseStatuses(c.req.query('status'))
    const most = parsePageSize(c.req.query('limit'))
    if (!statuses.ok) return problem(c, 'invalid-request', { errors: statuses.errors })
    if (!most.ok) return problem(c, 'invalid-request', { errors: most.errors })
    const cursor = c.req.query('cursor')
    const from = cursor === undefined ? START : positionOf(cursor)
    if (!from) return problem(c, 'invalid-cursor')
    const mediaType = acceptedMediaType(c)
    if (!mediaType) return problem(c, 'not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
    const record = await ownJob(parts, c)
    if (!record) return problem(c, 'unknown-job')
    if (stateOf(record, parts.now()) === 'expired') return problem(c, 'expired-job')

    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    const filter = { most: most.value, statuses: statuses.value }
    const { results, next: place } = await waitFor(
      () => readResults(parts.table, record, from, filter),
      (page) => page.results.length > 0 || !page.next,
      { seconds: wait, now: parts.now },
    )
    const next = place ? cursorOf(place) : null
    const headers = {
      'content-type': mediaType,
      vary: 'accept',
      ...(next && { link: `<${nextAddress(c, next)}>; rel="next"` }),
      ...(next && results.length === 0 && RETRY_AFTER),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    }
    const format = Object.values(formats).find((f) => f.mediaType === mediaType)
    if (!format) return c.body(JSON.stringify({ results, next } satisfies ResultsPage), 200, headers)
    const head = cursor === undefined ? format.head : ''
    return c.body(head + results.map(format.write).join(''), 200, headers)
  }
}

/** The best of the media types that results come in; JSON where the client does not mind. */
function acceptedMediaType(c: Context): string | undefined {
  return accepts(c, {
    header: 'Accept',
    supports: MEDIA_TYPES,
    default: c.req.header('accept') ? '' : MEDIA_TYPES[0],
    match(accepted, config) {
      const matching = accepted
        .filter(({ q }) => q > 0)
        .toSorted((a, b) => b.q - a.q)
        .flatMap(({ type }) =>
          MEDIA_TYPES.filter((m) => type === '*/*' || type === m || type === `${m.split('/')[0]}/*`),
        )
      return matching[0] ?? config.default
    },
  })
}

function nextAddress(c: Context, cursor: string): string {
  return `${c.req.path}?${new URLSearchParams({ ...c.req.query(), cursor })}`
}
