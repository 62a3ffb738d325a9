import {
  ALL,
  BOX,
  bitsOf,
  type CandidateGrid,
  CELL_AT,
  COLUMN,
  COUNT,
  cellsIn,
  LOWEST,
  placeIn,
  ROW,
  unitsOf,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import type { Finder } from './one-digit.ts'
import { type ExplainerTechnique, TECHNIQUES } from './techniques.ts'
import { cellName, cellsNamed, digitsNamed, onlyIn, takeAll, unitName } from './words.ts'

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
      if (places === 0 || (places & (places - 1)) !== 0) continue
      const cell = CELL_AT[unit * 9 + LOWEST[places]]
      return {
        technique: 'hidden-single',
        ...(isLast && { name: 'full-house' }),
        rating: isLast ? 1.0 : unit < (BOX + 1) * 9 ? 1.2 : 1.5,
        placement: cell * 9 + digit,
        eliminations: [],
        pattern: () => ({
          cells: [cell],
          digits: [digit],
          units: [unit],
          reason: isLast
            ? `${cellName(cell)} is the last empty cell of ${unitName(unit)}, which has every digit but ${digit + 1}`
            : onlyIn([digit], [unit, [cell]]),
        }),
      }
    }
  }
  return undefined
}

/** A cell with one candidate, row by row. */
export function nakedSingle({ digitsAt }: CandidateGrid): Hint | undefined {
  const cell = digitsAt.findIndex((mask) => COUNT[mask] === 1)
  if (cell < 0) return undefined
  const digit = LOWEST[digitsAt[cell]]
  const reason = `no digit but ${digit + 1} is left for ${cellName(cell)}`
  return {
    technique: 'naked-single',
    rating: 2.3,
    placement: cell * 9 + digit,
    eliminations: [],
    pattern: () => ({ cells: [cell], digits: [digit], reason }),
  }
}

/** A finder that looks at units in the order of search. */
function inUnits(find: (grid: CandidateGrid, unit: number) => Hint | undefined): Finder {
  return (grid) => {
    for (const unit of SEARCH_ORDER) {
      const hint = find(grid, unit)
      if (hint) return hint
    }
    return undefined
  }
}

/** A set of cells of a unit that have as many candidates among them as they are: the others of the unit lose those. */
export function nakedSet(size: 2 | 3 | 4, technique: ExplainerTechnique) {
  return inUnits((grid, unit) =>
    eachNakedSet(grid, unit, size, (places, digits, eliminations) => {
      const pattern = () => nakedPattern(cellsIn(unit, places), digits, [unit])
      return { technique, rating: TECHNIQUES[technique], eliminations, pattern }
    }),
  )
}

/** The same as people see it: cells in a box and a line take their digits in both at once. Sudoku Explainer takes one of these first. */
export function lockedSet(size: 2 | 3, technique: ExplainerTechnique) {
  const name = size === 2 ? 'locked-pair' : 'locked-triple'
  return inUnits((grid, unit) =>
    eachNakedSet(grid, unit, size, (places, digits, inUnit) => {
      const cells = cellsIn(unit, places)
      const others = unitsOf(cells).filter((other) => other !== unit)
      const beside = others.flatMap((other) =>
        candidatesWithin(grid, other, ALL & ~cells.reduce((mask, cell) => mask | placeIn(other, cell), 0), digits),
      )
      const eliminations = [...new Set([...inUnit, ...beside])]
      const losing = eliminations.map((candidate) => Math.floor(candidate / 9))
      const [one] = unitsOf([...cells, ...losing])
      const pattern = () => nakedPattern(cells, digits, one === undefined ? [unit, ...others] : [one])
      return { technique, ...(one === undefined && { name }), rating: TECHNIQUES[technique], eliminations, pattern }
    }),
  )
}

function nakedPattern(cells: readonly number[], mask: number, units: readonly number[]) {
  const digits = bitsOf(mask)
  const where = units.map(unitName).join(' and of ')
  return {
    cells,
    digits,
    units,
    reason: `${cellsNamed(cells)} can only be ${digitsNamed(digits, 'or')}, so ${takeAll(cells.length)} of ${where}`,
  }
}

type UseSet<T> = (places: number, digits: number, eliminations: number[]) => T | undefined

/** Each naked set of a unit that takes something away, until one is answered with something. */
export function eachNakedSet<T>(grid: CandidateGrid, unit: number, size: number, use: UseSet<T>): T | undefined {
  if (grid.emptyIn[unit] < size * 2) return undefined
  return eachSet(grid, unit, false, size, (places, digits) => {
    const eliminations = candidatesWithin(grid, unit, ALL & ~places, digits)
    return eliminations.length > 0 ? use(places, digits, eliminations) : undefined
  })
}

/** Each set of so many places of a unit, or digits, upwards, with what is at them, until one is answered with something. */
function eachSet<T>(
  { kernel }: CandidateGrid,
  unit: number,
  isHidden: boolean,
  size: number,
  use: (members: number, union: number) => T | undefined,
): T | undefined {
  kernel.beginSets(unit, Number(isHidden), size)
  for (let set = kernel.nextSet(); set; set = kernel.nextSet()) {
    const answer = use(set & ALL, set >> 9)
    if (answer !== undefined) return answer
  }
  return undefined
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
export function hiddenSet(size: 2 | 3 | 4, technique: ExplainerTechnique) {
  return inUnits((grid, unit) => {
    if (grid.emptyIn[unit] <= size * 2) return undefined
    return eachHiddenSet(grid, unit, size, (places, digits, eliminations) => {
      if (eliminations.length === 0) return undefined
      const pattern = () => hiddenPattern(unit, places, digits, '')
      return { technique, rating: TECHNIQUES[technique], eliminations, pattern }
    })
  })
}

function hiddenPattern(unit: number, places: number, digits: number, then: string) {
  const cells = cellsIn(unit, places)
  return {
    cells,
    digits: bitsOf(digits),
    units: [unit],
    reason: `the digits ${digitsNamed(bitsOf(digits))} of ${unitName(unit)} fit only in ${cellsNamed(cells)}, so ${takeAll(cells.length)} and can be nothing else${then}`,
  }
}

/** Each hidden set of a unit, whether it takes something away or not, until one is answered with something. */
export function eachHiddenSet<T>(grid: CandidateGrid, unit: number, size: number, use: UseSet<T>): T | undefined {
  return eachSet(grid, unit, true, size, (digits, places) =>
    use(places, digits, candidatesWithin(grid, unit, places, ALL & ~digits)),
  )
}

/** A hidden set after which another digit of the unit has one place left. */
export function directHiddenSet(size: 2 | 3, technique: ExplainerTechnique) {
  return inUnits((grid, unit) => {
    if (grid.emptyIn[unit] <= size) return undefined
    return eachHiddenSet<Hint>(grid, unit, size, (places, digits) => {
      for (let digit = 0; digit < 9; digit++) {
        const all = grid.placesOf[unit * 9 + digit]
        const left = all & ~places
        if (digits & (1 << digit) || COUNT[all] < 2 || COUNT[left] !== 1) continue
        const cell = CELL_AT[unit * 9 + LOWEST[left]]
        const then = `, and in ${unitName(unit)} only ${cellName(cell)} is left for ${digit + 1}`
        return {
          technique,
          rating: TECHNIQUES[technique],
          placement: cell * 9 + digit,
          // Sudoku Explainer leaves what the set takes away.
          eliminations: [],
          pattern: () => hiddenPattern(unit, places, digits, then),
        }
      }
      return undefined
    })
  })
}
