import { type StoredResults, storedInPart } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import {
  chunkTotal,
  hasAllParts,
  type Job,
  type JobRecord,
  leadingParts,
  type Part,
  puzzlesSummarised,
} from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES } from '../../shared/job/limits.ts'
import { type ResultForm, writeResult } from '../../shared/job/output/result-format.ts'
import { ByteWriter } from '../../shared/job/packed/byte-format.ts'
import { linesIn, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { FramesWriter, type ResultFrame } from '../../shared/job/packed/result-frames.ts'
import type { LineNumbers } from '../../shared/job/puzzles.ts'
import { isFilter, passes } from '../../shared/job/result-filter.ts'
import { escapedBytes } from '../../shared/protocol/body-encoding.ts'
import type { ResultsQuery } from '../../shared/protocol/requests.ts'

/** Chunks that one answer may read, so that a filter that lets nothing pass still answers in time. */
const MAX_CHUNKS_READ = 50
/** Chunks that are read at once, as far as the answer can take them. */
const READ_AHEAD = 4

export type PageQuery = ResultsQuery & { readonly limit: number }

export interface ResultsAnswer {
  readonly body: Uint8Array<ArrayBuffer>
  readonly isEmpty: boolean
  /** The place to read on from; undefined at the job's end. */
  readonly next: number | undefined
  /** Whether it holds as much as an answer may. */
  readonly isFull: boolean
}

/** How results are written one after the other, and what stands around them. */
interface ResultsWriting {
  readonly form: ResultForm
  readonly begin: string
  readonly separator?: string
  end?(next: number | undefined): string
}

/**
 * Reads results in input order from a place on: up to `limit` of those that are asked for, or up to the first that is not
 * counted yet.
 */
export async function readResults(
  chunks: ChunkResults,
  record: JobRecord,
  query: PageQuery,
  writing: ResultsWriting,
): Promise<ResultsAnswer> {
  const { form, begin, separator, end } = writing
  const { limit } = query
  const text = new ByteWriter(Math.min(MAX_PAGE_BYTES, limit * (form.solved?.bytes ?? USUAL_BYTES)))
  text.text(begin)
  let count = 0
  let bytesInJson = 0
  const isFull = () => count === limit || bytesInJson > MAX_PAGE_BYTES
  // By itself, as V8 makes less of a loop within an asynchronous function. It answers with the place to go on with.
  const write = ({ place: first, begin, end, lines, packed }: ResultFrame) => {
    const reader = new ResultsReader(packed)
    let next = first
    while (reader.next() && reader.place < end) {
      if (reader.place < begin) continue
      const place = next++
      if (!passes(query, reader)) continue
      if (count++ > 0 && separator) text.text(separator)
      const { length } = text
      writeResult(text, reader, { place, line: lines?.[place - first] ?? place }, form, record.job.options)
      bytesInJson += escapedBytes(text.bytes, length, text.length)
      if (isFull()) break
    }
    return next
  }
  let place = query.from
  for await (const slice of readSlices(chunks, record, query, MAX_CHUNKS_READ)) {
    place = write(slice)
    if (isFull()) break
  }
  const next = nextOf(record, place)
  text.text(end?.(next) ?? '')
  return {
    body: text.written(),
    isEmpty: count === 0,
    next,
    isFull: isFull() || !lacksResults(record, place, 1),
  }
}

/**
 * The same as they are packed, in frames that say which of a slice's results are meant. A slice comes as a whole: one of
 * which the limit lets in a part is left to the next answer, where this one has others.
 */
export async function readPacked(
  chunks: ChunkResults,
  record: JobRecord,
  { from, limit }: PageQuery,
): Promise<ResultsAnswer> {
  const frames = new FramesWriter(MAX_FRAMES_BYTES)
  let place = from
  for await (const slice of readSlices(chunks, record, { from, limit })) {
    const end = Math.min(slice.end, slice.begin + from + limit - place)
    const isCut = end < slice.end && place > from
    const lines = slice.lines?.subarray(0, end - slice.begin)
    if (isCut || !frames.add({ ...slice, end, lines })) break
    place += end - slice.begin
    if (place === from + limit) break
  }
  const isFull = place === from + limit || !lacksResults(record, place, 1)
  return { body: frames.written(), isEmpty: place === from, next: nextOf(record, place), isFull }
}

/**
 * How many results a page has that names no limit: those up to the end of the last chunk that an answer holds whole, so
 * that nothing is read twice. A chunk that is too long for one answer goes on in the next.
 *
 * @param most results that an answer mostly holds
 */
export function usualLimit(record: JobRecord, query: ResultsQuery, most: number): number {
  // Nobody knows how many of a chunk's results pass a filter.
  if (isFilter(query)) return most
  let limit = 0
  for (const { total, skip } of chunksFrom(record, query.from)) {
    const longer = limit + total - skip
    if (limit > 0 && longer > most) break
    limit = longer
  }
  return limit
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

/**
 * The stored results of a job from a place on, up to the first that is not counted, each with the places that are meant; a
 * few chunks are read at once, as far as the answer can take them.
 */
async function* readSlices(
  results: ChunkResults,
  record: JobRecord,
  query: PageQuery,
  mostChunks = Number.POSITIVE_INFINITY,
): AsyncGenerator<ResultFrame, void> {
  const { job } = record
  const read = async (chunk: ChunkPlace) => {
    const { part, number, done, skip } = chunk
    if (done <= skip) return { chunk, kept: [], lines: undefined }
    const [kept, lines] = await Promise.all([results.of(job, part, number, done), results.linesOf(job, part)])
    return { chunk, kept, lines }
  }
  for await (const { chunk, kept, lines } of inTurn(chunksWanted(record, query).take(mostChunks).map(read))) {
    const { partFirst, first, total, done, skip } = chunk
    let place = first + skip
    for (const { from, count, packed } of kept) {
      const begin = Math.max(0, skip - from)
      // Results that are kept and not counted yet are still pending in every poll.
      const end = Math.min(count, done - from)
      if (begin >= end) continue
      const next = place + end - begin
      yield { place, begin, end, lines: lines?.subarray(place - partFirst, next - partFirst), packed }
      place = next
    }
    if (place < first + total) return
  }
}

/** What is being read, a few at once. */
async function* inTurn<T>(reading: Iterable<Promise<T>>): AsyncGenerator<T, void> {
  const coming: Promise<T>[] = []
  for (const found of reading) {
    // It is awaited in its turn; should the answer be full before that, nobody misses it.
    found.catch(() => {})
    if (coming.push(found) === READ_AHEAD) yield coming.shift() ?? found
  }
  yield* coming
}

/** The chunks from a place on that an answer can take. */
function* chunksWanted(record: JobRecord, query: PageQuery) {
  // With a filter nobody knows how many of a chunk's results the answer will have.
  let expected = isFilter(query) ? Number.NEGATIVE_INFINITY : 0
  for (const chunk of chunksFrom(record, query.from)) {
    if (expected >= query.limit) return
    yield chunk
    // Behind what is not done yet nothing can be read.
    if (chunk.done < chunk.total) return
    expected += chunk.done - chunk.skip
  }
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
  let partFirst = 1 + puzzlesSummarised(record)
  for (const part of leadingParts(record)) {
    if (part.number <= upTo) continue
    const { total, perChunk, stragglers = [] } = part
    const end = partFirst + total
    const before = Math.max(0, Math.floor((from - partFirst) / perChunk))
    for (let number = before; from < end && number * perChunk < total; number++) {
      const first = partFirst + number * perChunk
      const skip = Math.max(0, from - first)
      const underWay = stragglers.filter((of) => of.chunk === number && of.from >= skip && !of.hasFailed)
      const done = Math.min(part.done.get(number) ?? 0, ...underWay.map((of) => of.from))
      yield { part, partFirst, number, first, total: chunkTotal(part, number), done, skip }
    }
    partFirst = end
  }
}

/** The place to read on from; undefined where there can never be a result of it. */
function nextOf(record: JobRecord, place: number): number | undefined {
  const total = leadingParts(record).reduce((sum, part) => sum + part.total, record.job.summary?.total ?? 0)
  return hasAllParts(record) && place > total ? undefined : place
}

/** Bytes are base64 in it. */
const MAX_FRAMES_BYTES = (MAX_PAGE_BYTES * 3) / 4
/** A result in JSON. */
export const USUAL_BYTES = 400

/** A dozen items that are full: those of one answer, and the one at which the next answer begins. */
const MOST_KEPT_BYTES = 4_000_000

/**
 * The results of chunks, as the table has them. Those that were read last are kept, because an answer mostly ends within a
 * chunk: without that, 50,000 results in pages of 1,000 took 13 times the read units that they take once.
 */
export type ChunkResults = ReturnType<typeof chunkResults>

export function chunkResults(table: Pick<Table, 'resultsOfChunk' | 'linesOf'>) {
  /** By chunk, the one last that was asked for last. */
  const kept = new Map<string, readonly StoredResults[]>()
  let keptBytes = 0
  let last: { readonly of: string; readonly lines: Promise<LineNumbers | undefined> } | undefined

  function keep(name: string, results: readonly StoredResults[]): readonly StoredResults[] {
    keptBytes += bytesOf(results) - bytesOf(kept.get(name) ?? [])
    kept.delete(name)
    kept.set(name, results)
    for (const [oldest, other] of kept) {
      if (keptBytes <= MOST_KEPT_BYTES) break
      kept.delete(oldest)
      keptBytes -= bytesOf(other)
    }
    return results
  }

  return {
    /**
     * The results that are kept of a chunk.
     *
     * @param done how many of its puzzles are counted, as its part says: these are there, further ones may be
     */
    async of({ id }: Job, part: Part, chunk: number, done: number): Promise<readonly StoredResults[]> {
      if (part.packed) return [storedInPart(part.total, part.packed)]
      const name = `${id} ${part.number} ${part.digest} ${chunk}`
      const known = kept.get(name)
      if (known && countOf(known) >= done) return keep(name, known)
      // What is sent again takes the place of what has failed, so that a read that may be stale could find that.
      const isSteady = part.outcomes.failed === 0 && !part.redrives?.has(chunk)
      if (isSteady) {
        const settled = settledIn(await table.resultsOfChunk(id, part.number, chunk, true), done)
        if (countOf(settled) >= done) return keep(name, settled)
      }
      const found = await table.resultsOfChunk(id, part.number, chunk)
      const settled = isSteady ? settledIn(found, done) : []
      if (settled.length > 0) keep(name, settled)
      return found
    },

    /** Where the puzzles of a part begin in their file; undefined where each is on the line of its place. */
    async linesOf({ id }: Job, { number, digest, lines }: Part): Promise<LineNumbers | undefined> {
      if (!lines) return undefined
      const of = `${id} ${number} ${digest}`
      if (last?.of !== of) {
        const read =
          lines.packed === undefined
            ? table.linesOf(id, number).then((packed) => packed && unpackLineNumbers(packed))
            : Promise.resolve(lines).then(linesIn)
        last = { of, lines: read }
        // One that fails is read again.
        read.catch(() => {
          if (last?.lines === read) last = undefined
        })
      }
      return last.lines
    },
  }
}

/**
 * The first results of a chunk that can change no more: they are counted, none of them has failed, and none is that of a
 * puzzle which the chunk went on without, whose results may still be to come.
 */
function settledIn(results: readonly StoredResults[], done: number): readonly StoredResults[] {
  const end = results.findIndex(({ from, count, straggler }) => from + count > done || straggler !== undefined)
  return end < 0 ? results : results.slice(0, end)
}

function countOf(results: readonly StoredResults[]): number {
  return results.reduce((sum, { count }) => sum + count, 0)
}

function bytesOf(results: readonly StoredResults[]): number {
  return results.reduce((sum, { packed }) => sum + packed.length, 0)
}
