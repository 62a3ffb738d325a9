import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import { contentOf } from './grids.ts'
import { CR, LF, lineEnd, nextLine, textAt } from './text.ts'

/**
 * Adds a puzzle a line. A line of 81 plain cells goes through as bytes; only where there is
 * anything else does a line become text: 110 ns, where a 4×4 puzzle as text takes 270.
 */
export function readLines(bytes: Uint8Array, builder: PuzzlesBuilder): void {
  let at = 0
  while (at < bytes.length && !builder.isOver) {
    // Looking where a plain line would end saves looking for its end.
    const end = at + PLAIN_CELLS
    const isEnd = end === bytes.length || bytes[end] === LF || bytes[end] === CR
    at = nextLine(bytes, isEnd && builder.addPlain(bytes, at) ? end : addLine(bytes, at, builder))
  }
}

/** Adds whatever a line holds, and gives its end. */
function addLine(bytes: Uint8Array, at: number, builder: PuzzlesBuilder): number {
  const end = lineEnd(bytes, at)
  const text = end > at && contentOf(textAt(bytes, at, end))
  if (text) builder.add({ text })
  return end
}
