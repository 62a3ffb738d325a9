import type { LineStyle } from '../sudoku/constraints/drawing.ts'
import type { Mark } from '../sudoku/grid/grid.ts'
import type { Rules } from '../sudoku/rules/rules.ts'

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

/** How shapes are drawn, which is in `board.css` for the page and in `picture.tsx` for files. */
export type Paint =
  | 'shade'
  | 'line'
  | LineStyle
  | 'bulb'
  | 'arrow'
  | 'circle'
  | 'mark'
  | 'extreme'
  | 'thin'
  | 'thick'
  | 'cage'
  | 'cage-sum'
  | `${'white' | 'black'}-dot${'' | '-text'}`
  | 'sign-text'
  | 'clue'
  | 'clue-arrow'
  | 'draft'
  | `hint-${'unit' | 'frame' | 'cell' | 'on' | 'off' | 'placed' | 'placed-ring' | 'gone' | 'strong' | 'weak'}`

export function middleOf(cell: number, size: number) {
  return { x: (cell % size) + 0.5, y: Math.floor(cell / size) + 0.5 }
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
