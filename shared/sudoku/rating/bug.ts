import { groupedBy } from '../../grouped.ts'
import {
  ALL,
  bitsOf,
  type CandidateGrid,
  CELLS,
  COUNT,
  candidatesOf,
  cellsIn,
  LOWEST,
  PEER_MASKS,
  peersOfAll,
  SUBSETS,
  unitsOf,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { seenBy } from './one-digit.ts'
import { cellName, cellsNamed, digitsNamed, listed, oneOf, onlyIn, setWith } from './words.ts'

/**
 * Bivalue universal grave: were all empty cells left with two candidates, each twice in its units, there would be two
 * solutions, or none. So the candidates that are more than this tell something.
 */
export function bug(grid: CandidateGrid): Hint | undefined {
  const more = mayBeGrave(grid) ? moreOn(grid) : undefined
  if (!more) return undefined
  const { digitsAt } = grid
  const cells = [...more.keys()]
  const all = [...more.values()].reduce((digits, mask) => digits | mask)
  const peers = peersOfAll(cells)
  const gone = (cell: number, shared: number) => digitsAt[cell] & ~(more.get(cell) ?? 0) & ~shared
  const moreAt = (cell: number) => digitsNamed(bitsOf(more.get(cell) ?? 0), 'or')
  if (cells.length === 1) {
    const own = candidatesOf(cells[0], digitsAt[cells[0]] & ~all)
    const hint = hintOf(5.6, own, `, so ${moreInWords()}`)
    return COUNT[digitsAt[cells[0]]] === 3 ? { ...hint, name: 'bug-plus-1' } : hint
  }
  if (COUNT[all] === 1) return type2() ?? type4()
  // No type is of several digits in cells that nothing sees in common.
  return peers.length === 0 ? undefined : (type4() ?? type3())

  /** `r2c7 is 8 or r3c7 is 3`, `r2c7 or r3c7 is 8` */
  function moreInWords(): string {
    const parts = [...groupedBy(cells, moreAt)].map(([digits, of]) => `${listed(of.map(cellName), 'or')} is ${digits}`)
    return listed(parts, 'or')
  }

  function hintOf(
    rating: number,
    eliminations: readonly number[],
    then: string,
    units: readonly number[] = [],
    digits: readonly number[] = [],
  ): Hint {
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
        reason: `only ${cellsNamed(cells)} ${cells.length > 1 ? 'have' : 'has'} more than two candidates.${thrice} Unless ${moreInWords()}, every empty cell would have exactly two candidates, and each candidate would stand exactly twice in its row, column and box, and such a grid never has exactly one solution${then}`,
      }),
    }
  }

  function type2(): Hint | undefined {
    const digit = LOWEST[all]
    const seen = seenBy(grid, digit, cells)
    if (seen.length === 0) return undefined
    const eliminations = seen.map((cell) => cell * 9 + digit)
    return hintOf(5.7, eliminations, `, so ${oneOf(cells, digit, seen)}`)
  }

  function type3(): Hint | undefined {
    for (const unit of unitsOf(cells)) {
      const inUnit = cellsIn(unit, ALL)
      const beside = peers.filter((cell) => inUnit.includes(cell))
      for (let size = 2; size <= 6 && size <= beside.length; size++) {
        for (const chosen of SUBSETS[size - 1]) {
          if (chosen >> beside.length) continue
          const set = bitsOf(chosen).map((i) => beside[i])
          const ofSet = set.reduce((mask, cell) => mask | digitsAt[cell], 0)
          const digits = ofSet | all
          if (set.some((cell) => COUNT[digitsAt[cell]] < 2) || COUNT[ofSet] !== size || COUNT[digits] !== size) continue
          const others = beside.filter((cell) => !set.includes(cell))
          const eliminations = others.flatMap((cell) => candidatesOf(cell, digitsAt[cell] & digits))
          if (eliminations.length === 0) continue
          const then = `. ${setWith(set, bitsOf(ofSet), bitsOf(digits), unit)}`
          return hintOf(5.7 + (size - 1) * 0.1, eliminations, then, [unit], bitsOf(digits))
        }
      }
    }
    return undefined
  }

  function type4(): Hint | undefined {
    const [first, second] = cells
    const shared = digitsAt[first] & digitsAt[second] & ~all
    const [unit] = unitsOf(cells)
    if (cells.length > 2 || COUNT[shared] !== 1 || unit === undefined) return undefined
    const other = digitsNamed(bitsOf(shared))
    const both = cells.map(
      (cell, i) => `if ${cellName(cell)} is ${moreAt(cell)}, ${cellName(cells[1 - i])} is ${other}`,
    )
    const then = `. As ${onlyIn(bitsOf(shared), [unit, cells])}, ${both.join(', and ')}`
    return hintOf(
      5.7,
      cells.flatMap((cell) => candidatesOf(cell, gone(cell, shared))),
      then,
      [unit],
      bitsOf(shared),
    )
  }
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

/**
 * Masks of what is more, by cell, in the order in which these are met; undefined where without it a cell would not have
 * two candidates, or a digit not two places in a unit.
 */
function moreOn({ digitsAt, placesOf, placed }: CandidateGrid): ReadonlyMap<number, number> | undefined {
  const more = new Map<number, number>()
  for (const [i, places] of placesOf.entries()) {
    if (places === 0 || COUNT[places] === 2) continue
    const [cell, ...others] = cellsIn(Math.floor(i / 9), places).filter((one) => COUNT[digitsAt[one]] > 2)
    if (cell === undefined) return undefined
    if (others.length === 0) more.set(cell, (more.get(cell) ?? 0) | (1 << (i % 9)))
  }
  const left = digitsAt.map((digits, cell) => digits & ~(more.get(cell) ?? 0))
  const countIn = (unit: number, digit: number) => cellsIn(unit, ALL).filter((cell) => left[cell] & (1 << digit)).length
  const isGrave =
    more.size > 0 &&
    left.every((digits, cell) => placed[cell] > 0 || COUNT[digits] === 2) &&
    placesOf.every((_, i) => [0, 2].includes(countIn(Math.floor(i / 9), i % 9)))
  return isGrave ? more : undefined
}
