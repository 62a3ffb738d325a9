import {
  BOX,
  bitsOf,
  type CandidateGrid,
  CELL_AT,
  COLUMN,
  COUNT,
  cellsIn,
  LOWEST,
  ROW,
  SUBSETS,
  UNIT_OF,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { alongDigits, type Finder, hintAgainst } from './one-digit.ts'
import { type ExplainerTechnique, TECHNIQUES } from './techniques.ts'
import { allOf, COUNT_WORDS, cellsNamed, kindsNamed, see, unitsNamed } from './words.ts'

/** Lines in which a digit has places in as many crossing lines only as they are: the rest of those lose it. */
export function fish(size: 2 | 3 | 4, technique: ExplainerTechnique): Finder {
  return (grid) =>
    eachFish(grid, size, (lines, crossing, eliminations, digit) => ({
      technique,
      rating: TECHNIQUES[technique],
      eliminations,
      pattern: () => {
        const [these, those] = [lines, crossing].map((all) => `these ${COUNT_WORDS[all.length]} ${kindsNamed(all)}`)
        return {
          cells: lines.flatMap((line) => cellsIn(line, grid.placesOf[line * 9 + digit])),
          digits: [digit],
          units: [...lines, ...crossing],
          reason: `${roomIn(lines, crossing, digit)}, so ${these} put one ${digit + 1} into each of ${those}, whose other cells cannot be ${digit + 1}`,
        }
      },
    }))
}

function roomIn(lines: readonly number[], crossing: readonly number[], digit: number): string {
  return `${unitsNamed(lines)} have room for ${digit + 1} only in ${unitsNamed(crossing)}`
}

type UseFish<T> = (lines: number[], crossing: number[], eliminations: number[], digit: number) => T | undefined

/** Each fish that takes something away, columns before rows, until one is answered with something. */
export function eachFish<T>(grid: CandidateGrid, size: number, use: UseFish<T>): T | undefined {
  return eachFishIn(grid, size, COLUMN, use) ?? eachFishIn(grid, size, ROW, use)
}

/** For each digit the lines where a fish of the size may have it; reused, as a search finds nothing nearly always. */
const able = new Uint16Array(9)

function eachFishIn<T>(grid: CandidateGrid, size: number, kind: number, use: UseFish<T>): T | undefined {
  const { placesOf } = grid
  const crossingKind = kind === ROW ? COLUMN : ROW
  let found = 0
  let all = 0
  for (let digit = 0; digit < 9; digit++) {
    let lines = 0
    for (let line = 0; line < 9; line++) {
      const count = COUNT[placesOf[(kind * 9 + line) * 9 + digit]]
      if (count > 1 && count <= size) lines |= 1 << line
    }
    able[digit] = 9 - grid.placedOf[digit] >= size * 2 && COUNT[lines] >= size ? lines : 0
    if (able[digit]) found |= 1 << digit
    all |= able[digit]
  }
  if (!found) return undefined
  for (const lines of SUBSETS[size]) {
    if (lines & ~all) continue
    for (let left = found; left; left &= left - 1) {
      const digit = LOWEST[left]
      if (lines & ~able[digit]) continue
      let crossing = 0
      for (let rest = lines; rest; rest &= rest - 1) crossing |= placesOf[(kind * 9 + LOWEST[rest]) * 9 + digit]
      if (COUNT[crossing] !== size) continue
      const eliminations: number[] = []
      for (let rest = crossing; rest; rest &= rest - 1) {
        const unit = crossingKind * 9 + LOWEST[rest]
        for (let left = placesOf[unit * 9 + digit] & ~lines; left; left &= left - 1) {
          eliminations.push(CELL_AT[unit * 9 + LOWEST[left]] * 9 + digit)
        }
      }
      if (eliminations.length === 0) continue
      const units = (mask: number, of: number) => bitsOf(mask).map((line) => of * 9 + line)
      const answer = use(units(lines, kind), units(crossing, crossingKind), eliminations, digit)
      if (answer !== undefined) return answer
    }
  }
  return undefined
}

const FINNED = ['finned-x-wing', 'finned-swordfish', 'finned-jellyfish'] as const

/**
 * A fish but for some places of its lines, the fins, which are in one box: one of them is right, or else it is a fish. So
 * what it would take away goes where it sees all fins. A line that has one place besides its fins makes it sashimi.
 */
export function finnedFish(size: 2 | 3 | 4): Finder {
  const along = (kind: number) => alongDigits((grid, digit) => finnedFishOf(grid, digit, size, kind))
  const [inColumns, inRows] = [COLUMN, ROW].map(along)
  return (grid) => inColumns(grid) ?? inRows(grid)
}

/** Whether lines lead through the same boxes. */
function isInOneThird(lines: number): boolean {
  return [0b111, 0b111_000, 0b111_000_000].some((third) => (lines & ~third) === 0)
}

function finnedFishOf(grid: CandidateGrid, digit: number, size: 2 | 3 | 4, kind: number): Hint | undefined {
  const crossingKind = kind === ROW ? COLUMN : ROW
  const placesIn = (line: number) => grid.placesOf[line * 9 + digit]
  let able = 0
  for (let line = 0; line < 9; line++) if (COUNT[placesIn(kind * 9 + line)] > 1) able |= 1 << line
  for (const lines of SUBSETS[size]) {
    if (lines & ~able) continue
    let all = 0
    for (let rest = lines; rest; rest &= rest - 1) all |= placesIn(kind * 9 + LOWEST[rest])
    const over = COUNT[all] - size
    if (over !== 1 && over !== 2) continue
    const bases = bitsOf(lines).map((line) => kind * 9 + line)
    const cellsOf = (places: number) => bases.flatMap((line) => cellsIn(line, placesIn(line) & places))
    for (const finned of SUBSETS[over]) {
      if (finned & ~all) continue
      let linesWithFins = 0
      for (let rest = lines; rest; rest &= rest - 1) {
        if (placesIn(kind * 9 + LOWEST[rest]) & finned) linesWithFins |= 1 << LOWEST[rest]
      }
      if (!isInOneThird(finned) || !isInOneThird(linesWithFins)) continue
      const fins = cellsOf(finned)
      const box = UNIT_OF[fins[0] * 3 + BOX]
      const covers = bitsOf(all & ~finned).map((line) => crossingKind * 9 + line)
      const gone = cellsIn(box, placesIn(box)).filter((cell) => {
        const [base, cover] = [kind, crossingKind].map((of) => UNIT_OF[cell * 3 + of])
        return covers.includes(cover) && !bases.includes(base)
      })
      const hint = hintAgainst(FINNED[size - 2], digit, gone, {
        cells: cellsOf(all),
        units: [...bases, ...covers],
        reason: () => {
          const [named, right, all] =
            fins.length > 1 ? ['fins', 'one of the fins', allOf(fins.length)] : ['fin', 'the fin', 'it']
          const [room, name] = [roomIn(bases, covers, digit), digit + 1]
          const where = covers.filter((line) => gone.some((cell) => UNIT_OF[cell * 3 + crossingKind] === line))
          return `${room}, except at ${cellsNamed(fins)} (the ${named}). If ${right} is ${name}, ${see(gone)} ${all}, so cannot be ${name}. If not, these ${kindsNamed(bases)} put one ${name} into each of ${unitsNamed(covers)}, and ${cellsNamed(gone)} ${gone.length > 1 ? 'belong' : 'belongs'} to the other cells of ${unitsNamed(where)}`
        },
      })
      if (hint) return hint
    }
  }
  return undefined
}
