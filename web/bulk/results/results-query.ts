import { STATUSES, type Status } from '../../../shared/job/result.ts'
import type { Query } from '../../address.ts'

/** What of a job's results an address shows. */
export interface ResultsQuery {
  /** Only these; all where it is empty. */
  readonly status: readonly Status[]
  /** Where they are read from; results of some statuses can be jumped to no other way. */
  readonly from: number
  /** The line whose details are open. */
  readonly line: number | undefined
}

export function resultsQueryIn(query: Query): ResultsQuery {
  return { status: statusIn(query), from: lineIn(query.from) ?? 1, line: lineIn(query.line) }
}

export function statusIn({ status = '' }: Query): readonly Status[] {
  const named = status.split(',')
  return STATUSES.filter((known) => named.includes(known))
}

/** A line as people write it; undefined where it is none. */
export function lineIn(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/[\s,]/g, '') ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
