import type { Kept } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Format } from '../../shared/formats.ts'
import { chunkTotal, hasAllParts, type JobRecord, leadingParts, type Part } from '../../shared/job/job.ts'
import type { JobOptions } from '../../shared/job/options.ts'
import { ResultsReader } from '../../shared/job/packed/results-reader.ts'
import type { Status } from '../../shared/job/result.ts'
import { FramesWriter, Page } from './page.ts'

/** What is wanted of a job's results. */
export interface Wanted {
  /** The line to begin with, from 1. */
  readonly from: number
  readonly most: number
  readonly statuses: readonly Status[] | undefined
  readonly format: Pick<Format, 'write' | 'solved'>
  readonly separator?: string
}

export interface Reading {
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
export async function readResults(table: Table, record: JobRecord, wanted: Wanted): Promise<Reading> {
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
export async function readPacked(
  table: Table,
  record: JobRecord,
  { from, most }: Pick<Wanted, 'from' | 'most'>,
): Promise<{ bytes: Uint8Array; next: number | undefined }> {
  const frames = new FramesWriter()
  let line = from
  for await (const { place, kept } of readChunks(table, record, { from, most, statuses: undefined })) {
    for (const { from: first, count, packed } of kept) {
      // What is kept and not counted yet is still pending to whoever polls.
      const begin = Math.max(0, place.skip - first)
      const end = Math.min(count, place.done - first, begin + most - (line - from))
      if (begin >= end) continue
      if (!frames.add(line, begin, end, packed)) return { bytes: frames.written(), next: line }
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
): AsyncGenerator<{ place: Place; kept: readonly Kept[] }, void> {
  const places = placesFrom(record, from)
  const coming: { place: Place; found: Promise<readonly Kept[]> }[] = []
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
  kept: readonly Kept[],
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
