import { nameOfCell } from '../sudoku/grid/cell-name.ts'
import { type DigitSet, hasDigit } from '../sudoku/grid/digit-set.ts'
import type { Digits } from '../sudoku/grid/grid.ts'
import type { RuleStep } from '../sudoku/hints/rule-step.ts'
import type { Link, LinkEnd } from '../sudoku/rating/hint.ts'
import type { Step } from '../sudoku/rating/steps.ts'
import { type Rules, seenFrom } from '../sudoku/rules/rules.ts'
import { middleOf, shortOf as n, type Point, type Shape, type Side, square } from './layers.ts'
import { outlineOf, towards } from './outline.ts'

// A hint's drawing on the board. Colours say the same as shapes:
//
//     shade, with a frame     the units and cells to look at
//     circle                  a candidate of the pattern, or one that is assumed or found to be right; around a whole
//                             digit, that this keeps the others of a hidden single's unit from being it
//     double circle           a candidate that is placed
//     square                  one that a chain finds to be wrong
//     cross                   one that goes; within a circle, one that a chain assumes, and that goes for it
//     arrow                   what follows: solid where one of two has to be right, dashed where not both can be

/** A step with its rating, on a classic board, or one on any other. */
export type HintStep = Step | RuleStep

/** How much of a hint is told: where to look, what is there, and all of it, drawn on the board. */
export type Stage = 'where' | 'what' | 'drawn'

export type Shapes = Readonly<Record<Side, readonly Shape[]>>

/** Of a circle around a candidate; smaller where candidates are closer together than {@link USUAL_SPACING}. */
const RADIUS = 0.135
const USUAL_SPACING = 0.288
/** Of the circles around what is placed, at the least: letters of large boards have room within the line. */
const PLACED_RADIUS = 0.125

/** A hint, as far as it is told. */
export interface HintDrawing {
  readonly step: HintStep
  readonly rules: Rules
  readonly stage: Stage
  /** The board before the step; 0 in an empty cell. */
  readonly digits: Digits
  /** The digits that may stand in each cell of it. */
  readonly candidates: readonly DigitSet[]
  /** From one candidate of a cell to the next, where a cell is 1 wide. */
  readonly spacing: number
  /** Cells with something in a corner, where candidates are lower. */
  readonly cornered?: ReadonlySet<number> | undefined
  /** The one of several chains to draw; all of them if it is left out. */
  readonly chain?: number | undefined
  /** The links that arrows are drawn for, instead of all. */
  readonly lit?: readonly Link[] | undefined
}

export function hintShapes(drawing: HintDrawing): Shapes {
  const { step, rules, stage, candidates, spacing, cornered, chain, lit } = drawing
  const { size } = rules
  const squareAt = (cell: number) => square(cell, size)
  const cellShapes = (cells: readonly number[]) => path('hint-cell', cells.map(squareAt))
  const units = areasOf(step, rules)
  const area: Shape[] = units.map((cells) => ({ paint: 'hint-unit', d: cells.map(squareAt).join('') }))
  const frames: Shape[] = units.map((cells) => ({ paint: 'hint-frame', d: outlineOf(cells, size, 0) }))
  if (stage !== 'drawn') {
    const [first] = step.links
    const cells = first ? [first.from.cell] : units.length > 0 ? [] : step.cells
    return { under: [...area, ...cellShapes(cells)], over: frames }
  }

  const across = Math.ceil(Math.sqrt(size))
  const rows = Math.ceil(size / across)
  const radius = RADIUS * Math.min(1, spacing / USUAL_SPACING)
  const placedRadius = Math.max(radius, PLACED_RADIUS)
  const at = ({ cell, digit }: Place): Point => {
    const [x, y] = middleOf(cell, size)
    const [column, row] = [(digit - 1) % across, Math.floor((digit - 1) / across)]
    // As `board.css` moves them there.
    const [right, down] = cornered?.has(cell) ? [0.07, 0.42 - (spacing * rows) / 2] : [0, 0]
    return [x + right + spacing * (column - (across - 1) / 2), y + down + spacing * (row - (rows - 1) / 2)]
  }
  const links = step.links.filter((link) => chain === undefined || link.chain === chain)
  const gone = step.eliminations.flatMap(({ cell, digits }) => digits.map((digit) => at({ cell, digit })))
  const ends = endsOf(links)
  const placed = step.placements.map(at)
  const assumed = new Set(assumedIn({ ...step, links }).map((end) => String(at(end))))
  const marked = new Set([...gone, ...placed].map(String))
  const isLeft = (point: Point) => !marked.has(String(point))
  // The candidates of a pattern that is no chain.
  const pattern = (step.links.length > 0 ? [] : step.cells).flatMap((cell) =>
    step.digits.filter((digit) => hasDigit(candidates[cell], digit)).map((digit) => ({ cell, digit })),
  )
  const on = unique([...pattern, ...ends.filter((end) => end.on)].map(at))
  const right = on.filter((point) => isLeft(point) || assumed.has(String(point)))
  const wrong = unique(ends.filter((end) => !end.on).map(at)).filter(isLeft)
  const blocking = blockersIn(drawing).map((cell) => middleOf(cell, size))
  return {
    under: [
      ...area,
      ...cellShapes(step.cells),
      path('hint-on', [...right.map(circle(radius)), ...blocking.map(circle(0.38))]),
      path('hint-off', wrong.map(box(radius - 0.01))),
      // A small digit is read only where nothing lies over it.
      path('hint-placed', placed.map(circle(placedRadius))),
      path('hint-placed-ring', placed.map(circle(placedRadius + 0.04))),
      path('hint-gone', gone.map(cross(radius))),
    ].flat(),
    over: [...frames, ...(lit ?? links).flatMap((link) => arrow(at, link))],
  }
}

