import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { PuzzleReader } from '../sudoku/puzzle-text.ts'
import type { Size } from '../sudoku/units.ts'
import { lineEnd, lookInto, nextLine } from './text.ts'

/** Adds grids that are written row by row, and puzzles a line between them. */
export function readGrids(bytes: Uint8Array, builder: PuzzlesBuilder, size?: Size): void {
  const reader = new PuzzleReader((text) => builder.add({ text }), size)
  const { slice } = lookInto(bytes)
  for (let at = 0; at < bytes.length && !builder.isOver; ) {
    const end = lineEnd(bytes, at)
    reader.push(slice(at, end))
    at = nextLine(bytes, end)
  }
  reader.finish()
}

/**
 * The last place up to `most` where these bytes can be cut so that both sides read as they
 * read together, with a puzzle before it; 0 where there is none.
 */
export function cutGrids(bytes: Uint8Array, most: number, size?: Size): number {
  let cut = 0
  let count = 0
  const reader = new PuzzleReader(() => count++, size)
  const { slice } = lookInto(bytes)
  // A line that goes on after these bytes may turn out to be anything.
  for (let at = 0, end = 0; at <= most; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    if (end + 1 >= bytes.length) break
    if (reader.push(slice(at, end)) && count > 0) cut = at
  }
  return cut
}
