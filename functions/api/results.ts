import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { type StoredResults, storedWithJob } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import { JSON_LINES_TYPE } from '../../shared/input/ndjson.ts'
import {
  chunkTotal,
  hasAllParts,
  type Job,
  type JobOptions,
  type JobRecord,
  type LiveRecord,
  leadingParts,
  type Part,
  progressOf,
  puzzlesSummarised,
  stateOf,
} from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES, MAX_RESULTS_AT_ONCE, MAX_WAIT_S } from '../../shared/job/limits.ts'
import type { LineNumbers } from '../../shared/job/line-numbers.ts'
import { ByteWriter } from '../../shared/job/packed/bytes.ts'
import { linesIn, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter, PACKED, RESULTS_TYPE } from '../../shared/job/packed/result-frames.ts'
import { isFilter, passes, type ResultFilter, unratedIn } from '../../shared/job/result-filter.ts'
import { type Format, formats, type LineOf, writeResult } from '../../shared/job/result-format.ts'
import { escapedBytes } from '../../shared/protocol/payload.ts'
import { parseResultsQuery, parseWait, type ResultsQuery } from '../../shared/protocol/requests.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { hasEnded } from '../job-view.ts'
import { readAgain } from './admission.ts'
import { queryOf, type RecordEnv } from './context.ts'
import { gzipped, takesGzip } from './gzip.ts'
import { pauseAfterLook, waitFor } from './held-answer.ts'
import { nextLink, tagOf, tagsIn } from './jobs.ts'
import { accepted, Problem } from './problem.ts'
import type { ApiServices } from './services.ts'

/** `GET /jobs/{id}/results`: some results in input order, in the form that the client asks for. */
export function getResults({ table, now }: ApiServices) {
  return async (c: Context<RecordEnv>): Promise<Response> => {
    const { job, record } = c.var
    const query = accepted(parseResultsQuery(queryOf(c)))
    refuseUnrated(job, query)
    const { format: asked } = query
    const form = asked ? (asked === PACKED ? PACKED_FORM : formOf(formats[asked])) : acceptedForm(c)
    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    const giveUpAt = now() + wait * 1000
    const look = async (live: LiveRecord) => {
      const { record, from } = await startOf(table, live, query)
      const answer = await form.read(table, record, { ...query, from })
      return { ...answer, from, isFinal: isFinal(live, now()), units: live.units }
    }
    const seen = await waitFor(await look(record), {
      again: async () => look(await readAgain(table, job)),
      unitsOf: ({ units }) => units,
      onTaken: (units) => c.set('units', record.units + units),
      willDo: ({ isEmpty, next, from }) => !isEmpty || next !== from,
      giveUpAt,
      now,
    })
    const { body, isEmpty, next } = seen
    const headers = {
      vary: 'accept, accept-encoding',
      ...nextLink(c, next === undefined ? null : { from: String(next), line: null }),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    }
    if (seen.isFinal) return finalAnswer(c, body, form.mediaType, headers)
    return c.body(body, 200, {
      ...headers,
      'content-type': form.mediaType,
      'cache-control': 'no-store',
      ...(next !== undefined && isEmpty && pauseAfterLook(seen.units)),
    })
  }
}

/** Refuses to look for ratings in a job that has none, where nothing could ever be found. */
function refuseUnrated({ options }: Job, query: ResultsQuery): void {
  const unrated = unratedIn(query, options.include)
  const detail = 'the job has no ratings, as it was submitted without include=rating'
  if (unrated.length > 0)
    throw new Problem('invalid-request', { errors: unrated.map((parameter) => ({ parameter, detail })) })
}

/** Whether the same question will have the same answer from now on: failed puzzles can be sent again. */
function isFinal(record: LiveRecord, now: number): boolean {
  const { counts } = progressOf(record)
  return hasEnded(stateOf(record, counts, now), counts) && counts.failed === 0
}

/** Less than this is no shorter in gzip, with the headers that this takes. */
const MIN_GZIP_BYTES = 1_000

/**
 * An answer that stays what it is: with a tag, by which it need not be sent again, and in gzip where that is taken. It
 * is asked for each time all the same, as a job may be deleted.
 */
