import type { PrunedGrid } from '../../constraints/constraint.ts'
import { bitOf, type DigitSet, digitIn, eachOf, intersectionOf, upperHalfOf } from '../../grid/digit-set.ts'
import type { Claim } from '../../grid/step.ts'
import type { Puzzle } from '../../rules/puzzle.ts'
import type { Rules } from '../../rules/rules.ts'
import { openKernel } from '../open-kernel.ts'
import * as at from './kernel-bytes.ts'
import { layoutOf } from './layout.ts'

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

  /** Writes a puzzle's candidates, and its rules where they are not those of the puzzle before. */
  set({ rules, givens, masks }: Puzzle): void {
    if (this.#rules !== rules) this.#setRules(rules)
    // 64 bits a cell, the lower half first.
    const candidates = new Uint32Array(this.kernel.memory.buffer, at.CANDIDATES, 2 * givens.length)
    const put = (cell: number, set: DigitSet) => {
      candidates[2 * cell] = set
      candidates[2 * cell + 1] = upperHalfOf(set)
    }
    givens.forEach((digit, cell) => {
      put(cell, digit === 0 ? rules.digits : bitOf(digit))
    })
    for (const [cell, mask] of masks) {
      put(cell, intersectionOf(mask, givens[cell] === 0 ? rules.digits : bitOf(givens[cell])))
    }
  }

  /** The literals of the clause that was learned last, or of the one that is violated where the search stands at that. */
  clause(): Uint32Array {
    return new Uint32Array(this.kernel.memory.buffer, at.LEARNT, this.kernel.learntCount.value).slice()
  }

  /** The claims of a clause's literals: at least one of these holds, whatever is guessed. */
  claimsOf(literals: Uint32Array): Claim[] {
    const { kernel } = this
    const { size } = this.#rules ?? { size: 0 }
    const placements = new Uint16Array(kernel.memory.buffer, at.PLACEMENT, kernel.candidates.value)
    return Array.from(literals, (literal) => {
      const isHeld = (literal & 1) === 0
      const variable = literal >>> 1
      const cage = this.#cageClaim(variable)
      if (cage) {
        const [digit, ...besides] = eachOf(cage.digits).map(digitIn)
        const { cells } = (this.#rules as Rules).constraints[cage.constraint]
        return { cells, digit, ...(besides.length > 0 && { besides }), isHeld }
      }
      if (variable >= placements.length) return { ...this.#auxiliary(variable, size), isHeld }
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

  /** The meaning of an auxiliary of a block. */
  #auxiliary(variable: number, size: number): { cells: number[]; digit: number } {
    const { kernel } = this
    const { starts, all, count } = layoutOf(this.#rules as Rules).blocks
    const found = new Uint32Array(kernel.memory.buffer, at.BLOCK_LITERAL, count * size).indexOf(variable << 1)
    const block = Math.floor(found / size)
    return { cells: [...all.subarray(starts[block], starts[block + 1])], digit: (found % size) + 1 }
  }

  #setRules(rules: Rules): void {
    this.#rules = rules
    const { blocks, partitionCount, numbers } = layoutOf(rules)
    for (const [address, all] of numbers) new Uint16Array(this.kernel.memory.buffer, address, all.length).set(all)
    this.kernel.setRules(rules.size, rules.units.length, blocks.count, partitionCount, rules.constraints.length)
  }
}

const idle: Solver[] = []
