import type { Drawing, LineStyle } from '../sudoku/constraints/drawing.ts'
import type { Rules } from '../sudoku/rules/rules.ts'
import { type BoardRules, MARK_SIGNS, middleOf, type Shape, type Side, shortOf, square } from './layers.ts'
import { outlineOf, WAYS } from './outline.ts'

// Boards draw constraints as SudokuPad does; loaded with the first puzzle that has any.
//
//     under the digits    signs, lines, circles
//     over them           cages, dots, clues

type Drawn = Pick<Rules, 'size' | 'drawings'>

/** The shapes of constraints on each side of the digits. */
export function constraintShapes(rules: Drawn): Readonly<Record<Side, readonly Shape[]>> {
  return {
    under: [
      ...signs(rules),
      ...lines(rules),
      ...drawn(rules, 'circle').map(({ cells }): Shape => ({ paint: 'circle', d: pill(cells, rules.size) })),
    ],
    over: [...cages(rules), ...notes(rules), ...dots(rules), ...clues(rules)],
  }
}

function drawn<Kind extends Drawing['kind']>({ drawings }: Drawn, kind: Kind) {
  return drawings.filter((drawing): drawing is Extract<Drawing, { kind: Kind }> => drawing.kind === kind)
}

/** The radius of circles around a cell. */
const RADIUS = 0.4

function lines(rules: Drawn): Shape[] {
  const circled = new Set(drawn(rules, 'circle').flatMap(({ cells }) => cells))
  return [
    ...drawn(rules, 'line').flatMap(({ cells, style }) => lineOf(cells, style, rules.size)),
    ...drawn(rules, 'arrow').map(({ cells }): Shape => {
      const way = through(cells, rules.size, circled.has(cells[0]) ? RADIUS : 0)
      return { paint: 'arrow', d: way + head(cells, rules.size) }
    }),
  ]
}

/** So far from the edges of their cells cages are drawn. */
const CAGE_INSET = 0.08

function cages(rules: Drawn): Shape[] {
  return [
    ...drawn(rules, 'cage').map(({ cells }): Shape => ({ paint: 'cage', d: outlineOf(cells, rules.size, CAGE_INSET) })),
    ...summed(rules).map(({ cells, text }): Shape => {
      const { x, y } = middleOf(cornerOf(cells), rules.size)
      return { paint: 'cage-sum', text, x: x - 0.46, y: y - 0.34 }
    }),
  ]
}

/** At the foot of each cell, where no sum of a cage stands. */
function notes(rules: Drawn): Shape[] {
  return drawn(rules, 'note').flatMap(({ cells, text }) =>
    cells.map((cell): Shape => {
      const { x, y } = middleOf(cell, rules.size)
      return { paint: 'cage-sum', text, x: x - 0.46, y: y + 0.38 }
    }),
  )
}

/** Rules with all that a board draws of their constraints. */
export function drawnRules(rules: Rules): BoardRules {
  return {
    ...rules,
    shapes: constraintShapes(rules),
    corners: new Set(summed(rules).map(({ cells }) => cornerOf(cells))),
  }
}

function summed(rules: Drawn) {
  return drawn(rules, 'cage').filter(({ text }) => text !== '')
}

/** The leftmost of the highest cells. */
function cornerOf(cells: readonly number[]): number {
  return Math.min(...cells)
}

/** The digits of a dot that are on one line. */
const TWO_WORDS = /\S+( \S+)?/g

function dots(rules: Drawn): Shape[] {
  return drawn(rules, 'dot').flatMap(({ cells, fill, text }): Shape[] => {
    const middles = cells.map((cell) => middleOf(cell, rules.size))
    const [x, y] = (['x', 'y'] as const).map((axis) => mean(middles.map((middle) => middle[axis])))
    if (fill === 'none') return [{ paint: 'sign-text', text, x, y }]
    const dot: Shape = { paint: `${fill}-dot`, d: circle(x, y, cells.length === 2 ? 0.15 : 0.27) }
    if (text === '') return [dot]
    const lines = text.match(TWO_WORDS) ?? []
    return [
      dot,
      ...lines.map((line, i): Shape => {
        return { paint: `${fill}-dot-text`, text: line, x, y: y + 0.2 * (i - (lines.length - 1) / 2) }
      }),
    ]
  })
}

/** Clues stand outside; of a diagonal an arrow shows which. */
function clues(rules: Drawn): Shape[] {
  return drawn(rules, 'clue').flatMap(({ cells, text }): Shape[] => {
    const [first, second] = cells.map((cell) => middleOf(cell, rules.size))
    // A single cell, which tells no way, is at a corner.
    const way = second ? [second.x - first.x, second.y - first.y] : [first.x < 1 ? -1 : 1, first.y < 1 ? 1 : -1]
    const [right, down] = way.map(Math.sign)
    const [x, y] = [first.x - right, first.y - down]
    if (right === 0 || down === 0) return [{ paint: 'clue', text, x, y }]
    const at = (length: number, aside = 0) =>
      `${shortOf(x + length * right + aside * down)} ${shortOf(y + length * down - aside * right)}`
    return [
      { paint: 'clue', text, x: x - 0.14 * right, y: y - 0.14 * down },
      { paint: 'clue-arrow', d: `M${at(0.2)}L${at(0.44)}M${at(0.32, -0.11)}L${at(0.44)}L${at(0.32, 0.11)}` },
    ]
  })
}

function signs(rules: Drawn): Shape[] {
  return drawn(rules, 'sign').flatMap(({ sign, cells }): Shape[] => {
    const drawnIn = (shapeOf: (cell: number) => string) => cells.map(shapeOf).join('')
    if (sign === 'even' || sign === 'odd')
      return [{ paint: 'mark', d: drawnIn((cell) => MARK_SIGNS[sign](cell, rules.size)) }]
    return [
      { paint: 'shade', d: drawnIn((cell) => square(cell, rules.size)) },
      { paint: 'extreme', d: drawnIn((cell) => chevrons(cell, rules.size, sign === 'maximum')) },
    ]
  })
}

/** An arrowhead at each side of a cell, which points out of it or into it. */
function chevrons(cell: number, size: number, pointsOut: boolean): string {
  const { x, y } = middleOf(cell, size)
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

/** A line, with what stands at its ends: a bulb, circles, or diamonds. */
function lineOf(cells: readonly number[], style: LineStyle, size: number): Shape[] {
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
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${shortOf(x)} ${shortOf(y)}`).join('')
}

interface Point {
  readonly x: number
  readonly y: number
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / Math.hypot(to.x - from.x, to.y - from.y)
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

function circle(x: number, y: number, radius: number): string {
  const across = shortOf(2 * radius)
  return `M${shortOf(x - radius)} ${shortOf(y)}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0-${across} 0z`
}

function circleAround(cell: number, size: number): string {
  const { x, y } = middleOf(cell, size)
  return circle(x, y, RADIUS)
}

function diamondAround(cell: number, size: number): string {
  const { x, y } = middleOf(cell, size)
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
  const [from, to] = cells.slice(-2).map((cell) => middleOf(cell, size))
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const end = (turn: number) =>
    `${(to.x - 0.25 * Math.cos(angle + turn)).toFixed(3)} ${(to.y - 0.25 * Math.sin(angle + turn)).toFixed(3)}`
  return `M${end(0.6)}L${to.x} ${to.y}L${end(-0.6)}`
}
