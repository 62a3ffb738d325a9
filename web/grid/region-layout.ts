import type { Shape } from '../../shared/drawing/layers.ts'
import { outlineOf } from '../../shared/drawing/outline.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { countOf } from '../ui/words.ts'

/**
 * Regions while they are drawn, as puzzles write them: a letter a cell, and `.` where a cell is in none yet. They may be
 * too small or too large.
 */
export type RegionLayout = string

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY'
const NONE = '.'

/** The way in which regions are drawn, as a tool of constraints has it. */
export const REGION_TOOL = {
  title: 'Regions',
  hint: 'Drag over the cells of a region. Begin inside one to have it take further cells.',
  stroke: 'area',
} as const

export function emptyLayout(size: number): RegionLayout {
  return NONE.repeat(size * size)
}

/**
 * Regions after a stroke: that in which it begins takes its cells, or a new one does. Once all others are whole, what is
 * left is the last one. Undefined where there are as many as there can be.
 *
 * @param cells of the stroke, at least one
 */
export function withStroke(layout: RegionLayout, cells: readonly number[], size: number): RegionLayout | undefined {
  const known = [...LETTERS.slice(0, size)]
  const free = known.filter((letter) => !layout.includes(letter))
  const letter = layout[cells[0]] === NONE ? free[0] : layout[cells[0]]
  if (letter === undefined) return undefined
  const next = Array.from(layout, (before, cell) => (cells.includes(cell) ? letter : before)).join('')
  const unnamed = known.filter((other) => !next.includes(other))
  return unnamed.length === 1 && wrongIn(next, size).length === 0 ? next.replaceAll(NONE, unnamed[0]) : next
}

/** Whether each cell is in a region, and each region has as many cells as there are digits. */
export function isWhole(layout: RegionLayout, size: number): boolean {
  return !layout.includes(NONE) && wrongIn(layout, size).length === 0
}

/** How far regions are drawn: `The region at r1c1 has 7 of 9 cells. 74 cells are in none.` */
export function layoutWords(layout: RegionLayout, size: number): string {
  const wrong = wrongIn(layout, size).map(
    (cells) => `The region at ${nameOfCell(cells[0], size)} has ${cells.length} of ${size} cells.`,
  )
  const left = layout.split(NONE).length - 1
  if (left > 0) wrong.push(`${countOf(left, 'cell')} ${left === 1 ? 'is' : 'are'} in none.`)
  return wrong.length > 0 ? wrong.join(' ') : 'All regions are whole.'
}

/**
 * Regions that are not whole are drawn over the board, whose own are still the ones before; faintly while another tool
 * is in hand.
 */
export function layoutShapes(layout: RegionLayout, size: number, isInHand = true): Shape[] {
  if (isWhole(layout, size)) return []
  const paint = isInHand ? 'draft' : 'thin'
  return regionsIn(layout).map((cells) => ({ paint, d: outlineOf(cells, size, 0.06) }))
}

function wrongIn(layout: RegionLayout, size: number): number[][] {
  return regionsIn(layout).filter(({ length }) => length !== size)
}

/** In the order in which they come. */
function regionsIn(layout: RegionLayout): number[][] {
  const letters = new Set(layout.replaceAll(NONE, ''))
  const cells = [...layout].map((_, cell) => cell)
  return [...letters].map((letter) => cells.filter((cell) => layout[cell] === letter))
}