/** What the signs mean that a hint has on the board. */
export function hintLegend(step: HintStep, { under, over }: Shapes): string[] {
  const { technique, links } = step
  const drawn = new Set([...under, ...over].map(({ paint }) => paint))
  const inPattern = technique === 'hidden-single' ? '○ keeps it from the other cells' : '○ of the pattern'
  const assumed = unique(assumedIn(step).map(({ cell, digit }) => `${nameOfCell(cell, 9)} = ${digit}`))
  const signs = [
    ['hint-placed', '◎ is placed'],
    ['hint-on', links.length > 0 ? '○ right, if the chain begins so' : inPattern],
    ['hint-off', '□ wrong then'],
    ['hint-gone', '✕ goes'],
    ['hint-strong', '→ follows if that is wrong'],
    ['hint-weak', '⇢ is wrong if that is right'],
  ] as const
  // Those of arrows stay while one after the other is drawn: nothing below them moves.
  const shown = signs.filter(([paint]) => drawn.has(paint) || (links.length > 0 && /strong|weak/.test(paint)))
  const found = shown.map(([, words]) => words)
  return assumed.length > 0 ? [`⊗ assumed: ${assumed.join(', ')}`, ...found] : found
}

type Place = Pick<LinkEnd, 'cell' | 'digit'>

function path(paint: Shape['paint'], parts: readonly string[]): Shape[] {
  return parts.length === 0 ? [] : [{ paint, d: parts.join('') }]
}

/** The cells whose candidates a drawing needs: those that the step is about, and around them its units. */
export function cellsToNote(step: HintStep, rules: HintDrawing['rules']): ReadonlySet<number> {
  const { cells, links, placements, eliminations } = step
  const ends = links.flatMap(({ from, to }) => [from, to])
  return new Set([
    ...areasOf(step, rules).flat(),
    ...cells,
    ...[...ends, ...placements, ...eliminations].map(({ cell }) => cell),
  ])
}

/** The cells of each unit and each rule that a step names. */
function areasOf(step: HintStep, { units, constraints }: HintDrawing['rules']): (readonly number[])[] {
  const named = units.filter(({ name }) => step.units.includes(name))
  const others = step.units.filter((name) => !named.some((unit) => unit.name === name))
  const parts = others.map((other) => constraints.filter(({ name }) => name === other))
  return [
    ...named.map(({ cells }) => cells),
    ...parts.map((all) => {
      // Neighbours all over a grid have one name, and those of the step are meant.
      const isOne = all.some(({ form }) => form !== undefined)
      return isOne ? [...new Set(all.flatMap(({ cells }) => cells))] : step.cells
    }),
  ]
}

