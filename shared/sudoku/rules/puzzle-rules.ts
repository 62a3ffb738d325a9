import { accept, type Checked, refuse } from '../../checked.ts'
import { groupedBy } from '../../grouped.ts'
import { AREAS } from '../constraints/areas.ts'
import { CLUES } from '../constraints/clues.ts'
import type { Board, BoxedGrid, Constraint, Meaning, Meanings } from '../constraints/constraint.ts'
import { checkedOwnSize, type VariantConstraint } from '../constraints/constraint-json.ts'
import type { Drawing } from '../constraints/drawing.ts'
import { LINES } from '../constraints/lines.ts'
import { PAIRS } from '../constraints/pairs.ts'
import { keyOfPair, otherPairs, type PairDemand, type PairType, pairDemand } from '../constraints/relation.ts'
import { SUM_LINES } from '../constraints/sum-lines.ts'
import { WALKS } from '../constraints/walks.ts'
import { cellsOf, nameOfCell } from '../grid/cell-name.ts'
import { type DigitSet, intersectionOf } from '../grid/digit-set.ts'
import { parseGrid } from '../grid/grid.ts'
import { rowsColumnsBoxes, type Size, sizeOfRegions, type Unit } from '../grid/units.ts'
import { type Puzzle, parsePuzzle, puzzleOf } from './puzzle.ts'
import {
  checkedSize,
  composeRules,
  marksOf,
  namesOf,
  partsOf,
  type RulesAsked,
  type RulesName,
  rulesFor,
} from './rules.ts'

/** The rules that a puzzle brings with it, as {@link parsePuzzleWith} takes them: its parts are well-formed. */
export interface PuzzleRules {
  /** A character a cell, alike for the cells of one region; they take the place of the boxes. */
  readonly regions?: string
  readonly rules?: readonly RulesName[]
  readonly constraints?: readonly VariantConstraint[]
  /** The kinds of pairs of which all are shown, so that neighbours without one are no such pair. */
  readonly negative?: readonly PairType[]
}

/**
 * Reads a puzzle that may bring rules of its own; a refusal says where the text is no grid, where its givens clash, or
 * what its rules lack. It is not `parsePuzzle` itself, as a page that knows no such puzzles would load all constraints.
 *
 * @param kept those of its constraints that hold; what is negative is told by all of them even so
 */
export function parsePuzzleWith(
  own: PuzzleRules | undefined,
  text: string,
  job: RulesAsked,
  size?: Size,
  kept?: readonly VariantConstraint[],
): Checked<Puzzle> {
  if (!own) return parsePuzzle(text, job, size)
  const marks = marksOf([...namesOf(job), ...(own.rules ?? [])])
  const grid = parseGrid(text, marks, size ?? sizeOfRegions(own.regions))
  if (!grid.ok) return grid
  const all = rulesWith(job, own, grid.value.size, kept)
  return all.ok ? puzzleOf(all.value.rules, grid.value, all.value.masks) : all
}

// The search that learns has room for so much beside rows, columns and boxes; an ordinary puzzle has a tenth of it.
/** Units, and their cells, each times the digits. */
const MOST_UNITS_BY_DIGITS = 8_000
const MOST_PLACES_BY_DIGITS = 60_000
const MOST_CONSTRAINTS = 1_500
/** Cells that constraints look at. */
const MOST_PLACES = 12_000

/**
 * The rules of a puzzle that brings some of its own, with those of its job. A refusal says what does not go together.
 */
