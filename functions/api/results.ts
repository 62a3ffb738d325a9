import type { Context } from 'hono'
import type { StoredResults } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import {
  chunkTotal,
  hasAllParts,
  type JobOptions,
  type JobRecord,
  leadingParts,
  type Part,
  progressOf,
  stateOf,
} from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES, MAX_WAIT_S } from '../../shared/job/limits.ts'
import { ByteWriter } from '../../shared/job/packed/bytes.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter, RESULTS_TYPE } from '../../shared/job/packed/result-frames.ts'
import type { Status } from '../../shared/job/result.ts'
import { type Format, formats, type ResultFormat, writeResult } from '../../shared/job/result-format.ts'
import { PACKED, parseResultsQuery, parseWait } from '../../shared/protocol/requests.ts'
import { ownJob } from './admission.ts'
import { waitFor } from './jobs.ts'
import { problem, refusal } from './problem.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

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

/** What is wanted of a job's results. */
interface Wanted {
  /** The line to begin with, from 1. */
  readonly from: number
  readonly most: number
  readonly statuses: readonly Status[] | undefined
  readonly format: Pick<Format, 'write' | 'solved'>
  readonly separator?: string
}

interface Reading {
  readonly text: string
  readonly count: number
  /** The line to read on from; undefined at the job's end. */
  readonly next: number | undefined
}

/** Chunks that one page may read, so that a filter that lets nothing pass still answers in time. */
const MAX_CHUNKS_READ = 50
/** Chunks that are read at once, as far as the page can take them. */
const READ_AHEAD = 4

/**
 * Reads results in input order from a line on: up to `most` of the asked-for statuses, or
 * up to the first that is not counted yet.
 */
async function readResults(table: Table, record: JobRecord, wanted: Wanted): Promise<Reading> {
  const page = new Page(wanted.most, wanted.format, wanted.separator)
  let line = wanted.from
  let chunksRead = 0
  for await (const { place, kept } of readChunks(table, record, wanted)) {
    line = writeChunk(page, kept, place, record.job.options, wanted)
    const isWhole = line === place.line + place.total
    if (!isWhole || page.isFull || page.count === wanted.most || ++chunksRead === MAX_CHUNKS_READ) break
  }
  return { ...page.written(), next: isEnd(record, line) ? undefined : line }
}

/** The same as they are packed, in frames that say which of a slice's results are meant. */
async function readPacked(
  table: Table,
  record: JobRecord,
  { from, most }: Pick<Wanted, 'from' | 'most'>,
): Promise<{ bytes: Uint8Array; next: number | undefined }> {
  const frames = new FramesWriter(MAX_FRAMES_BYTES)
  let line = from
  for await (const { place, kept } of readChunks(table, record, { from, most, statuses: undefined })) {
    for (const { from: first, count, packed } of kept) {
      // What is kept and not counted yet is still pending to whoever polls.
      const begin = Math.max(0, place.skip - first)
      const end = Math.min(count, place.done - first, begin + most - (line - from))
      if (begin >= end) continue
      if (!frames.add({ line, begin, end, packed })) return { bytes: frames.written(), next: line }
      line += end - begin
    }
    if (line < place.line + place.total || line - from >= most) break
  }
  return { bytes: frames.written(), next: isEnd(record, line) ? undefined : line }
}

/** The kept results of a job's chunks from a line on; a few are read at once, as far as the page can take them. */
async function* readChunks(
  table: Table,
  record: JobRecord,
  { from, most, statuses }: Pick<Wanted, 'from' | 'most' | 'statuses'>,
): AsyncGenerator<{ place: Place; kept: readonly StoredResults[] }, void> {
  const places = placesFrom(record, from)
  const coming: { place: Place; found: Promise<readonly StoredResults[]> }[] = []
  /** With a filter nobody knows how many results a chunk has for the page. */
  let expected = statuses ? Number.NEGATIVE_INFINITY : 0
  for (let place = places.next(); ; ) {
    while (!place.done && coming.length < READ_AHEAD && expected < most) {
      const { part, chunk, skip, done, total } = place.value
      const found = done > skip ? table.resultsOfChunk(record.job.id, part, chunk) : Promise.resolve([])
      // It is awaited in its turn; should the page be full before that, nobody misses it.
      found.catch(() => {})
      coming.push({ place: place.value, found })
      // Behind what is not done yet nothing can be read.
      expected = done < total ? Number.POSITIVE_INFINITY : expected + done - skip
      place = places.next()
    }
    const next = coming.shift()
    if (!next) return
    yield { place: next.place, kept: await next.found }
  }
}

