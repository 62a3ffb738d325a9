import { BOX, type CandidateGrid, CELL_AT, CELLS, COLUMN, COUNT, LOWEST, ROW } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { cellName, onlyIn, unitName } from './words.ts'

/** The units in the order in which singles and sets are looked for. */
export const SEARCH_ORDER: readonly number[] = [BOX, COLUMN, ROW].flatMap((kind) =>
  Array.from({ length: 9 }, (_, i) => kind * 9 + i),
)

/** The last empty cells of units come first, then digits with one place left; boxes before columns, columns before rows. */
export function hiddenSingle(grid: CandidateGrid): Hint | undefined {
  return onePlace(grid, true) ?? onePlace(grid, false)
}

function onePlace({ emptyIn, placesOf }: CandidateGrid, isLast: boolean): Hint | undefined {
  for (const unit of SEARCH_ORDER) {
    if (emptyIn[unit] === 0 || (emptyIn[unit] === 1) !== isLast) continue
    for (let digit = 0; digit < 9; digit++) {
      const places = placesOf[unit * 9 + digit]
      if (places && (places & (places - 1)) === 0) {
        return hiddenSingleHint(unit, digit, places, isLast ? 1.0 : unit < (BOX + 1) * 9 ? 1.2 : 1.5)
      }
    }
  }
  return undefined
}

function hiddenSingleHint(unit: number, digit: number, places: number, rating: number): Hint {
  const cell = CELL_AT[unit * 9 + LOWEST[places]]
  return {
    technique: 'hidden-single',
    rating,
    placement: cell * 9 + digit,
    eliminations: [],
    pattern: () => ({
      cells: [cell],
      digits: [digit],
      units: [unit],
      reason:
        rating === 1.0
          ? `${cellName(cell)} is the last empty cell of ${unitName(unit)}, which has every digit but ${digit + 1}`
          : onlyIn([digit], [unit, [cell]]),
    }),
  }
}

/** A cell with one candidate, row by row. */
export function nakedSingle({ digitsAt }: CandidateGrid): Hint | undefined {
  for (let cell = 0; cell < CELLS; cell++) {
    const mask = digitsAt[cell]
    if (COUNT[mask] !== 1) continue
    const digit = LOWEST[mask]
    return {
      technique: 'naked-single',
      rating: 2.3,
      placement: cell * 9 + digit,
      eliminations: [],
      pattern: () => ({
        cells: [cell],
        digits: [digit],
        reason: `no digit but ${digit + 1} is left for ${cellName(cell)}`,
      }),
    }
  }
  return undefined
}
