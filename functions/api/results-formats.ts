import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { JSON_LINES_TYPE } from '../../shared/input/ndjson.ts'
import type { JobRecord } from '../../shared/job/job.ts'
import { MAX_PAGE_BYTES, MAX_PAGE_SIZE, MAX_RESULTS_AT_ONCE } from '../../shared/job/limits.ts'
import { type Format, formats } from '../../shared/job/output/result-format.ts'
import { PACKED, RESULTS_TYPE } from '../../shared/job/packed/result-frames.ts'
import type { ResultsQuery } from '../../shared/protocol/requests.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { RecordEnv } from './context.ts'
import { Problem } from './problem.ts'
import { type ChunkResults, type PageQuery, readPacked, readResults, USUAL_BYTES } from './read-results.ts'

/** A format in which results are answered. */
export interface ResultsFormat {
  readonly mediaType: string
  /** Results that an answer holds, if they are as long as they mostly are. */
  readonly most: number
  /** Reads what a query asks for, as far as one answer may go. */
  read(chunks: ChunkResults, record: JobRecord, query: PageQuery): Promise<ResultsAnswer>
}

interface ResultsAnswer {
  readonly body: Uint8Array<ArrayBuffer>
  readonly isEmpty: boolean
  /** The place to read on from; undefined at the job's end. */
  readonly next: number | undefined
  /** Whether it holds as much as an answer may. */
  readonly isFull: boolean
}

/** The format that a query names, or else the one that the client's `Accept` header likes best. */
export function chosenFormat(c: Context<RecordEnv>, { format }: ResultsQuery): ResultsFormat {
  if (format === undefined) return acceptedFormat(c)
  return format === PACKED ? PACKED_FORMAT : formOf(formats[format])
}

function mostOf(bytes: number): number {
  return Math.floor(MAX_PAGE_BYTES / bytes)
}

const JSON_FORMAT: ResultsFormat = {
  mediaType: 'application/json',
  most: mostOf(USUAL_BYTES),
  read: (chunks, record, query) => readJson(chunks, record, query, '{'),
}

/** A job that has ended, with its first results, as JSON. */
export async function endedJobJson(
  chunks: ChunkResults,
  record: JobRecord,
  view: JobView,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = { from: 1, limit: MAX_RESULTS_AT_ONCE }
  return (await readJson(chunks, record, first, `${JSON.stringify(view).slice(0, -1)},`)).body
}

/** A page of results as an object in JSON, of which the first members are given. */
function readJson(chunks: ChunkResults, record: JobRecord, query: PageQuery, members: string): Promise<ResultsAnswer> {
  return readResults(chunks, record, query, {
    form: { write: (result) => JSON.stringify(result) },
    begin: `${members}"results":[`,
    separator: ',',
    end: (next) => `],"next":${next ?? null}}`,
  })
}

const PACKED_FORMAT: ResultsFormat = {
  mediaType: RESULTS_TYPE,
  most: MAX_PAGE_SIZE,
  async read(chunks, record, query) {
    const { bytes, ...read } = await readPacked(chunks, record, query)
    return { body: bytes, isEmpty: bytes.length === 0, ...read }
  },
}

function formOf(format: Format): ResultsFormat {
  return {
    mediaType: format.mediaType,
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
    formOf(formats.ndjson),
    { ...formOf(formats.ndjson), mediaType: JSON_LINES_TYPE },
    formOf(formats.csv),
    formOf(formats.text),
  ].map((format) => [format.mediaType, format]),
)
const MEDIA_TYPES = [...FORMATS.keys()]

function acceptedFormat(c: Context<RecordEnv>): ResultsFormat {
  const mediaType = accepts(c, {
    header: 'Accept',
    supports: MEDIA_TYPES,
    default: JSON_FORMAT.mediaType,
    match: (ranges) => bestOf(MEDIA_TYPES, ranges) ?? '',
  })
  const format = FORMATS.get(mediaType)
  if (!format) throw new Problem('not-acceptable', { detail: `expected ${MEDIA_TYPES.join(', ')}` })
  return format
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
