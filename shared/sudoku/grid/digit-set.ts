import { type Mark, textOf } from './grid.ts'

/**
 * A set of digits: bit d - 1 stands for digit d. Up to {@link MOST_BITWISE} digits bitwise operators take it; a set of more
 * is a whole number beyond 32 bits, which only the functions here understand.
 */
export type DigitSet = number

/** Sets of more digits do not fit what bitwise operators work on. */
export const MOST_BITWISE = 31

const HALF = 2 ** 32

export function bitOf(digit: number): DigitSet {
  return digit <= MOST_BITWISE ? 1 << (digit - 1) : 2 ** (digit - 1)
}

/** The digits from 1 to `size` that a test lets in; all of them if there is no test. */
export function digitSet(size: number, holds: (digit: number) => boolean = () => true): DigitSet {
  let set = 0
  for (let digit = 1; digit <= size; digit++) if (holds(digit)) set += bitOf(digit)
  return set
}

export function hasDigit(set: DigitSet, digit: number): boolean {
  return digit <= MOST_BITWISE ? (set & (1 << (digit - 1))) !== 0 : Math.floor(set / bitOf(digit)) % 2 === 1
}

export function withDigit(set: DigitSet, digit: number): DigitSet {
  return hasDigit(set, digit) ? set : set + bitOf(digit)
}

export function withoutDigit(set: DigitSet, digit: number): DigitSet {
  return hasDigit(set, digit) ? set - bitOf(digit) : set
}

export function intersectionOf(set: DigitSet, other: DigitSet): DigitSet {
  return joined((set & other) >>> 0, upperHalfOf(set) & upperHalfOf(other))
}

export function unionOf(set: DigitSet, other: DigitSet): DigitSet {
  return joined((set | other) >>> 0, upperHalfOf(set) | upperHalfOf(other))
}

/** The digits of a set that another one has not. */
export function differenceOf(set: DigitSet, other: DigitSet): DigitSet {
  return joined((set & ~other) >>> 0, upperHalfOf(set) & ~upperHalfOf(other))
}

/** A set as the digits up to 32, and those above. */
export function joined(lower: number, upper: number): DigitSet {
  return lower + upper * HALF
}

export function upperHalfOf(set: DigitSet): number {
  return set < HALF ? 0 : Math.floor(set / HALF)
}

export function countOf(set: DigitSet): number {
  let count = set < HALF ? 0 : countOf(upperHalfOf(set))
  for (let rest = set | 0; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The digit of a set of one. */
export function digitIn(set: DigitSet): number {
  return set < HALF ? 32 - Math.clz32(set) : 64 - Math.clz32(upperHalfOf(set))
}

/** The lowest digit of a set that has any, as a set of one. */
export function lowestOf(set: DigitSet): DigitSet {
  const lower = set | 0
  return lower !== 0 ? (lower & -lower) >>> 0 : lowestOf(upperHalfOf(set)) * HALF
}

/** The digits of a set, each as a set of one. */
export function eachOf(set: DigitSet): DigitSet[] {
  const each: DigitSet[] = []
  for (let rest = set | 0; rest !== 0; rest &= rest - 1) each.push((rest & -rest) >>> 0)
  if (set >= HALF) for (const digit of eachOf(upperHalfOf(set))) each.push(digit * HALF)
  return each
}

/** The digits of a set, a character each, the lowest first. */
export function symbolsOf(digits: DigitSet): string {
  return textOf(Uint8Array.from(eachOf(digits), digitIn))
}

export function maskOf(mark: Mark, size: number): DigitSet {
  return digitSet(size, (digit) => (digit % 2 === 0) === (mark === 'even'))
}
