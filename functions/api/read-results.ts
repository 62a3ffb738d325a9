import type { Table } from '../../shared/aws/table.ts'
import type { JobRecord } from '../../shared/job/job.ts'
import type { PuzzleResult, Status } from '../../shared/job/result.ts'

/** A place between two results of a job. */
export interface Position {
  readonly part: number
  readonly chunk: number
  /** Results of that chunk that lie before it. */
  readonly offset: number
}

export const START: Position = { part: 0, chunk: 0, offset: 0 }

export interface Reading {
  /** The results, each as it was written. */
  readonly written: readonly string[]
  /** Where to read on; undefined at the job's end. */
  readonly next: Position | undefined
}

/** Lambda answers at most 6 MB of JSON, this body being a string in it; one result more, and headers, have to fit. */
const MAX_PAGE_BYTES = 5_500_000
/** Chunks that one page may read, so that a filter that lets nothing pass still answers in time. */
const MAX_CHUNKS_READ = 50

/**
 * Reads results in input order from a place on: up to `most` of the asked-for statuses, or
 * up to the first that is not there yet.
 */
export async function readResults(
  table: Table,
  { job, parts }: JobRecord,
  from: Position,
  {
    most,
    statuses,
    write,
  }: { most: number; statuses: readonly Status[] | undefined; write: (result: PuzzleResult) => string },
): Promise<Reading> {
  const written: string[] = []
  let bytes = 0
  let { part, chunk, offset } = from
  for (let read = 0; read < MAX_CHUNKS_READ; read++) {
    while (part < parts.length && chunk >= parts[part].chunks) {
      part++
      chunk = 0
    }
    if (part >= parts.length) return { written, next: job.sealed ? undefined : { part, chunk, offset } }
    const found = await table.resultsOfChunk(job.id, part, chunk)
    while (offset < found.results.length) {
      if (written.length === most || bytes > MAX_PAGE_BYTES) return { written, next: { part, chunk, offset } }
      const result = found.results[offset++]
      if (statuses && !statuses.includes(result.status)) continue
      const text = write(result)
      written.push(text)
      bytes += Buffer.byteLength(JSON.stringify(text))
    }
    if (!found.complete) return { written, next: { part, chunk, offset } }
    chunk++
    offset = 0
  }
  return { written, next: { part, chunk, offset } }
}

/** A position as clients carry it; they are to hand it back, not to read it. */
export function cursorOf({ part, chunk, offset }: Position): string {
  return Buffer.from([part, chunk, offset].join('.')).toString('base64url')
}

export function positionOf(cursor: string): Position | undefined {
  const found = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!found) return undefined
  const [part, chunk, offset] = found.slice(1).map(Number)
  return { part, chunk, offset }
}
