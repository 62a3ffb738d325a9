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
  readonly results: readonly PuzzleResult[]
  /** Where to read on; undefined at the job's end. */
  readonly next: Position | undefined
}

/** Lambda answers at most 6 MB; this leaves room for the quotes that JSON escapes. */
const MAX_PAGE_BYTES = 4_000_000
/** A result's field names and numbers, beside its puzzle and solutions. */
const RESULT_OVERHEAD_BYTES = 300
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
  { most, statuses }: { most: number; statuses: readonly Status[] | undefined },
): Promise<Reading> {
  const results: PuzzleResult[] = []
  let bytes = 0
  let { part, chunk, offset } = from
  for (let read = 0; read < MAX_CHUNKS_READ; read++) {
    while (part < parts.length && chunk >= parts[part].chunks) {
      part++
      chunk = 0
    }
    if (part >= parts.length) return { results, next: job.sealed ? undefined : { part, chunk, offset } }
    const found = await table.resultsOfChunk(job.id, part, chunk)
    while (offset < found.results.length) {
      if (results.length === most || bytes > MAX_PAGE_BYTES) return { results, next: { part, chunk, offset } }
      const result = found.results[offset++]
      if (statuses && !statuses.includes(result.status)) continue
      results.push(result)
      bytes += result.puzzle.length * (2 + (result.solutions?.length ?? 0)) + RESULT_OVERHEAD_BYTES
    }
    if (!found.complete) return { results, next: { part, chunk, offset } }
    chunk++
    offset = 0
  }
  return { results, next: { part, chunk, offset } }
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
