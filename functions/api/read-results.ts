import { type StoredResults, storedInPart } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import {
  chunkTotal,
  hasAllParts,
  type Job,
  type JobOptions,
  type JobRecord,
  leadingParts,
  type Part,
  puzzlesSummarised,
} from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES } from '../../shared/job/limits.ts'
import type { LineNumbers } from '../../shared/job/line-numbers.ts'
import { type Format, type LineOf, writeResult } from '../../shared/job/output/result-format.ts'
import { ByteWriter } from '../../shared/job/packed/bytes.ts'
import { linesIn, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter } from '../../shared/job/packed/result-frames.ts'
import { isFilter, passes, type ResultFilter } from '../../shared/job/result-filter.ts'
import { escapedBytes } from '../../shared/protocol/payload.ts'
import type { ResultsQuery } from '../../shared/protocol/requests.ts'

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
export async function readResults(
  table: Table,
  record: JobRecord,
  query: ResultsQuery,
  writing: ResultsWriting,
): Promise<{ text: string; count: number; next: number | undefined; isFull: boolean }> {
  const body = new ResultsBody(query.limit, writing)
  let next = query.from
  let chunksRead = 0
  for await (const read of readChunks(table, record, query)) {
    next = writeChunk(body, read, record.job.options, query)
    const isWhole = next === read.chunk.first + read.chunk.total
    if (!isWhole || body.isFull || body.count === query.limit || ++chunksRead === MAX_CHUNKS_READ) break
  }
  const isFull = body.isFull || body.count === query.limit || chunksRead === MAX_CHUNKS_READ
  return { text: body.text(), count: body.count, next: isEnd(record, next) ? undefined : next, isFull }
}

/** Whether fewer results are there from a place on, and more are to come; told without reading any. */
export function lacksResults(record: JobRecord, from: number, limit: number): boolean {
  let there = 0
  for (const { done, total, skip } of chunksFrom(record, from)) {
    there += Math.max(0, done - skip)
    if (there >= limit) return false
    if (done < total) return true
  }
  return !hasAllParts(record)
}

/** The same as they are packed, in frames that say which of a slice's results are meant. */
export async function readPacked(
  table: Table,
  record: JobRecord,
  { from, limit }: ResultsQuery,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; next: number | undefined; isFull: boolean }> {
  const frames = new FramesWriter(MAX_FRAMES_BYTES)
  let place = from
  for await (const { chunk, kept, lines } of readChunks(table, record, { from, limit })) {
    for (const { from: first, count, packed } of kept) {
      // Results that are kept and not counted yet are still pending in every poll.
      const begin = Math.max(0, chunk.skip - first)
      const end = Math.min(count, chunk.done - first, begin + limit - (place - from))
      if (begin >= end) continue
      const own = lines?.slice(place - chunk.partFirst, end - begin)
      if (!frames.add({ place, begin, end, lines: own, packed }))
        return { bytes: frames.written(), next: place, isFull: true }
      place += end - begin
    }
    if (place < chunk.first + chunk.total || place - from >= limit) break
  }
  const next = isEnd(record, place) ? undefined : place
  return { bytes: frames.written(), next, isFull: place - from >= limit }
}

/** The kept results of a chunk, and where the puzzles of its part begin in their file. */
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
  return packed ? [storedInPart(total, packed)] : table.resultsOfChunk(job.id, number, chunk)
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
    // A puzzle that is under way alone may have nothing to read yet.
    if (from >= done) break
    const reader = new ResultsReader(packed)
    // Results that are kept and not counted yet are still pending in every poll.
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
  if (!hasAllParts(record)) return false
  return place > leadingParts(record).reduce((sum, part) => sum + part.total, record.job.summary?.total ?? 0)
}

/** Bytes are base64 in it. */
const MAX_FRAMES_BYTES = (MAX_PAGE_BYTES * 3) / 4
/** A result in JSON. */
export const USUAL_BYTES = 400

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

/** Where the puzzles of a part begin in their file; undefined where each is on the line of its place. */
export async function linesOf(table: Table, { id }: Job, { number, lines }: Part): Promise<LineNumbers | undefined> {
  if (!lines || lines.packed !== undefined) return lines && linesIn(lines)
  const packed = await table.linesOf(id, number)
  return packed && unpackLineNumbers(packed)
}
