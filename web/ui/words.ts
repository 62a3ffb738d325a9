const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const TENTHS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** A number with its thousands set apart, `9,949`; below 100 it keeps tenths, which matter in a mean. */
export function numberText(number: number): string {
  return (Math.abs(number) < 100 ? TENTHS : WHOLE).format(number)
}

/** `1 puzzle`, `9,949 puzzles` */
export function countOf(count: number, noun: string): string {
  return `${numberText(count)} ${count === 1 ? noun : `${noun}s`}`
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 3 })
const LEAST_SHARE = 1e-6

/** The share of a search's tree that is explored, `37.2%`; as so much else is left, never rounded up to all of it. */
export function shareText(explored: number): string {
  if (explored > 0 && explored < LEAST_SHARE) return `< ${PERCENT.format(LEAST_SHARE)}`
  return PERCENT.format(Math.min(explored, 0.999))
}

/** `9,949 backtracks so far, 37.2% explored`; the share is null where none is known. */
export function searchWords({ backtracks, explored }: { backtracks: number; explored?: number | null }): string {
  const share = typeof explored === 'number' ? `, ${shareText(explored)} explored` : ''
  return `${countOf(backtracks, 'backtrack')} so far${share}`
}

/** A text as a shell reads it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** As a sentence or a title begins. `shared/capitalised.ts` has it, too: alone it would be a script that compressing makes longer. */
export function capitalised(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}`
}
