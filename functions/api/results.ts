import type { Context } from 'hono'
import { type Format, formats, type ResultFormat } from '../../shared/formats.ts'
import { type JobRecord, progressOf, stateOf } from '../../shared/job/job.ts'
import { RESULTS_TYPE } from '../../shared/job/packed/result-frames.ts'
import { PACKED, parseResultsQuery, parseWait } from '../../shared/protocol/queries.ts'
import { ownJob } from './admission/access.ts'
import { problem, refusal } from './problem.ts'
import { readPacked, readResults } from './read-results.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'
import { MAX_WAIT_S, waitFor } from './wait.ts'

const JSON_TYPE = 'application/json'
const BY_MEDIA_TYPE: readonly Format[] = [formats.ndjson, formats.csv, formats.text]
const MEDIA_TYPES = [JSON_TYPE, ...BY_MEDIA_TYPE.map((format) => format.mediaType)]
const inJson: Pick<Format, 'write'> = { write: (result) => JSON.stringify(result) }

/** `GET /jobs/{id}/results`: a page of results in input order, in the form that the client asks for. */
export function getResults(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const query = parseResultsQuery(c.req.query())
    if (!query.ok) return refusal(c, query)
    const { from, limit: most, status: statuses, format: asked } = query.value
    const mediaType = asked ? mediaTypeOf(asked) : acceptedMediaType(c.req.header('accept') ?? '*/*')
    if (!mediaType) return problem(c, 'not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
    const first = await ownJob(services, c)
    if (!first) return problem(c, 'unknown-job')
    if (stateOf(first, progressOf(first).counts, services.now()) === 'expired') return problem(c, 'expired-job')

    const format = asked && asked !== PACKED ? formats[asked] : BY_MEDIA_TYPE.find((f) => f.mediaType === mediaType)
    const wanted = { from, most, statuses, format: format ?? inJson, ...(!format && { separator: ',' }) }
    const read = async (record: JobRecord): Promise<Body> => {
      if (asked === PACKED) {
        const { bytes, next } = await readPacked(services.table, record, wanted)
        return { body: bytes, isEmpty: bytes.length === 0, next }
      }
      const { text, count, next } = await readResults(services.table, record, wanted)
      const body = format
        ? (from === 1 ? format.head : '') + text
        : `{"results":[${text}],"next":${JSON.stringify(next ?? null)}}`
      return { body, isEmpty: count === 0, next }
    }
    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    let record = first
    const { body, isEmpty, next } = await waitFor(
      async () => {
        const page = await read(record)
        // For the next look, should this one not do.
        if (page.isEmpty && page.next === from) record = (await ownJob(services, c)) ?? record
        return page
      },
      (page) => !page.isEmpty || page.next !== from,
      { seconds: wait, now: services.now },
    )
    return c.body(body as string, 200, {
      'content-type': mediaType,
      vary: 'accept',
      ...(next !== undefined && { link: `<${nextAddress(c, next)}>; rel="next"` }),
      ...(next !== undefined && isEmpty && RETRY_AFTER),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    })
  }
}

interface Body {
  readonly body: string | Uint8Array
  readonly isEmpty: boolean
  /** The line to read on from. */
  readonly next: number | undefined
}

function mediaTypeOf(format: ResultFormat | typeof PACKED): string {
  return format === PACKED ? RESULTS_TYPE : formats[format].mediaType
}

/** The media type that an `Accept` header likes best, as RFC 9110 has it: of its ranges the most specific counts. */
function acceptedMediaType(accept: string): string | undefined {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
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

function nextAddress(c: Context, line: number): string {
  return `${c.req.path}?${new URLSearchParams({ ...c.req.query(), from: String(line) })}`
}
