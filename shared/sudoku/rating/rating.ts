import { runToEnd } from '../../run-to-end.ts'
import type { Digits } from '../grid/grid.ts'
import { CandidateGrid } from './candidate-grid.ts'
import { longestWithin, NO_CHAIN } from './chain.ts'
import { SEARCH, searchFor } from './finders.ts'
import type { Hint } from './hint.ts'
import {
  DEFAULT_RULE_SET,
  EXPLAINER_TECHNIQUES,
  type ExplainerTechnique,
  type RatingWord,
  type RuleSetName,
  ratingWord,
  TECHNIQUES,
  type TechniqueName,
} from './techniques.ts'
import { type RatingOptions, type Score, type ScoreState, sharedWay, type WayState } from './way.ts'

/** How hard a puzzle is, as Sudoku Explainer rates it, or a person. */
export interface Rating {
  /** The rating of the hardest step; 20 if the puzzle cannot be solved by any technique. */
  readonly er: number
  /** Up to the first digit placed, and of the first step. */
  readonly ep: number
  readonly ed: number
  /** What a newspaper would call the puzzle. */
  readonly difficulty: RatingWord
  readonly ruleset: RuleSetName
  /** The technique of the hardest step, the first of them; none if the puzzle is solved, or cannot be. */
  readonly technique?: TechniqueName
  /** Of `human-1`: about how many minutes a practised person takes; left out if the puzzle cannot be solved. */
  readonly minutes?: number
}

/** The facts of a puzzle whose rating would take more than it may. */
export interface RatingAtLeast {
  readonly atLeast: number
  readonly ruleset: RuleSetName
}

/**
 * The rating of a classic puzzle.
 *
 * @param givens 81 digits, of a puzzle with one solution: several techniques rest on it
 */
export function ratePuzzle(givens: Digits, options: RatingOptions = {}): Rating | RatingAtLeast {
  return runToEnd(ratingOf(givens, options))
}

/**
 * The same, step by step: between two steps it can be left, and what it yields tells how far it has got then. One walk is
 * under way at a time, as all take the same tables.
 *
 * @param from where it was left, or where the steps of the same puzzle were: from there on the rating is the same
 */
export function* ratingOf(
  givens: Digits,
  options: RatingOptions = {},
  from?: WayState,
): Generator<() => WayState, Rating | RatingAtLeast, void> {
  const way = sharedWay()
  closure ??= new ForcingClosure()
  const { grid, score } = way
  const { ruleSet: ruleset = DEFAULT_RULE_SET } = options
  // A person's steps are taken one by one: their order decides how long they take.
  const isHuman = ruleset === 'human-1'
  const searches = isHuman ? searchFor(options) : HARDER
  way.begin(givens, options, from)
  closure.begin()
  for (;;) {
    if (!isHuman) {
      takeEasySteps(grid, score)
      if (grid.empty > 0 && closure.isSolvedWithin(score.er, grid)) {
        // None of the steps that are left is rated higher than those before.
        score.ep ||= score.er
        break
      }
    }
    const next = way.next(searches)
    if (next === 'solved') break
    if (next === 'stuck') return ratingIn({ er: UNSOLVED, ep: score.ep, ed: score.ed }, ruleset)
    if ('atLeast' in next) return { atLeast: shown(Math.max(score.er, next.atLeast)), ruleset }
    if (!isHuman) closure.take(next)
    way.take(next)
    yield () => way.state()
  }
  return { ...ratingIn(score, ruleset), ...(isHuman && { minutes: Math.round(way.seconds / 6) / 10 }) }
}

function ratingIn({ er, ep, ed, technique }: ScoreState, ruleset: RuleSetName): Rating {
  const difficulty = ratingWord(shown(er))
  const rating = { er: shown(er), ep: shown(ep), ed: shown(ed), difficulty, ruleset } as const
  return technique ? { ...rating, technique } : rating
}

/** Sudoku Explainer's rating of a puzzle that it cannot solve. */
const UNSOLVED = 20

