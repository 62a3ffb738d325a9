import { bitOf, type DigitSet, digitSet } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import type { Unit } from '../grid/units.ts'
import type { ConstraintOf, ConstraintType, VariantConstraint } from './constraint-json.ts'
import type { Drawing } from './drawing.ts'
import type { Machine } from './state-machine.ts'

/**
 * A demand on some cells that is neither a unit nor a mask of one cell: that a cage sums to 15, say. Everything that
 * strategies and the judge know of a constraint comes through here, so that each strategy takes each constraint. What a
 * constraint also is as a unit (a cage holds no digit twice) stands among the units of its rules.
 */
export interface Constraint {
  /** As messages name it: `the cage at r1c1`. */
  readonly name: string
  /** What the puzzle brought that it is a part of; undefined of what holds between neighbours all over the grid. */
  readonly form?: VariantConstraint
  /** For neighbours without a sign between them: the sign that they must not deserve. */
  readonly unshown?: Sign
  /** The cells that it looks at, each once; a change of any other cell does not concern it. */
  readonly cells: readonly number[]
  /**
   * Takes away candidates that follow to be impossible. The same candidates always leave the same, whatever was asked
   * before; less than what follows may be taken away, but where at most one of the cells has more than one candidate,
   * exactly what breaks the constraint has to go: so a grid that is filled cell by cell keeps it.
   *
   * @returns false where the constraint cannot be kept any more
   */
  prune(grid: PrunedGrid): boolean
  /**
   * Judges full cells; shares no code with {@link prune}.
   *
   * @returns what is wrong: `the cage at r1c1 sums to 14, expected 15`; undefined where the constraint is kept
   */
  verify(digits: Digits): string | undefined
  /** The same for a search that prunes by itself, of its {@link cells} in their order. */
  readonly demand: Demand
}

/** What is drawn between two neighbours. */
export interface Sign {
  readonly name: 'white dot' | 'black dot' | 'X' | 'V'
  /** By how much they differ, how many times the other one is, or to what they sum. */
  readonly value: number
}

/** A demand on some cells, as data. */
type Demand =
  /** Their digits, which are different, sum to a number. */
  | { readonly kind: 'cage'; readonly sum: number }
  /** Their digits, each times its cell's weight, sum to a number. */
  | { readonly kind: 'sum'; readonly sum: number; readonly weights: readonly number[] }
  /** By the digit of the first of two cells, from 1, those that may stand in the second; and back. */
  | {
      readonly kind: 'relation'
      readonly partners: readonly DigitSet[]
      readonly partnersOfSecond: readonly DigitSet[]
    }
  | Choice
  /** A machine accepts them, read one after the other. */
  | { readonly kind: 'walk'; readonly machine: Machine }

/** That their digits go one of several ways. */
export interface Choice {
  readonly kind: 'choice'
  /** Alike for demands that have the same ways. */
  readonly key: string
  /** Is asked for once by each key, as they may be thousands. */
  readonly ways: () => readonly Way[]
  /** Digits whose places are to be guessed before anything else. */
  readonly decides?: DigitSet
}

/** By cell, the digits that it may hold. */
export interface Way {
  readonly sets: readonly DigitSet[]
  /** Digits that have to be held, each by one of the cells. */
  readonly holds?: DigitSet
}

/** The candidates of a grid, as a constraint sees and prunes them. */
export interface PrunedGrid {
  /** The candidates of a cell, never none; the digit alone where the cell is filled. */
  at(cell: number): DigitSet
  /** Takes digits from the candidates of a cell; false where none are left. */
  remove(cell: number, digits: DigitSet): boolean
}

/** The meaning of a constraint: the cheaper kinds of rules as far as they go, and constraints for the rest. */
export interface Meaning {
  readonly units?: readonly Unit[]
  readonly masks?: readonly (readonly [cell: number, digits: DigitSet])[]
  readonly constraints?: readonly Constraint[]
  readonly drawings: readonly Drawing[]
}

export interface BoxedGrid {
  readonly size: number
  /** Boxes, or the regions that take their place. */
  readonly boxes: readonly Unit[]
}

/** Where a constraint stands: its grid, and its place on it. */
export interface Board extends BoxedGrid {
  /** The constraint's own cells, not the board's, where its JSON has such. */
  readonly cells: readonly number[]
}

/** The meanings of some constraints, by their types. */
export type Meanings = {
  readonly [Type in ConstraintType]?: (constraint: ConstraintOf<Type>, board: Board) => Meaning
}

/**
 * A constraint whose cells hold one of a few ways. A digit stays where a way has it that leaves every cell a candidate.
 *
 * @param key alike for constraints that have the same ways
 */
export function chosen(
  parts: Omit<Constraint, 'prune' | 'demand'>,
  key: string,
  waysOf: () => readonly Way[],
): Constraint {
  const { cells } = parts
  let known: readonly Way[] | undefined
  const ways = () => {
    known ??= waysOf()
    return known
  }
  return {
    ...parts,
    demand: { kind: 'choice', key, ways },
    prune(grid) {
      const possible = ways().filter(({ sets }) => cells.every((cell, i) => (grid.at(cell) & sets[i]) !== 0))
      return cells.every((cell, i) => {
        const union = possible.reduce((digits, { sets }) => digits | sets[i], 0)
        return grid.remove(cell, ~union)
      })
    },
  }
}

/**
 * That the digit at a place of a line, from 0, says at which place of it, from 1, a value stands.
 *
 * @param words the judge's, for another digit that was found there
 */
export function pointed(
  { name, cells }: Pick<Constraint, 'name' | 'cells'>,
  own: number,
  value: number,
  words: (found: number, digit: number) => string,
): Constraint {
  const all = digitSet(cells.length)
  const verify: Constraint['verify'] = (digits) => {
    const digit = digits[cells[own]]
    const found = digits[cells[digit - 1]]
    return found === value ? undefined : words(found, digit)
  }
  // A cell that points at itself has to hold the value.
  const places = [...cells.keys()].filter((place) => place !== own || value === own + 1)
  const ways = () =>
    places.map((place) => ({
      sets: cells
        .map(() => all)
        .with(own, bitOf(place + 1))
        .with(place, bitOf(value)),
    }))
  return chosen({ name, cells, verify }, `pointed ${own} ${value} ${cells.length}`, ways)
}
