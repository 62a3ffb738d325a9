import { valueIn } from '../../checked.ts'
import { type CellName, cellsOf } from '../grid/cell-name.ts'
import { hasDigit } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/grid.ts'
import { walkedBy } from './automaton.ts'
import type { Board, Constraint, Meaning, Meanings } from './constraint.ts'
import { lineOf, lineOfPairs } from './lines.ts'
import { digitsIn, matches, parsePattern } from './pattern.ts'
import { machineOf, type WalkJson } from './walk-compiler.ts'

/** What setters say in data of their own: which digits go together, and which may follow each other. */
export const WALKS = {
  pairs({ lines, allowed, each }, board) {
    const { size } = board
    const partners = Array.from({ length: size + 1 }, (_, digit) => {
      const digits = digitsIn(allowed[symbolOf(digit)] ?? '', size)
      return digits.ok ? digits.value : 0
    })
    const line = lineOfPairs('custom', 'pairs', () => ({
      reach: each === 'all' ? Number.POSITIVE_INFINITY : 1,
      allows: (digit, next) => hasDigit(partners[digit], next),
      isKept: (digit, next) => allowed[symbolOf(digit)]?.includes(symbolOf(next)) ?? false,
      demand: 'a pair that is allowed',
    }))
    return eachLine(lines, board, line)
  },
  walk(walk, board) {
    const machine = valueIn(machineOf(walk, board.size))
    const keeps = judgeOf(walk, board.size)
    const line = lineOf('custom', 'walk', ({ name, cells }) => {
      const verify: Constraint['verify'] = (digits) => {
        const held = cells.map((cell) => digits[cell])
        return keeps(held) ? undefined : `${name} holds ${held.join(', ')}, which it does not allow`
      }
      return [walkedBy(machine, { name, cells, verify })]
    })
    return eachLine(walk.lines, board, line)
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

/** The meanings of some lines, as one. */
function eachLine(
  lines: readonly (readonly CellName[])[],
  board: Board,
  meaningOf: ReturnType<typeof lineOf>,
): Meaning {
  const all = lines.map((cells) => meaningOf({ cells }, { ...board, cells: cellsOf(cells, board.size) }))
  return {
    constraints: all.flatMap(({ constraints = [] }) => constraints),
    drawings: all.flatMap(({ drawings }) => drawings),
  }
}