/** In tenths, as Sudoku Explainer prints it. */
export function shown(rating: number): number {
  return Math.floor((rating + 0.05) * 10) / 10
}

/**
 * All that the techniques up to XYZ-wings find on a grid, taken many steps at once by the kernel.
 *
 * Their ratings rise in the order of search, and what one of them takes away stays to be taken, by it or by an easier
 * one, whatever else goes first. So the candidates that are left when nothing more is found do not depend on the order,
 * and the hardest of these steps is rated as the least technique that is needed to get there: one is used only where
 * those before it find nothing.
 */
export function takeEasySteps(grid: CandidateGrid, score: Score): void {
  let met = 0
  while (met < LEVELS.length && LEVELS[met].rating <= score.er) met++
  grid.counted = (level, isPlacement) => score.add(LEVELS[level].technique, LEVELS[level].rating, isPlacement === 1)
  grid.kernel.close(met, Number(score.ep > 0))
}

export const XYZ_WING = TECHNIQUES['xyz-wing']

/** What the kernel tells apart, as it numbers it. A hidden single is rated by its unit, others as their technique. */
const LEVELS = [1.0, 1.2, 1.5]
  .map((rating) => ({ technique: EXPLAINER_TECHNIQUES[0], rating }))
  .concat(EXPLAINER_TECHNIQUES.slice(1).map((technique) => ({ technique, rating: TECHNIQUES[technique] })))
  .filter(({ rating }) => rating <= XYZ_WING)

/**
 * The closure under forcing chains of no more than a rating, together with all that is easier.
 *
 * A forcing chain stays one, or what it tells has happened, whatever else goes: where one of its nodes goes or is placed,
 * singles go through the rest of it. And whatever is looked for before forcing chains is rated below them. So where such
 * chains alone lead to the solution, Sudoku Explainer will find no step that is rated higher, whichever it takes.
 */
class ForcingClosure {
  readonly #grid = new CandidateGrid()
  #isBegun = false
  /** Chains up to this rating were looked for here in vain: as long as nothing changes, they need not be looked for again. */
  #exhausted = 0
  #hasChanged = false

  /** Begins with another puzzle. */
  begin(): void {
    this.#isBegun = false
    this.#exhausted = 0
  }

  /** Follows a step that was taken on the grid. */
  take({ placement, eliminations }: Hint): void {
    if (!this.#isBegun) return
    for (const candidate of eliminations) {
      if (this.#grid.remove((candidate / 9) | 0, candidate % 9)) this.#hasChanged = true
    }
    if (placement === undefined) return
    const cell = (placement / 9) | 0
    if (this.#grid.placed[cell]) return
    this.#grid.place(cell, placement % 9)
    this.#hasChanged = true
  }

  /** Whether forcing chains that are rated no higher lead to the solution, with what is easier. */
  isSolvedWithin(rating: number, grid: CandidateGrid): boolean {
    const longest = (name: ExplainerTechnique) => longestWithin(TECHNIQUES[name], rating)
    const [most, mostInDigits] = [longest('forcing-chain'), longest('forcing-x-chain')]
    if (mostInDigits === NO_CHAIN) return false
    if (!this.#isBegun) {
      this.#grid.copy(grid)
      this.#isBegun = true
    } else if (this.#exhausted >= rating && !this.#hasChanged) return false
    this.#hasChanged = false
    // An on candidate that is off after n links has n / 2 layers of on nodes between, and complexity n + 1.
    this.#grid.kernel.closeByChains((most - 2) >> 1, most >> 1, (mostInDigits - 2) >> 1, mostInDigits >> 1)
    if (this.#grid.empty > 0) this.#exhausted = rating
    return this.#grid.empty === 0
  }
}

const HARDER = SEARCH.filter(({ least }) => least > XYZ_WING)

/** Made when it is first needed: most processes that load this rate nothing. */
let closure: ForcingClosure | undefined
