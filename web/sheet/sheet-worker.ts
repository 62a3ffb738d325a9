import { readPuzzles } from '../../shared/input/input-format.ts'
import { openPuzzleOf, type SheetOptions, type SheetPuzzle, sheetOf, sheetPuzzleOf } from '../../shared/local/sheet.ts'

/** What the command line has as options, and the puzzles in any form. */
export interface SheetRequest extends SheetOptions {
  readonly lines: Blob
}

interface Sheet {
  readonly pdf: Uint8Array
  readonly count: number
  /** How many are not on it: they are no puzzles, or too many. */
  readonly left: number
}

export type SheetReply = Sheet | { readonly why: string }

/** A hundred pages of six; a longer file is one for the command line. */
const MOST_ON_SHEETS = 600

// Makes a PDF of puzzles, with how hard they are and their solutions, and ends when the page ends it.

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  // The page hears of errors, and of no promises.
  sheetFor(data).then((reply) => postMessage(reply), reportError)
})

async function sheetFor({ lines, ...options }: SheetRequest): Promise<SheetReply> {
  const read = readPuzzles(new Uint8Array(await lines.arrayBuffer()))
  if (!read.ok) return { why: read.error.reason }
  const all = read.value.puzzles
  const puzzles: SheetPuzzle[] = []
  for (const entry of all.slice(0, Math.min(all.count, MOST_ON_SHEETS))) {
    const whole = sheetPuzzleOf(entry)
    const puzzle = whole.ok ? whole : openPuzzleOf(entry)
    if (puzzle.ok) puzzles.push(puzzle.value)
    // What is alone is not left out in silence.
    else if (all.count === 1) return { why: puzzle.error }
  }
  if (puzzles.length === 0) return { why: 'found no puzzle' }
  return { pdf: await sheetOf(puzzles, options), count: puzzles.length, left: all.count - puzzles.length }
}
