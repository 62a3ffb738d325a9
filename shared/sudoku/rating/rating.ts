import { runToEnd } from '../../run-to-end.ts'
import type { Digits } from '../grid/grid.ts'
import { CandidateGrid, CELL_AT, CELLS, COUNT, LOWEST } from './candidate-grid.ts'
import { longestWithin, NO_CHAIN, type Work, WorkLimitError } from './chain.ts'
import { type ChainSearches, chainSearches } from './chain-searches.ts'
import { SEARCH, searchFor } from './finders.ts'
import type { Hint } from './hint.ts'
import {
  DEFAULT_RULE_SET,
  EXPLAINER_TECHNIQUES,
  type ExplainerTechnique,
  type RatingRules,
  type RatingWord,
  type RuleSetName,
  ratingWord,
  TECHNIQUES,
  type TechniqueName,
} from './techniques.ts'

export interface RatingOptions extends RatingRules {
  /** Nodes of chains that may be looked at: the same for everybody, whatever the machine. */
  readonly nodes?: number | undefined
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
  readonly work: Work = { spent: 0, limit: 0 }
  /** What the steps have cost that were taken. */
  #spent = 0
  /** Made when chains are first looked for. */
  #chains: ChainSearches | undefined

  begin(givens: Digits, { nodes, ruleSet }: RatingOptions = {}, from?: WayStart): void {
    this.grid.begin(from?.placed ?? givens, from?.digitsAt)
    this.#spent = from?.spent ?? 0
    Object.assign(this.work, { spent: this.#spent, limit: nodes ?? Number.POSITIVE_INFINITY })
    this.score.begin(from)
    this.seconds = from?.seconds ?? 0
    this.#isHuman = ruleSet === 'human-1'
  }

  state(): WayState {
    const { grid, score, seconds } = this
    const { er, ep, ed, technique } = score
    const position = { placed: [...grid.placed], digitsAt: [...grid.digitsAt] }
    return { ...position, er, ep, ed, ...(technique && { technique }), spent: this.#spent, seconds }
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
    const isSingle = technique === 'hidden-single' || technique === 'naked-single'
    this.#spent = this.work.spent
    this.score.add(technique, rating, placement !== undefined)
    if (this.#isHuman)
      this.seconds += isSingle ? SECONDS_FOR_A_SINGLE / openSingles(this.grid) : SECONDS_FOR_DIFFICULTY * rating
    for (const candidate of eliminations) this.grid.remove((candidate / 9) | 0, candidate % 9)
    if (placement !== undefined) this.grid.place((placement / 9) | 0, placement % 9)
  }
}

/** All walks of a process share this way, one after the other, as its tables take a megabyte. */
export function sharedWay(): Way {
  shared ??= new Way()
  return shared
}

/** Made when they are first needed: most processes that load this rate nothing. */
let shared: Way | undefined

/** A score as plain data. */
export interface ScoreState {
  readonly er: number
  readonly ep: number
  readonly ed: number
  readonly technique?: TechniqueName | undefined
}

/** A rating while the puzzle is being solved: unrounded, and 0 before the first step. */
export class Score {
  er = 0
  ep = 0
  ed = 0
  technique: TechniqueName | undefined
  readonly #hear: (technique: TechniqueName, rating: number) => void

  /** @param hear of each step that is counted */
  constructor(hear: (technique: TechniqueName, rating: number) => void = () => {}) {
    this.#hear = hear
  }

  begin({ er = 0, ep = 0, ed = 0, technique }: Partial<ScoreState> = {}): void {
    Object.assign(this, { er, ep, ed, technique })
  }

  /** Counts a step, or several of one technique and rating. */
  add(technique: TechniqueName, rating: number, isPlacement: boolean): void {
    this.#hear(technique, rating)
    if (rating > this.er) {
      this.er = rating
      this.technique = technique
    }
    if (this.ed === 0) this.ed = this.er
    if (this.ep === 0 && isPlacement) this.ep = this.er
  }
}

/**
 * About how long a person looks for a step, after Pelánek (Difficulty Rating of Sudoku Puzzles, arXiv:1403.7373): what makes a
 * puzzle hard is how hard its single steps are, and how few of them can be done at a time. So a single is found the sooner
 * the more of them are open, and any other step takes as long as it is difficult. Both numbers are the least squares of what
 * 1,531 puzzles took players of Cloud Sudoku (docs/ratings.md).
 */
const SECONDS_FOR_A_SINGLE = 35
const SECONDS_FOR_DIFFICULTY = 10

/** The cells that a single fills, naked or hidden. */
function openSingles({ digitsAt, placesOf }: CandidateGrid): number {
  const open = new Set<number>()
  for (let cell = 0; cell < CELLS; cell++) if (COUNT[digitsAt[cell]] === 1) open.add(cell)
  for (const [i, places] of placesOf.entries()) {
    if (COUNT[places] === 1) open.add(CELL_AT[Math.floor(i / 9) * 9 + LOWEST[places]])
  }
  return open.size
}

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
  options: RatingOptions,
  from?: WayState,
): Generator<() => WayState, Rating | RatingAtLeast, void> {
  const way = sharedWay()
  const closure = forcingClosure()
  const { grid, score } = way
  const { ruleSet: ruleset = DEFAULT_RULE_SET } = options
  // A person's steps are taken one by one: their order decides how long they take.
  const isHuman = ruleset === 'human-1'
  const searches = isHuman ? searchFor(options) : HARDER
  way.begin(givens, options, from)
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
function forcingClosure() {
  closureGrid ??= new CandidateGrid()
  const grid = closureGrid
  let isBegun = false
  /** Chains up to this rating were looked for here in vain: as long as nothing changes, they need not be looked for again. */
  let exhausted = 0
  let hasChanged = false

  return { take, isSolvedWithin }

  /** Follows a step that was taken on the grid. */
  function take({ placement, eliminations }: Hint): void {
    if (!isBegun) return
    for (const candidate of eliminations) if (grid.remove((candidate / 9) | 0, candidate % 9)) hasChanged = true
    if (placement === undefined || grid.placed[(placement / 9) | 0]) return
    grid.place((placement / 9) | 0, placement % 9)
    hasChanged = true
  }

  /** Whether forcing chains that are rated no higher lead to the solution, with what is easier. */
  function isSolvedWithin(rating: number, from: CandidateGrid): boolean {
    const longest = (name: ExplainerTechnique) => longestWithin(TECHNIQUES[name], rating)
    const [most, mostInDigits] = [longest('forcing-chain'), longest('forcing-x-chain')]
    if (mostInDigits === NO_CHAIN) return false
    if (isBegun && exhausted >= rating && !hasChanged) return false
    if (!isBegun) grid.copy(from)
    isBegun = true
    hasChanged = false
    // An on candidate that is off after n links has n / 2 layers of on nodes between, and complexity n + 1.
    grid.kernel.closeByChains((most - 2) >> 1, most >> 1, (mostInDigits - 2) >> 1, mostInDigits >> 1)
    if (grid.empty > 0) exhausted = rating
    return grid.empty === 0
  }
}

const HARDER = SEARCH.filter(({ least }) => least > XYZ_WING)

/** Made when it is first needed: most processes that load this rate nothing. */
let closureGrid: CandidateGrid | undefined
