import type { Checked, Refusal } from '../checked.ts'
import type { PuzzlesBuilder } from '../job/puzzles.ts'
import type { BoxedSize } from '../sudoku/grid/units.ts'
import { LF, linesIn, type PieceLimits } from './text.ts'

/** A way of writing puzzles: all that there is to know of it. */
export interface Syntax {
  readonly words: string
  /** The media type of its bodies; several may share one, as puzzles are told from the text. */
  readonly mediaType: string
  readonly otherMediaTypes?: readonly string[]
  /** A short body of it. */
  readonly example: (puzzle: string) => string
  /** How much an input looks like it; or why an input that looks like this can be read by nobody. */
  recognise(head: InputHead): Likeness | Refusal
  /** How many of a body's first bytes every piece of it has to begin with; or why it cannot be read. None where left out. */
  header?(head: Uint8Array): Checked<number>
  /** Adds the puzzles of a body, whose header is good. What is no puzzle is an entry like any other, and is found bad later. */
  read(body: Uint8Array, puzzles: PuzzlesBuilder, size?: BoxedSize): void
  /** Plain grids to make room for at once, where the length of a body tells. */
  expected?(body: Uint8Array): number
  /**
   * The last place within the limits where these bytes can be cut so that both sides read as they read together;
   * 0 if no piece ends. They end where the input does, or far enough behind the limit to tell. A piece may hold
   * fewer puzzles than it could: a line that is blank may count for one.
   */
  cut(unread: Uint8Array, limits: PieceLimits, size: BoxedSize | undefined, header: Uint8Array): number
}

/** The first bytes of an input, by which its format is told. */
export interface InputHead {
  readonly bytes: Uint8Array
  /** Whether there is more behind them. */
  readonly isCut: boolean
  /** Cells a side, where that is known. */
  readonly size: BoxedSize | undefined
}

/** The format that an input looks most like is taken for its own; of equals the first one. */
export const LIKENESS = { none: 0, otherwise: 1, perhaps: 2, likely: 3, surely: 4 } as const
export type Likeness = (typeof LIKENESS)[keyof typeof LIKENESS]

/** The lines of a head, but not one that it cuts off, which could be taken for something else. */
export function* wholeLinesIn({ bytes, isCut }: InputHead): Generator<string, void> {
  const end = isCut ? bytes.lastIndexOf(LF) + 1 : bytes.length
  yield* linesIn(bytes.subarray(0, end))
}

/** Lines by which a format is told, so that it is told though one of them is bad. */
const LINES_LOOKED_AT = 32

/** The first of them that are neither blank nor comments. */
export function firstLinesIn(head: InputHead): string[] {
  const first: string[] = []
  for (const line of wholeLinesIn(head)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    if (first.push(line) === LINES_LOOKED_AT) break
  }
  return first
}
