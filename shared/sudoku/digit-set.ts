import type { DigitSet } from './rules.ts'

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
