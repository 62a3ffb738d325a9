import { countOf, digitIn } from '../digit-set.ts'
import type { Digits } from '../grid.ts'
import type { Puzzle } from '../puzzle.ts'
import { Backtracking } from './backtracking.ts'
import { BitMasks } from './bit-masks.ts'
import type { Checkpoint, Observer, Question } from './strategy.ts'

/** Backtracking over {@link BitMasks}: a frame is a cell, or a digit of a unit, with the fewest places to go. */
export class BitMaskSearch extends Backtracking {
  readonly #masks: BitMasks
  readonly #frames: Frame[] = []
  readonly #size: number
  readonly #rules: Puzzle['rules']
  readonly #digits: Digits

  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    this.#masks = new BitMasks(puzzle)
    this.#rules = puzzle.rules
    this.#size = puzzle.rules.size
    this.#digits = new Uint8Array(puzzle.givens.length)
    const holds = this.#masks.propagate()
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
    const { cell, digit } = this.#placementOf(frame.options[frame.next++])
    this.observe?.({ kind: 'place', cell, digit })
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
      if (isInferred(cell)) this.observe({ kind: 'infer', cell, digit: digitIn(this.#masks.candidates[cell]) })
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
