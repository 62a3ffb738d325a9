import type { Drawing } from '../../shared/sudoku/drawing.ts'
import type { Mark } from '../../shared/sudoku/grid.ts'
import type { Rules } from '../../shared/sudoku/rules.ts'

// What boards draw besides the digits, for the page and for pictures alike. A cell is 1 × 1, the first one's corner is
// 0, 0; clues stand outside.
//
//     under the digits    shades, lines, marks
//     over them           regions, clues

/** A grid as far as its layers need to know it. */
export interface Picture {
  readonly rules: Pick<Rules, 'size' | 'boxes' | 'drawings'>
  readonly marks: ReadonlyMap<number, Mark>
}

/** A path, or a text around a point. */
export type Shape = { readonly paint: Paint } & (
  | { readonly d: string }
  | { readonly text: string; readonly x: number; readonly y: number }
)

/** How shapes are drawn, which is in `board.css` for the page and in `picture.ts` for files. */
export type Paint = 'shade' | 'line' | 'arrow' | 'mark' | 'thin' | 'thick' | 'clue'

interface Layer {
  readonly side: 'under' | 'over'
  readonly shapes: (picture: Picture) => readonly Shape[]
}

/** By their names, the lowest first. */
const LAYERS: Readonly<Record<string, Layer>> = {
  shades: {
    side: 'under',
    shapes: ({ rules }) =>
      drawn(rules, 'shade').map(({ cells }) => ({
        paint: 'shade',
        d: cells.map((cell) => square(cell, rules.size)).join(''),
      })),
  },
  lines: {
    side: 'under',
    shapes: ({ rules }) => [
      ...drawn(rules, 'line').map(({ cells }): Shape => ({ paint: 'line', d: through(cells, rules.size) })),
      ...drawn(rules, 'arrow').map(
        ({ cells }): Shape => ({ paint: 'arrow', d: through(cells, rules.size) + head(cells, rules.size) }),
      ),
    ],
  },
  marks: {
    side: 'under',
    // As puzzles are printed: a square around what has to be even, a circle around what has to be odd.
    shapes: ({ rules, marks }) =>
      marks.size === 0
        ? []
        : [{ paint: 'mark', d: [...marks].map(([cell, mark]) => SIGNS[mark](cell, rules.size)).join('') }],
  },
  regions: {
    side: 'over',
    shapes: ({ rules }) => [
      { paint: 'thin', d: borders(rules, (one, other) => one === other) },
      {
        paint: 'thick',
        d: `${borders(rules, (one, other) => one !== other)}M0 0h${rules.size}v${rules.size}h-${rules.size}z`,
      },
    ],
  },
  clues: {
    side: 'over',
    shapes: ({ rules }) =>
      drawn(rules, 'clue').map(({ cells, text }): Shape => {
        const [first, second = first] = cells.map((cell) => middleOf(cell, rules.size))
        return {
          paint: 'clue',
          text,
          x: first.x - Math.sign(second.x - first.x),
          y: first.y - Math.sign(second.y - first.y),
        }
      }),
  },
}

/** The shapes of all layers on one side of the digits. */
export function shapesOn(side: Layer['side'], picture: Picture): readonly Shape[] {
  return Object.values(LAYERS)
    .filter((layer) => layer.side === side)
    .flatMap(({ shapes }) => shapes(picture))
}

/** How many cells' room there is outside the grid, for clues. */
export function marginOf({ drawings }: Picture['rules']): number {
  return drawings.some(({ kind }) => kind === 'clue') ? 1 : 0
}

function drawn<Kind extends Drawing['kind']>({ drawings }: Picture['rules'], kind: Kind) {
  return drawings.filter((drawing): drawing is Extract<Drawing, { kind: Kind }> => drawing.kind === kind)
}

function middleOf(cell: number, size: number) {
  return { x: (cell % size) + 0.5, y: Math.floor(cell / size) + 0.5 }
}

function square(cell: number, size: number): string {
  return `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`
}

const SIGNS: Readonly<Record<Mark, (cell: number, size: number) => string>> = {
  even: (cell, size) => `M${(cell % size) + 0.12} ${Math.floor(cell / size) + 0.12}h.76v.76h-.76z`,
  odd: (cell, size) =>
    `M${(cell % size) + 0.12} ${Math.floor(cell / size) + 0.5}a.38.38 0 1 0 .76 0a.38.38 0 1 0-.76 0z`,
}

/** A line through the middles of cells. */
function through(cells: readonly number[], size: number): string {
  const points = cells.map((cell) => middleOf(cell, size))
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** The two strokes of an arrow's head, a quarter of a cell long. */
function head(cells: readonly number[], size: number): string {
  const [from, to] = cells.slice(-2).map((cell) => middleOf(cell, size))
  if (!to) return ''
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const end = (turn: number) =>
    `${(to.x - 0.25 * Math.cos(angle + turn)).toFixed(3)} ${(to.y - 0.25 * Math.sin(angle + turn)).toFixed(3)}`
  return `M${end(0.6)}L${to.x} ${to.y}L${end(-0.6)}`
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
        const [here, before] = isAcross
          ? [line * size + along, (line - 1) * size + along]
          : [along * size + line, along * size + line - 1]
        return isDrawn(regionOf[here], regionOf[before])
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
