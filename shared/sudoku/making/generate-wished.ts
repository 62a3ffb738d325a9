import { Random } from '../../random.ts'
import { type Digits, digitsOf, textOf } from '../grid/grid.ts'
import type { Size } from '../grid/units.ts'
import { canonicalGrid } from '../kernels/canonical/canonical-grid.ts'
import { type Rules, type RulesAsked, rulesFor } from '../rules/rules.ts'
import { bitParallel, engineRulesOf } from '../search/bit-parallel.ts'
import { solve } from '../search/strategy.ts'
import {
  changedAbout,
  changeKeeping,
  generatorSolver,
  type Made,
  ownOf,
  type Range,
  randomGrid,
  withoutGivens,
} from './generate.ts'
import { lonelyGivens } from './minimality.ts'
import { type Orbits, orbitsUnder, type SymmetryName } from './symmetry.ts'
import { Judge, type Wish } from './wish.ts'

/** Puzzles by wish: how they are solved, which is known of classic 9×9 alone, and how their givens lie. */
export interface WishOptions extends Wish {
  readonly rules: RulesAsked
  readonly size: Size
  /** A number and its text are the same seed. */
  readonly seed: number | string
  readonly clues?: Range | undefined
  readonly symmetry?: SymmetryName | undefined
  /** The cells of the givens, in the place of {@link symmetry}. */
  readonly pattern?: readonly number[] | undefined
}

/** A puzzle of an attempt, as a batch needs to know it. */
export interface Keyed extends Pick<Made, 'rating'> {
  /** What is the same for isomorphic puzzles; where nobody knows how to tell them, for the same ones. */
  readonly key: string
}

/** What came of one grid. */
export interface Attempt {
  /** Up to {@link MOST_OF_A_GRID}, no two of which look alike. */
  readonly made: readonly (Made & Keyed)[]
  readonly looked: number
  /** In microseconds, as work is counted: the same on every machine. */
  readonly work: number
}

/** Minimal puzzles of a grid that are tried by chance. A grid takes as long to make as one of them. */
const PUZZLES_OF_A_GRID = 3
/** Changes of a puzzle that is near the wish. With 30 half as many grids came to anything, with 200 as many. */
const MOST_CHANGES = 100
/** Changes that make a puzzle no harder, where it is to be hard, before it is given up. */
const PATIENCE = 40
const MOST_OF_A_GRID = 4
/** In microseconds, as work is counted. */
const MOST_WORK = 20_000_000
/** Below this ER, cells are given until it is reached: each step fills the last cells of a unit. */
const GIVEN_MORE = 12
/** Solutions that a pattern's puzzle is counted to have, when its digits are chosen so that it has one. */
const MOST_SOLUTIONS = 100
const MOST_PATTERN_CHANGES = 300

let known: { readonly wish: string; readonly judge: Judge | undefined } | undefined

/**
 * Tries one grid, another for each index. It yields between two puzzles. The judge by some options is made once, as its
 * tables are a megabyte. The puzzles of a job have a seed each: with tables of their own those of ER 7 took twice as long
 * (15 ms and 7.5 ms).
 */
export function* attempting({ seed, ...options }: WishOptions, index: number): Generator<undefined, Attempt> {
  const { techniques, er, level } = options
  const wish = JSON.stringify(options)
  if (known?.wish !== wish) known = { wish, judge: techniques || er || level ? new Judge(options) : undefined }
  if (known.judge) known.judge.spent = 0
  return yield* new WishSearch(options, known.judge, new Random(seed, index)).attempt()
}

/** A puzzle, and the grid that solves it. */
interface State {
  readonly givens: Digits
  readonly solution: Digits
}

/** What is tried with one grid. */
class WishSearch {
  readonly #options: Omit<WishOptions, 'seed'>
  readonly #rules: Rules
  readonly #orbits: Orbits
  readonly #judge: Judge | undefined
  readonly #random: Random
  /** What a question takes whether a puzzle has one solution: the engine's are quick. */
  readonly #question: number
  #spent = 0
  #looked = 0
  readonly #kept = new Set<string>()

  constructor(options: Omit<WishOptions, 'seed'>, judge: Judge | undefined, random: Random) {
    const { rules, size, symmetry } = options
    this.#options = options
    this.#rules = rulesFor(rules, size)
    this.#orbits = orbitsUnder(symmetry, size)
    this.#judge = judge
    this.#random = random
    this.#question = engineRulesOf(this.#rules) ? 3 : size ** 3 / 8
  }

  get #work(): number {
    return Math.round(this.#spent + (this.#judge?.spent ?? 0))
  }

