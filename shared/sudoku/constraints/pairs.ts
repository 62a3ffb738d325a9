import { type CellName, cellsOf } from '../grid/cell-name.ts'
import { digitSet, maskOf, symbolsOf } from '../grid/digit-set.ts'
import type { Mark } from '../grid/grid.ts'
import { neighboursOf } from '../grid/units.ts'
import { type BoxedGrid, type Meaning, type Meanings, pointed } from './constraint.ts'
import { type PairDemand, pairDemand, relation } from './relation.ts'

/** Neighbours, and single cells. */
export const PAIRS = {
  difference: (constraint, board) =>
    pair(constraint.cells, board, pairDemand.difference(constraint), 'white', dotText(constraint.value, 1)),
  ratio: (constraint, board) =>
    pair(constraint.cells, board, pairDemand.ratio(constraint), 'black', dotText(constraint.value, 2)),
  xv: (constraint, board) => pair(constraint.cells, board, pairDemand.xv(constraint), 'none', constraint.value),
  minimum: ({ cells }, board) => extreme(cells, board, 'minimum'),
  maximum: ({ cells }, board) => extreme(cells, board, 'maximum'),
  even: ({ cells }, board) => parity(cells, board, 'even'),
  odd: ({ cells }, board) => parity(cells, board, 'odd'),
  candidates: ({ cells: names, digits }, board) => {
    const [cells, set] = [cellsOf(names, board.size), digitSet(board.size, (digit) => digits.includes(digit))]
    const text = symbolsOf(set)
    return {
      masks: cells.map((cell) => [cell, set] as const),
      drawings: [{ kind: 'note', cells, text, words: `one of ${text}` }],
    }
  },
  'greater-than': ({ cells: names }, board) => {
    const [first, second] = cellsOf(names, board.size)
    const isAcross = Math.abs(first - second) === 1
    const text = isAcross ? (first < second ? '>' : '<') : first < second ? '∨' : '∧'
    const demand = {
      name: `the sign between ${names[0]} and ${names[1]}`,
      allows: (digit: number, other: number) => digit > other,
      isKept: (digit: number, other: number) => digit - other >= 1,
      demand: 'a lower digit there',
    }
    return {
      constraints: [relation({ ...demand, size: board.size, cells: [first, second] })],
      drawings: [{ kind: 'dot', fill: 'none', cells: [first, second], text, words: 'beside a greater-than sign' }],
    }
  },
  'row-indexer': ({ cells }, board) => indexer(cells, board, 'row'),
  'column-indexer': ({ cells }, board) => indexer(cells, board, 'column'),
} satisfies Meanings

/** The most usual value is not written into a dot. */
function dotText(value: number | undefined, usual: number): string {
  return value === undefined || value === usual ? '' : `${value}`
}

function pair(
  names: readonly CellName[],
  board: BoxedGrid,
  { name, ...demand }: PairDemand,
  fill: 'white' | 'black' | 'none',
  text: string,
): Meaning {
  const [first, second] = cellsOf(names, board.size)
  const full = `the ${name} between ${names[0]} and ${names[1]}`
  return {
    constraints: [relation({ ...demand, name: full, size: board.size, cells: [first, second] })],
    drawings: [{ kind: 'dot', fill, cells: [first, second], text, words: `beside ${demand.demand}` }],
  }
}

function extreme(names: readonly CellName[], board: BoxedGrid, sign: 'minimum' | 'maximum'): Meaning {
  const { size } = board
  const cells = cellsOf(names, board.size)
  const isLower = sign === 'minimum'
  return {
    constraints: cells.flatMap((cell, i) =>
      neighboursOf(cell, size)
        .filter((neighbour) => !cells.includes(neighbour))
        .map((neighbour) =>
          relation({
            name: `the ${sign} at ${names[i]}`,
            size,
            cells: [cell, neighbour],
            allows: (digit, other) => (isLower ? digit < other : other < digit),
            isKept: (digit, other) => (isLower ? other - digit : digit - other) >= 1,
            demand: `a ${isLower ? 'higher' : 'lower'} digit there`,
          }),
        ),
    ),
    drawings: [{ kind: 'sign', sign, cells, words: `${isLower ? 'lower' : 'higher'} than its neighbours` }],
  }
}

/** A digit in a cell says which cell of its line holds the cell's own number. */
function indexer(names: readonly CellName[], { size }: BoxedGrid, line: 'row' | 'column'): Meaning {
  const cells = cellsOf(names, size)
  return {
    constraints: cells.map((cell, i) => {
      const [row, column] = [Math.floor(cell / size), cell % size]
      const own = line === 'row' ? row : column
      const name = `the ${line} indexer at ${names[i]}`
      const inLine = Array.from({ length: size }, (_, place) =>
        line === 'row' ? place * size + column : row * size + place,
      )
      const words = (found: number) => `${name} points at a ${found}, expected a ${own + 1}`
      return pointed({ name, cells: inLine }, own, own + 1, words)
    }),
    drawings: [{ kind: 'shade', cells, words: `${line} indexer` }],
  }
}

function parity(names: readonly CellName[], board: BoxedGrid, sign: Mark): Meaning {
  const cells = cellsOf(names, board.size)
  const digits = maskOf(sign, board.size)
  return {
    masks: cells.map((cell) => [cell, digits] as const),
    drawings: [{ kind: 'sign', sign, cells, words: `${sign} digit only` }],
  }
}
