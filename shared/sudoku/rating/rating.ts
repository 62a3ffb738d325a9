import { ended } from '../../ended.ts'
import type { Digits } from '../grid/grid.ts'
import { ForcingClosure, takeEasySteps, XYZ_WING } from './closure.ts'
import { type RatingWord, ratingWord } from './difficulty.ts'
import { SEARCH, searchFor } from './finders.ts'
import { DEFAULT_RULE_SET, type RuleSetName, type TechniqueName } from './techniques.ts'
import { type RatingOptions, type ScoreState, sharedWay, type WayState } from './way.ts'

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
  return ended(ratingOf(givens, options))
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
        score.end()
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
  return { ...ratingIn(score.state(), ruleset), ...(isHuman && { minutes: Math.round(way.seconds / 6) / 10 }) }
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

const HARDER = SEARCH.filter(({ least }) => least > XYZ_WING)

/** Made when it is first needed: most processes that load this rate nothing. */
let closure: ForcingClosure | undefined
