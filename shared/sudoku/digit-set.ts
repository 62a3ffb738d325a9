import type { Mark } from './grid.ts'

/** A set of digits: bit d - 1 stands for digit d. */
export type DigitSet = number

/** The digits from 1 to `size` that a test lets in; all of them where there is none. */
export function digitSet(size: number, holds: (digit: number) => boolean = () => true): DigitSet {
  let set = 0
  for (let digit = 1; digit <= size; digit++) if (holds(digit)) set |= 1 << (digit - 1)
  return set
}

export function countOf(set: DigitSet): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The digit of a set of one. */
export function digitIn(set: DigitSet): number {
  return 32 - Math.clz32(set)
}

/** The digits of a set, each as a set of one. */
export function eachOf(set: DigitSet): DigitSet[] {
  const each: DigitSet[] = []
  for (let rest = set; rest !== 0; rest &= rest - 1) each.push(rest & -rest)
  return each
}

/** The digits that a marked cell may hold. */
export function maskOf(mark: Mark, size: number): DigitSet {
  return digitSet(size, (digit) => (digit % 2 === 0) === (mark === 'even'))
}
