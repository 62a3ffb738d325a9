import { readPuzzles } from '../../../shared/input/input-format.ts'
import type { PuzzleInput } from '../../../shared/protocol/json-puzzle.ts'
import { type Mark, parseGrid } from '../../../shared/sudoku/grid.ts'
import { MOST_PUZZLES } from '../comparison.ts'

/** Puzzles that somebody brought. */
export interface OwnSet {
  /** The file that they are from; undefined where they were pasted. */
  readonly file: string | undefined
  readonly text: string
  readonly puzzles: readonly PuzzleInput[]
  /** Whether there were more than are taken. */
  readonly isCut: boolean
  /** Why there are none. */
  readonly error: string | undefined
}

export const NO_SET: OwnSet = { file: undefined, text: '', puzzles: [], isCut: false, error: undefined }

/** Enough for a thousand of the longest sensible grids; of a longer file the rest is not even read. */
const MOST_BYTES = 2 * 1024 * 1024

export function pastedSet(text: string): OwnSet {
  return { ...setOf(new TextEncoder().encode(text)), text }
}

/** @throws where the file cannot be read, having been moved away, say */
export async function fileSet(file: File): Promise<OwnSet> {
  const head = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer())
  const set = { ...setOf(head), file: file.name }
  return file.size > MOST_BYTES && !set.error ? { ...set, isCut: true } : set
}

function setOf(bytes: Uint8Array): OwnSet {
  const read = readPuzzles(bytes.subarray(0, MOST_BYTES))
  if ('error' in read) return { ...NO_SET, error: `This cannot be read: ${read.error}.` }
  const taken = Array.from(read.puzzles.slice(0, Math.min(read.puzzles.count, MOST_PUZZLES)))
  const [first] = taken
  // One bad line among others is shown with the results; nothing but bad lines need not run at all.
  if (first && !taken.some(({ text }) => isGrid(text))) {
    const why = parseGrid(first.text)
    return { ...NO_SET, error: `No puzzle here is a grid.${why.ok ? '' : ` The first: ${why.error}.`}` }
  }
  return {
    ...NO_SET,
    puzzles: taken.map(({ text, id }) => (id === undefined ? text : { puzzle: text, id })),
    isCut: read.puzzles.count > taken.length,
  }
}

const MARKS: readonly (Mark | undefined)[] = [undefined, 'even', 'odd']

/** Whether a text is a grid under any rules: which ones hold may be chosen afterwards. */
function isGrid(text: string): boolean {
  return MARKS.some((mark) => parseGrid(text, mark).ok)
}
