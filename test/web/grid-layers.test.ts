import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../shared/sudoku/constraints/drawing.ts'
import { composeRules, rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { marginOf, type Picture, shapesOn } from '../../web/grid/layers.ts'
import { constraintShapes } from '../../web/rules/constraint-shapes.ts'
import type { Shape } from '../../web/rules/shape.ts'

const NO_MARKS: Picture['marks'] = new Map()
const shapesOf = (rules: Picture['rules'], marks = NO_MARKS): readonly Shape[] =>
  (['under', 'over'] as const).flatMap((side) => shapesOn(side, { rules, marks }))
const pathOf = (shapes: readonly Shape[], paint: Shape['paint']) =>
  shapes.flatMap((shape) => (shape.paint === paint && 'd' in shape ? [shape.d] : [])).join('')

describe('the layers of a board', () => {
  it('draw lines between cells, and thick ones around boxes and the whole', () => {
    const shapes = shapesOf(rulesFor('classic', 4))
    expect(pathOf(shapes, 'thick')).toBe('M0 2h4M2 0v4M0 0h4v4h-4z')
    expect(pathOf(shapes, 'thin')).toBe('M0 1h4M1 0v4M0 3h4M3 0v4')
  })

  it('draw boxes of two rows and three columns', () => {
    expect(pathOf(shapesOf(rulesFor('classic', 6)), 'thick')).toBe('M0 2h6M3 0v6M0 4h6M0 0h6v6h-6z')
  })

  it('draw regions that take the place of the boxes', () => {
    const rows = [0, 1, 2, 3].map((row) => ({ name: `row ${row}`, cells: [0, 1, 2, 3].map((cell) => row * 4 + cell) }))
    const shapes = shapesOf(composeRules({ size: 4, regions: rows }))
    expect(pathOf(shapes, 'thick')).toBe('M0 1h4M0 2h4M0 3h4M0 0h4v4h-4z')
    expect(pathOf(shapes, 'thin')).toBe('M1 0v4M2 0v4M3 0v4')
  })

  it('shade what the rules shade, and draw a sign around each mark', () => {
    expect(pathOf(shapesOf(rulesFor('diagonal', 4)), 'shade').match(/M/g)).toHaveLength(8)
    const marks = new Map([[0, 'even' as const]])
    expect(pathOf(shapesOf(rulesFor('even', 4), marks), 'mark')).toBe('M0.12 0.12h.76v.76h-.76z')
  })

  it('draw lines, arrows, and clues outside the grid, for which there is room then', () => {
    const drawings: Drawing[] = [
      { kind: 'line', cells: [0, 1, 5], words: 'on a line' },
      { kind: 'arrow', cells: [0, 1], words: 'on an arrow' },
      { kind: 'clue', cells: [0, 4, 8, 12], text: '7', words: 'seen from above' },
      { kind: 'clue', cells: [3, 6, 9, 12], text: '9', words: 'on a diagonal' },
    ]
    const composed = composeRules({ size: 4, drawings })
    const rules = { ...composed, shapes: constraintShapes(composed) }
    const shapes = shapesOf(rules)
    expect(pathOf(shapes, 'line')).toBe('M0.5 0.5L1.5 0.5L1.5 1.5')
    expect(pathOf(shapes, 'arrow')).toMatch(/^M0\.5 0\.5L1\.5 0\.5M1\.294 0\.359L1\.5 0\.5L1\.294 0\.641$/)
    expect(shapes.filter(({ paint }) => paint === 'clue')).toEqual([
      { paint: 'clue', text: '7', x: 0.5, y: -0.5 },
      // Aside, so that an arrow shows which of the diagonals.
      { paint: 'clue', text: '9', x: 4.64, y: -0.64 },
    ])
    expect(pathOf(shapes, 'clue-arrow')).toMatch(/^M4\.3 -0\.3L4\.06 -0\.06M/)
    expect([marginOf(rules), marginOf(rulesFor('classic', 4))]).toEqual([1, 0])
  })

  const drawn = (...drawings: Drawing[]) => constraintShapes({ size: 4, drawings })

  it('draw a cage inside its cells, with its sum in the corner of the first of them', () => {
    // An L: its inner corner lies outside of the cells, by as much as the others lie inside.
    const { over } = drawn({ kind: 'cage', cells: [1, 0, 4], text: '12', words: 'in a cage' })
    expect(over).toEqual([
      { paint: 'cage', d: 'M0.08 0.08L1.92 0.08L1.92 0.92L0.92 0.92L0.92 1.92L0.08 1.92z' },
      { paint: 'cage-sum', text: '12', x: expect.closeTo(0.04), y: expect.closeTo(0.16) },
    ])
  })

  it('draw two lines around cells that touch at a corner, and around a hole', () => {
    const corners = drawn({ kind: 'cage', cells: [0, 5], text: '', words: 'in a cage' })
    expect(pathOf(corners.over, 'cage').match(/M/g)).toHaveLength(2)
    const ring = drawn({ kind: 'cage', cells: [0, 1, 2, 4, 6, 8, 9, 10], text: '', words: 'in a cage' })
    expect(pathOf(ring.over, 'cage')).toBe(
      'M0.08 0.08L2.92 0.08L2.92 2.92L0.08 2.92zM2.08 0.92L0.92 0.92L0.92 2.08L2.08 2.08z',
    )
  })

  it('draw an arrow from the edge of its circle, which is longer around several cells', () => {
    const { under } = drawn(
      { kind: 'circle', cells: [0, 1], words: 'in the circle of an arrow' },
      { kind: 'arrow', cells: [1, 2, 3], words: 'on an arrow' },
    )
    expect(pathOf(under, 'arrow')).toMatch(/^M1\.9 0\.5L2\.5 0\.5L3\.5 0\.5M/)
    expect(pathOf(under, 'circle')).toBe('M0.5 0.1h1a0.4 0.4 0 0 1 0 0.8h-1a0.4 0.4 0 0 1 0 -0.8z')
  })

  it('draw a bulb, circles at both ends, and a line of each kind', () => {
    const { under } = drawn(
      { kind: 'line', style: 'thermometer', cells: [0, 4], words: 'on a thermometer' },
      { kind: 'line', style: 'between', cells: [1, 2, 3], words: 'on a between line' },
      { kind: 'line', style: 'renban', cells: [8, 9], words: 'on a renban line' },
    )
    expect(under.map(({ paint }) => paint)).toEqual(['thermometer', 'bulb', 'between', 'circle', 'renban'])
    expect(pathOf(under, 'between')).toBe('M1.9 0.5L2.5 0.5L3.1 0.5')
  })

  it('draw dots between cells, digits of a quadruple in two lines, and signs that point out of a cell', () => {
    const { under, over } = drawn(
      { kind: 'dot', fill: 'black', cells: [0, 1], text: '3', words: 'beside three times the digit' },
      { kind: 'dot', fill: 'white', cells: [0, 1, 4, 5], text: '1 2 3', words: 'beside 1, 2, 3' },
      { kind: 'dot', fill: 'none', cells: [0, 4], text: 'X', words: 'beside 10' },
      { kind: 'sign', sign: 'maximum', cells: [5], words: 'higher than its neighbours' },
    )
    expect(over.flatMap((shape) => ('text' in shape ? [[shape.text, shape.x, shape.y]] : []))).toEqual([
      ['3', 1, 0.5],
      ['1 2', 1, 0.9],
      ['3', 1, 1.1],
      ['X', 0.5, 1],
    ])
    expect(pathOf(under, 'extreme')).toMatch(/^M1\.6 1\.14L1\.5 1\.04L1\.4 1\.14/)
  })
})
