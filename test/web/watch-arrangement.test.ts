import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangementOf } from '../../web/watch/arrangement.ts'

describe('an arrangement', () => {
  it('has the words beside a board in a wide room, and below it in a high one', () => {
    expect(arrangementOf({ width: 1392, height: 640 }, 1)).toMatchObject({ details: 'beside', columns: 1, board: 640 })
    expect(arrangementOf({ width: 366, height: 500 }, 1)).toMatchObject({ details: 'below', board: 340 })
  })

  it('has two searches side by side on a screen, and one above the other on a phone', () => {
    expect(arrangementOf({ width: 1392, height: 640 }, 2)).toMatchObject({ columns: 2 })
    expect(arrangementOf({ width: 976, height: 509 }, 2)).toMatchObject({ columns: 2, details: 'below' })
    expect(arrangementOf({ width: 366, height: 426 }, 2)).toMatchObject({ columns: 1, details: 'beside' })
  })

  it('never has boards that the room does not hold', () => {
    const sides = { width: fc.integer({ min: 320, max: 3000 }), height: fc.integer({ min: 320, max: 2000 }) }
    fc.assert(
      fc.property(fc.record(sides), fc.constantFrom(1, 2), (room, searches) => {
        const { board, columns, details } = arrangementOf(room, searches)
        const rows = searches / columns
        expect(columns * (board + (details === 'beside' ? 132 : 0))).toBeLessThanOrEqual(room.width)
        expect(rows * (board + (details === 'below' ? 150 : 0))).toBeLessThanOrEqual(room.height)
        expect(board).toBeGreaterThan(0)
      }),
    )
  })
})
