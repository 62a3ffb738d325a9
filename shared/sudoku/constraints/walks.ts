import { hasDigit } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/symbols.ts'
import { walkedBy } from './automaton.ts'
import { lineOf, lineOfPairs } from './lines.ts'
import { machineOf, type WalkJson } from './machine.ts'
import type { Meaning, Meanings } from './meaning.ts'
import { digitsIn, matches, parsePattern } from './pattern.ts'

/** What setters say in data of their own: which digits go together, and which may follow each other. */
export const WALKS = {
  pairs: ({ lines, allowed, each }, board) => {
    const { size } = board
    const partners = Array.from({ length: size + 1 }, (_, digit) => {
      const digits = digitsIn(allowed[symbolOf(digit)] ?? '', size)
      return digits.ok ? digits.value : 0
    })
    return together(
      lines.map((names) =>
        lineOfPairs('custom', 'pairs', names, board, {
          reach: each === 'all' ? names.length : 1,
          allows: (digit, next) => hasDigit(partners[digit], next),
          isKept: (digit, next) => allowed[symbolOf(digit)]?.includes(symbolOf(next)) ?? false,
          demand: 'a pair that is allowed',
        }),
      ),
    )
  },
  walk: (walk, board) => {
    const machine = machineOf(walk, board.size)
    if (!machine.ok) throw new Error(machine.error)
    const keeps = judgeOf(walk, board.size)
    return together(
      walk.lines.map((names) =>
        lineOf('custom', 'walk', names, board, ({ name, cells }) => [
          walkedBy(machine.value, {
            name,
            cells,
            verify: (digits) => {
              const held = cells.map((cell) => digits[cell])
              return keeps(held) ? undefined : `${name} holds ${held.join(', ')}, which it does not allow`
            },
          }),
        ]),
      ),
    )
  },
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

function together(meanings: readonly Meaning[]): Meaning {
  return {
    constraints: meanings.flatMap(({ constraints = [] }) => constraints),
    drawings: meanings.flatMap(({ drawings }) => drawings),
  }
}
