import { type DigitSet, digitIn, eachOf } from './digit-set.ts'
import { ALL_SYMBOLS, textOf } from './grid.ts'

/** A digit as grids have it: A is 10. */
export function symbolOf(digit: number): string {
  return ALL_SYMBOLS[digit]
}

/** The digits of a set, a character each, the lowest first. */
export function symbolsOf(digits: DigitSet): string {
  return textOf(Uint8Array.from(eachOf(digits), digitIn))
}
