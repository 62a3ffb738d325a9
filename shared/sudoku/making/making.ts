import { accept, type Checked, refuse } from '../../checked.ts'
import { canonicalGrid } from '../kernels/canonical/canonical-grid.ts'
import type { Rating } from '../rating/rating.ts'
import type { TechniqueName } from '../rating/techniques.ts'
import { namesOf, rulesFor } from '../rules/rules.ts'
import { generatingSolved, type Range } from './generate.ts'
import { generatingVariant, type MadeVariant } from './generate-variant.ts'
import { type Attempt, attempting, type WishOptions } from './wished.ts'

/** Which puzzles to make, of any kind. */
export interface MakingOptions extends Omit<WishOptions, 'clues'> {
  readonly clues?: number | Range | undefined
  /** The most work that may be done, in seconds as it is counted. */
  readonly budget?: number | undefined
  /** Rules of their own: cages with sums, regions in place of the boxes. */
  readonly cages: boolean
  readonly regions: boolean
}

export interface Made extends MadeVariant {
  readonly rating?: Rating
}

/** The wishes among some options; undefined where any puzzle of its rules and clues will do. */
export function wishIn({ clues, ...options }: MakingOptions): WishOptions | undefined {
  const { techniques, countOf, er, symmetry, pattern, budget } = options
  const isWish = [techniques, countOf, er, symmetry, pattern, budget].some((wish) => wish !== undefined)
  if (!isWish && typeof clues !== 'object') return undefined
  const range = typeof clues === 'number' ? { from: clues, to: clues } : clues
  const most = options.size ** 2 - 1
  return { ...options, ...(range && { clues: { from: range.from, to: Math.min(range.to, most) } }) }
}

/** What of some wishes cannot be, in words; undefined if all of it can. */
export function wrongWish(options: MakingOptions): string | undefined {
  const { techniques, countOf, er, clues, symmetry, pattern, rules, size, cages, regions } = options
  const isRated = techniques !== undefined || er !== undefined
  const known = rulesFor(rules, size)
  if (cages || regions) return 'found killer or jigsaw with a wish, expected named rules'
  if (isRated && !(known.isClassic && size === 9))
    return 'found a technique or rating for other rules or another size, expected classic 9×9 puzzles'
  if (countOf && !techniques) return 'found how many steps, but not of which technique'
  if (!pattern) return undefined
  if (symmetry || clues !== undefined) return 'found a pattern with symmetry or clues, which it tells itself'
  if (known.marks.length > 0) return 'found a pattern for rules with marks, expected other rules'
  return undefined
}

/** The cells of a pattern's givens: all but those with `.` or `0`; blanks and line ends are left out. */
export function parsePattern(text: string, size: number): Checked<readonly number[]> {
  const cells = text.replace(/\s/g, '')
  if (cells.length !== size * size) return refuse(`found ${cells.length} cells, expected ${size * size}`)
  return accept([...cells].flatMap((symbol, cell) => (symbol === '.' || symbol === '0' ? [] : [cell])))
}

