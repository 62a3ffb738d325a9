import type { PuzzleResult, Status } from '../../../shared/job/result.ts'
import { numberText } from '../../ui/number-text.ts'

/** What one strategy counted on one puzzle. */
export type Count =
  /** Its search ended after so many backtracks. */
  | { readonly kind: 'ended'; readonly backtracks: number }
  /** It gave up after so many, its limit: more than that is all that is known. */
  | { readonly kind: 'limit'; readonly backtracks: number }
  /** Nothing was counted: the puzzle is invalid, say, or its job was cancelled. */
  | { readonly kind: 'none'; readonly status: Status }

export function countOf({ status, backtracks }: PuzzleResult, backtrackLimit: number): Count {
  if (status === 'aborted') return { kind: 'limit', backtracks: backtrackLimit }
  return backtracks === null ? { kind: 'none', status } : { kind: 'ended', backtracks }
}

/** A count that is a number, if only the least it can be. */
export type Counted = Exclude<Count, { kind: 'none' }>

export function isCounted(count: Count | undefined): count is Counted {
  return count !== undefined && count.kind !== 'none'
}

/** A count as it is written: `9,949`, `> 1,000,000`, `invalid`. */
export function textOfCount(count: Count | undefined): string {
  if (!count) return '…'
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '> ' : ''}${numberText(count.backtracks)}`
}
