import type { JSX } from 'preact'
import { hasDigit } from '../../shared/sudoku/grid/digit-set.ts'
import type { Mark } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type BoardRules, type Paint, type Shape, shortOf } from '../rules/shape.ts'
import { type BoardCell, SYMBOLS } from './board.tsx'
import { marginOf, shapesOn } from './layers.ts'

type Attributes = JSX.SVGAttributes<SVGPathElement> & JSX.SVGAttributes<SVGTextElement>

const HALO = { stroke: '#fff', 'stroke-width': 0.07, 'paint-order': 'stroke' } as const

/** How shapes are painted in a file, which no style sheet comes with: lengths in cells, on white paper. */
export const PAINTS: Readonly<Record<Paint, Attributes>> = {
  shade: { fill: '#e6e6e6' },
  line: broad('#d0d0d0'),
  thermometer: broad('#cfcfcf', 0.3),
  'slow-thermometer': broad('#cfcfcf', 0.14),
  bulb: { fill: '#cfcfcf' },
  palindrome: broad('#d6d6d6'),
  renban: broad('#e3b1e8'),
  whispers: broad('#a9dba4'),
  'region-sum': broad('#a4d8ee'),
  between: { stroke: '#999', 'stroke-width': 0.08 },
  arrow: { stroke: '#888', 'stroke-width': 0.05, 'stroke-linejoin': 'round' },
  circle: { stroke: '#888', 'stroke-width': 0.05 },
  mark: { stroke: '#777', 'stroke-width': 0.035 },
  extreme: { stroke: '#444', 'stroke-width': 0.03 },
  thin: { stroke: '#888', 'stroke-width': 0.015 },
  thick: { stroke: '#000', 'stroke-width': 0.05, 'stroke-linecap': 'square' },
  cage: { stroke: '#222', 'stroke-width': 0.02, 'stroke-dasharray': '0.08 0.05' },
  'cage-sum': { ...textOf(0.21), ...HALO, 'text-anchor': 'start' },
  'white-dot': { fill: '#fff', stroke: '#000', 'stroke-width': 0.025 },
  'black-dot': { fill: '#000', stroke: '#000', 'stroke-width': 0.025 },
  'white-dot-text': textOf(0.2),
  'black-dot-text': { ...textOf(0.2), fill: '#fff' },
  'sign-text': { ...textOf(0.26), ...HALO, 'font-weight': 700 },
  clue: textOf(0.5),
  draft: { stroke: '#24418f', 'stroke-width': 0.04 },
  'clue-arrow': { stroke: '#000', 'stroke-width': 0.035 },
  'hint-unit': { fill: '#eef1fb' },
  'hint-frame': { stroke: '#2345b8', 'stroke-width': 0.045, 'stroke-dasharray': '0.14 0.09' },
  'hint-cell': { fill: '#fff1c4' },
  'hint-on': { fill: '#c9eadd', stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-off': { fill: '#fbe3d0', stroke: '#a34a00', 'stroke-width': 0.025 },
  'hint-placed': { fill: '#c9eadd', stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-placed-ring': { stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-gone': { stroke: '#b3152b', 'stroke-width': 0.04, 'stroke-linecap': 'round' },
  'hint-strong': { stroke: '#2345b8', 'stroke-width': 0.03, 'stroke-linecap': 'round' },
  'hint-weak': { stroke: '#2345b8', 'stroke-width': 0.025, 'stroke-dasharray': '0.07 0.05' },
}

const FONT = 'Helvetica Neue, Arial, sans-serif'

function broad(stroke: string, width = 0.24): Attributes {
  return { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
}

function textOf(size: number): Attributes {
  return { fill: '#000', 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central' }
}

/** A board as a picture: for files and for paper. */
export function Picture({ rules, cells }: { readonly rules: BoardRules; readonly cells: readonly BoardCell[] }) {
  const { size } = rules
  const marks = new Map(cells.flatMap(({ mark }, cell): [number, Mark][] => (mark ? [[cell, mark]] : [])))
  const edge = marginOf(rules) + 0.1
  const width = size + 2 * edge
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${-edge} ${-edge} ${width} ${width}`}
      fill="none"
      font-family={FONT}
    >
      <title>{`A ${size}×${size} Sudoku`}</title>
      <rect x={-edge} y={-edge} width={width} height={width} fill="#fff" />
      {shapesOn('under', { rules, marks }).map(painted)}
      {cells.map((cell, at) => (
        <CellText
          key={at}
          cell={cell}
          isCornered={rules.corners?.has(at) ?? false}
          x={(at % size) + 0.5}
          y={Math.floor(at / size) + 0.5}
          size={size}
        />
      ))}
      {shapesOn('over', { rules, marks }).map(painted)}
    </svg>
  )
}

function painted(shape: Shape, i: number) {
  if ('d' in shape) return <path key={i} d={shape.d} {...PAINTS[shape.paint]} />
  return (
    <text key={i} x={shape.x} y={shape.y} {...PAINTS[shape.paint]}>
      {shape.text}
    </text>
  )
}

interface CellTextProps {
  readonly cell: BoardCell
  /** Whether its upper left corner is taken. */
  readonly isCornered: boolean
  /** The middle of the cell. */
  readonly x: number
  readonly y: number
  readonly size: Size
}

function CellText({ cell: { digit, kind, candidates = 0, removed = 0 }, isCornered, x, y, size }: CellTextProps) {
  const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' } as const
  if (digit > 0) {
    const style =
      kind === 'given' ? { fill: '#000', 'font-weight': 700 } : { fill: '#24418f', 'font-style': 'italic' as const }
    return (
      <text x={x} y={y} font-size={0.66} {...middle} {...style}>
        {SYMBOLS[digit]}
      </text>
    )
  }
  const isPencilled = (i: number) => hasDigit(candidates, i + 1) || hasDigit(removed, i + 1)
  const across = Math.ceil(Math.sqrt(size))
  const [share, aside] = isCornered ? [0.78, 0.1] : [1, 0]
  const at = (middle: number, place: number) => shortOf(middle + aside + share * ((place + 0.5) / across - 0.5))
  const rows = Array.from({ length: Math.ceil(size / across) }, (_, row) =>
    Array.from({ length: across }, (_, i) => row * across + i).filter((i) => i < size && isPencilled(i)),
  )
  // A text for each row of them, and an x for each digit: pictures of whole grids are a third as large.
  return (
    (candidates || removed) > 0 && (
      <g font-size={shortOf((0.72 * share) / across)} fill="#555" {...middle}>
        {rows.map(
          (digits, row) =>
            digits.length > 0 && (
              <text key={row} x={digits.map((i) => at(x, i % across)).join(' ')} y={at(y, row)}>
                {digits.map((i) => SYMBOLS[i + 1]).join('')}
              </text>
            ),
        )}
      </g>
    )
  )
}
