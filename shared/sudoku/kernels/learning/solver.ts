import type { PrunedGrid } from '../../constraints/constraint.ts'
import { type DigitSet, digitIn, eachOf, upperHalfOf } from '../../grid/digit-set.ts'
import type { Claim } from '../../grid/step.ts'
import { digitsAllowed, type Puzzle } from '../../rules/puzzle.ts'
import { onceForRules, type Rules } from '../../rules/rules.ts'
import { openKernel } from '../open-kernel.ts'
import * as at from './kernel-bytes.ts'

/**
 * The kernel with the rules that it works by. A search has one to itself while it lasts; afterwards the next one takes
 * it: 35 MB of addresses, of which a 9×9 puzzle touches a hundredth.
 */
export class Solver {
  readonly kernel: at.LearningKernel
  #rules: Rules | undefined

  private constructor() {
    const grid: PrunedGrid = {
      at: (cell) => this.kernel.candidatesAt(cell),
      remove: (cell, digits) => this.kernel.deny(cell, digits) !== 0,
    }
    const prune = (constraint: number) => this.#rules?.constraints[constraint].prune(grid) ?? true
    this.kernel = openKernel(at.KERNEL_BYTES.learning, { constraints: { prune } })
  }

  /** One that no search has. */
  static take(): Solver {
    return idle.pop() ?? new Solver()
  }

  /** To be called once, when the search is over. */
  release(): void {
    idle.push(this)
  }

  /** Writes what a puzzle's cells may hold, and its rules where they are not those of the puzzle before. */
  set(puzzle: Puzzle): void {
    const { rules } = puzzle
    if (this.#rules !== rules) {
      this.#rules = rules
      const { blocks, partitionCount, numbers } = layoutOf(rules)
      for (const [address, all] of numbers) new Uint16Array(this.kernel.memory.buffer, address, all.length).set(all)
      this.kernel.setRules(rules.size, rules.units.length, blocks.length, partitionCount, rules.constraints.length)
    }
    const allowed = digitsAllowed(puzzle)
    // 64 bits a cell, the lower half first.
    const candidates = new Uint32Array(this.kernel.memory.buffer, at.CANDIDATES, 2 * allowed.length)
    for (let cell = 0; cell < allowed.length; cell++) {
      candidates[2 * cell] = allowed[cell]
      candidates[2 * cell + 1] = upperHalfOf(allowed[cell])
    }
  }

  /** The literals of the clause that was learned last, or of the one that is violated where the search stands at that. */
  clause(): Uint32Array {
    return new Uint32Array(this.kernel.memory.buffer, at.LEARNT, this.kernel.learntCount.value).slice()
  }

  /** The claims of a clause's literals: at least one of these holds, whatever is guessed. */
  claimsOf(literals: Uint32Array): Claim[] {
    const { kernel } = this
    const rules = this.#rules as Rules
    const { size } = rules
    const placements = new Uint16Array(kernel.memory.buffer, at.PLACEMENT, kernel.candidates.value)
    return Array.from(literals, (literal) => {
      const isHeld = (literal & 1) === 0
      const variable = literal >>> 1
      const cage = this.#cageClaim(variable)
      if (cage) {
        const [digit, ...besides] = eachOf(cage.digits).map(digitIn)
        const { cells } = rules.constraints[cage.constraint]
        return { cells, digit, ...(besides.length > 0 && { besides }), isHeld }
      }
      if (variable >= placements.length) {
        // An auxiliary of a block.
        const { blocks } = layoutOf(rules)
        const found = new Uint32Array(kernel.memory.buffer, at.BLOCK_LITERAL, blocks.length * size).indexOf(
          variable << 1,
        )
        return { cells: [...blocks[Math.floor(found / size)]], digit: (found % size) + 1, isHeld }
      }
      const placement = placements[variable]
      return { cells: [Math.floor(placement / size)], digit: (placement % size) + 1, isHeld }
    })
  }

  /** The constraint that a literal tells something of, if it is an auxiliary of a cage. */
  constraintOf(literal: number): number | undefined {
    return this.#cageClaim(literal >>> 1)?.constraint
  }

  /** Which cage an auxiliary says to hold which digits. */
  #cageClaim(variable: number): { constraint: number; digits: DigitSet } | undefined {
    const { kernel } = this
    const first = kernel.firstOfCages.value
    if (variable < first) return undefined
    const claim = at.CAGE_CLAIM + 8 * (variable - first)
    const [constraint, digits] = new Uint32Array(kernel.memory.buffer, claim, 2)
    return { constraint, digits }
  }
}

const idle: Solver[] = []

// ---- rules, as the kernel takes them

/** So many cages are told by groups, at most; the rest prunes by bounds. A grid that is covered once has 81. */
const MOST_CAGES = 128
/** No cage sums to as much. */
const MOST_SUM = 999

