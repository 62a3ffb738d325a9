import { valueIn } from '../../checked.ts'
import { hasDigit } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/grid.ts'
import { walkedBy } from './automaton.ts'
import type { Constraint, Meanings } from './constraint.ts'
import type { ConstraintOf } from './constraint-json.ts'
import { lineOf, lineOfPairs } from './lines.ts'
import { digitsIn, matches, parsePattern } from './pattern.ts'
import { machineOf, type WalkJson } from './walk-compiler.ts'

/** What setters say in data of their own: which digits go together, and which may follow each other. */
export const WALKS = {
  pairs: lineOfPairs('custom', 'pairs', ({ allowed, each }: ConstraintOf<'pairs'>, { size }) => {
    const partners = Array.from({ length: size + 1 }, (_, digit) => {
      const digits = digitsIn(allowed[symbolOf(digit)] ?? '', size)
      return digits.ok ? digits.value : 0
    })
    return {
      reach: each === 'all' ? Number.POSITIVE_INFINITY : 1,
      allows: (digit, next) => hasDigit(partners[digit], next),
      isKept: (digit, next) => allowed[symbolOf(digit)]?.includes(symbolOf(next)) ?? false,
      demand: 'a pair that is allowed',
    }
  }),
  walk: lineOf('custom', 'walk', ({ name, cells }, { size }, walk: ConstraintOf<'walk'>) => {
    const keeps = judgeOf(walk, size)
    const verify: Constraint['verify'] = (digits) => {
      const held = cells.map((cell) => digits[cell])
      return keeps(held) ? undefined : `${name} holds ${held.join(', ')}, which it does not allow`
    }
    return [walkedBy(valueIn(machineOf(walk, size)), { name, cells, verify })]
  }),
} satisfies Meanings

/** Judges digits by the JSON of a walk itself, and by nothing that is made of it. */
function judgeOf({ pattern, states = [], ends }: WalkJson, size: number): (digits: readonly number[]) => boolean {
  if (pattern !== undefined) {
    const parts = parsePattern(pattern, size)
    return (digits) => parts.ok && matches(parts.value, digits)
  }
  return (digits) => {
    let state: number | undefined = 0
    for (const digit of digits) {
      const ways: [string, number][] = Object.entries(states[state])
      state = ways.find(([symbols]) => symbols.includes(symbolOf(digit)))?.[1]
      if (state === undefined) return false
    }
    return ends?.includes(state) ?? false
  }
}