  *attempt(): Generator<undefined, Attempt> {
    const made: (Made & Keyed)[] = []
    const { rules, size, clues, pattern } = this.#options
    const solution = randomGrid(rules, size, this.#random)
    if (this.#judge) {
      for (let i = 0; i < PUZZLES_OF_A_GRID && made.length === 0; i++) {
        const state = this.#first(solution)
        if (state) yield* this.#from(state, this.#judge, made)
        yield
      }
    } else if (pattern) {
      const state = this.#inPattern(pattern, solution)
      if (state) made.push(this.#made(textOf(state.givens), state.solution))
    } else {
      this.#spent += solution.length * this.#question
      const puzzle = withoutGivens(solution, this.#rules, clues, this.#random, this.#orbits)
      if (puzzle !== undefined) made.push(this.#made(puzzle, solution))
    }
    return { made, looked: Math.max(1, this.#looked), work: this.#work }
  }

  /** Takes the puzzle if it is as wished for, and otherwise changes it as long as that may lead there. */
  *#from(first: State, judge: Judge, made: (Made & Keyed)[]): Generator<undefined, void> {
    let now = first
    let verdict = this.#look(now)
    if (verdict === 'met') return this.#keep(now, judge, made)
    if (verdict === 'harder' && judge.range.to < GIVEN_MORE) return this.#keep(this.#eased(now), judge, made)
    const isClimb = verdict === 'easier' && judge.isRare
    if (verdict !== 'near' && !isClimb) return
    // Several of one shape would look alike.
    const isShaped = this.#options.symmetry !== undefined || this.#options.pattern !== undefined
    let { empty, tenths } = judge
    let idle = 0
    // A grid that needs more work is left: puzzles that are hard to rate may take minutes.
    for (let i = 0; (i < MOST_CHANGES || isClimb) && this.#work <= MOST_WORK; i++) {
      yield
      const next = this.#changed(now)
      if (!next) continue
      verdict = this.#look(next)
      if (verdict === 'near' || verdict === 'met') {
        // Nearer is what leaves fewer cells to harder steps.
        if (judge.empty > empty && !isClimb) continue
        empty = judge.empty
      } else if (!isClimb || verdict !== 'easier' || judge.tenths < tenths) {
        if (isClimb && ++idle > PATIENCE) return
        continue
      }
      idle = judge.tenths > tenths || verdict !== 'easier' ? 0 : idle + 1
      if (isClimb && idle > PATIENCE) return
      tenths = judge.tenths
      now = next
      if (verdict === 'met') this.#keep(now, judge, made)
      if (made.length >= (isClimb || isShaped ? 1 : MOST_OF_A_GRID)) return
    }
  }

  #look({ givens }: State) {
    this.#looked++
    return this.#judge?.look(givens) ?? 'met'
  }

  /** Adds a puzzle to those that are made, if it holds what the wish says besides and is not among them. */
  #keep(state: State, judge: Judge, made: (Made & Keyed)[]): void {
    const { rules, size, symmetry, pattern } = this.#options
    const inClues = this.#withClues(state)
    const text = inClues && textOf(inClues.givens)
    if (!text || this.#kept.has(text)) return
    this.#kept.add(text)
    // Several of one grid do not look alike if lines and digits change places; a shape has to stay where it is.
    const change = symmetry || pattern ? undefined : changeKeeping(rules, size, this.#random)
    const [givens, solution] = [inClues.givens, inClues.solution].map((d) => (change ? changedAbout(d, change) : d))
    const rating = judge.confirmed(givens)
    if (rating) made.push({ ...this.#made(textOf(givens), solution), rating })
  }

  #made(puzzle: string, solution: Digits): Made & Keyed {
    const { isClassic, size } = this.#rules
    const key = size === 9 && isClassic ? canonicalGrid(puzzle) : puzzle
    return { puzzle, solution, own: ownOf(this.#options.rules), key }
  }

  /** The puzzle with as many givens as are asked for; undefined where it has more, or is no longer as wished for with them. */
  #withClues(state: State): State | undefined {
    const { clues } = this.#options
    if (!clues) return state
    const givens = state.givens.slice()
    for (const orbit of this.#inOrder(this.#random.order(givens.length))) {
      if (givens.filter(Boolean).length >= clues.from) break
      if (givens[orbit[0]] !== 0) continue
      for (const cell of orbit) givens[cell] = state.solution[cell]
      if (this.#look({ ...state, givens }) !== 'met') for (const cell of orbit) givens[cell] = 0
    }
    const count = givens.filter(Boolean).length
    return count >= clues.from && count <= clues.to ? { ...state, givens } : undefined
  }

  /** Gives cells until the puzzle is easy enough, and then takes away what it is no harder without. */
  #eased(state: State): State {
    const givens = state.givens.slice()
    const orbits = this.#inOrder(this.#random.order(givens.length))
    for (const orbit of orbits) {
      for (const cell of orbit) givens[cell] = state.solution[cell]
      if (this.#look({ ...state, givens }) !== 'harder') break
    }
    for (const orbit of orbits) {
      for (const cell of orbit) givens[cell] = 0
      if (this.#look({ ...state, givens }) !== 'met') for (const cell of orbit) givens[cell] = state.solution[cell]
    }
    return { ...state, givens }
  }

  #inOrder(cells: readonly number[]): (readonly number[])[] {
    return [...new Set(cells.map((cell) => this.#orbits[cell]))]
  }

  /** A puzzle of a grid; with a pattern mostly of another one, which is like it. */
  #first(grid: Digits): State | undefined {
    const { pattern } = this.#options
    if (pattern) return this.#inPattern(pattern, grid)
    this.#spent += grid.length * this.#question
    // Minimal, whatever is asked for: givens that are added to it are looked at, as they may make it easier.
    const puzzle = withoutGivens(grid, this.#rules, undefined, this.#random, this.#orbits)
    return puzzle === undefined ? undefined : { givens: digitsOf(puzzle), solution: grid }
  }

  /** A puzzle like another one, with one solution. */
  #changed(state: State): State | undefined {
    const { pattern } = this.#options
    if (!pattern) return this.#regiven(state)
    const next = this.#redigited(pattern, state.solution)
    return next && this.#solutionsOf(next.givens, 2).length === 1 ? next : undefined
  }

  /** Gives some cells besides, and then takes away whatever is not needed. */
  #regiven({ givens, solution }: State): State {
    const next = givens.slice()
    const orbits = this.#inOrder(this.#random.order(givens.length))
    const added = orbits.filter(([cell]) => givens[cell] === 0).slice(0, orbits.length === givens.length ? 2 : 1)
    for (const cell of added.flat()) next[cell] = solution[cell]
    const lonely = lonelyGivens(utf8.encode(textOf(next)), utf8.encode(textOf(solution)))
    // Those that were added go last: otherwise they would mostly be what is not needed.
    for (const orbit of [...orbits.filter((orbit) => !added.includes(orbit)), ...added]) {
      if (next[orbit[0]] === 0 || orbit.some((cell) => lonely[cell])) continue
      for (const cell of orbit) next[cell] = 0
      this.#spent += this.#question
      const isUnique = generatorSolver(this.#rules).isUnique(
        { givens: next, marks: new Map() },
        { cells: orbit, grid: solution },
      )
      if (!isUnique) for (const cell of orbit) next[cell] = solution[cell]
    }
    return { givens: next, solution }
  }

  /** A puzzle with givens in these cells alone: their digits are changed as long as it has fewer solutions then. */
  #inPattern(pattern: readonly number[], grid: Digits): State | undefined {
    let now: State = { givens: only(pattern, grid), solution: grid }
    let count = this.#solutionsOf(now.givens, MOST_SOLUTIONS).length
    for (let i = 0; count > 1; i++) {
      if (i === MOST_PATTERN_CHANGES) return undefined
      const next = this.#redigited(pattern, now.solution)
      const left = next && this.#solutionsOf(next.givens, MOST_SOLUTIONS).length
      if (!next || !left || left > count) continue
      count = left
      now = next
    }
    return count === 1 ? now : undefined
  }

  /** Two or three givens of a pattern are left open, and filled as some solution of the others has them. */
  #redigited(pattern: readonly number[], solution: Digits): State | undefined {
    const open = this.#random.order(pattern.length, Math.min(pattern.length, 2 + this.#random.below(2)))
    const left = pattern.filter((_, i) => !open.includes(i))
    const others = this.#solutionsOf(only(left, solution), MOST_SOLUTIONS)
    if (others.length === 0) return undefined
    const other = others[this.#random.below(others.length)]
    return { givens: only(pattern, other), solution: other }
  }

  #solutionsOf(givens: Digits, most: number): readonly Digits[] {
    const puzzle = { rules: this.#rules, givens, marks: new Map(), masks: new Map(), text: textOf(givens) }
    const { end, counts } = solve(bitParallel, puzzle, { solutions: most, backtrackLimit: PATTERN_BACKTRACKS })
    this.#spent += this.#question * (10 + counts.searchBacktracks + 4 * counts.solutionCount)
    // What is not known to have one solution is as bad as what has many.
    return end === 'limit' && counts.solutions.length === 1 ? [] : counts.solutions
  }
}

const PATTERN_BACKTRACKS = 10_000

const utf8 = new TextEncoder()

function only(cells: readonly number[], grid: Digits): Digits {
  return grid.map((digit, cell) => (cells.includes(cell) ? digit : 0))
}