async function finalAnswer(
  c: Context<RecordEnv>,
  body: string | Uint8Array<ArrayBuffer>,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  // The packed form is as short as it gets.
  const isGzipped = mediaType !== RESULTS_TYPE && body.length >= MIN_GZIP_BYTES && takesGzip(c.req)
  const plainTag = tagOf(body)
  // A tag is of the bytes that are sent.
  const etag = isGzipped ? plainTag.replace(/"$/, '-gzip"') : plainTag
  const cached = { ...headers, etag, 'cache-control': 'private, no-cache' }
  if (tagsIn(c.req.header('if-none-match')).includes(etag)) return c.body(null, 304, cached)
  const content = { 'content-type': mediaType, ...(isGzipped && { 'content-encoding': 'gzip' }) }
  return c.body(isGzipped ? await gzipped(body) : body, 200, { ...cached, ...content })
}

/**
 * The place that a query begins with, and the record with all parts from there on: those that the job's summary counts
 * have to be read where it lies before their end.
 */
async function startOf(
  table: Table,
  live: LiveRecord,
  { from, line }: ResultsQuery,
): Promise<{ record: JobRecord; from: number }> {
  if (line === undefined && from > puzzlesSummarised(live)) return { record: live, from }
  const record = live.job.summary ? await table.getJob(live.job.id) : live
  if (!record) throw new Problem('unknown-job')
  return { record, from: line === undefined ? from : Math.max(from, await placeOfLine(table, record, line)) }
}

/** The place of the first puzzle on a line of its file or below it; behind all that are known, where there is none. */
async function placeOfLine(table: Table, { job, parts }: JobRecord, line: number): Promise<number> {
  let first = 1
  for (const part of leadingParts({ job, parts })) {
    const last = part.lines?.last ?? first + part.total - 1
    if (line <= last) {
      const lines = await linesOf(table, job, part)
      return lines ? first + (lines.placeFrom(line) ?? 0) : Math.max(first, Math.min(line, first + part.total - 1))
    }
    first += part.total
  }
  return first
}

/** Where the puzzles of a part begin in their file; undefined where each is on the line of its place. */
async function linesOf(table: Table, { id }: Job, { number, lines }: Part): Promise<LineNumbers | undefined> {
  if (!lines || lines.packed !== undefined) return lines && linesIn(lines)
  const packed = await table.linesOf(id, number)
  return packed && unpackLineNumbers(packed)
}

/** A form in which results are answered. */
interface ResultsForm {
  readonly mediaType: string
  /** Reads what a query asks for, as far as one answer may go. */
  read(table: Table, record: JobRecord, query: ResultsQuery): Promise<ResultsAnswer>
}

interface ResultsAnswer {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly isEmpty: boolean
  /** The place to read on from; undefined at the job's end. */
  readonly next: number | undefined
}

const JSON_FORM: ResultsForm = {
  mediaType: 'application/json',
  async read(table, record, query) {
    const { members, count, next } = await readMembers(table, record, query)
    return { body: `{${members}}`, isEmpty: count === 0, next }
  },
}

/** A job that has ended, with its first results, as JSON. */
export async function endedJobJson(table: Table, record: JobRecord, view: JobView): Promise<string> {
  const first = { from: 1, line: undefined, limit: MAX_RESULTS_AT_ONCE, format: undefined }
  const { members } = await readMembers(table, record, first)
  return `${JSON.stringify(view).slice(0, -1)},${members}}`
}

/** A page of results as the members of an object in JSON. */
async function readMembers(table: Table, record: JobRecord, query: ResultsQuery) {
  const format = { write: (result: object) => JSON.stringify(result) }
  const { text, count, next } = await readResults(table, record, query, { format, separator: ',' })
  return { members: `"results":[${text}],"next":${JSON.stringify(next ?? null)}`, count, next }
}

const PACKED_FORM: ResultsForm = {
  mediaType: RESULTS_TYPE,
  async read(table, record, query) {
    const { bytes, next } = await readPacked(table, record, query)
    return { body: bytes, isEmpty: bytes.length === 0, next }
  },
}

function formOf(format: Format): ResultsForm {
  return {
    mediaType: format.mediaType,
    async read(table, record, query) {
      const { text, count, next } = await readResults(table, record, query, { format })
      return {
        body: (query.from === 1 ? format.head(record.job.options.include) : '') + text,
        isEmpty: count === 0,
        next,
      }
    },
  }
}

/** The forms that an `Accept` header can choose, the one first that is taken where it likes several alike. */
const FORMS: ReadonlyMap<string, ResultsForm> = new Map(
  [
    JSON_FORM,
    formOf(formats.ndjson),
    { ...formOf(formats.ndjson), mediaType: JSON_LINES_TYPE },
    formOf(formats.csv),
    formOf(formats.text),
  ].map((form) => [form.mediaType, form]),
)
const MEDIA_TYPES = [...FORMS.keys()]

function acceptedForm(c: Context<RecordEnv>): ResultsForm {
  const mediaType = accepts(c, {
    header: 'Accept',
    supports: MEDIA_TYPES,
    default: JSON_FORM.mediaType,
    match: (ranges) => bestOf(MEDIA_TYPES, ranges) ?? '',
  })
  const form = FORMS.get(mediaType)
  if (!form) throw new Problem('not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
  return form
}

/**
 * The media type that an `Accept` header likes best, as RFC 9110 has it: of the ranges that a type falls into, the most
 * specific counts. Hono's own match takes a type that `q=0` rules out where a wildcard lets in all others.
 */
function bestOf(
  mediaTypes: readonly string[],
  ranges: readonly { readonly type: string; readonly q: number }[],
): string | undefined {
  const qualityOf = (mediaType: string) => {
    const names = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
    const found = names.map((name) => ranges.find(({ type }) => type.toLowerCase() === name))
    return found.find((range) => range !== undefined)?.q ?? 0
  }
  const [best] = mediaTypes.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  return qualityOf(best) > 0 ? best : undefined
}

/** Chunks that one answer may read, so that a filter that lets nothing pass still answers in time. */
const MAX_CHUNKS_READ = 50
/** Chunks that are read at once, as far as the answer can take them. */
const READ_AHEAD = 4

/** How results are written one after the other. */
interface ResultsWriting {
  readonly format: Pick<Format, 'write' | 'solved'>
  readonly separator?: string
}

/**
 * Reads results in input order from a place on: up to `limit` of those that are asked for, or up to the first that is not
 * counted yet.
 */
async function readResults(
  table: Table,
  record: JobRecord,
  query: ResultsQuery,
  writing: ResultsWriting,
): Promise<{ text: string; count: number; next: number | undefined }> {
  const body = new ResultsBody(query.limit, writing)
  let next = query.from
  let chunksRead = 0
  for await (const read of readChunks(table, record, query)) {
    next = writeChunk(body, read, record.job.options, query)
    const isWhole = next === read.chunk.first + read.chunk.total
    if (!isWhole || body.isFull || body.count === query.limit || ++chunksRead === MAX_CHUNKS_READ) break
  }
  return { text: body.text(), count: body.count, next: isEnd(record, next) ? undefined : next }
}

/** The same as they are packed, in frames that say which of a slice's results are meant. */
async function readPacked(
  table: Table,
  record: JobRecord,
  { from, limit }: ResultsQuery,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; next: number | undefined }> {
  const frames = new FramesWriter(MAX_FRAMES_BYTES)
  let place = from
  for await (const { chunk, kept, lines } of readChunks(table, record, { from, limit })) {
    for (const { from: first, count, packed } of kept) {
      // What is kept and not counted yet is still pending in every poll.
      const begin = Math.max(0, chunk.skip - first)
      const end = Math.min(count, chunk.done - first, begin + limit - (place - from))
      if (begin >= end) continue
      const own = lines?.slice(place - chunk.partFirst, end - begin)
      if (!frames.add({ place, begin, end, lines: own, packed })) return { bytes: frames.written(), next: place }
      place += end - begin
    }
    if (place < chunk.first + chunk.total || place - from >= limit) break
  }
  return { bytes: frames.written(), next: isEnd(record, place) ? undefined : place }
}

/** What is kept of a chunk, and where the puzzles of its part begin in their file. */
interface ReadChunk {
  readonly chunk: ChunkPlace
  readonly kept: readonly StoredResults[]
  readonly lines: LineNumbers | undefined
}

/** The kept results of a job's chunks from a place on; a few are read at once, as far as the answer can take them. */
async function* readChunks(
  table: Table,
  record: JobRecord,
  query: Pick<ResultsQuery, 'from' | 'limit'> & ResultFilter,
): AsyncGenerator<ReadChunk, void> {
  const { from, limit } = query
  const chunks = chunksFrom(record, from)
  const coming: Promise<ReadChunk>[] = []
  const lines = new Map<Part, Promise<LineNumbers | undefined>>()
  const read = async (chunk: ChunkPlace): Promise<ReadChunk> => {
    const { part, done, skip } = chunk
    if (done <= skip) return { chunk, kept: [], lines: undefined }
    const ofPart = lines.get(part) ?? linesOf(table, record.job, part)
    lines.set(part, ofPart)
    const [kept, known] = await Promise.all([keptAt(table, record, chunk), ofPart])
    return { chunk, kept, lines: known }
  }
  /** With a filter nobody knows how many of a chunk's results the answer will have. */
  let expected = isFilter(query) ? Number.NEGATIVE_INFINITY : 0
  for (let chunk = chunks.next(); ; ) {
    while (!chunk.done && coming.length < READ_AHEAD && expected < limit) {
      const { skip, done, total } = chunk.value
      const found = read(chunk.value)
      // It is awaited in its turn; should the answer be full before that, nobody misses it.
      found.catch(() => {})
      coming.push(found)
      // Behind what is not done yet nothing can be read.
      expected = done < total ? Number.POSITIVE_INFINITY : expected + done - skip
      chunk = chunks.next()
    }
    const next = coming.shift()
    if (!next) return
    yield await next
  }
}

async function keptAt(
  table: Table,
  { job }: JobRecord,
  { part, number: chunk }: ChunkPlace,
): Promise<readonly StoredResults[]> {
  const { number, total, packed } = part
  return packed ? [storedWithJob(total, packed)] : table.resultsOfChunk(job.id, number, chunk)
}

/** A chunk of a job and the places it stands for. */
interface ChunkPlace {
  readonly part: Part
  /** The place of the part's first puzzle. */
  readonly partFirst: number
  /** Its own among the chunks of the part. */
  readonly number: number
  /** The place of its first puzzle. */
  readonly first: number
  readonly total: number
  /** How many of its puzzles are counted, up to the first from `skip` on that is not. */
  readonly done: number
  /** How many of its puzzles lie before the place that was asked for. */
  readonly skip: number
}

/** The chunks of a job from a place on, as far as their places are known. */
function* chunksFrom(record: JobRecord, from: number): Generator<ChunkPlace, void> {
  const { upTo = 0 } = record.job.summary ?? {}
  let first = 1 + puzzlesSummarised(record)
  for (const part of leadingParts(record)) {
    if (part.number <= upTo) continue
    if (first + part.total > from) yield* chunksOfPart(part, first, from)
    first += part.total
  }
}

function* chunksOfPart(part: Part, partFirst: number, from: number): Generator<ChunkPlace, void> {
  const { perChunk } = part
  const before = Math.max(0, Math.floor((from - partFirst) / perChunk))
  for (let number = before; number * perChunk < part.total; number++) {
    const first = partFirst + number * perChunk
    const skip = Math.max(0, from - first)
    const done = countedInOrder(part, number, skip)
    yield { part, partFirst, number, first, total: chunkTotal(part, number), done, skip }
  }
}

function countedInOrder({ done, stragglers = [] }: Part, chunk: number, skip: number): number {
  const underWay = stragglers.filter((of) => of.chunk === chunk && of.from >= skip && !of.hasFailed)
  return Math.min(done.get(chunk) ?? 0, ...underWay.map(({ from }) => from))
}

/** Writes what is asked for of a chunk; answers with the place to go on with. */
function writeChunk(
  body: ResultsBody,
  { chunk: { partFirst, first, done, skip }, kept, lines }: ReadChunk,
  options: JobOptions,
  query: ResultsQuery,
): number {
  const lineOf = (place: number) => lines?.lineOf(place - partFirst) ?? place
  let next = first + skip
  for (const { from, count, packed } of kept) {
    if (from + count <= skip) continue
    // Of a puzzle that is under way alone there may be nothing to read yet.
    if (from >= done) break
    const reader = new ResultsReader(packed)
    // What is kept and not counted yet is still pending in every poll.
    while (reader.next() && from + reader.place < done) {
      if (from + reader.place < skip) continue
      if (body.count === query.limit || body.isFull) return next
      if (passes(query, reader)) body.write(reader, next, lineOf, options)
      next++
    }
  }
  return next
}

/** Whether there can never be a result of this place. */
function isEnd(record: JobRecord, place: number): boolean {
  if (!hasAllParts(record.job)) return false
  return place > leadingParts(record).reduce((sum, part) => sum + part.total, record.job.summary?.total ?? 0)
}

/** Bytes are base64 in it. */
const MAX_FRAMES_BYTES = (MAX_PAGE_BYTES * 3) / 4
/** A result in JSON. */
const USUAL_BYTES = 400

/** A body of results while it is written, and what it will take as a string in JSON. */
class ResultsBody {
  count = 0
  readonly #format: Pick<Format, 'write' | 'solved'>
  readonly #separator: string
  readonly #text: ByteWriter
  #asJson = 0

  /** @param most results that it will hold */
  constructor(most: number, { format, separator = '' }: ResultsWriting) {
    this.#text = new ByteWriter(Math.min(MAX_PAGE_BYTES, most * (format.solved?.bytes ?? USUAL_BYTES)))
    this.#format = format
    this.#separator = separator
  }

  get isFull(): boolean {
    return this.#asJson > MAX_PAGE_BYTES
  }

  write(result: ResultsReader, place: number, lineOf: LineOf, options: JobOptions): void {
    if (this.count++ > 0 && this.#separator) this.#text.text(this.#separator)
    const begin = this.#text.length
    writeResult(this.#text, this.#format, result, place, lineOf, options)
    this.#asJson += escapedBytes(this.#text.bytes, begin, this.#text.length)
  }

  text(): string {
    const { buffer, byteOffset, length } = this.#text.written()
    return Buffer.from(buffer, byteOffset, length).toString('utf8')
  }
}
