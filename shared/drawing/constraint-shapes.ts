import type { Drawing } from '../sudoku/constraints/drawing.ts'
import type { Rules } from '../sudoku/rules/rules.ts'
import { type BoardRules, MARK_SIGNS, middleOf, type Shape, type Side, shortOf, square } from './layers.ts'
import { outlineOf, towards, WAYS } from './outline.ts'

// Boards draw constraints as SudokuPad does; loaded with the first puzzle that has any.
//
//     under the digits    signs, lines, circles
//     over them           cages, dots, clues

type Drawn = Pick<Rules, 'size' | 'drawings'>
type Of<Kind extends Drawing['kind']> = Extract<Drawing, { readonly kind: Kind }>

/** The radius of circles around a cell. */
const RADIUS = 0.4
/** So far from the edges of their cells cages are drawn. */
const CAGE_INSET = 0.08
/** The digits of a dot that are on one line. */
const TWO_WORDS = /\S+( \S+)?/g

/** The shapes of each kind but shades, which lie below all layers. */
const SHAPES: {
  readonly [Kind in Exclude<Drawing['kind'], 'shade'>]: (drawing: Of<Kind>, rules: Drawn) => readonly Shape[]
} = {
  sign({ sign, cells }, { size }) {
    const drawnIn = (shapeOf: (cell: number) => string) => cells.map(shapeOf).join('')
    if (sign === 'even' || sign === 'odd')
      return [{ paint: 'mark', d: drawnIn((cell) => MARK_SIGNS[sign](cell, size)) }]
    return [
      { paint: 'shade', d: drawnIn((cell) => square(cell, size)) },
      { paint: 'extreme', d: drawnIn((cell) => chevrons(cell, size, sign === 'maximum')) },
    ]
  },
  /** With what stands at its ends: a bulb, circles, or diamonds. */
  line({ cells, style }, { size }) {
    if (style === 'between' || style === 'lockout') {
      const around = style === 'between' ? circleAround : diamondAround
      const ends = [cells[0], cells[cells.length - 1]].map((cell) => around(cell, size))
      return [
        { paint: style, d: through(cells, size, RADIUS, RADIUS) },
        { paint: 'circle', d: ends.join('') },
      ]
    }
    const line: Shape = { paint: style, d: through(cells, size) }
    return style.endsWith('thermometer') ? [line, { paint: 'bulb', d: circleAround(cells[0], size) }] : [line]
  },
  arrow({ cells }, { size, drawings }) {
    const isCircled = drawings.some((other) => other.kind === 'circle' && other.cells.includes(cells[0]))
    return [{ paint: 'arrow', d: through(cells, size, isCircled ? RADIUS : 0) + head(cells, size) }]
  },
  circle: ({ cells }, { size }) => [{ paint: 'circle', d: pill(cells, size) }],
  cage: ({ cells }, { size }) => [{ paint: 'cage', d: outlineOf(cells, size, CAGE_INSET) }],
  // At the foot of each cell, where no sum of a cage stands.
  note: ({ cells, text }, { size }) => cells.map((cell) => smallText(text, cell, size, 0.38)),
  dot({ cells, fill, text }, { size }) {
    const middles = cells.map((cell) => middleOf(cell, size))
    const [x, y] = [0, 1].map((axis) => mean(middles.map((middle) => middle[axis])))
    if (fill === 'none') return [{ paint: 'sign-text', text, x, y }]
    const lines = text.match(TWO_WORDS) ?? []
    return [
      { paint: `${fill}-dot`, d: circle(x, y, cells.length === 2 ? 0.15 : 0.27) },
      ...lines.map((line, i): Shape => {
        return { paint: `${fill}-dot-text`, text: line, x, y: y + 0.2 * (i - (lines.length - 1) / 2) }
      }),
    ]
  },
  /** Clues stand outside; of a diagonal an arrow shows which. */
  clue({ cells, text }, { size }) {
    const [[firstX, firstY], second] = cells.map((cell) => middleOf(cell, size))
    // A single cell, which tells no way, is at a corner.
    const way = second ? [second[0] - firstX, second[1] - firstY] : [firstX < 1 ? -1 : 1, firstY < 1 ? 1 : -1]
    const [right, down] = way.map(Math.sign)
    const [x, y] = [firstX - right, firstY - down]
    if (right === 0 || down === 0) return [{ paint: 'clue', text, x, y }]
    const at = (length: number, aside = 0) =>
      `${shortOf(x + length * right + aside * down)} ${shortOf(y + length * down - aside * right)}`
    return [
      { paint: 'clue', text, x: x - 0.14 * right, y: y - 0.14 * down },
      { paint: 'clue-arrow', d: `M${at(0.2)}L${at(0.44)}M${at(0.32, -0.11)}L${at(0.44)}L${at(0.32, 0.11)}` },
    ]
  },
}

