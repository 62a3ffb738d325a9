import { type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { countAround, VARIANT_SIZES } from '../../sudoku/grid/units.ts'
import { cagesOf, regionsOf, type VariantPuzzle, variantOf } from './variant-puzzle.ts'

// Forms of 9×9 puzzles that tell cell by cell: so many characters a cell, and nothing around them; or a number a cell.

const SIZE = 9
const CELLS = SIZE ** 2

/** The way to the next cell of a cage. */
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  '<': [0, -1],
  '>': [0, 1],
  '^': [-1, 0],
  v: [1, 0],
  '`': [-1, -1],
  "'": [-1, 1],
  ',': [1, -1],
  '.': [1, 1],
}
/** Sums, from 0 for none. */
const SUMS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij'

/**
 * A killer in 81 characters: each cell is an arrow to the next one of its cage, or holds the sum of it; undefined if the
 * text is something else.
 */
export function readArrows(text: string): Checked<VariantPuzzle> | undefined {
  if (text.length !== CELLS || !/^[0-9A-Za-j<>^v`',.]+$/.test(text) || !/[<>^v]/.test(text)) return undefined
  const roots = new Int8Array(CELLS).fill(-1)
  for (let cell = 0; cell < CELLS; cell++) {
    const path: number[] = []
    let at = cell
    while (roots[at] < 0) {
      if (path.includes(at))
        return refuse(`${nameOfCell(at, SIZE)}: its arrows lead back to it, expected a sum at their end`)
      const arrow = ARROWS[text[at]]
      if (!arrow) {
        roots[at] = at
        break
      }
      path.push(at)
      const row = Math.floor(at / SIZE) + arrow[0]
      const column = (at % SIZE) + arrow[1]
      if (row < 0 || row >= SIZE || column < 0 || column >= SIZE)
        return refuse(`${nameOfCell(at, SIZE)}: the arrow ${JSON.stringify(text[at])} leads out of the grid`)
      at = row * SIZE + column
    }
    for (const passed of path) roots[passed] = roots[at]
  }
  return cagesOf(SIZE, [...roots], (root) => SUMS.indexOf(text[root]))
}

/**
 * A puzzle as its candidates, nine characters a cell; undefined if the text is something else. Cells with one candidate are
 * givens, and those with all of them are empty.
 */
export function readPencilMarks(text: string): Checked<VariantPuzzle> | undefined {
  if (text.length !== SIZE ** 3 || !/^[0-9.]+$/.test(text)) return undefined
  let puzzle = ''
  const constraints: object[] = []
  for (let cell = 0; cell < CELLS; cell++) {
    const digits = new Set(text.slice(cell * SIZE, (cell + 1) * SIZE).replaceAll(/[.0]/g, ''))
    const name = nameOfCell(cell, SIZE)
    if (digits.size === 0) return refuse(`${name}: found no candidate, expected one at least`)
    if (digits.size > 1 && digits.size < SIZE) {
      constraints.push({ type: 'candidates', cells: [name], digits: [...digits].map(Number) })
    }
    puzzle += digits.size === 1 ? [...digits][0] : '.'
  }
  return variantOf({ puzzle, constraints })
}

/**
 * A jigsaw as its givens and then its layout, a character a cell each, or as the layout alone; undefined if the text
 * is something else. The cells of a region hang together, which the cells of a digit in a solved grid never do.
 */
export function readLayout(text: string): Checked<VariantPuzzle> | undefined {
  for (const size of VARIANT_SIZES) {
    const cells = size * size
    if (text.length !== cells && text.length !== 2 * cells) continue
    const layout = text.slice(-cells)
    // Most lines are grids, in which some cells are empty.
    if (!/^[0-9A-Za-z]+$/.test(layout)) continue
    if (!regionsOf([...layout], size).ok) continue
    // Each region, of as many cells as the grid has rows, can be walked without leaving it.
    const hangTogether = [...new Set(layout)].every(
      (region) => countAround(layout.indexOf(region), size, (cell) => layout[cell] === region) === size,
    )
    const puzzle = text.length === cells ? '.'.repeat(cells) : text.slice(0, cells)
    if (hangTogether) return variantOf({ puzzle, regions: layout })
  }
}

// ---- a number a cell

/** In a number of a cage the id takes the low byte, and the sum what is above. */
const IDS = 256

/** How many of a text's characters a cell's number may take. */
const NUMBER = /^\d{1,5}$/

/**
 * A killer as PerfectSudoku and SumoCue have it: `3x3:`, `d` if both diagonals hold, `:k:`, and a number a cell, each
 * followed by a colon; undefined if the text is something else.
 */
export function readCageNumbers(text: string): Checked<VariantPuzzle> | undefined {
  const head = /^(\d)x(\d):([a-z]*):([a-z]*):/.exec(text)
  if (!head) return undefined
  const [whole, rows, columns, rules, kind] = head
  if (rows !== '3' || columns !== '3') return refuse(`found boxes of ${rows}×${columns}, expected 3x3`)
  if (rules !== '' && rules !== 'd')
    return refuse(`found the rule ${JSON.stringify(rules)}, expected d (diagonals) or none`)
  if (kind !== 'k') return refuse(`found the kind ${JSON.stringify(kind)}, expected k (killer)`)
  const parts = text.slice(whole.length).split(':')
  while (parts.at(-1) === '') parts.pop()
  if (parts.length !== CELLS) return refuse(`found ${parts.length} numbers, expected ${CELLS}`)
  const wrong = parts.findIndex((part) => !NUMBER.test(part))
  if (wrong >= 0)
    return refuse(`${nameOfCell(wrong, SIZE)}: found ${JSON.stringify(parts[wrong].slice(0, 40))}, expected a number`)
  const numbers = parts.map(Number)
  const numberOf = new Map<number, number>()
  for (const [cell, number] of numbers.entries()) {
    if (number === 0) continue
    const other = numberOf.get(number % IDS) ?? number
    if (other !== number) {
      const as = `as other cells of cage ${number % IDS} have`
      return refuse(`${nameOfCell(cell, SIZE)}: found ${number}, expected ${other}, ${as}`)
    }
    numberOf.set(number % IDS, number)
  }
  const rulesHeld = rules === 'd' ? (['diagonal'] as const) : []
  // Those without any number are in no cage.
  const cages = numbers.map((number, cell) => (number === 0 ? -1 - cell : number))
  return cagesOf(SIZE, cages, (number) => Math.max(0, Math.floor(number / IDS)), { rules: rulesHeld })
}

/**
 * A jigsaw, a killer or both as SumoCue has them: `SumoCueV1`, `D` if both diagonals hold, and a piece a cell: `=` with a
 * given, or the sum of the cage that begins there; `+` with the cell, from 0, where its cage begins; `J` with its region.
 */
export function readSumoCue(text: string): Checked<VariantPuzzle> | undefined {
  const head = /^SumoCueV1(D?)(?=[=+])/.exec(text)
  if (!head) return undefined
  const pieces = [...text.slice(head[0].length).matchAll(/([=+])(\d{0,4})(?:J(\d{1,2}))?|./gs)]
  const wrong = pieces.findIndex(([, sign, number]) => sign === undefined || number === '')
  if (wrong >= 0)
    return refuse(`cell ${wrong + 1}: found ${JSON.stringify(pieces[wrong][0])}, expected = or + and a number`)
  if (pieces.length !== CELLS) return refuse(`found ${pieces.length} cells, expected ${CELLS}`)
  const cells = pieces.map(([, sign, number, region]) => ({ sign, number: Number(number), region }))
  const withRegion = cells.filter(({ region }) => region !== undefined).length
  if (withRegion !== 0 && withRegion !== CELLS)
    return refuse(`found a region in ${withRegion} cells, expected it in all`)
  const letters = cells.map(({ region }) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Number(region)] ?? '?').join('')
  const rules = head[1] === 'D' ? (['diagonal'] as const) : []
  const common = { rules, ...(withRegion > 0 && { regions: letters }) }
  if (!cells.some(({ sign }) => sign === '+')) {
    const large = cells.findIndex(({ number }) => number > SIZE)
    if (large >= 0) return refuse(`${nameOfCell(large, SIZE)}: found ${cells[large].number}, expected 0–9`)
    return variantOf({ ...common, puzzle: cells.map(({ number }) => number).join('') })
  }
  const lost = cells.findIndex(({ sign, number }) => sign === '+' && cells[number]?.sign !== '=')
  if (lost >= 0)
    return refuse(`${nameOfCell(lost, SIZE)}: found +${cells[lost].number}, expected the number of a cell with =`)
  const cages = cells.map(({ sign, number }, cell) => (sign === '=' ? cell : number))
  return cagesOf(SIZE, cages, (first) => cells[first].number, common)
}
