import { describe, expect, it } from 'vitest'
import { constraintShapes } from '../../shared/drawing/constraint-shapes.ts'
import { type Shape, shapesOn } from '../../shared/drawing/layers.ts'
import type { Drawing } from '../../shared/sudoku/constraints/drawing.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'

/** Rules without a picture in docs/rules/: `rule-pictures.test.ts` holds all others against what is drawn. */
const shapesOf = (size: 4 | 6): readonly Shape[] =>
  (['under', 'over'] as const).flatMap((side) => shapesOn(side, { rules: rulesFor('classic', size), marks: new Map() }))
const pathOf = (shapes: readonly Shape[], paint: Shape['paint']) =>
  shapes.flatMap((shape) => (shape.paint === paint && 'd' in shape ? [shape.d] : [])).join('')

describe('the layers of a board', () => {
  it('draw boxes of two rows and three columns', () => {
    expect(pathOf(shapesOf(6), 'thick')).toBe('M0 2h6M3 0v6M0 4h6M0 0h6v6h-6z')
  })

  const drawn = (...drawings: Drawing[]) => constraintShapes({ size: 4, drawings })

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
  it('draw the digits of a quadruple in two lines, and the value of a dot in it', () => {
    const { over } = drawn(
      { kind: 'dot', fill: 'white', cells: [0, 1, 4, 5], text: '1 2 3', words: 'beside 1, 2, 3' },
      { kind: 'dot', fill: 'black', cells: [0, 1], text: '3', words: 'beside three times the digit' },
    )
    const texts = over.flatMap((shape) => ('text' in shape ? [`${shape.text} at ${shape.x} ${shape.y}`] : []))
    expect(texts).toEqual(['1 2 at 1 0.9', '3 at 1 1.1', '3 at 1 0.5'])
  })
})