/** The shapes of constraints on each side of the digits, the lowest first. */
export function constraintShapes(rules: Drawn): Readonly<Record<Side, readonly Shape[]>> {
  const all = (...kinds: readonly (keyof typeof SHAPES)[]) =>
    kinds.flatMap((kind) => {
      const drawings = rules.drawings.filter((drawing) => drawing.kind === kind)
      return drawings.flatMap((drawing) => SHAPES[kind](drawing as never, rules))
    })
  const sums = summed(rules).map(({ cells, text }) => smallText(text, cornerOf(cells), rules.size, -0.34))
  return {
    under: all('sign', 'line', 'arrow', 'circle'),
    over: [...all('cage'), ...sums, ...all('note', 'dot', 'clue')],
  }
}

/** Rules with all that a board draws of their constraints. */
export function drawnRules(rules: Rules): BoardRules {
  return {
    ...rules,
    shapes: constraintShapes(rules),
    corners: new Set(summed(rules).map(({ cells }) => cornerOf(cells))),
  }
}

function summed({ drawings }: Drawn) {
  return drawings.filter((drawing): drawing is Of<'cage'> => drawing.kind === 'cage' && drawing.text !== '')
}

/** The leftmost of the highest cells. */
function cornerOf(cells: readonly number[]): number {
  return Math.min(...cells)
}

/** A text at the left of a cell, so far below its middle. */
function smallText(text: string, cell: number, size: number, down: number): Shape {
  const [x, y] = middleOf(cell, size)
  return { paint: 'cage-sum', text, x: x - 0.46, y: y + down }
}

/** An arrowhead at each side of a cell, which points out of it or into it. */
function chevrons(cell: number, size: number, pointsOut: boolean): string {
  const [x, y] = middleOf(cell, size)
  const [tip, ends] = pointsOut ? [0.46, 0.36] : [0.36, 0.46]
  // From the one upwards on.
  return [WAYS[3], ...WAYS.slice(0, 3)]
    .map(([right, down]) => {
      const at = (far: number, aside: number) =>
        `${shortOf(x + far * right + aside * down)} ${shortOf(y + far * down + aside * right)}`
      return `M${at(ends, -0.1)}L${at(tip, 0)}L${at(ends, 0.1)}`
    })
    .join('')
}

/**
 * A line through the middles of cells.
 *
 * @param fromStart how much of it is left out at its start
 * @param fromEnd and at its end
 */
function through(cells: readonly number[], size: number, fromStart = 0, fromEnd = 0): string {
  const points = cells.map((cell) => middleOf(cell, size))
  const [first, second] = points
  const [beforeLast, last] = points.slice(-2)
  if (last && second) {
    points[0] = towards(first, second, fromStart)
    points[points.length - 1] = towards(last, beforeLast, fromEnd)
  }
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${shortOf(x)} ${shortOf(y)}`).join('')
}

function circle(x: number, y: number, radius: number): string {
  const across = shortOf(2 * radius)
  return `M${shortOf(x - radius)} ${shortOf(y)}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0-${across} 0z`
}

function circleAround(cell: number, size: number): string {
  const [x, y] = middleOf(cell, size)
  return circle(x, y, RADIUS)
}

function diamondAround(cell: number, size: number): string {
  const [x, y] = middleOf(cell, size)
  return `M${shortOf(x - RADIUS)} ${y}l${RADIUS}-${RADIUS}l${RADIUS} ${RADIUS}l-${RADIUS} ${RADIUS}z`
}

/** A circle around a cell, or a longer one around several side by side. */
function pill(cells: readonly number[], size: number): string {
  const [first, ...others] = cells
  if (others.length === 0) return circleAround(first, size)
  const columns = cells.map((cell) => cell % size)
  const rows = cells.map((cell) => Math.floor(cell / size))
  const [width, height] = [columns, rows].map((lines) => Math.max(...lines) - Math.min(...lines))
  if ((width + 1) * (height + 1) !== cells.length || (width > 0 && height > 0)) return outlineOf(cells, size, 0.1)
  const [x, y] = [Math.min(...columns) + 0.5, Math.min(...rows) + 0.5]
  const arc = (right: number, down: number) => `a${RADIUS} ${RADIUS} 0 0 1 ${right} ${down}`
  return width > 0
    ? `M${x} ${shortOf(y - RADIUS)}h${width}${arc(0, 0.8)}h-${width}${arc(0, -0.8)}z`
    : `M${shortOf(x + RADIUS)} ${y}v${height}${arc(-0.8, 0)}v-${height}${arc(0.8, 0)}z`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** The two strokes of an arrow's head, a quarter of a cell long. */
function head(cells: readonly number[], size: number): string {
  const [[fromX, fromY], [x, y]] = cells.slice(-2).map((cell) => middleOf(cell, size))
  const angle = Math.atan2(y - fromY, x - fromX)
  const end = (turn: number) =>
    `${(x - 0.25 * Math.cos(angle + turn)).toFixed(3)} ${(y - 0.25 * Math.sin(angle + turn)).toFixed(3)}`
  return `M${end(0.6)}L${x} ${y}L${end(-0.6)}`
}