/** A range of whole numbers as people write it: `24..30`, `24..`, `..30`, or `28` alone. */
export function parseRange(text: string): Checked<Range> {
  const expected = 'expected a whole number, or a range such as 24..30, 24.. or ..30'
  if (!/^(\d{1,9}(\.\.(\d{1,9})?)?|\.\.\d{1,9})$/.test(text)) return refuse(expected)
  const [first, last = first] = text.split('..')
  const range = { from: Number(first), to: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  return range.from <= range.to ? accept(range) : refuse(`found ${text}, ${expected}`)
}

/** No puzzle as wished for was found within the budget. */
export class WishNotMet extends RangeError {}

/**
 * Makes one puzzle with exactly one solution; it yields between two attempts, so that it can be given up.
 *
 * @throws {RangeError} where the options make no sense, or there seems to be no such puzzle
 */
export function* making(options: MakingOptions & { readonly index: number }): Generator<undefined, Made> {
  const { rules, cages, regions, clues, seed, index } = options
  const wish = wishIn(options)
  if (wish) {
    const [made] = yield* makingBatch({ ...options, seed: `${seed}/${index}` }, 1)
    return made
  }
  const plain = { ...options, clues: typeof clues === 'number' ? clues : undefined }
  if (cages || regions) return yield* generatingVariant(plain)
  return { ...(yield* generatingSolved(plain)), own: ownOf(rules) }
}

/**
 * Makes puzzles as they are wished for, no two of which are isomorphic.
 *
 * @throws {WishNotMet} where there are too few within the budget
 */
export function* makingBatch(options: MakingOptions, count: number): Generator<undefined, Made[]> {
  const wrong = wrongWish(options)
  if (wrong) throw new RangeError(wrong)
  const wish = wishIn(options) ?? { ...options, clues: undefined }
  const batch = new Batch(count, options.budget)
  const all: Made[] = []
  for (let index = 0; !batch.isOver; index++) {
    const attempt = yield* attempting(wish, index)
    const made = attempt.made.map((puzzle) => ({ ...puzzle, key: keyOf(puzzle.puzzle, wish), own: ownOf(wish.rules) }))
    for (const { key: _, ...puzzle } of batch.taken({ ...attempt, made })) all.push(puzzle)
  }
  if (batch.isShort) throw new WishNotMet(batch.failure())
  return all
}

/** The rules that a puzzle brings with it. */
export function ownOf(rules: WishOptions['rules']): Made['own'] {
  const names = namesOf(rules).filter((name) => name !== 'classic')
  return names.length > 0 ? { rules: names } : {}
}

/** What is the same for isomorphic puzzles; where nobody knows how to tell them, for the same ones. */
export function keyOf(puzzle: string, { rules, size }: WishOptions): string {
  return size === 9 && rulesFor(rules, size).isClassic ? canonicalGrid(puzzle) : puzzle
}

/** A puzzle of an attempt, as a batch needs to know it. */
export interface Keyed {
  readonly key: string
  readonly rating?: { readonly technique?: TechniqueName }
}

/** Attempts that were made with what came of them, in their order. */
export class Batch {
  readonly #count: number
  readonly #budget: number | undefined
  readonly #keys = new Set<string>()
  readonly #techniques = new Map<string, number>()
  #looked = 0
  #work = 0
  #workAtLast = 0

  /** @param budget in seconds, as work is counted */
  constructor(count: number, budget: number | undefined) {
    this.#count = count
    this.#budget = budget
  }

  get found(): number {
    return this.#keys.size
  }

  get isShort(): boolean {
    return this.found < this.#count
  }

  get isOver(): boolean {
    if (!this.isShort) return true
    if (this.#budget !== undefined) return this.#work >= this.#budget * 1e6
    return this.#work - this.#workAtLast >= USUAL_BUDGET_S * 1e6
  }

  /** Those puzzles of the next attempt that are like none before, up to the number that is wanted. */
  taken<T extends Keyed>({ made, looked, work }: Omit<Attempt, 'made'> & { readonly made: readonly T[] }): T[] {
    if (this.isOver) return []
    this.#looked += looked
    this.#work += work
    const fresh = made.filter(({ key, rating }) => {
      if (!this.isShort || this.#keys.has(key)) return false
      this.#keys.add(key)
      const technique = rating?.technique
      if (technique) this.#techniques.set(technique, (this.#techniques.get(technique) ?? 0) + 1)
      return true
    })
    if (fresh.length > 0) this.#workAtLast = this.#work
    return fresh
  }

  /** Says how many were found, and of which techniques. */
  failure(): string {
    const seconds = Math.round(this.#work / 1e6)
    const of = [...this.#techniques].map(([technique, count]) => `${count} ${technique}`)
    const counts = of.length > 0 ? `: ${of.join(', ')}` : ''
    return `found ${this.found} of ${this.#count} in ${seconds} s of work, among ${this.#looked} puzzles${counts}`
  }
}

/** Without a budget, work goes on as long as it finds something within so many seconds. */
const USUAL_BUDGET_S = 120
