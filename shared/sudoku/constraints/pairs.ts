import type { CellName } from '../grid/cell-name.ts'
import { maskOf } from '../grid/digit-set.ts'
import type { Mark } from '../grid/grid.ts'
import { neighboursOf } from '../grid/units.ts'
import { type BoxedGrid, cellsOf, type Meaning, type Meanings } from './meaning.ts'
import { type PairDemand, type PairType, pairDemand } from './pair-demand.ts'
import { relation } from './relation.ts'

/** Neighbours, and single cells. */
export const PAIRS: Meanings<PairType | 'minimum' | 'maximum' | 'even' | 'odd'> = {
  difference: (constraint, board) =>
    pair(constraint.cells, board, pairDemand.difference(constraint), 'white', dotText(constraint.value, 1)),
  ratio: (constraint, board) =>
    pair(constraint.cells, board, pairDemand.ratio(constraint), 'black', dotText(constraint.value, 2)),
  xv: (constraint, board) => pair(constraint.cells, board, pairDemand.xv(constraint), 'none', constraint.value),
  minimum: ({ cells }, board) => extreme(cells, board, 'minimum'),
  maximum: ({ cells }, board) => extreme(cells, board, 'maximum'),
  even: ({ cells }, board) => parity(cells, board, 'even'),
  odd: ({ cells }, board) => parity(cells, board, 'odd'),
}

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

function parity(names: readonly CellName[], board: BoxedGrid, sign: Mark): Meaning {
  const cells = cellsOf(names, board.size)
  const digits = maskOf(sign, board.size)
  return {
    masks: cells.map((cell) => [cell, digits] as const),
    drawings: [{ kind: 'sign', sign, cells, words: `${sign} digit only` }],
  }
}
