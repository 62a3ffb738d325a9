import { generatingSolved, type Made, NotFound } from './generate.ts'
import { type Attempt, attempting, type Keyed } from './generate-wished.ts'
import { type MakingOptions, wishIn, wrongMaking } from './making-options.ts'

export type { Made }

/**
 * Makes one puzzle with exactly one solution; it yields every few milliseconds, so that it can be given up. Where it tells
 * how far it has got, it can be taken up from there.
 *
 * @throws {RangeError} where the options make no sense, or there seems to be no such puzzle
 */
export function* making(
  { index, ...options }: MakingOptions & { readonly index: number },
  from?: Tried,
): Generator<Tried | undefined, Made> {
  const { clues, seed } = options
  const wrong = wrongMaking(options)
  if (wrong) throw new RangeError(wrong)
  if (wishIn(options)) {
    const [made] = yield* makingBatch({ ...options, seed: `${seed}/${index}` }, 1, from)
    return made
  }
  return yield* generatingSolved({ ...options, index, clues: typeof clues === 'number' ? clues : undefined })
}

/**
 * Makes puzzles as they are wished for, no two of which are isomorphic.
 *
 * @throws {NotFound} where there are too few within the budget
 */
export function* makingBatch(
  options: MakingOptions,
  count: number,
  from?: Tried,
): Generator<Tried | undefined, Made[]> {
  const wrong = wrongMaking(options)
  if (wrong) throw new RangeError(wrong)
  const wish = wishIn(options) ?? { ...options, clues: undefined }
  const batch = new Batch(count, options.budget, from)
  const all: Made[] = []
  for (let index = from?.attempts ?? 0; !batch.isOver; index++) {
    for (const { key: _, ...puzzle } of batch.taken(yield* attempting(wish, index))) all.push(puzzle)
    if (batch.found === 0) yield batch.tried
  }
  if (batch.isShort) throw new NotFound(batch.failure())
  return all
}

/** Attempts that came to nothing: how many, among how many puzzles, and their work in microseconds as it is counted. */
export interface Tried extends Pick<Attempt, 'looked' | 'work'> {
  readonly attempts: number
}

/** Attempts that were made with what came of them, in their order. */
export class Batch {
  readonly #count: number
  readonly #budget: number | undefined
  readonly #keys = new Set<string>()
  readonly #techniques = new Map<string, number>()
  tried: Tried
  #workAtLast = 0

  /** @param budget in seconds, as work is counted */
  constructor(count: number, budget: number | undefined, from: Tried = { attempts: 0, looked: 0, work: 0 }) {
    this.#count = count
    this.#budget = budget
    this.tried = from
  }

  get found(): number {
    return this.#keys.size
  }

  get isShort(): boolean {
    return this.found < this.#count
  }

  get isOver(): boolean {
    if (!this.isShort) return true
    if (this.#budget !== undefined) return this.tried.work >= this.#budget * 1e6
    return this.tried.work - this.#workAtLast >= USUAL_BUDGET_S * 1e6
  }

  /** Those puzzles of the next attempt that are like none before, up to the number that is wanted. */
  taken<T extends Keyed>({ made, looked, work }: Omit<Attempt, 'made'> & { readonly made: readonly T[] }): T[] {
    if (this.isOver) return []
    const before = this.tried
    this.tried = { attempts: before.attempts + 1, looked: before.looked + looked, work: before.work + work }
    const fresh = made.filter(({ key, rating }) => {
      if (!this.isShort || this.#keys.has(key)) return false
      this.#keys.add(key)
      const technique = rating?.technique
      if (technique) this.#techniques.set(technique, (this.#techniques.get(technique) ?? 0) + 1)
      return true
    })
    if (fresh.length > 0) this.#workAtLast = this.tried.work
    return fresh
  }

  failure(): string {
    const seconds = Math.round(this.tried.work / 1e6)
    const of = [...this.#techniques].map(([technique, count]) => `${count} ${technique}`)
    const counts = of.length > 0 ? `: ${of.join(', ')}` : ''
    return `found ${this.found} of ${this.#count} in ${seconds} s of work, among ${this.tried.looked} puzzles${counts}`
  }
}

/** Without a budget, work goes on as long as it finds something within so many seconds. */
const USUAL_BUDGET_S = 120
