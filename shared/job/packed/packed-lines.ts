import { MAX_PUZZLE_BYTES, packPuzzle } from '../../sudoku/packed-grid.ts'
import { copyPlain, PLAIN_CELLS } from '../../sudoku/plain-grid.ts'
import { ByteWriter } from './bytes.ts'

/** Plain grids as `packed-puzzles.ts` draws them, packed by whatever sends them: this file needs nothing that only Node has. */
export const PUZZLES_TYPE = 'application/vnd.sudoku.puzzles'

export const HEAD_BYTES = 12
const LF = 10
/** What a plain puzzle of 34 givens takes; more is made room for when it is needed. */
const USUAL_BYTES = 28

/** Packs a text of plain grids alone, one a line, without reading it puzzle by puzzle; undefined where it is anything else. */
export function packLines(text: Uint8Array): Uint8Array | undefined {
  const grids = new ByteWriter(HEAD_BYTES + (text.length / PLAIN_CELLS) * USUAL_BYTES)
  const grid = new Uint8Array(PLAIN_CELLS)
  grids.length = HEAD_BYTES
  let count = 0
  for (let at = 0; at < text.length; at += PLAIN_CELLS + 1) {
    const end = at + PLAIN_CELLS
    const isLine = end === text.length || text[end] === LF
    if (!isLine || !copyPlain(text, at, grid, 0)) return undefined
    grids.reserve(MAX_PUZZLE_BYTES)
    grids.length = packPuzzle(grid, 0, grids.bytes, grids.length)
    count++
  }
  return headed(grids, count, count)
}

/** Grids with their head in front, for which they have left room. */
export function headed(grids: ByteWriter, count: number, plainCount: number): Uint8Array {
  new Uint32Array(grids.bytes.buffer, 0, 3).set([count, plainCount, grids.length - HEAD_BYTES])
  return grids.written()
}
