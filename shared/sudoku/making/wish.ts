import type { Digits } from '../grid/grid.ts'
import { type Search, searchFor } from '../rating/finders.ts'
import { type Rating, ratePuzzle, Score, shown, takeEasySteps, Way, XYZ_WING } from '../rating/rating.ts'
import {
  DEFAULT_RULE_SET,
  HUMAN_TECHNIQUES,
  type RatingRules,
  RULE_SETS,
  type RuleSetName,
  type TechniqueName,
} from '../rating/techniques.ts'
import type { Range } from './generate.ts'

/** How a classic 9×9 puzzle is to be solved, by the techniques of a rule set or a level. */
export interface Wish extends RatingRules {
  /** One of these is in its steps; without {@link er} it is the hardest of them. */
  readonly techniques?: readonly TechniqueName[] | undefined
  /** How many of its steps are of these techniques; any number from 1 by default. */
  readonly countOf?: Range | undefined
  /** Its ER in tenths: 45 for 4.5. */
  readonly er?: Range | undefined
}

/** Judges puzzles by a wish, one after the other, and looks no further than that takes. */
export class Judge {
  readonly #wish: Wish
  /** The ER that is wished for, in tenths. */
  readonly range: Range
  readonly #nodes: number
  readonly #floor: number
  readonly #way = new Way()
  /** Whether easy steps are taken many at once: none of a person, whose order decides what is found. */
  readonly #hasClosure: boolean
  readonly #score = new Score((technique, rating) => {
    const { techniques } = this.#wish
    this.#isSeen ||= techniques ? techniques.includes(technique) : this.#isInRange(tenthsOf(rating))
  })
  /** Whether a step was counted that is wished for. */
  #isSeen = false
  /** Those of the other steps, as far as they are no harder than the wish. */
  readonly #searches: readonly Search[]
  /** What all of it has taken, in microseconds as {@link COST} counts them. */
  spent = 0

  constructor(wish: Wish) {
    this.#wish = wish
    const { techniques, er, ruleSet } = wish
    this.range = er ?? (techniques ? rangeOf(techniques, ruleSet) : ANY)
    this.#hasClosure = ruleSet !== 'human-1'
    const { from, to } = this.range
    this.#nodes = NODES_UP_TO.find(([tenths]) => to <= tenths)?.[1] ?? MOST_NODES
    // What is easier than the wish need not be told apart, which saves half of the work; but where a technique may be
    // anywhere in the way, or where puzzles are made harder until they are hard enough.
    this.#floor = (er && techniques) || this.isRare ? 0 : (from - 1) / 10
    this.#searches = searchFor(wish).filter(({ least }) => (!this.#hasClosure || least > XYZ_WING) && least * 10 <= to)
  }

  /** Whether puzzles by chance are so seldom as hard that easier ones are made harder, one change after another. */
  get isRare(): boolean {
    return this.range.from >= RARE
  }

  /** The ER of the last puzzle, as far as it was looked at. */
  get tenths(): number {
    return tenthsOf(this.#score.er)
  }

  get empty(): number {
    return this.#way.grid.empty
  }

  /**
   * What a puzzle with one solution is beside the wish; `met` is to be {@link confirmed}. What is `near` has a step that is
   * wished for, and then needs a harder one: puzzles like it are where those are found that need nothing harder.
   */
  look(givens: Digits): 'easier' | 'met' | 'near' | 'harder' {
    const [way, score] = [this.#way, this.#score]
    way.begin(givens, { nodes: this.#nodes })
    score.begin({ er: this.#floor, ep: this.#floor, ed: this.#floor })
    this.#isSeen = false
    this.spent += COST.look
    for (;;) {
      if (this.#hasClosure) takeEasySteps(way.grid, score)
      if (this.tenths > this.range.to || way.grid.empty === 0) break
      const next = this.#nextHarder()
      if (!next) break
      score.add(next.technique, next.rating, next.placement !== undefined)
      way.take(next)
    }
    if (this.#searches.length > 0) this.spent += way.work.spent * COST.node
    if (way.grid.empty > 0 || this.tenths > this.range.to) return this.#isSeen ? 'near' : 'harder'
    const techniques: readonly TechniqueName[] = this.#wish.techniques ?? []
    const isHardest = score.technique !== undefined && techniques.includes(score.technique)
    const isWished = techniques.length > 0 && !this.#wish.er ? isHardest : this.#isSeen
    return isWished ? 'met' : 'easier'
  }

  #isInRange(tenths: number): boolean {
    return tenths >= this.range.from && tenths <= this.range.to
  }

  #nextHarder() {
    if (this.#searches.length === 0) return undefined
    const found = this.#way.next(this.#searches)
    const next = typeof found === 'string' || 'atLeast' in found ? undefined : found
    const rating = next?.rating ?? this.range.to / 10
    // A person's step, which is quick to find in units and lines.
    const { 'naked-single': single, 'x-wing': fish } = HUMAN_TECHNIQUES
    this.spent += this.#hasClosure ? COST.harderStep : rating <= single ? 1 : rating <= fish ? 5 : 800
    return next
  }

  /** The rating of a puzzle that meets the wish; undefined where the steps of its way tell otherwise. */
  confirmed(givens: Digits): Rating | undefined {
    const { countOf, er, techniques, ruleSet, level } = this.#wish
    const rating = ratePuzzle(givens, { nodes: this.#nodes, ruleSet, level })
    this.spent += COST.rating
    if (!('er' in rating)) return undefined
    if (!this.#isInRange(tenthsOf(rating.er))) return undefined
    if (!techniques) return rating
    if (!er && !(rating.technique && techniques.includes(rating.technique))) return undefined
    const { from, to } = countOf ?? { from: 1, to: Number.POSITIVE_INFINITY }
    if (!er && from === 1 && to === Number.POSITIVE_INFINITY) return rating
    const count = this.#countIn(givens, techniques)
    return count >= from && count <= to ? rating : undefined
  }

  /** How many steps of the way are of some techniques. */
  #countIn(givens: Digits, techniques: readonly TechniqueName[]): number {
    const way = this.#way
    const searches = searchFor(this.#wish)
    way.begin(givens)
    for (let count = 0; ; ) {
      const next = way.next(searches)
      this.spent += COST.step
      if (next === 'solved' || next === 'stuck' || 'atLeast' in next) return count
      if (techniques.includes(next.technique)) count++
      way.take(next)
    }
  }
}

/**
 * What work is counted as taking, in microseconds of one core (bench/results/wishes-xeon.md): the same everywhere, so that
 * a limit of work is reached at the same puzzle on every machine.
 */
const COST = { look: 40, harderStep: 200, node: 0.6, rating: 700, step: 50 } as const

/** From this ER on, of half a thousand minimal puzzles few are in a range of a tenth. */
const RARE = 65
/** Nodes of chains that one puzzle may take, as far as it is known from which ER on they take more: `[tenths, nodes]`. */
const NODES_UP_TO: readonly (readonly [number, number])[] = [
  [90, 300_000],
  [95, 1_000_000],
  [200, 5_000_000],
]
/** Without a rating or a technique in the wish, whatever a level solves will do. */
const ANY: Range = { from: 0, to: Number.POSITIVE_INFINITY }
/** Of a range without an end. */
const MOST_NODES = 100_000_000

/** What a step is rated more than the least of its technique, by what its length is worth. */
const LONGEST = 15

function rangeOf(techniques: readonly TechniqueName[], ruleSet: RuleSetName = DEFAULT_RULE_SET): Range {
  const least = techniques.map((name) => tenthsOf(RULE_SETS[ruleSet][name] ?? 0))
  const most = techniques.map((name, i) => least[i] + (VARIED.test(name) ? LONGEST : 0))
  return { from: Math.min(...least), to: Math.max(...most) }
}

/** Techniques whose steps are not all rated alike. */
const VARIED = /^(hidden-single|bug|unique-.*|.*(chain|chains|cycle|plus))$/

function tenthsOf(rating: number): number {
  return Math.round(shown(rating) * 10)
}
