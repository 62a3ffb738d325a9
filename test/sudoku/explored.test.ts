import { describe, expect, it } from 'vitest'
import { exploredShare } from '../../shared/sudoku/search/explored.ts'

describe('the explored share of a search', () => {
  const third = (tried: number) => ({ unexplored: 1 - tried / 3, underWay: 1 / 3 })
  const half = (tried: number) => ({ unexplored: 1 - tried / 2, underWay: 1 / 2 })

  it('is nothing before the first alternative is done with, however many choices stand', () => {
    expect(exploredShare([])).toBe(0)
    expect(exploredShare([third(0), half(0), third(0)])).toBe(0)
  })

  it('counts the alternatives of a choice alike, and those below one as parts of it', () => {
    expect(exploredShare([third(1)])).toBeCloseTo(1 / 3, 12)
    expect(exploredShare([third(1), half(1)])).toBeCloseTo(1 / 3 + 1 / 6, 12)
    expect(exploredShare([third(2), half(1), third(2)])).toBeCloseTo(2 / 3 + 1 / 6 + 1 / 9, 12)
  })

  it('is all of it when nothing is left to try', () => {
    expect(exploredShare([third(3)])).toBe(1)
    expect(exploredShare([third(2), half(2)])).toBeCloseTo(1, 12)
  })
})
