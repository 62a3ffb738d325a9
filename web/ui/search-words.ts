import { countOf } from './number-text.ts'

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 3 })
const LEAST_SHARE = 1e-6

/** The share of a search's tree that is explored, `37.2%`; as so much else is left, never rounded up to all of it. */
export function shareText(explored: number): string {
  if (explored > 0 && explored < LEAST_SHARE) return `< ${PERCENT.format(LEAST_SHARE)}`
  return PERCENT.format(Math.min(explored, 0.999))
}

interface SearchShown {
  readonly backtracks: number
  readonly explored?: number | null
}

/** `9,949 backtracks so far, 37.2% explored`; the share is null where none is known. */
export function searchWords({ backtracks, explored }: SearchShown): string {
  const share = typeof explored === 'number' ? `, ${shareText(explored)} explored` : ''
  return `${countOf(backtracks, 'backtrack')} so far${share}`
}
