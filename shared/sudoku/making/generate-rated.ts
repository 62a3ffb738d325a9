import { Random } from '../../random.ts'
import { type Digits, digitsOf, textOf } from '../grid/grid.ts'
import { type Rating, type RatingState, ratingOf } from '../rating/rating.ts'
import { rulesFor } from '../rules/rules.ts'
import { generateSolved, generatorSolver, type SolvedPuzzle } from './generate.ts'

/** Which puzzles to make: classic ones, of a difficulty. */
export interface RatedGeneratorOptions {
  /** A number and its text are the same seed. */
  readonly seed: number | string
  /** The lowest and the highest ER, in tenths: 45 for 4.5. */
  readonly from: number
  readonly to: number
}

interface RatedPuzzle extends SolvedPuzzle {
  readonly rating: Rating
}

/** No puzzle of the ratings wanted was found in as many tries as there may be. */
export class RatingNotReached extends RangeError {}

/**
 * Puzzles that may be rated for one that is wanted. With random puzzles alone 9.0 would take a thousand, and more above;
 * a search from one puzzle to the next comes there in some dozens.
 */
const MOST_RATINGS = 5_000
/** Nodes of chains that all of them together may take: a minute. */
const MOST_NODES = 100_000_000
/** The cost of one of them, as far as it is known from which ER on puzzles take more: `[tenths, nodes]`. */
const NODES_UP_TO: readonly (readonly [number, number])[] = [
  [90, 300_000],
  [95, 1_000_000],
  [Number.POSITIVE_INFINITY, 5_000_000],
]
/** Neighbours of a puzzle that are tried without getting any harder before another is begun with. */
const PATIENCE = 40

/**
 * One puzzle with exactly one solution and an ER in a range. Each index makes its own, the same on every machine. It is
 * minimal where that is so hard; where minimal puzzles are harder, it has some givens more than it needs. It yields between
 * two ratings.
 *
 * @throws RatingNotReached
 */
export function* generatingRated({
  seed,
  from,
  to,
  index,
}: RatedGeneratorOptions & { readonly index: number }): Generator<undefined, RatedPuzzle> {
  const search = new RatedSearch(from, to)
  for (let attempt = 0; ; attempt++) {
    const random = new Random(`${seed}/${attempt}`, index)
    const made = generateSolved({ rules: 'classic', size: 9, seed: `${seed}/${attempt}`, index })
    const found = yield* search.from(digitsOf(made.puzzle), made.solution, random)
    if (found) return { puzzle: textOf(found.givens), solution: made.solution, rating: found.rating }
    if (search.isOver) throw new RatingNotReached(search.failure())
  }
}

interface Found {
  readonly givens: Digits
  readonly rating: Rating
}

/** How hard a puzzle is beside the range: what is known of it in tenths, and its rating where it lies in the range. */
interface Rated {
  readonly tenths: number
  readonly rating?: Rating
}

class RatedSearch {
  readonly #from: number
  readonly #to: number
  readonly #nodes: number
  #ratings = 0
  #spent = 0
  #leastSeen = Number.POSITIVE_INFINITY
  #mostSeen = 0

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
    this.#nodes = NODES_UP_TO.find(([tenths]) => Math.min(to, 200) <= tenths)?.[1] ?? MOST_NODES
  }

  get isOver(): boolean {
    return this.#ratings >= MOST_RATINGS || this.#spent >= MOST_NODES
  }

  failure(): string {
    const seen = this.#mostSeen > 0 ? `, which were rated ${tenths(this.#leastSeen)} to ${tenths(this.#mostSeen)}` : ''
    const rare = this.#from >= 90 ? '; of random puzzles one in a thousand is rated 9.0 or more' : ''
    const range = this.#to >= 200 ? `from ${tenths(this.#from)} on` : `${tenths(this.#from)} to ${tenths(this.#to)}`
    return `no puzzle rated ${range} found among ${this.#ratings}${seen}${rare}`
  }

  /** The puzzle that is wanted, from a minimal one: eased by givens, or made harder from neighbour to neighbour. */
  *from(givens: Digits, solution: Digits, random: Random): Generator<undefined, Found | undefined> {
    let now = { givens, ...this.#rated(givens) }
    for (let idle = 0; idle < PATIENCE && !this.isOver; idle++) {
      if (now.rating) return { givens: now.givens, rating: now.rating }
      if (now.tenths > this.#to) return yield* this.#eased(now.givens, solution, random)
      yield
      const next = neighbourOf(now.givens, solution, random)
      const rated = this.#rated(next)
      if (rated.tenths < now.tenths) continue
      if (rated.tenths > now.tenths) idle = -1
      now = { givens: next, ...rated }
    }
    return undefined
  }

  /** Gives one cell after another until that is easy enough, but for those that make it too easy. */
  *#eased(hard: Digits, solution: Digits, random: Random): Generator<undefined, Found | undefined> {
    const givens = hard.slice()
    for (const cell of random.order(givens.length)) {
      if (this.isOver) return undefined
      if (givens[cell] !== 0) continue
      givens[cell] = solution[cell]
      const { tenths, rating } = this.#rated(givens)
      if (rating) return { givens, rating }
      if (tenths < this.#from) givens[cell] = 0
      yield
    }
    return undefined
  }

  #rated(givens: Digits): Rated {
    this.#ratings++
    const work = ratingOf(givens, { nodes: this.#nodes })
    let stateOf: (() => RatingState) | undefined
    let step = work.next()
    for (; !step.done; step = work.next()) stateOf = step.value
    // The tables are those of the last step.
    this.#spent += stateOf?.().spent ?? 0
    const rating = step.value
    // Nobody knows how much harder it is than its last step, which took too much work.
    if (!('er' in rating)) return { tenths: this.#to + 1 }
    const tenths = Math.round(rating.er * 10)
    this.#leastSeen = Math.min(this.#leastSeen, tenths)
    this.#mostSeen = Math.max(this.#mostSeen, tenths)
    return tenths >= this.#from && tenths <= this.#to ? { tenths, rating } : { tenths }
  }
}

/** A minimal puzzle of the same solution: three cells are given besides, and then whatever is not needed goes. */
function neighbourOf(givens: Digits, solution: Digits, random: Random): Digits {
  const next = givens.slice()
  const empty = random.order(givens.length).filter((cell) => givens[cell] === 0)
  const added = empty.slice(0, 3)
  for (const cell of added) next[cell] = solution[cell]
  const solver = generatorSolver(rulesFor('classic', 9))
  // Those that were added go last: otherwise they would mostly be what is not needed.
  const order = random.order(givens.length).filter((cell) => next[cell] !== 0)
  for (const cell of [...order.filter((cell) => !added.includes(cell)), ...added]) {
    next[cell] = 0
    if (!solver.isUnique({ givens: next, marks: new Map() }, { cells: [cell], grid: solution })) {
      next[cell] = solution[cell]
    }
  }
  return next
}

function tenths(rating: number): string {
  return (rating / 10).toFixed(1)
}
