import type { Checked } from '../../checked.ts'
import { VARIANT_SIZES } from '../../sudoku/grid/units.ts'
import { regionsOf } from './regions.ts'
import { type VariantPuzzle, variantOf } from './variant-puzzle.ts'

/**
 * A jigsaw as its givens and then its layout, a character a cell each, or as the layout alone; undefined if the text
 * is something else. The cells of a region hang together, which the cells of a digit in a solved grid never do.
 */
export function readLayout(text: string): Checked<VariantPuzzle> | undefined {
  for (const size of VARIANT_SIZES) {
    const cells = size * size
    if (text.length !== cells && text.length !== 2 * cells) continue
    const layout = text.slice(-cells)
    // Most lines are grids, in which some cells are empty.
    if (!/^[0-9A-Za-z]+$/.test(layout)) continue
    const areRegions = regionsOf([...layout], size).ok && hangTogether(layout, size)
    const puzzle = text.length === cells ? '.'.repeat(cells) : text.slice(0, cells)
    if (areRegions) return variantOf({ puzzle, regions: layout })
  }
}

/** Whether each region can be walked without leaving it. */
function hangTogether(layout: string, size: number): boolean {
  const seen = new Set<number>()
  const walked = new Set<string>()
  for (const [start, region] of [...layout].entries()) {
    if (seen.has(start)) continue
    if (walked.has(region)) return false
    walked.add(region)
    const open = [start]
    seen.add(start)
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const column = cell % size
      const beside = [cell - size, cell + size, column > 0 ? cell - 1 : -1, column < size - 1 ? cell + 1 : -1]
      for (const next of beside) {
        if (layout[next] !== region || seen.has(next)) continue
        seen.add(next)
        open.push(next)
      }
    }
  }
  return true
}