/**
 * What the kernel is told of rules: blocks, where two units cross in more than one cell, and all numbers by where they lie.
 *
 * A digit's place in a unit is told in two steps: in which block, and where in it. Rows and columns are divided by the
 * boxes, or by the regions that take their place; a box both by rows and by columns; other units not at all. Where there
 * are cages, each of these is divided by them, too, and a cage by rows, by columns and by boxes: without the one or the
 * other, nine of the hardest killers took twice as many conflicts.
 */
export const layoutOf = onceForRules(({ size, units, unitsOf, boxes, constraints, constraintsOf }) => {
  const blocks: (readonly number[])[] = []
  const known = new Map<string, number>()
  const blockOf = (cells: readonly number[]): number => {
    const key = cells.join()
    let block = known.get(key)
    if (block === undefined) {
      block = blocks.push(cells) - 1
      known.set(key, block)
    }
    return at.IS_BLOCK + block
  }
  const partition = (cells: readonly number[], by: readonly { readonly cells: readonly number[] }[]): number[] => {
    const left = new Set(cells)
    const parts: number[] = []
    for (const other of by) {
      const common = other.cells.filter((cell) => left.has(cell)).toSorted((a, b) => a - b)
      if (common.length < 2) continue
      parts.push(blockOf(common))
      for (const cell of common) left.delete(cell)
    }
    return [...parts, ...left]
  }
  // `composeRules` puts the rows first, then the columns.
  const rows = units.slice(0, size)
  const columns = units.slice(size, 2 * size)
  const isBox = new Set(boxes)
  const cages = constraints.filter(({ demand }) => demand.kind === 'cage').slice(0, MOST_CAGES)
  const divided = units.flatMap((unit, i) => {
    if (unit.cells.length < size) return []
    const ways: (readonly { readonly cells: readonly number[] }[])[] =
      i < 2 * size ? [boxes] : isBox.has(unit) ? [rows, columns] : [[]]
    if (cages.length > 0) ways.push(cages)
    return ways.map((by) => ({ unit: i, parts: partition(unit.cells, by) }))
  })
  const dividedCages = constraints.map((constraint) =>
    cages.includes(constraint) ? [rows, columns, boxes].map((by) => partition(constraint.cells, by)) : [],
  )
  const targets = constraints.map(({ demand }) => {
    if (demand.kind === 'cage') return Math.min(demand.sum, MOST_SUM)
    if (demand.kind !== 'sum') return at.NO_TARGET
    // Targets and weights are stored in 16 bits, signed; the smallest such number means “no target”.
    return [demand.sum, ...demand.weights].every((number) => Math.abs(number) < at.NO_TARGET)
      ? demand.sum
      : at.NO_TARGET
  })
  const weights = constraints.flatMap(({ cells, demand }) =>
    demand.kind === 'sum' ? demand.weights : cells.map(() => 1),
  )
  const cellsOf = (sets: readonly { readonly cells: readonly number[] }[]) => sets.map(({ cells }) => cells)
  const numbers: readonly (readonly [address: number, numbers: readonly number[]])[] = [
    ...inARow(cellsOf(units), at.UNIT_START, at.UNIT_CELLS),
    ...inARow(unitsOf, at.CELL_START, at.CELL_UNITS),
    ...inARow(blocks, at.BLOCK_START, at.BLOCK_CELLS),
    // For each partition the unit that it divides, and its parts: a cell, or, beyond `IS_BLOCK`, a block.
    [at.PARTITION_UNIT, divided.map(({ unit }) => unit)],
    ...inARow([...divided.map(({ parts }) => parts), ...dividedCages.flat()], at.PARTITION_START, at.PARTITION_ITEMS),
    ...inARow(cellsOf(constraints), at.CONSTRAINT_START, at.CONSTRAINT_CELLS),
    ...inARow(constraintsOf, at.CELL_CONSTRAINTS_START, at.CELL_CONSTRAINTS),
    [at.CONSTRAINT_TARGET, targets],
    [at.CONSTRAINT_WEIGHTS, weights],
    // Behind the partitions of units lie those of cages: for each constraint and the end, where its own begin.
    [at.CAGE_PARTITIONS, startsOf(dividedCages, divided.length)],
  ]
  return { blocks, partitionCount: divided.length, numbers }
})

/** Lists as the kernel has them: where each begins, and all of them behind one another; with where both lie. */
function inARow(lists: readonly (readonly number[])[], startsAt: number, allAt: number) {
  return [[startsAt, startsOf(lists)] as const, [allAt, lists.flat()] as const]
}

function startsOf(lists: readonly (readonly unknown[])[], first = 0): number[] {
  const starts = [first]
  for (const { length } of lists) starts.push((starts.at(-1) ?? 0) + length)
  return starts
}
