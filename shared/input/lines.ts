import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { PLAIN_CELLS } from '../sudoku/grid/plain-grid.ts'
import { variantEntry } from './entry.ts'
import { contentOf } from './grids.ts'
import { LIKENESS, type Syntax } from './syntax.ts'
import { CR, cutLines, LF, lineEnd, nextLine, textAt } from './text.ts'

export const lines: Syntax = {
  words: 'a puzzle a line',
  mediaType: 'text/plain',
  example: (puzzle) => `${puzzle}\n`,
  // Whatever is nothing else.
  recognise: () => LIKENESS.otherwise,
  read,
  // Lines of plain grids, which lines mostly are: room made at once is not made again and again.
  expected: (body) => Math.ceil(body.length / (PLAIN_CELLS + 1)) + 1,
  cut: cutLines,
}

/**
 * Adds a puzzle a line. A line of 81 plain cells goes through as bytes; only where there is
 * anything else does a line become text: 110 ns, where a 4×4 puzzle as text takes 270.
 */
function read(bytes: Uint8Array, puzzles: PuzzlesBuilder): void {
  for (let at = 0, line = 1; at < bytes.length && !puzzles.isOver; line++) {
    // Looking where a plain line would end saves looking for its end.
    let end = at + PLAIN_CELLS
    const most = Math.min(bytes.length, end + MOST_BLANKS)
    while (end < most && bytes[end] === SPACE) end++
    const isEnd = end === bytes.length || bytes[bytes[end] === CR ? end + 1 : end] === LF
    at = nextLine(bytes, isEnd && puzzles.addPlain(bytes, at, line) ? end : addLine(bytes, at, line, puzzles))
  }
}

const SPACE = 32
/** Behind cells: with more of them a line takes longer to read, as everything does that is not bare cells. */
const MOST_BLANKS = 8

function addLine(bytes: Uint8Array, from: number, line: number, puzzles: PuzzlesBuilder): number {
  const end = lineEnd(bytes, from)
  // Millions of blank lines pack into a few kilobytes: they need not become text.
  let at = from
  while (bytes[at] === SPACE) at++
  if (at === end) return end
  const written = textAt(bytes, from, end)
  const variant = variantEntry(written)
  const text = variant ? undefined : contentOf(written)
  if (variant) puzzles.add(variant, line)
  else if (text) puzzles.add({ text }, line)
  return end
}
