import type { Constraint, PrunedGrid } from '../constraint.ts'
import { countOf, type DigitSet, digitIn } from '../digit-set.ts'
import type { Digits } from '../grid.ts'
import type { Puzzle } from '../puzzle.ts'
import { onceForRules, type Rules } from '../rules.ts'
import type { Observer } from '../step.ts'
import { Backtracking } from './backtracking.ts'
import type { Checkpoint, Question } from './strategy.ts'

/** Backtracking over {@link BitMasks}: a frame is a cell, or a digit of a unit, with the fewest places to go. */
export class BitMaskSearch extends Backtracking {
  readonly #masks: BitMasks
  readonly #frames: Frame[] = []
  readonly #size: number
  readonly #rules: Rules
  readonly #digits: Digits

  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    this.#masks = new BitMasks(puzzle)
    this.#rules = puzzle.rules
    this.#size = puzzle.rules.size
    this.#digits = new Uint8Array(puzzle.givens.length)
    const holds = this.#masks.hasCandidates && this.#masks.propagate()
    if (!holds) this.endWithoutSolution()
    else if (from) this.goBackTo(from)
    else this.#report((cell) => puzzle.givens[cell] === 0)
  }

  protected openFrame(): boolean {
    const options = this.#choose()
    if (!options) return false
    const frame = this.#frames[this.depth]
    if (frame) {
      frame.options = options
      frame.next = 0
      frame.before.set(this.#masks.candidates)
    } else this.#frames.push({ options, next: 0, before: this.#masks.candidates.slice() })
    return true
  }

  protected placeNext(): 'placed' | 'contradiction' | 'none left' {
    const frame = this.#frames[this.depth - 1]
    if (frame.next === frame.options.length) return 'none left'
    const alternatives = frame.options.length - frame.next
    const { cell, digit } = this.#placementOf(frame.options[frame.next++])
    this.observe?.({ kind: 'place', cell, digit }, alternatives)
    const holds = this.#masks.fill(cell, 1 << (digit - 1))
    this.#report((filled) => filled !== cell)
    return holds ? 'placed' : 'contradiction'
  }

  protected takeBack() {
    const frame = this.#frames[this.depth - 1]
    this.#masks.candidates.set(frame.before)
    return { kind: 'undo', ...this.#placementOf(frame.options[frame.next - 1]) } as const
  }

  protected closeFrame(): void {}

  protected solution(): Digits {
    this.#masks.candidates.forEach((set, cell) => {
      this.#digits[cell] = digitIn(set)
    })
    return this.#digits
  }

  protected path(): number[] {
    return this.#frames.slice(0, this.depth).map(({ options, next }) => options[next - 1])
  }

  protected reopenFrame(option: number, place: boolean): void {
    this.openFrame()
    const frame = this.#frames[this.depth++]
    frame.next = frame.options.indexOf(option) + 1
    if (!place) return
    const { cell, digit } = this.#placementOf(option)
    this.#masks.fill(cell, 1 << (digit - 1))
  }

  /** The options of the choice with the fewest, each as cell × size + digit - 1; undefined where all is filled. */
  #choose(): number[] | undefined {
    const { candidates } = this.#masks
    let best = -1
    let fewest = Number.POSITIVE_INFINITY
    for (let cell = 0; cell < candidates.length && fewest > 2; cell++) {
      const count = countOf(candidates[cell])
      if (count > 1 && count < fewest) {
        best = cell
        fewest = count
      }
    }
    if (best < 0) return undefined
    if (fewest > 2) {
      const inUnit = this.#digitWithTwoPlaces()
      if (inUnit) return inUnit
    }
    const options: number[] = []
    for (let rest = candidates[best]; rest !== 0; rest &= rest - 1) {
      options.push(best * this.#size + digitIn(rest & -rest) - 1)
    }
    return options
  }

  #digitWithTwoPlaces(): number[] | undefined {
    const { candidates } = this.#masks
    for (const { cells } of this.#rules.units) {
      // A unit of fewer cells may do without the digit.
      if (cells.length < this.#size) continue
      let once = 0
      let twice = 0
      let thrice = 0
      for (const cell of cells) {
        const set = candidates[cell]
        thrice |= twice & set
        twice |= once & set
        once |= set
      }
      const two = twice & ~thrice
      if (two === 0) continue
      const digit = two & -two
      return cells
        .filter((cell) => (candidates[cell] & digit) !== 0)
        .map((cell) => cell * this.#size + digitIn(digit) - 1)
    }
  }

  #report(isInferred: (cell: number) => boolean): void {
    if (!this.observe) return
    for (const cell of this.#masks.filled) {
      if (isInferred(cell)) this.observe({ kind: 'infer', cell, digit: digitIn(this.#masks.candidates[cell]) }, 0)
    }
  }

  #placementOf(option: number): { cell: number; digit: number } {
    return { cell: Math.floor(option / this.#size), digit: (option % this.#size) + 1 }
  }
}

interface Frame {
  options: number[]
  /** The option to try next. */
  next: number
  readonly before: Uint32Array
}

/**
 * Candidate masks of a whole grid, for any size and rules, with what follows from them:
 *
 * - naked singles: a cell with one candidate takes it from its peers;
 * - hidden singles: a digit with one place left in a unit goes there;
 * - locked candidates: a digit that one unit can place only where another unit crosses
 *   it goes from the rest of that other unit;
 * - whatever a constraint says.
 *
 * Only what changed is looked at again: cells that came down to one candidate wait in
 * `#queue`; in `#dirty` a unit that lost a candidate has a bit for each look it is due,
 * and behind the units so has a constraint. Units with fewer cells than digits force no
 * digit anywhere: they make their cells peers, and are not looked at.
 */
class BitMasks implements PrunedGrid {
  /** Candidates of each cell; a set of one is a filled cell. */
  readonly candidates: Uint32Array
  /** Whether the masks of a puzzle leave every cell a candidate. */
  readonly hasCandidates: boolean = true
  /** Cells filled since the last {@link fill}, oldest first. */
  readonly filled: number[] = []
  readonly #layout: Layout
  readonly #all: DigitSet
  readonly #queue: number[] = []
  readonly #dirty: Uint8Array

  constructor({ rules, givens, masks }: Puzzle) {
    this.#layout = layoutOf(rules)
    this.#all = rules.digits
    this.#dirty = new Uint8Array(this.#layout.units.length + rules.constraints.length).fill(FOR_SINGLES | FOR_REST)
    this.candidates = new Uint32Array(givens.length).fill(rules.digits)
    for (let cell = 0; cell < givens.length; cell++) {
      if (givens[cell] === 0) continue
      this.candidates[cell] = 1 << (givens[cell] - 1)
      this.#queue.push(cell)
    }
    for (const [cell, mask] of masks) this.hasCandidates = this.remove(cell, rules.digits & ~mask) && this.hasCandidates
  }

  /** Fills a cell and works out what follows; false where that is a contradiction. */
  fill(cell: number, digit: DigitSet): boolean {
    this.filled.length = 0
    this.#queue.length = 0
    this.#dirty.fill(0)
    return this.remove(cell, this.candidates[cell] & ~digit) && this.propagate()
  }

  /** Works out what follows from the candidates; false where it meets a contradiction. */
  propagate(): boolean {
    const { peers, units, constraints } = this.#layout
    const queue = this.#queue
    const dirty = this.#dirty
    for (;;) {
      for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
        this.filled.push(cell)
        const digit = this.candidates[cell]
        for (const peer of peers[cell]) if (!this.remove(peer, digit)) return false
      }
      // The cheap look at every unit comes before the dear one at any.
      const unit = this.#nextDue(FOR_SINGLES, units.length)
      if (unit >= 0) {
        dirty[unit] &= ~FOR_SINGLES
        if (!this.#placeHiddenSingles(units[unit])) return false
        continue
      }
      const other = this.#nextDue(FOR_REST, dirty.length)
      if (other < 0) return true
      dirty[other] &= ~FOR_REST
      const holds = other < units.length ? this.#removeLocked(other) : constraints[other - units.length].prune(this)
      if (!holds) return false
    }
  }

  #nextDue(look: number, end: number): number {
    const dirty = this.#dirty
    for (let i = 0; i < end; i++) if ((dirty[i] & look) !== 0) return i
    return -1
  }

  at(cell: number): DigitSet {
    return this.candidates[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    const before = this.candidates[cell]
    const after = before & ~digits
    if (after === before) return true
    if (after === 0) return false
    this.candidates[cell] = after
    for (const i of this.#layout.dirtiedBy[cell]) this.#dirty[i] = FOR_SINGLES | FOR_REST
    if ((after & (after - 1)) === 0) this.#queue.push(cell)
    return true
  }

  #placeHiddenSingles(cells: Uint16Array): boolean {
    const candidates = this.candidates
    let once = 0
    let twice = 0
    for (const cell of cells) {
      const set = candidates[cell]
      twice |= once & set
      once |= set
    }
    if (once !== this.#all) return false
    const hidden = once & ~twice
    if (hidden === 0) return true
    for (const cell of cells) {
      const here = candidates[cell] & hidden
      if (here === 0 || here === candidates[cell]) continue
      // Two digits that both have only this place.
      if ((here & (here - 1)) !== 0) return false
      if (!this.remove(cell, ~here)) return false
    }
    return true
  }

  #removeLocked(unit: number): boolean {
    const candidates = this.candidates
    for (const { common, rest, otherRest } of this.#layout.crossings[unit]) {
      let inside = 0
      for (const cell of common) inside |= candidates[cell]
      let outside = 0
      for (const cell of rest) outside |= candidates[cell]
      const locked = inside & ~outside
      if (locked === 0) continue
      for (const cell of otherRest) if (!this.remove(cell, locked)) return false
    }
    return true
  }
}

const FOR_SINGLES = 1
/** Locked candidates of a unit, and all of a constraint. */
const FOR_REST = 2

/** Where two units have cells in common: those, and what each has besides. */
interface Crossing {
  readonly common: Uint16Array
  readonly rest: Uint16Array
  readonly otherRest: Uint16Array
}

/** Rules as flat arrays. */
interface Layout {
  /** The units that hold every digit. */
  readonly units: readonly Uint16Array[]
  readonly constraints: readonly Constraint[]
  /** For each cell, what is due for a look when it loses a candidate: indices in {@link units}, and behind them constraints. */
  readonly dirtiedBy: readonly Uint16Array[]
  /** For each cell, those that may not hold its digit. */
  readonly peers: readonly Uint16Array[]
  /** For each of {@link units}, where it crosses others, smaller ones among them. */
  readonly crossings: readonly (readonly Crossing[])[]
}

const layoutOf = onceForRules(makeLayout)

function makeLayout({ size, units, unitsOf, constraints, constraintsOf }: Rules): Layout {
  const sets = units.map((unit) => new Set(unit.cells))
  const fullUnits = [...units.keys()].filter((unit) => sets[unit].size === size)
  const crossing = (a: Set<number>, b: Set<number>): Crossing => ({
    common: among(a, b, true),
    rest: among(a, b, false),
    otherRest: among(b, a, false),
  })
  return {
    units: fullUnits.map((unit) => Uint16Array.from(units[unit].cells)),
    constraints,
    dirtiedBy: unitsOf.map((list, cell) =>
      Uint16Array.from([
        ...list.map((unit) => fullUnits.indexOf(unit)).filter((i) => i >= 0),
        ...constraintsOf[cell].map((i) => fullUnits.length + i),
      ]),
    ),
    peers: unitsOf.map((list, cell) => {
      const seen = new Set(list.flatMap((unit) => units[unit].cells))
      seen.delete(cell)
      return Uint16Array.from(seen)
    }),
    crossings: fullUnits.map((unit) =>
      sets
        // A single common cell locks nothing that its own candidates do not say.
        .filter((other) => other !== sets[unit] && among(other, sets[unit], true).length > 1)
        .map((other) => crossing(sets[unit], other)),
    ),
  }
}

/** The cells of one set that are, or are not, in another. Node 20 has no intersection of sets. */
function among(cells: ReadonlySet<number>, others: ReadonlySet<number>, isIn: boolean): Uint16Array {
  return Uint16Array.from([...cells].filter((cell) => others.has(cell) === isIn))
}
