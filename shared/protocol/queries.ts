import * as z from 'zod/mini'
import { RESULT_FORMATS, type ResultFormat } from '../formats.ts'
import { INPUT_FORMATS, type InputFormat } from '../input/input-format.ts'
import { MAX_PARTS } from '../job/limits.ts'
import { STATUSES, type Status } from '../job/result.ts'
import { type Parsed, parsedBy, refused, withNumbers } from './parsed.ts'
import { oneOf, wholeNumber } from './schemas.ts'

/** What a reader of results asks for. */
export interface ResultsQuery {
  /** The line to begin with. */
  readonly from: number
  /** How many a page. */
  readonly limit: number
  readonly status: readonly Status[] | undefined
  /** How they are to be written; the `Accept` header says it where this does not. */
  readonly format: ResultFormat | typeof PACKED | undefined
}

/** Results as they rest in the table, for programs that unpack them themselves; `result-frames.ts` draws them. */
export const PACKED = 'packed'
const DEFAULT_PAGE_SIZE = 1000
const MAX_PAGE_SIZE = 100_000
const DEFAULT_LIST_SIZE = 20
const MAX_LIST_SIZE = 100

export const resultsQuerySchema = z.strictObject({
  from: z._default(wholeNumber(1, Number.MAX_SAFE_INTEGER), 1),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  status: z.optional(z.array(oneOf(STATUSES)).check(z.minLength(1))),
  format: z.optional(oneOf([...RESULT_FORMATS, PACKED])),
})

export function parseResultsQuery(query: Readonly<Record<string, string>>): Parsed<ResultsQuery> {
  const { status } = query
  const parsed = parsedBy(resultsQuerySchema, {
    ...withNumbers(query, ['from', 'limit']),
    ...(status !== undefined && { status: status.split(',') }),
  })
  if (!parsed.ok) return parsed
  const { format, status: statuses } = parsed.value
  if (format === PACKED && statuses) return refused(['status: packed results come as they are'])
  return { ok: true, value: { status: undefined, format: undefined, ...parsed.value } }
}

export const listQuerySchema = z.strictObject({
  limit: z._default(wholeNumber(1, MAX_LIST_SIZE), DEFAULT_LIST_SIZE),
  cursor: z.optional(z.string()),
})

export function parseListQuery(
  query: Readonly<Record<string, string>>,
): Parsed<{ limit: number; cursor?: string | undefined }> {
  return parsedBy(listQuerySchema, withNumbers(query, ['limit']))
}

export const sealSchema = z.strictObject({ parts: wholeNumber(1, MAX_PARTS) })

/** How many parts a job that is to be sealed has. */
export function parseSeal(body: unknown): Parsed<{ parts: number }> {
  return parsedBy(sealSchema, body)
}

/** The number of a part in an address, which may be too high; undefined where it is none. */
export function parsePartNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export const partQuerySchema = z.strictObject({ format: z.optional(oneOf(INPUT_FORMATS)) })

/** How the puzzles of a part are written, where its address says it. */
export function parsePartQuery(query: Readonly<Record<string, string>>): Parsed<{ format?: InputFormat | undefined }> {
  return parsedBy(partQuerySchema, query)
}

/** The seconds that `Prefer: wait=N` asks for, at most `most`; 0 where it does not. */
export function parseWait(prefer: string | undefined, most: number): number {
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d+)/i.exec(prefer ?? '')?.[1] ?? 0)
  return Math.min(seconds, most)
}
