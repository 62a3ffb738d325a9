import { groupedBy } from '../../grouped.ts'
import type { Digits } from '../grid/grid.ts'
import { chainReason, chainsInWords } from './chain-words.ts'
import { searchFor } from './finders.ts'
import type { StepFacts } from './hint.ts'
import { nameOf } from './naming.ts'
import { type RatingOptions, sharedWay, shown, type WayStart } from './rating.ts'
import { STEP_WORDS, type StepName, type TechniqueName } from './techniques.ts'
import { cellsNamed, clauses, inWords, listed, unitName } from './words.ts'

/** A step of the way that a person can go. */
export interface Step extends StepFacts {
  /** What is looked for, and rated. */
  readonly technique: TechniqueName
  /** What players call it. */
  readonly name: StepName
  readonly rating: number
  /** `box 1`, `row 4`, `column 9` */
  readonly units: readonly string[]
  /** Why, with the links of chains in words, and what follows: `Name: why; so …`, or of several chains `Name: why: (1) …; so …`. */
  readonly text: string
}

/** How a way has ended: with the solution, where no technique finds anything more, or at the limit of work. */
export type WayEnd = 'solved' | 'stuck' | 'limit'

/**
 * The steps that Sudoku Explainer, or a person, takes on a puzzle, as they are found.
 *
 * @param givens 81 digits, of a puzzle with one solution
 * @param options as for `ratePuzzle`
 * @param from where it was left, as the `state` of `sharedWay` told after a step, from which `ratingOf` goes on, too
 */
export function* stepsOf(givens: Digits, options: RatingOptions = {}, from?: WayStart): Generator<Step, WayEnd> {
  const way = sharedWay()
  way.begin(givens, options, from)
  const searches = searchFor(options)
  for (;;) {
    const next = way.next(searches)
    if (next === 'solved' || next === 'stuck') return next
    if ('atLeast' in next) return 'limit'
    const { technique, rating, placement } = next
    const { cells, digits: zeroBased, units = [], links = [], nested = [], reason } = next.pattern(way.grid)
    const digits = zeroBased.map((digit) => digit + 1)
    const placements = placement === undefined ? [] : [{ cell: Math.floor(placement / 9), digit: (placement % 9) + 1 }]
    const eliminations = [...groupedBy(next.eliminations, (candidate) => Math.floor(candidate / 9))]
      .toSorted(([a], [b]) => a - b)
      .map(([cell, gone]) => ({ cell, digits: gone.map((candidate) => (candidate % 9) + 1).toSorted((a, b) => a - b) }))
    const unnamed = { technique, cells, digits, links, placements, eliminations, grid: way.grid }
    const name = next.name ?? nameOf(unnamed)
    const why =
      reason === undefined ? chainReason(name, unnamed) : `${reason}${chainsInWords({ links, nested }, unnamed.grid)}`
    way.take(next)
    yield {
      technique,
      name,
      rating: shown(rating),
      cells,
      digits,
      units: units.map(unitName),
      links,
      placements,
      eliminations,
      text: `${STEP_WORDS[name]}: ${why}; so ${conclusionOf({ placements, eliminations })}.`,
    }
  }
}

/** A step that is shorter, as it does not tell its chains. */
export function withoutLinks(step: Step): Step {
  return { ...step, links: [], text: step.text.replace(/^(.*?: .*?): .*(?=; so )/, '$1') }
}

/** What follows from a step: `r4c3 is 6`, or `r4c3 and r5c3 are not 2, and r6c3 is not 2 or 5`. */
function conclusionOf({ placements: [placed], eliminations }: Pick<Step, 'placements' | 'eliminations'>): string {
  if (placed) return inWords({ ...placed, on: true })
  const byDigits = groupedBy(eliminations, ({ digits }) => listed(digits.map(String), 'or'))
  const gone = Array.from(byDigits, ([digits, of]) => {
    return `${cellsNamed(of.map(({ cell }) => cell))} ${of.length > 1 ? 'are' : 'is'} not ${digits}`
  })
  return clauses(gone)
}