/** The fewest cells with a hidden single's digit that are seen by those other empty cells of its unit that see any. */
function blockersIn({ step, rules, digits }: HintDrawing): number[] {
  if (step.technique !== 'hidden-single') return []
  const [{ cell: place, digit }] = step.placements
  const others = areasOf(step, rules)
    .flat()
    .filter((cell) => digits[cell] === 0 && cell !== place)
  const seen = seenFrom(rules)
  const blockers = [...digits.keys()].filter((cell) => digits[cell] === digit)
  const fewest = (open: readonly number[], most: number): readonly number[] | undefined => {
    if (open.length === 0) return []
    let found: readonly number[] | undefined
    // One of those that the first cell sees has to be among them.
    for (const blocker of most > 0 ? blockers.filter((cell) => seen[cell].has(open[0])) : []) {
      const left = open.filter((cell) => !seen[blocker].has(cell))
      const more = fewest(left, (found?.length ?? most + 1) - 2)
      if (more) found = [blocker, ...more]
    }
    return found
  }
  const blocked = others.filter((other) => blockers.some((cell) => seen[cell].has(other)))
  return [...(fewest(blocked, blocked.length) ?? [])].sort((one, other) => one - other)
}

/** The candidates that chains assume, and that go for what follows. */
function assumedIn({ links, eliminations }: Pick<HintStep, 'links' | 'eliminations'>): LinkEnd[] {
  return links.flatMap(({ from }) => {
    const goes = eliminations.some(({ cell, digits }) => cell === from.cell && digits.includes(from.digit))
    return from.on && goes ? [from] : []
  })
}

/** Each candidate of some links once; one that is assumed both right and wrong is drawn as right. */
function endsOf(links: readonly Link[]): LinkEnd[] {
  const ends = links.flatMap(({ from, to }) => [from, to])
  const on = new Set(ends.filter((end) => end.on).map(({ cell, digit }) => cell * 9 + digit))
  return ends.filter(({ cell, digit, on: isOn }) => isOn || !on.has(cell * 9 + digit))
}

function unique<Thing>(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [String(thing), thing])).values()]
}

function circle(radius: number) {
  return ([x, y]: Point) =>
    `M${n(x - radius)} ${n(y)}a${radius} ${radius} 0 1 0 ${n(2 * radius)} 0a${radius} ${radius} 0 1 0 ${n(-2 * radius)} 0z`
}

function box(half: number) {
  return ([x, y]: Point) => `M${n(x - half)} ${n(y - half)}h${n(2 * half)}v${n(2 * half)}h${n(-2 * half)}z`
}

/** Its four ends alone: the digit in its middle is still to be read. */
function cross(arm: number) {
  const inner = 0.55 * arm
  const ways = [-1, 1].flatMap((right) => [-1, 1].map((down) => [right, down]))
  return ([x, y]: Point) =>
    ways.map(([r, d]) => `M${n(x + r * arm)} ${n(y + d * arm)}L${n(x + r * inner)} ${n(y + d * inner)}`).join('')
}

const HEAD = 0.09

/** From one candidate to another, in a bow, so that it passes beside those between them. */
function arrow(at: (place: Place) => Point, { from, to }: Link): Shape[] {
  const [ax, ay] = at(from)
  const [bx, by] = at(to)
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy)
  // A link of a chain to itself is where an assumption comes back as its opposite.
  if (length < 0.01) return []
  const bow = Math.min(0.14 * length, 0.4)
  const [cx, cy] = [(ax + bx) / 2 - (dy / length) * bow, (ay + by) / 2 + (dx / length) * bow]
  const room = Math.min(RADIUS + 0.015, length / 3)
  const [sx, sy] = towards([ax, ay], [cx, cy], room)
  const [ex, ey] = towards([bx, by], [cx, cy], room)
  const angle = Math.atan2(by - cy, bx - cx)
  const head = [0.45, -0.45].map((turn) => {
    const [hx, hy] = [ex - HEAD * Math.cos(angle + turn), ey - HEAD * Math.sin(angle + turn)]
    return `M${n(ex)} ${n(ey)}L${n(hx)} ${n(hy)}`
  })
  return [
    { paint: from.on ? 'hint-weak' : 'hint-strong', d: `M${n(sx)} ${n(sy)}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}` },
    { paint: 'hint-strong', d: head.join('') },
  ]
}
