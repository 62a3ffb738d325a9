/** One puzzle alone has a bar, too: so much of a power of ten. */
const FIRST = 0.3
/** No more of them than stand beside each other on a phone. */
const MOST_POWERS = 4

/** How far a count goes on an axis that ends with the most there are, in hundredths of it. */
export function logPlace(count: number, most: number): number {
  if (count <= 0) return 0
  return (100 * (Math.log10(count) + FIRST)) / (Math.log10(Math.max(10, most)) + FIRST)
}

/** The powers of ten that are marked on such an axis, from 1: each, or every second or third one. */
export function powersUpTo(most: number): number[] {
  const last = Math.floor(Math.log10(Math.max(10, most)))
  const step = Math.ceil((last + 1) / MOST_POWERS)
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => 10 ** (i * step))
}
