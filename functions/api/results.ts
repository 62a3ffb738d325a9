import type { Context } from 'hono'
import { formats } from '../../shared/formats.ts'
import { stateOf } from '../../shared/job/job.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { parseResultsQuery, parseWait } from '../../shared/protocol.ts'
import { type ApiParts, ownJob, RETRY_AFTER } from './parts.ts'
import { problem } from './problem.ts'
import { cursorOf, positionOf, readResults, START } from './read-results.ts'
import { MAX_WAIT_S, waitFor } from './wait.ts'

const JSON_TYPE = 'application/json'
const MEDIA_TYPES = [JSON_TYPE, ...Object.values(formats).map((format) => format.mediaType)]

/** `GET /jobs/{id}/results`: a page of results in input order, in the form that the client accepts. */
export function getResults(parts: ApiParts) {
  return async (c: Context): Promise<Response> => {
    const query = parseResultsQuery(c.req.query())
    if (!query.ok) return problem(c, 'invalid-request', { errors: query.errors })
    const { limit, status, cursor } = query.value
    const from = cursor === undefined ? START : positionOf(cursor)
    if (!from) return problem(c, 'invalid-cursor')
    const mediaType = acceptedMediaType(c.req.header('accept') ?? '*/*')
    if (!mediaType) return problem(c, 'not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
    const record = await ownJob(parts, c)
    if (!record) return problem(c, 'unknown-job')
    if (stateOf(record, parts.now()) === 'expired') return problem(c, 'expired-job')

    const format = Object.values(formats).find((f) => f.mediaType === mediaType)
    const write = format ? format.write : (result: PuzzleResult) => JSON.stringify(result)
    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    const { written, next: place } = await waitFor(
      () => readResults(parts.table, record, from, { most: limit, statuses: status, write }),
      (page) => page.written.length > 0 || !page.next,
      { seconds: wait, now: parts.now },
    )
    const next = place ? cursorOf(place) : null
    const body = format
      ? (cursor === undefined ? format.head : '') + written.join('')
      : `{"results":[${written.join(',')}],"next":${JSON.stringify(next)}}`
    return c.body(body, 200, {
      'content-type': mediaType,
      vary: 'accept',
      ...(next && { link: `<${nextAddress(c, next)}>; rel="next"` }),
      ...(next && written.length === 0 && RETRY_AFTER),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    })
  }
}

/** The media type that an `Accept` header likes best, as RFC 9110 has it: of its ranges the most specific counts. */
function acceptedMediaType(accept: string): string | undefined {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.trim().split(/\s*;\s*/))
    .map(([type, ...parameters]) => ({
      type,
      q: Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1),
    }))
  const qualityOf = (mediaType: string) => {
    const names = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
    return names.map((name) => ranges.find(({ type }) => type === name)).find((range) => range !== undefined)?.q ?? 0
  }
  const [best] = MEDIA_TYPES.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  return qualityOf(best) > 0 ? best : undefined
}

function nextAddress(c: Context, cursor: string): string {
  return `${c.req.path}?${new URLSearchParams({ ...c.req.query(), cursor })}`
}
