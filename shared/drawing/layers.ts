import type { Mark } from '../sudoku/grid/grid.ts'
import { type BoardRules, MARK_SIGNS, type Shape, type Side, square } from './shape.ts'

// Everything that boards draw besides the digits, for the page and for pictures alike. A cell is 1 × 1, the first one's corner is
// 0, 0; clues stand outside.
//
//     under the digits    shades, constraints, marks
//     over them           regions, constraints

/** A grid as far as its layers need to know it. */
export interface Picture {
  readonly rules: Pick<BoardRules, 'size' | 'boxes' | 'drawings' | 'shapes'>
  readonly marks: ReadonlyMap<number, Mark>
}

/** The shapes of all layers on one side of the digits, the lowest first. */
export function shapesOn(side: Side, picture: Picture): readonly Shape[] {
  const { rules } = picture
  const own = rules.shapes?.[side] ?? []
  return side === 'under' ? [...shades(rules), ...own, ...marksOf(picture)] : [...regions(rules), ...own]
}

function shades({ drawings, size }: Picture['rules']): Shape[] {
  return drawings
    .filter(({ kind }) => kind === 'shade')
    .map(({ cells }) => ({ paint: 'shade', d: cells.map((cell) => square(cell, size)).join('') }))
}

/** As puzzles are printed: a square around what has to be even, a circle around what has to be odd. */
function marksOf({ rules: { size }, marks }: Picture): Shape[] {
  if (marks.size === 0) return []
  return [{ paint: 'mark', d: [...marks].map(([cell, mark]) => MARK_SIGNS[mark](cell, size)).join('') }]
}

function regions(rules: Picture['rules']): Shape[] {
  const { size } = rules
  return [
    { paint: 'thin', d: borders(rules, (one, other) => one === other) },
    { paint: 'thick', d: `${borders(rules, (one, other) => one !== other)}M0 0h${size}v${size}h-${size}z` },
  ]
}

/** How many cells' room there is outside the grid, for clues. */
export function marginOf({ drawings, shapes }: Picture['rules']): number {
  return drawings.some(({ kind }) => kind === 'clue') || shapes?.over.some(({ paint }) => paint === 'clue') ? 1 : 0
}

/** The lines between neighbours whose regions a test lets through, each as long as it goes. */
function borders({ size, boxes }: Picture['rules'], isDrawn: (region: number, neighbour: number) => boolean): string {
  const regionOf = Array.from({ length: size * size }, (_, cell) =>
    boxes.findIndex(({ cells }) => cells.includes(cell)),
  )
  const lines: string[] = []
  for (let line = 1; line < size; line++) {
    for (const isAcross of [true, false]) {
      const at = (along: number) => {
        const here = isAcross ? line * size + along : along * size + line
        return isDrawn(regionOf[here], regionOf[here - (isAcross ? size : 1)])
      }
      for (let from = 0; from < size; from++) {
        if (!at(from)) continue
        let to = from + 1
        while (to < size && at(to)) to++
        lines.push(isAcross ? `M${from} ${line}h${to - from}` : `M${line} ${from}v${to - from}`)
        from = to
      }
    }
  }
  return lines.join('')
}
