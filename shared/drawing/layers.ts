import type { Mark } from '../sudoku/grid/grid.ts'
import type { Rules } from '../sudoku/rules/rules.ts'
import type { Paint } from './paints.ts'

// Everything that boards draw besides the digits, for the page and for pictures alike. A cell is 1 × 1, the first one's corner is
// 0, 0; clues stand outside.
//
//     under the digits    shades, constraints, marks
//     over them           regions, constraints

export interface BoardRules extends Rules {
  /** The drawing of its constraints, if it has any, which is made with them. */
  readonly shapes?: Readonly<Record<Side, readonly Shape[]>>
  /** The cells with a text in their corner, which candidates leave free. */
  readonly corners?: ReadonlySet<number>
}

/** The digits that are drawn first, or last. */
export type Side = 'under' | 'over'

/** A path, or a text around a point. */
export type Shape = { readonly paint: Paint } & (
  | { readonly d: string }
  | { readonly text: string; readonly x: number; readonly y: number }
)

/** A grid as far as its layers need to know it. */
export interface Picture {
  readonly rules: Pick<BoardRules, 'size' | 'boxes' | 'drawings' | 'shapes'>
  readonly marks: ReadonlyMap<number, Mark>
}

/** The shapes of all layers on one side of the digits, the lowest first. */
export function shapesOn(side: Side, picture: Picture): readonly Shape[] {
  const { rules, marks } = picture
  const own = rules.shapes?.[side] ?? []
  if (side === 'over') {
    const { size } = rules
    const edge = `M0 0h${size}v${size}h-${size}z`
    return [
      { paint: 'thin', d: borders(rules, (one, other) => one === other) },
      { paint: 'thick', d: borders(rules, (one, other) => one !== other) + edge },
      ...own,
    ]
  }
  const shades = rules.drawings
    .filter(({ kind }) => kind === 'shade')
    .map(({ cells }): Shape => ({ paint: 'shade', d: cells.map((cell) => square(cell, rules.size)).join('') }))
  if (marks.size === 0) return [...shades, ...own]
  // As puzzles are printed: a square around what has to be even, a circle around what has to be odd.
  const signs = [...marks].map(([cell, mark]) => MARK_SIGNS[mark](cell, rules.size))
  return [...shades, ...own, { paint: 'mark', d: signs.join('') }]
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

export type Point = readonly [x: number, y: number]

export function middleOf(cell: number, size: number): Point {
  return [(cell % size) + 0.5, Math.floor(cell / size) + 0.5]
}

export function square(cell: number, size: number): string {
  return `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`
}

export const MARK_SIGNS: Readonly<Record<Mark, (cell: number, size: number) => string>> = {
  even: (cell, size) => `M${(cell % size) + 0.12} ${Math.floor(cell / size) + 0.12}h.76v.76h-.76z`,
  odd: (cell, size) =>
    `M${(cell % size) + 0.12} ${Math.floor(cell / size) + 0.5}a.38.38 0 1 0 .76 0a.38.38 0 1 0-.76 0z`,
}

/** A length in cells as it is written in a path: thousandths of a cell are finer than any screen. */
export function shortOf(length: number): string {
  return `${Math.round(length * 1000) / 1000}`
}
