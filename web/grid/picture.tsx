import type { JSX } from 'preact'
import type { Mark } from '../../shared/sudoku/grid.ts'
import { type RulesName, rulesFor } from '../../shared/sudoku/rules.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { type BoardCell, SYMBOLS } from './board.tsx'
import { marginOf, type Paint, type Shape, shapesOn } from './layers.ts'

interface PictureProps {
  readonly size: Size
  readonly rules: RulesName
  readonly cells: readonly BoardCell[]
}

/** How shapes are painted in a file, which no style sheet comes with: lengths in cells, on white paper. */
const PAINTS: Readonly<Record<Paint, JSX.SVGAttributes<SVGPathElement> & JSX.SVGAttributes<SVGTextElement>>> = {
  shade: { fill: '#e6e6e6' },
  line: { stroke: '#d0d0d0', 'stroke-width': 0.25, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
  arrow: { stroke: '#777', 'stroke-width': 0.05 },
  mark: { stroke: '#777', 'stroke-width': 0.035 },
  thin: { stroke: '#888', 'stroke-width': 0.015 },
  thick: { stroke: '#000', 'stroke-width': 0.05, 'stroke-linecap': 'square' },
  clue: { fill: '#000', 'font-size': 0.5, 'text-anchor': 'middle', 'dominant-baseline': 'central' },
}

const FONT = 'Helvetica Neue, Arial, sans-serif'

/** A board as a picture: for files and for paper. */
export function Picture({ size, rules: name, cells }: PictureProps) {
  const rules = rulesFor(name, size)
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
        <CellText key={at} cell={cell} x={(at % size) + 0.5} y={Math.floor(at / size) + 0.5} size={size} />
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
  /** The middle of the cell. */
  readonly x: number
  readonly y: number
  readonly size: Size
}

function CellText({ cell: { digit, kind, candidates = 0 }, x, y, size }: CellTextProps) {
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
  const across = Math.ceil(Math.sqrt(size))
  return (
    <>
      {Array.from({ length: size }, (_, i) => i)
        .filter((i) => candidates & (1 << i))
        .map((i) => (
          <text
            key={i}
            x={(x - 0.5 + ((i % across) + 0.5) / across).toFixed(3)}
            y={(y - 0.5 + (Math.floor(i / across) + 0.5) / across).toFixed(3)}
            font-size={(0.72 / across).toFixed(3)}
            fill="#555"
            {...middle}
          >
            {SYMBOLS[i + 1]}
          </text>
        ))}
    </>
  )
}
