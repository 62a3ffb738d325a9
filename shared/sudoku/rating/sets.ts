import { ALL, bitsOf, type CandidateGrid, CELL_AT, COUNT, cellsIn, LOWEST, SUBSETS } from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { SEARCH_ORDER } from './singles.ts'
import type { TechniqueName } from './technique-names.ts'
import { cellName, cellsNamed, digitsNamed, unitName } from './words.ts'

const ALL_OF = ['', '', 'both', 'all three', 'all four']

/** A set of cells of a unit that have as many candidates among them as they are: the others of the unit lose those. */
export function nakedSet(
  size: 2 | 3 | 4,
  technique: TechniqueName,
  rating: number,
): (grid: CandidateGrid) => Hint | undefined {
  return (grid) => {
    for (const unit of SEARCH_ORDER) {
      let hint: Hint | undefined
      eachNakedSet(grid, unit, size, (places, digits, eliminations) => {
        const pattern = () => nakedPattern(unit, places, digits)
        hint = { technique, rating, placement: -1, eliminations, pattern }
        return true
      })
      if (hint) return hint
    }
    return undefined
  }
}

function nakedPattern(unit: number, places: number, digits: number) {
  const cells = cellsIn(unit, places)
  return {
    cells,
    digits: bitsOf(digits),
    units: [unit],
    reason: `${cellsNamed(cells)} in ${unitName(unit)} can only be ${digitsNamed(bitsOf(digits), 'or')}, and take ${ALL_OF[cells.length]} of them`,
  }
}

type UseSet = (places: number, digits: number, eliminations: number[]) => boolean | undefined

/** Each naked set of a unit that takes something away, until one is enough. */
export function eachNakedSet(grid: CandidateGrid, unit: number, size: number, use: UseSet): boolean {
  if (grid.emptyIn[unit] < size * 2) return false
  const { digitsAt } = grid
  let able = 0
  for (let place = 0; place < 9; place++) {
    const count = COUNT[digitsAt[CELL_AT[unit * 9 + place]]]
    if (count > 1 && count <= size) able |= 1 << place
  }
  if (COUNT[able] < size) return false
  for (const places of SUBSETS[size]) {
    if (places & ~able) continue
    let digits = 0
    for (let rest = places; rest; rest &= rest - 1) digits |= digitsAt[CELL_AT[unit * 9 + LOWEST[rest]]]
    if (COUNT[digits] !== size) continue
    const eliminations = candidatesWithin(grid, unit, ALL & ~places, digits)
    if (eliminations.length > 0 && use(places, digits, eliminations)) return true
  }
  return false
}

/** The candidates of some digits at some places of a unit, place by place. */
function candidatesWithin({ digitsAt }: CandidateGrid, unit: number, places: number, digits: number): number[] {
  const found: number[] = []
  for (let rest = places; rest; rest &= rest - 1) {
    const cell = CELL_AT[unit * 9 + LOWEST[rest]]
    for (let mask = digitsAt[cell] & digits; mask; mask &= mask - 1) found.push(cell * 9 + LOWEST[mask])
  }
  return found
}

/** Digits of a unit that have as many places among them as they are: these cells lose all other candidates. */
export function hiddenSet(
  size: 2 | 3 | 4,
  technique: TechniqueName,
  rating: number,
): (grid: CandidateGrid) => Hint | undefined {
  return (grid) => {
    for (const unit of SEARCH_ORDER) {
      if (grid.emptyIn[unit] <= size * 2) continue
      let hint: Hint | undefined
      eachHiddenSet(grid, unit, size, (places, digits, eliminations) => {
        if (eliminations.length === 0) return false
        const pattern = () => hiddenPattern(unit, places, digits, '')
        hint = { technique, rating, placement: -1, eliminations, pattern }
        return true
      })
      if (hint) return hint
    }
    return undefined
  }
}

function hiddenPattern(unit: number, places: number, digits: number, then: string) {
  const cells = cellsIn(unit, places)
  return {
    cells,
    digits: bitsOf(digits),
    units: [unit],
    reason: `${digitsNamed(bitsOf(digits))} have no places in ${unitName(unit)} but ${cellsNamed(cells)}, which can be nothing else${then}`,
  }
}

/** Each hidden set of a unit, whether it takes something away or not, until one is enough. */
export function eachHiddenSet(grid: CandidateGrid, unit: number, size: number, use: UseSet): boolean {
  const { placesOf } = grid
  let able = 0
  for (let digit = 0; digit < 9; digit++) {
    const count = COUNT[placesOf[unit * 9 + digit]]
    if (count > 1 && count <= size) able |= 1 << digit
  }
  if (COUNT[able] < size) return false
  for (const digits of SUBSETS[size]) {
    if (digits & ~able) continue
    let places = 0
    for (let rest = digits; rest; rest &= rest - 1) places |= placesOf[unit * 9 + LOWEST[rest]]
    if (COUNT[places] !== size) continue
    if (use(places, digits, candidatesWithin(grid, unit, places, ALL & ~digits))) return true
  }
  return false
}

/** A hidden set after which another digit of the unit has one place left. */
export function directHiddenSet(
  size: 2 | 3,
  technique: TechniqueName,
  rating: number,
): (grid: CandidateGrid) => Hint | undefined {
  return (grid) => {
    for (const unit of SEARCH_ORDER) {
      if (grid.emptyIn[unit] <= size) continue
      let hint: Hint | undefined
      eachHiddenSet(grid, unit, size, (places, digits) => {
        hint = directHint(grid, unit, places, digits)
        return hint !== undefined
      })
      if (hint) return hint
    }
    return undefined
  }

  function directHint(grid: CandidateGrid, unit: number, places: number, digits: number) {
    for (let digit = 0; digit < 9; digit++) {
      const all = grid.placesOf[unit * 9 + digit]
      const left = all & ~places
      if (digits & (1 << digit) || COUNT[all] < 2 || COUNT[left] !== 1) continue
      const cell = CELL_AT[unit * 9 + LOWEST[left]]
      const then = `, so that ${digit + 1} has one place left, ${cellName(cell)}`
      return {
        technique,
        rating,
        placement: cell * 9 + digit,
        // Sudoku Explainer leaves what the set takes away.
        eliminations: [],
        pattern: () => hiddenPattern(unit, places, digits, then),
      }
    }
    return undefined
  }
}
