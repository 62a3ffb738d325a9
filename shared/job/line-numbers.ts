/**
 * On which line each puzzle of a text begins, in runs of puzzles that are as many lines apart, so that a file of a
 * million one-line puzzles is one run:
 *
 *     line   1 # mine    first  3
 *            2           runs   stride 1, count 2     each of 2 puzzles is a line below the one before
 *            3 53..7…           stride 3, count 1
 *            4 ..4.8…
 *            5 1…..9…
 *            6
 *            7 # hard
 *            8 8..6.…
 */
export class LineNumbers {
  /** The line of the first puzzle, from 1. */
  readonly first: number
  /** A stride and a count for each run, one after the other. */
  readonly runs: readonly number[]
  /** The line of the last puzzle. */
  readonly last: number
  /** The run that was asked for last, its first puzzle, and the line of the puzzle before that: puzzles are asked for in order. */
  #run = 0
  #place = 1
  #line: number

  constructor(first: number, runs: readonly number[]) {
    this.first = first
    this.runs = runs
    this.#line = first
    this.last = first
    for (let run = 0; run < runs.length; run += 2) this.last += runs[run] * runs[run + 1]
  }

  /** The numbers of puzzles that take a line each. */
  static consecutive(first: number, count: number): LineNumbers {
    return new LineNumbers(first, count > 1 ? [1, count - 1] : [])
  }

  /** Whether the first puzzle is on line 1, and each other one on the next. */
  get arePlaces(): boolean {
    return this.first === 1 && (this.runs.length === 0 || (this.runs.length === 2 && this.runs[0] === 1))
  }

  /** The line of a puzzle of the text, counted from 0. */
  lineOf(place: number): number {
    if (place < this.#place) this.#rewind()
    for (; this.#run < this.runs.length; this.#run += 2) {
      const stride = this.runs[this.#run]
      const count = this.runs[this.#run + 1]
      if (place < this.#place + count) return this.#line + (place - this.#place + 1) * stride
      this.#place += count
      this.#line += stride * count
    }
    return this.#line
  }

  /** The first puzzle, counted from 0, that begins on a line or below it; undefined if there is no such puzzle. */
  placeFrom(line: number): number | undefined {
    if (line <= this.first) return 0
    let place = 0
    let at = this.first
    for (let run = 0; run < this.runs.length; run += 2) {
      const [stride, count] = [this.runs[run], this.runs[run + 1]]
      if (line <= at + stride * count) return place + Math.ceil((line - at) / stride)
      place += count
      at += stride * count
    }
  }

  /** The same of a text that begins with another line than 1. */
  from(line: number): LineNumbers {
    return new LineNumbers(this.first + line - 1, this.runs)
  }

  /** The line numbers of `count` puzzles from one on, counted from 0. */
  slice(from: number, count: number): LineNumbers {
    const runs: number[] = []
    let place = 1
    for (let run = 0; run < this.runs.length && place < from + count; run += 2) {
      const end = Math.min(place + this.runs[run + 1], from + count)
      const own = end - Math.max(place, from + 1)
      if (own > 0) runs.push(this.runs[run], own)
      place += this.runs[run + 1]
    }
    return new LineNumbers(this.lineOf(from), runs)
  }

  #rewind(): void {
    this.#run = 0
    this.#place = 1
    this.#line = this.first
  }
}

/** Collects {@link LineNumbers} line by line. */
export class LineNumbersBuilder {
  count = 0
  #first = 1
  #last = 1
  /** The count of the last run, which has no puzzle yet while it is 0. */
  #stride = 0
  #run = 0
  readonly #runs: number[] = []

  /** @param line that of the next puzzle, below the one before */
  add(line: number): void {
    const stride = line - this.#last
    this.#last = line
    if (this.count++ === 0) this.#first = line
    else if (stride === this.#stride) this.#run++
    else {
      this.#endRun()
      this.#stride = stride
      this.#run = 1
    }
  }

  build(): LineNumbers {
    this.#endRun()
    this.#run = 0
    return new LineNumbers(this.#first, this.#runs)
  }

  #endRun(): void {
    if (this.#run > 0) this.#runs.push(this.#stride, this.#run)
  }
}
