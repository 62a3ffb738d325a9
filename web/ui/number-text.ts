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
