import { groupedBy } from '../../grouped.ts'
import {
  ALL,
  bitsOf,
  type CandidateGrid,
  CELL_AT,
  CELLS,
  COUNT,
  candidatesOf,
  cellsIn,
  LOWEST,
  PEER_MASKS,
  PLACE_IN,
  peersOfAll,
  SUBSETS,
  UNIT_OF,
  unitsOf,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { seenBy } from './one-digit.ts'
import { cellName, cellsNamed, digitsNamed, listed, oneOf, onlyIn, setWith } from './words.ts'

/**
 * Bivalue universal grave: were all empty cells left with two candidates, each twice in its units, there would be two
 * solutions, or none. So the candidates that are more than this tell something.
 */
interface Grave {
  /** The cells with more candidates, in the order in which they were met. */
  readonly cells: readonly number[]
  /** Masks of what is more, by cell. */
  readonly more: ReadonlyMap<number, number>
  /** All that is more. */
  readonly all: number
}

export function bug(grid: CandidateGrid): Hint | undefined {
  if (!mayBeGrave(grid)) return undefined
  const grave = graveOf(grid)
  if (!grave) return undefined
  const { cells, all } = grave
  const [cell] = cells
  if (cells.length === 1)
    return bugHint(grave, 5.6, candidatesOf(cell, grid.digitsAt[cell] & ~all), `, so ${moreIn(grave)}`)
  const locked = cells.length === 2 ? type4(grid, grave) : undefined
  if (COUNT[all] === 1) return type2(grid, grave) ?? locked
  return peersOfAll(cells).length === 0 ? undefined : (locked ?? type3(grid, grave))
}

/** The cells with more than two candidates are those with more, which share a candidate or see a cell in common. */
function mayBeGrave({ digitsAt }: CandidateGrid): boolean {
  let digits = ALL
  let [first, second, third] = [-1, -1, -1]
  for (let cell = 0; cell < CELLS; cell++) {
    if (COUNT[digitsAt[cell]] < 3) continue
    digits &= digitsAt[cell]
    first &= PEER_MASKS[cell * 3]
    second &= PEER_MASKS[cell * 3 + 1]
    third &= PEER_MASKS[cell * 3 + 2]
    if (digits === 0 && (first | second | third) === 0) return false
  }
  return true
}

function graveOf(grid: CandidateGrid): Grave | undefined {
  const { digitsAt, placesOf } = grid
  const more = new Map<number, number>()
  const grave = () => ({ cells: [...more.keys()], more, all: [...more.values()].reduce((all, mask) => all | mask, 0) })
  // The places of cells with more than two candidates, in each unit.
  const open = new Uint16Array(27)
  for (let cell = 0; cell < CELLS; cell++) {
    if (COUNT[digitsAt[cell]] < 3) continue
    for (let at = cell * 3; at < cell * 3 + 3; at++) open[UNIT_OF[at]] |= 1 << PLACE_IN[at]
  }
  for (let unit = 0; unit < 27; unit++) {
    for (let digit = 0; digit < 9; digit++) {
      const places = placesOf[unit * 9 + digit]
      if (places === 0 || COUNT[places] === 2) continue
      const found = places & open[unit]
      if (found === 0) return undefined
      if (COUNT[found] !== 1) continue
      const cell = CELL_AT[unit * 9 + LOWEST[found]]
      more.set(cell, (more.get(cell) ?? 0) | (1 << digit))
      const { cells, all } = grave()
      // No type is of several digits in cells that nothing sees in common.
      if (COUNT[all] > 1 && peersOfAll(cells).length === 0) return undefined
    }
  }
  return more.size > 0 && isLeftWithPairs(grid, more) ? grave() : undefined
}

/** Whether without what is more each cell has two candidates, and each digit two places in a unit. */
function isLeftWithPairs({ digitsAt, placed }: CandidateGrid, more: Grave['more']): boolean {
  const counts = new Uint8Array(27 * 9)
  for (let cell = 0; cell < CELLS; cell++) {
    const left = bitsOf(digitsAt[cell] & ~(more.get(cell) ?? 0))
    if (placed[cell] === 0 && left.length !== 2) return false
    for (let at = cell * 3; at < cell * 3 + 3; at++) for (const digit of left) counts[UNIT_OF[at] * 9 + digit]++
  }
  return counts.every((count) => count === 0 || count === 2)
}

function bugHint(
  grave: Grave,
  rating: number,
  eliminations: readonly number[],
  then: string,
  { units = [], digits = [] }: { units?: number[]; digits?: number[] } = {},
): Hint {
  const { cells, all } = grave
  const stands = `${digitsNamed(bitsOf(all))} ${COUNT[all] > 1 ? 'stand' : 'stands'}`
  const thrice = cells.length > 1 ? '' : ` Its ${stands} three times in its row, column and box.`
  return {
    technique: 'bug',
    rating,
    eliminations,
    pattern: () => ({
      cells,
      digits: [...new Set([...bitsOf(all), ...digits])],
      units,
      reason: `only ${cellsNamed(cells)} ${cells.length > 1 ? 'have' : 'has'} more than two candidates.${thrice} Unless ${moreIn(grave)}, every empty cell would have exactly two candidates, and each candidate would stand exactly twice in its row, column and box, and such a grid never has exactly one solution${then}`,
    }),
  }
}

function moreAt({ more }: Grave, cell: number): string {
  return digitsNamed(bitsOf(more.get(cell) ?? 0), 'or')
}

/** `r2c7 is 8 or r3c7 is 3`, `r2c7 or r3c7 is 8` */
function moreIn(grave: Grave): string {
  const byDigits = groupedBy(grave.cells, (cell) => moreAt(grave, cell))
  const parts = [...byDigits].map(([digits, of]) => `${listed(of.map(cellName), 'or')} is ${digits}`)
  return listed(parts, 'or')
}

function type2(grid: CandidateGrid, grave: Grave): Hint | undefined {
  const digit = LOWEST[grave.all]
  const seen = seenBy(grid, digit, grave.cells)
  if (seen.length === 0) return undefined
  const eliminations = seen.map((cell) => cell * 9 + digit)
  return bugHint(grave, 5.7, eliminations, `, so ${oneOf(grave.cells, digit, seen)}`)
}

function type3({ digitsAt }: CandidateGrid, grave: Grave): Hint | undefined {
  for (const unit of unitsOf(grave.cells)) {
    const inUnit = cellsIn(unit, ALL)
    const beside = peersOfAll(grave.cells).filter((cell) => inUnit.includes(cell))
    for (let size = 2; size <= 6 && size <= beside.length; size++) {
      for (const chosen of SUBSETS[size - 1]) {
        if (chosen >> beside.length) continue
        const set = bitsOf(chosen).map((i) => beside[i])
        const ofSet = set.reduce((mask, cell) => mask | digitsAt[cell], 0)
        const digits = ofSet | grave.all
        if (set.some((cell) => COUNT[digitsAt[cell]] < 2) || COUNT[ofSet] !== size || COUNT[digits] !== size) continue
        const eliminations = beside
          .filter((cell) => !set.includes(cell))
          .flatMap((cell) => candidatesOf(cell, digitsAt[cell] & digits))
        if (eliminations.length === 0) continue
        const then = `. ${setWith(set, bitsOf(ofSet), bitsOf(digits), unit)}`
        return bugHint(grave, 5.7 + (size - 1) * 0.1, eliminations, then, { units: [unit], digits: bitsOf(digits) })
      }
    }
  }
  return undefined
}

function type4({ digitsAt }: CandidateGrid, grave: Grave): Hint | undefined {
  const [first, second] = grave.cells
  const shared = digitsAt[first] & digitsAt[second] & ~grave.all
  if (COUNT[shared] !== 1) return undefined
  const [unit] = unitsOf(grave.cells)
  if (unit === undefined) return undefined
  const eliminations = grave.cells.flatMap((cell) =>
    candidatesOf(cell, digitsAt[cell] & ~(grave.more.get(cell) ?? 0) & ~shared),
  )
  const other = digitsNamed(bitsOf(shared))
  const both = grave.cells.map(
    (cell, i) => `if ${cellName(cell)} is ${moreAt(grave, cell)}, ${cellName(grave.cells[1 - i])} is ${other}`,
  )
  const then = `. As ${onlyIn(bitsOf(shared), [unit, grave.cells])}, ${both.join(', and ')}`
  return bugHint(grave, 5.7, eliminations, then, { units: [unit], digits: bitsOf(shared) })
}
