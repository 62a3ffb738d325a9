import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../shared/sudoku/drawing.ts'
import { composeRules, rulesFor } from '../../shared/sudoku/rules.ts'
import { marginOf, type Picture, type Shape, shapesOn } from '../../web/grid/layers.ts'

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
    const rules = composeRules({ size: 4, drawings })
    const shapes = shapesOf(rules)
    expect(pathOf(shapes, 'line')).toBe('M0.5 0.5L1.5 0.5L1.5 1.5')
    expect(pathOf(shapes, 'arrow')).toMatch(/^M0\.5 0\.5L1\.5 0\.5M1\.294 0\.359L1\.5 0\.5L1\.294 0\.641$/)
    expect(shapes.filter(({ paint }) => paint === 'clue')).toEqual([
      { paint: 'clue', text: '7', x: 0.5, y: -0.5 },
      { paint: 'clue', text: '9', x: 4.5, y: -0.5 },
    ])
    expect([marginOf(rules), marginOf(rulesFor('classic', 4))]).toEqual([1, 0])
  })
})
