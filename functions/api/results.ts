import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { Table } from '../../shared/aws/table.ts'
import { JSON_LINES_TYPE } from '../../shared/input/ndjson.ts'
import {
  type JobRecord,
  type LiveRecord,
  leadingParts,
  progressOf,
  puzzlesSummarised,
  stateOf,
} from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES, MAX_PAGE_SIZE, MAX_RESULTS_AT_ONCE } from '../../shared/job/limits.ts'
import { formats } from '../../shared/job/output/result-format.ts'
import { RESULT_MEDIA_TYPES, type ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { PACKED, RESULTS_TYPE } from '../../shared/job/packed/result-frames.ts'
import { isFilter, unratedIn } from '../../shared/job/result-filter.ts'
import { parseResultsQuery, parseWait, type ResultsQuery } from '../../shared/protocol/requests.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { hasEnded, msLeftOf } from '../reporting/job-view.ts'
import { readAgain } from './admission.ts'
import { isFar, pauseAfterLook, waitFor } from './held-answer.ts'
import { nextLink, tagOf, tagsIn } from './jobs.ts'
import { takesGzip } from './page-files.ts'
import { accepted, Problem } from './problem.ts'
import {
  type ChunkResults,
  lacksResults,
  type PageQuery,
  type ResultsAnswer,
  readPacked,
  readResults,
  USUAL_BYTES,
  usualLimit,
} from './read-results.ts'
import { type ApiServices, queryOf, type RecordEnv } from './services.ts'

/** `GET /jobs/{id}/results`: some results in input order, in the format that the client asks for. */
export async function getResults(
  c: Context<RecordEnv>,
  services: ApiServices,
  chunks: ChunkResults,
): Promise<Response> {
  const { table, now, elapsed = now } = services
  const { job, record } = c.var
  const query = accepted(parseResultsQuery(queryOf(c)))
  // In a job without ratings nothing could ever be found by them.
  const unrated = unratedIn(query, job.options.include)
  const detail = 'the job has no ratings, as it was submitted without include=rating'
  if (unrated.length > 0)
    throw new Problem('invalid-request', { errors: unrated.map((parameter) => ({ parameter, detail })) })
  const format = formatFor(c, query)
  const wait = parseWait(c.req.header('prefer'))
  const begunAt = elapsed()
  // Who names the length of a page and waits wants that many; anybody else, whatever is there.
  const fills = wait > 0 && query.limit !== undefined
  const look = async (live: LiveRecord) => {
    const { record, from } = await startOf(table, chunks, live, query)
    const limit = query.limit ?? usualLimit(record, { ...query, from }, format.most)
    const isDone = isOver(live, now())
    const read = () => format.read(chunks, record, { ...query, from, limit })
    // A page that would not be full is read at the end alone.
    const isUnread = fills && !isDone && !isFilter(query) && lacksResults(record, from, Math.min(limit, format.most))
    const answer = isUnread ? undefined : await read()
    const msLeft = msLeftOf(live, now(), fills ? limit : 1)
    // The same question will have the same answer from now on, unless failed puzzles are sent again.
    const isFinal = isDone && progressOf(live).counts.failed === 0
    return { answer, read, from, isDone, isFinal, msLeft, readUnits: live.readUnits }
  }
  const first = await look(record)
  const { seen, isHeld } = await waitFor(services, c, first, {
    again: async () => look(await readAgain(table, job)),
    willDo: ({ answer, isDone, from }) => {
      if (!answer) return false
      const { isEmpty, isFull, next } = answer
      return fills ? isFull || isDone || next === undefined : !isEmpty || next !== from
    },
    createdAt: job.createdAt,
    waitMs: wait * 1000 - (elapsed() - begunAt),
  })
  const { body, isEmpty, next } = seen.answer ?? (await seen.read())
  const { msLeft, readUnits } = seen
  const isEarly = !isHeld || isFar(msLeft)
  const headers = {
    vary: 'accept, accept-encoding',
    ...nextLink(c, next ?? null),
    ...(wait > 0 && isHeld && { 'preference-applied': `wait=${wait}` }),
  }
  if (seen.isFinal) return finalAnswer(c, body, format.mediaType, headers)
  return c.body(body, 200, {
    ...headers,
    'content-type': format.mediaType,
    'cache-control': 'no-store',
    ...(next !== undefined && (isEmpty || !isHeld) && pauseAfterLook(readUnits, isEarly ? msLeft : 0)),
  })
}

/** Whether nothing more becomes of a job by itself. */
export function isOver(record: LiveRecord, now: number): boolean {
  const { counts } = progressOf(record)
  return hasEnded(stateOf(record, counts, now), counts)
}

/** Less than this is no shorter in gzip, with the headers that this takes. */
const MIN_GZIP_BYTES = 1_000

/**
 * An answer that stays what it is: with a tag, by which it need not be sent again, and in gzip where that is taken. It
 * is asked for each time all the same, as a job may be deleted.
 */
async function finalAnswer(
  c: Context<RecordEnv>,
  body: Uint8Array<ArrayBuffer>,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  // The packed format is as short as it gets.
  const isGzipped = mediaType !== RESULTS_TYPE && body.length >= MIN_GZIP_BYTES && takesGzip(c.req)
  const plainTag = tagOf(body)
  // A tag is of the bytes that are sent.
  const etag = isGzipped ? plainTag.replace(/"$/, '-gzip"') : plainTag
  const cached = { ...headers, etag, 'cache-control': 'private, no-cache' }
  if (tagsIn(c.req.header('if-none-match')).includes(etag)) return c.body(null, 304, cached)
  const content = { 'content-type': mediaType, ...(isGzipped && { 'content-encoding': 'gzip' }) }
  const sent = isGzipped ? await promisify(gzip)(body, { level: constants.Z_BEST_SPEED }) : body
  return c.body(sent, 200, { ...cached, ...content })
}

/**
 * The place that a query begins with, and the record with all parts from there on: those that the job's summary counts
 * have to be read where it lies before their end.
 */
async function startOf(
  table: Table,
  chunks: ChunkResults,
  live: LiveRecord,
  { from, line }: ResultsQuery,
): Promise<{ record: JobRecord; from: number }> {
  if (line === undefined && from > puzzlesSummarised(live)) return { record: live, from }
  const record = live.job.summary ? await table.getJob(live.job.id) : live
  if (!record) throw new Problem('unknown-job')
  return { record, from: line === undefined ? from : Math.max(from, await placeOfLine(chunks, record, line)) }
}

/** The place of the first puzzle on a line of its file or below it; if no known puzzle is, the place behind all of them. */
async function placeOfLine(chunks: ChunkResults, { job, parts }: JobRecord, line: number): Promise<number> {
  let first = 1
  for (const part of leadingParts({ job, parts })) {
    const last = part.lines?.last ?? first + part.total - 1
    if (line <= last) {
      const lines = await chunks.linesOf(job, part)
      return lines
        ? first + lines.findIndex((begins) => begins >= line)
        : Math.max(first, Math.min(line, first + part.total - 1))
    }
    first += part.total
  }
  return first
}

/** Reads what a query asks for, as far as one answer may go. */
type Read = (chunks: ChunkResults, record: JobRecord, query: PageQuery) => Promise<ResultsAnswer>

interface ResultsFormat {
  readonly mediaType: string
  /** Results that an answer holds, if they are as long as they mostly are. */
  readonly most: number
  readonly read: Read
}

function mostOf(bytes: number): number {
  return Math.floor(MAX_PAGE_BYTES / bytes)
}

/** A page of results as an object in JSON, of which the first members are given. */
function jsonAfter(members: string): Read {
  return (chunks, record, query) =>
    readResults(chunks, record, query, {
      form: { write: (result) => JSON.stringify(result) },
      begin: `${members}"results":[`,
      separator: ',',
      end: (next) => `],"next":${next ?? null}}`,
    })
}

const JSON_FORMAT: ResultsFormat = { mediaType: 'application/json', most: mostOf(USUAL_BYTES), read: jsonAfter('{') }

/** A job that has ended, with its first results, as JSON. */
export async function endedJobJson(
  chunks: ChunkResults,
  record: JobRecord,
  view: JobView,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = jsonAfter(`${JSON.stringify(view).slice(0, -1)},`)
  return (await read(chunks, record, { from: 1, limit: MAX_RESULTS_AT_ONCE })).body
}

const PACKED_FORMAT: ResultsFormat = { mediaType: RESULTS_TYPE, most: MAX_PAGE_SIZE, read: readPacked }

function formOf(name: ResultFormat): ResultsFormat {
  const format = formats[name]
  return {
    mediaType: RESULT_MEDIA_TYPES[name],
    most: mostOf(format.solved?.bytes ?? USUAL_BYTES),
    read(chunks, record, query) {
      const begin = query.from === 1 ? format.head(record.job.options.include) : ''
      return readResults(chunks, record, query, { form: format, begin })
    },
  }
}

/** The formats that an `Accept` header can choose, the one first that is taken where it likes several alike. */
const FORMATS: ReadonlyMap<string, ResultsFormat> = new Map(
  [
    JSON_FORMAT,
    formOf('ndjson'),
    { ...formOf('ndjson'), mediaType: JSON_LINES_TYPE },
    formOf('csv'),
    formOf('text'),
  ].map((format) => [format.mediaType, format]),
)
const MEDIA_TYPES = [...FORMATS.keys()]

/** The format that a query names, or else the one that the client's `Accept` header likes best. */
function formatFor(c: Context<RecordEnv>, { format: name }: ResultsQuery): ResultsFormat {
  if (name !== undefined) return name === PACKED ? PACKED_FORMAT : formOf(name)
  const mediaType = accepts(c, {
    header: 'Accept',
    supports: MEDIA_TYPES,
    default: JSON_FORMAT.mediaType,
    match: (ranges) => bestOf(ranges) ?? '',
  })
  const format = FORMATS.get(mediaType)
  if (!format) throw new Problem('not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
  return format
}

/**
 * The media type that an `Accept` header likes best, as RFC 9110 has it: of the ranges that a type falls into, the most
 * specific counts. Hono's own match takes a type that `q=0` rules out where a wildcard lets in all others.
 */
function bestOf(ranges: readonly { readonly type: string; readonly q: number }[]): string | undefined {
  const qualityOf = (mediaType: string) => {
    const names = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
    const found = names.map((name) => ranges.find(({ type }) => type.toLowerCase() === name))
    return found.find((range) => range !== undefined)?.q ?? 0
  }
  const [best] = MEDIA_TYPES.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  return qualityOf(best) > 0 ? best : undefined
}