function rulesWith(
  job: RulesAsked,
  own: PuzzleRules,
  size: Size,
  kept = own.constraints ?? [],
): Checked<Pick<Puzzle, 'rules' | 'masks'>> {
  const names = namesOf([...namesOf(job), ...(own.rules ?? [])]).toSorted()
  const known = checkedSize(names, size, own.regions !== undefined)
  if (!known.ok) return refuse(`size: ${known.error}`)
  // Those that have names alone are kept, with what searches have worked out of them.
  const areAllNamed = !own.regions && !own.constraints?.length && !own.negative?.length
  if (areAllNamed) return accept({ rules: rulesFor(names, size), masks: new Map() })
  const taken = checkedOwnSize({ ...own, size })
  if (!taken.ok) return taken
  if (own.regions !== undefined && names.includes('disjoint')) {
    return refuse('disjoint: found regions, expected boxes, which have the same places')
  }
  const regions = own.regions === undefined ? undefined : regionsIn(own.regions)
  const boxes = regions ?? rowsColumnsBoxes(size).boxes
  const board = { size, boxes }
  const meanings = kept.map((constraint) => meaningOf(constraint, board))
  const named = partsOf(names, size)
  const units: Unit[] = [...named.units, ...meanings.flatMap((meaning) => meaning.units ?? [])]
  const constraints: Constraint[] = [
    ...named.constraints,
    ...meanings.flatMap((meaning) => meaning.constraints ?? []),
    ...(own.negative ?? []).flatMap((type) => negative(type, own.constraints ?? [], size)),
  ]
  const places = (list: readonly { readonly cells: readonly number[] }[]) =>
    list.reduce((sum, { cells }) => sum + cells.length, 0)
  const isTooMuch =
    units.length * size > MOST_UNITS_BY_DIGITS ||
    places(units) * size > MOST_PLACES_BY_DIGITS ||
    constraints.length > MOST_CONSTRAINTS ||
    places(constraints) > MOST_PLACES
  if (isTooMuch) {
    const found = `${units.length} areas and ${constraints.length} other demands`
    return refuse(
      `found more rules than a search has room for: ${found}, of ${places([...units, ...constraints])} cells`,
    )
  }
  const masks = new Map<number, DigitSet>()
  for (const [cell, digits] of meanings.flatMap((meaning) => meaning.masks ?? [])) {
    masks.set(cell, intersectionOf(digits, masks.get(cell) ?? digits))
  }
  const drawings: Drawing[] = [...named.drawings, ...meanings.flatMap((meaning) => meaning.drawings)]
  const rules = composeRules({ ...named, ...(regions && { regions }), units, constraints, drawings })
  return accept({ rules, masks })
}

const MEANINGS: Required<Meanings> = { ...AREAS, ...LINES, ...SUM_LINES, ...PAIRS, ...WALKS, ...CLUES }

/** @param form as {@link constraintOf} of `constraint-json.ts` has checked it */
export function meaningOf(form: VariantConstraint, { size, boxes }: BoxedGrid): Meaning {
  const make = MEANINGS[form.type] as (form: VariantConstraint, board: Board) => Meaning
  const cells = 'cells' in form ? cellsOf(form.cells, size) : []
  const meaning = make(form, { size, boxes, cells })
  return { ...meaning, constraints: meaning.constraints?.map((constraint) => ({ ...constraint, form })) ?? [] }
}

/** Regions in the order in which they begin. */
function regionsIn(text: string): Unit[] {
  const letters = [...text]
  const size = Math.sqrt(letters.length)
  const regions = groupedBy(letters.keys(), (cell) => letters[cell])
  return [...regions.values()].map((cells) => ({ name: `the region at ${nameOfCell(cells[0], size)}`, cells }))
}

/**
 * That neighbours between which nothing is shown are no such pair: of a value that a dot of this puzzle shows, or of the
 * usual one where none does; of X and V, both.
 */
function negative(type: PairType, constraints: readonly VariantConstraint[], size: Size): Constraint[] {
  const shown = constraints.filter((constraint): constraint is PairConstraint => constraint.type === type)
  const pairs = new Set(shown.map(({ cells }) => keyOfPair(cellsOf(cells, size))))
  return demandsOf(type, shown).flatMap((demand) => otherPairs(demand, pairs, size))
}

type PairConstraint = Extract<VariantConstraint, { readonly type: PairType }>

function demandsOf(type: PairType, shown: readonly PairConstraint[]): readonly PairDemand[] {
  if (type === 'xv') return [pairDemand.xv({ value: 'X' }), pairDemand.xv({ value: 'V' })]
  const usual = type === 'difference' ? 1 : 2
  const values = new Set(shown.map(({ value }) => (typeof value === 'number' ? value : usual)))
  if (values.size === 0) values.add(usual)
  return [...values].map((value) => pairDemand[type]({ value }))
}
