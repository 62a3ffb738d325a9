import { readPuzzles } from '../../shared/input/input-format.ts'
import { anyPuzzleOf, type SheetOptions, type SheetPuzzle, sheetOf } from '../../shared/local/sheet.ts'

/** What the command line has as options, and the puzzles in any form. */
export interface SheetRequest extends SheetOptions {
  readonly lines: Blob
}

export interface Sheet {
  readonly pdf: Uint8Array
  readonly count: number
  /** How many of these have no solution, or several. */
  readonly open: number
  /** The lines of those that are no puzzles, and how many others there was no room for. */
  readonly none: readonly number[]
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

async function sheetFor({ lines: text, ...options }: SheetRequest): Promise<SheetReply> {
  const read = readPuzzles(new Uint8Array(await text.arrayBuffer()))
  if (!read.ok) return { why: read.error.reason }
  const all = read.value.puzzles
  const { lines } = read.value
  const puzzles: SheetPuzzle[] = []
  const none: number[] = []
  for (const [i, entry] of [...all.slice(0, Math.min(all.count, MOST_ON_SHEETS))].entries()) {
    const puzzle = anyPuzzleOf(entry)
    // What is alone is not left out in silence.
    if (!puzzle.ok && all.count === 1) return { why: puzzle.error }
    const line = lines?.[i] ?? i + 1
    if (puzzle.ok) puzzles.push({ ...puzzle.value, line })
    else none.push(line)
  }
  if (puzzles.length === 0) return { why: 'found no puzzle' }
  const open = puzzles.filter(({ solution }) => !solution).length
  const left = all.count - puzzles.length - none.length
  return { pdf: await sheetOf(puzzles, options), count: puzzles.length, open, none, left }
}
