import { ended } from '../../ended.ts'
import type { Digits } from '../grid/grid.ts'
import { CandidateGrid } from './candidate-grid.ts'
import { type ChainSearches, chainSearches } from './chain-searches.ts'
import { takeEasySteps, XYZ_WING } from './closure.ts'
import { type RatingWord, ratingWord } from './difficulty.ts'
import { SEARCH, searchFor } from './finders.ts'
import { ForcingClosure } from './forcing-closure.ts'
import type { Hint } from './hint.ts'
import { Score, type ScoreState } from './score.ts'
import { secondsFor } from './step-seconds.ts'
import { DEFAULT_RULE_SET, type RatingRules, type RuleSetName, type TechniqueName } from './techniques.ts'
import { Work, WorkLimitError } from './work.ts'

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

export interface RatingOptions extends RatingRules {
  /** Nodes of chains that may be looked at: the same for everybody, whatever the machine. */
  readonly nodes?: number | undefined
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

/** What is on a grid: for each cell, the digit placed, or 0; and its candidates, as `CandidateGrid` has them. */
interface Position {
  readonly placed: readonly number[]
  readonly digitsAt: readonly number[]
}

/** How far a way has got, as plain data. */
export interface WayState extends Position, ScoreState {
  /** In nodes of chains. */
  readonly spent: number
  /** What a person's steps have taken so far. */
  readonly seconds: number
}

/** Where a way was left, or a position that somebody has got to. */
export type WayStart = Position & Partial<WayState>

/** The steps to a solution, one by one, and how hard they were. */
export class Way {
  readonly grid = new CandidateGrid()
  readonly score = new Score()
  /** What a person's steps have taken, by `human-1`. */
  seconds = 0
  #isHuman = false
  readonly work = new Work()
  /** What the steps have cost that were taken. */
  #spent = 0
  /** Made when chains are first looked for. */
  #chains: ChainSearches | undefined

  begin(givens: Digits, { nodes, ruleSet }: RatingOptions = {}, from?: WayStart): void {
    if (from) this.grid.beginWith(from.placed, from.digitsAt)
    else this.grid.begin(givens)
    this.#spent = from?.spent ?? 0
    this.work.begin(nodes, this.#spent)
    this.score.begin(from)
    this.seconds = from?.seconds ?? 0
    this.#isHuman = ruleSet === 'human-1'
  }

  state(): WayState {
    const { grid, score, seconds } = this
    const position = { placed: [...grid.placed], digitsAt: [...grid.digitsAt] }
    return { ...position, ...score.state(), spent: this.#spent, seconds }
  }

  /** The first hint of the first technique that has one: of all of them, or of some in their order. */
  next(searches = SEARCH): Hint | 'solved' | 'stuck' | { readonly atLeast: number } {
    if (this.grid.empty === 0) return 'solved'
    const chains = () => {
      this.#chains ??= chainSearches(this.grid, this.work)
      return this.#chains
    }
    let least = 0
    try {
      for (const search of searches) {
        least = search.least
        const hint = search.find(this.grid, chains)
        if (hint) return hint
      }
      return 'stuck'
    } catch (error) {
      if (error instanceof WorkLimitError) return { atLeast: least }
      throw error
    }
  }

  take(hint: Hint): void {
    const { technique, rating, placement, eliminations } = hint
    this.#spent = this.work.spent
    this.score.add(technique, rating, placement !== undefined)
    if (this.#isHuman) this.seconds += secondsFor(this.grid, hint)
    for (const candidate of eliminations) this.grid.remove((candidate / 9) | 0, candidate % 9)
    if (placement !== undefined) this.grid.place((placement / 9) | 0, placement % 9)
  }
}

const HARDER = SEARCH.filter(({ least }) => least > XYZ_WING)

/** All walks of a process share this way, one after the other, as its tables take a megabyte. */
export function sharedWay(): Way {
  shared ??= new Way()
  return shared
}

/** Made when they are first needed: most processes that load this rate nothing. */
let shared: Way | undefined
let closure: ForcingClosure | undefined