/** A chunk of a job and the lines it stands for. */
interface Place {
  readonly part: number
  readonly chunk: number
  /** The line of its first puzzle. */
  readonly line: number
  readonly total: number
  /** How many of its puzzles are counted. */
  readonly done: number
  /** How many of its puzzles lie before the line that was asked for. */
  readonly skip: number
}

/** The chunks of a job from a line on, as far as their lines are known. */
function* placesFrom(record: JobRecord, from: number): Generator<Place, void> {
  let line = 1
  for (const part of leadingParts(record)) {
    if (line + part.total > from) yield* chunksFrom(part, line, from)
    line += part.total
  }
}

function* chunksFrom(part: Part, first: number, from: number): Generator<Place, void> {
  const { number, perChunk, done } = part
  const before = Math.max(0, Math.floor((from - first) / perChunk))
  for (let chunk = before; chunk * perChunk < part.total; chunk++) {
    const line = first + chunk * perChunk
    const skip = Math.max(0, from - line)
    yield { part: number, chunk, line, total: chunkTotal(part, chunk), done: done.get(chunk) ?? 0, skip }
  }
}

/** Writes what is wanted of a chunk to the page; answers with the line to go on with. */
function writeChunk(
  page: Page,
  kept: readonly StoredResults[],
  { line, done, skip }: Place,
  options: JobOptions,
  { most, statuses }: Wanted,
): number {
  let next = line + skip
  for (const { from, count, packed } of kept) {
    if (from + count <= skip) continue
    const reader = new ResultsReader(packed)
    // What is kept and not counted yet is still pending to whoever polls.
    while (reader.next() && from + reader.place < done) {
      if (from + reader.place < skip) continue
      if (page.count === most || page.isFull) return next
      if (!statuses || statuses.includes(reader.status)) page.write(reader, next, options)
      next++
    }
  }
  return next
}

/** Whether there can never be a result of this line. */
function isEnd(record: JobRecord, line: number): boolean {
  if (!hasAllParts(record.job)) return false
  return line > leadingParts(record).reduce((sum, part) => sum + part.total, 0)
}

/** Bytes are base64 in it. */
const MAX_FRAMES_BYTES = (MAX_PAGE_BYTES * 3) / 4
/** A result in JSON. */
const USUAL_BYTES = 400

/** A body of results while it is written, and what it will take as a string in JSON. */
class Page {
  count = 0
  readonly #format: Pick<Format, 'write' | 'solved'>
  readonly #separator: string
  readonly #text: ByteWriter
  #asJson = 0

  /** @param most results that it will hold */
  constructor(most: number, format: Pick<Format, 'write' | 'solved'>, separator = '') {
    this.#text = new ByteWriter(Math.min(MAX_PAGE_BYTES, most * (format.solved?.bytes ?? USUAL_BYTES)))
    this.#format = format
    this.#separator = separator
  }

  get isFull(): boolean {
    return this.#asJson > MAX_PAGE_BYTES
  }

  write(result: ResultsReader, line: number, options: JobOptions): void {
    if (this.count++ > 0 && this.#separator) this.#text.text(this.#separator)
    const begin = this.#text.length
    writeResult(this.#text, this.#format, result, line, options)
    this.#asJson += escapedBytes(this.#text.bytes, begin, this.#text.length)
  }

  written(): { text: string; count: number } {
    const { buffer, byteOffset, length } = this.#text.written()
    return { text: Buffer.from(buffer, byteOffset, length).toString('utf8'), count: this.count }
  }
}

/** The most that UTF-8 text takes in a JSON string: two characters for a line end, six for another control character. */
function escapedBytes(text: Uint8Array, begin: number, end: number): number {
  let bytes = end - begin
  for (let i = begin; i < end; i++) {
    const byte = text[i]
    if (byte < 0x20) bytes += byte === LINE_END ? 1 : 5
    else if (byte === 0x22 || byte === 0x5c) bytes++
  }
  return bytes
}

const LINE_END = 0x0a
