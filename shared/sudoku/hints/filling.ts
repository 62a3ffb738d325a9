import { groupedBy } from '../../grouped.ts'
import type { Constraint, PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { Unit } from '../grid/units.ts'
import { onceForRules } from '../rules/rules.ts'

/** What candidates are pruned by: constraints, and units that hold every digit. */
export interface Pruner {
  readonly cells: readonly number[]
  readonly constraints: readonly Constraint[]
  readonly units: readonly Unit[]
}

/** A rule as people see it, all that one drawing demands: a thermometer is one, whose pairs are constraints. */
export interface HeldRule extends Pruner {
  readonly name: string
}

/** The rules that constraints make, those of few cells first. */
export const heldRules = onceForRules(({ constraints }): readonly HeldRule[] => {
  const byForm = groupedBy(constraints, (constraint) => constraint.form ?? constraint)
  // One form may be drawn several times: each maximum in its own cell.
  const drawn = [...byForm.values()].flatMap((parts) => [...groupedBy(parts, ({ name }) => name).values()])
  const rules = drawn.map((parts) => {
    const cells = new Set(parts.flatMap((part) => part.cells))
    return { name: parts[0].name, cells: [...cells], constraints: parts, units: [] }
  })
  return rules.toSorted((a, b) => a.cells.length - b.cells.length)
})

/** All that holds on a grid. */
export const everyRule = onceForRules(({ size, units, constraints }): Pruner => {
  const whole = units.filter(({ cells }) => cells.length === size)
  return { cells: Array.from({ length: size * size }, (_, cell) => cell), constraints, units: whole }
})

/** Digits that are taken from a cell: by a constraint, by a cell that has one of them, or by a unit that needs another one there. */
export interface Removal {
  readonly cell: number
  readonly gone: DigitSet
  readonly by: Constraint | number | Unit
}

/** By cell, the places of the constraints that look at it. */
const lookingAt = onceForRules(({ constraints }: Pruner) => {
  const cells = constraints.flatMap((constraint) => constraint.cells)
  const places = new Map(cells.map((cell): [number, number[]] => [cell, []]))
  for (const [i, constraint] of constraints.entries()) for (const cell of constraint.cells) places.get(cell)?.push(i)
  return places
})

/**
 * Candidates that are being pruned by a rule. What has been pruned, or asked of another guess, is not pruned again: of 4,446
 * steps of 33 puzzles the slowest hundredth takes 35 ms instead of 85, and the slowest step 0.2 s instead of 2.6.
 */
export class Filling implements PrunedGrid {
  /** By cell of the grid. */
  readonly sets: DigitSet[]
  readonly #rule: Pruner
  /** For each cell of the rule, those of them that hold another digit. */
  readonly #seen: readonly (readonly number[])[]
  #hasChanged = false
  /** By constraint, 1 where a cell of it has changed since it was last pruned: the same candidates always leave the same. */
  readonly #isDue: Uint8Array
  /** By constraint, what it left of candidates, as guesses have many in common: nothing where it could not be kept. */
  #known = new Map<Constraint, Map<string, readonly DigitSet[]>>()
  /** What takes candidates away just now. */
  #by: Removal['by'] = -1
  readonly #log: Removal[] | undefined
  /** The constraint that could not be kept, or the unit without a place for a digit, where no cell is left with nothing. */
  failed: Constraint | Unit | undefined

  /** @param log to which all is added that is taken away */
  constructor(
    rule: Pruner,
    sets: readonly DigitSet[],
    seen: readonly (readonly number[])[] = [],
    log?: Removal[],
    isDue = new Uint8Array(rule.constraints.length).fill(1),
  ) {
    this.#rule = rule
    this.#log = log
    this.#seen = seen
    this.sets = [...sets]
    this.#isDue = isDue
  }

  /** The same with one digit alone in a cell. */
  with(cell: number, digit: DigitSet): Filling {
    const filling = new Filling(this.#rule, this.sets.with(cell, digit), this.#seen, undefined, this.#isDue.slice())
    filling.#known = this.#known
    filling.#change(cell)
    return filling
  }

  /** Sorts out the constraints that take nothing away, so that they are due again only {@link with} a digit that they look at. */
  findIdle(): this {
    const remove = (cell: number, digits: DigitSet) => (this.sets[cell] & digits) === 0
    for (const [i, constraint] of this.#rule.constraints.entries())
      if (constraint.prune({ at: (cell) => this.sets[cell], remove })) this.#isDue[i] = 0
    return this
  }

  at(cell: number): DigitSet {
    return this.sets[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    const gone = this.sets[cell] & digits
    if (gone !== 0) {
      this.sets[cell] &= ~digits
      this.#change(cell)
      this.#log?.push({ cell, gone, by: this.#by })
    }
    return this.sets[cell] !== 0
  }

  /** Takes away what follows, until nothing more does, or so many times; false where the rule cannot be kept. */
  settle(rounds = Number.POSITIVE_INFINITY): boolean {
    const { constraints } = this.#rule
    let left = rounds
    do {
      this.#hasChanged = false
      if (!this.#keepApart() || !this.#placeSingles()) return false
      for (const [i, constraint] of constraints.entries()) {
        if (this.#isDue[i] === 0) continue
        this.#isDue[i] = 0
        this.#by = constraint
        if (this.#prune(constraint)) continue
        this.failed = constraint
        return false
      }
      // One constraint alone has told all at once.
    } while (--left > 0 && this.#hasChanged && (constraints.length > 1 || this.#seen.length > 0))
    return true
  }

  /** All ways to fill the rule's cells, in their order; undefined where there are more than so many, or the fuel ends before. */
  ways(most: number, fuel: { left: number }): DigitSet[][] | undefined {
    if (--fuel.left < 0) return undefined
    if (!this.settle()) return []
    const { cells } = this.#rule
    const next = cells.find((cell) => this.#isOpen(cell))
    if (next === undefined) return [cells.map((cell) => this.sets[cell])]
    const all: DigitSet[][] = []
    for (const digit of eachOf(this.sets[next])) {
      const ways = this.with(next, digit).ways(most - all.length, fuel)
      if (!ways || all.push(...ways) > most) return undefined
    }
    return all
  }

  #prune(constraint: Constraint): boolean {
    const { cells, demand } = constraint
    // The log tells in which order all goes, and a relation is pruned sooner than looked up.
    if (this.#log || demand.kind === 'relation') return constraint.prune(this)
    const known = this.#known.get(constraint) ?? new Map<string, readonly DigitSet[]>()
    const key = cells.map((cell) => this.sets[cell]).join()
    const left = known.get(key)
    if (left) return cells.every((cell, i) => this.remove(cell, ~left[i]))
    const isKept = constraint.prune(this)
    this.#known.set(constraint, known.set(key, isKept ? cells.map((cell) => this.sets[cell]) : cells.map(() => 0)))
    return isKept
  }

  #change(cell: number): void {
    this.#hasChanged = true
    for (const i of lookingAt(this.#rule).get(cell) ?? []) this.#isDue[i] = 1
  }

  #isOpen(cell: number): boolean {
    return (this.sets[cell] & (this.sets[cell] - 1)) !== 0
  }

  #keepApart(): boolean {
    for (const [place, seen] of this.#seen.entries()) {
      const cell = this.#rule.cells[place]
      if (this.#isOpen(cell)) continue
      this.#by = cell
      for (const other of seen) if (!this.remove(other, this.sets[cell])) return false
    }
    return true
  }

  /** Where a unit holds every digit, each has a place. */
  #placeSingles(): boolean {
    for (const unit of this.#rule.units) {
      this.#by = unit
      let once = 0
      let twice = 0
      for (const cell of unit.cells) {
        twice |= once & this.sets[cell]
        once |= this.sets[cell]
      }
      if (countOf(once) < unit.cells.length) {
        this.failed = unit
        return false
      }
      const singles = once & ~twice
      if (singles === 0) continue
      for (const cell of unit.cells) {
        const single = this.sets[cell] & singles
        if (single !== 0 && !this.remove(cell, ~single)) return false
      }
    }
    return true
  }
}
