import { type CellName, nameOfCell } from '../grid/cell-name.ts'
import { digitSet, maskOf, symbolsOf } from '../grid/digit-set.ts'
import type { Mark } from '../grid/grid.ts'
import { neighboursOf } from '../grid/units.ts'
import { type Board, type Meaning, type Meanings, pointed } from './constraint.ts'
import { type PairDemand, pairDemand, relation } from './relation.ts'

/** Neighbours, and single cells. */
export const PAIRS = {
  difference: pair(pairDemand.difference, 'white', 1),
  ratio: pair(pairDemand.ratio, 'black', 2),
  xv: pair(pairDemand.xv, 'none'),
  minimum: extreme('minimum'),
  maximum: extreme('maximum'),
  even: parity('even'),
  odd: parity('odd'),
  candidates: ({ digits }, { size, cells }) => {
    const set = digitSet(size, (digit) => digits.includes(digit))
    const text = symbolsOf(set)
    return {
      masks: cells.map((cell) => [cell, set] as const),
      drawings: [{ kind: 'note', cells, text, words: `one of ${text}` }],
    }
  },
  'greater-than': ({ cells: names }, { size, cells: [first, second] }) => {
    const isAcross = Math.abs(first - second) === 1
    const text = isAcross ? (first < second ? '>' : '<') : first < second ? '∨' : '∧'
    const demand = {
      name: `the sign between ${names[0]} and ${names[1]}`,
      allows: (digit: number, other: number) => digit > other,
      isKept: (digit: number, other: number) => digit - other >= 1,
      demand: 'a lower digit there',
    }
    return {
      constraints: [relation({ ...demand, size, cells: [first, second] })],
      drawings: [{ kind: 'dot', fill: 'none', cells: [first, second], text, words: 'beside a greater-than sign' }],
    }
  },
  'row-indexer': indexer('row'),
  'column-indexer': indexer('column'),
} satisfies Meanings

/** @param usual the value that is not written into a dot */
function pair<Json extends { readonly value?: unknown }>(
  demandOf: (json: Json) => PairDemand,
  fill: 'white' | 'black' | 'none',
  usual?: number,
) {
  return (json: Json & { readonly cells: readonly CellName[] }, { size, cells: [first, second] }: Board): Meaning => {
    const { cells: names, value = usual } = json
    const { name: sign, ...demand } = demandOf(json)
    const name = `the ${sign} between ${names[0]} and ${names[1]}`
    const text = value === usual ? '' : `${value}`
    return {
      constraints: [relation({ ...demand, name, size, cells: [first, second] })],
      drawings: [{ kind: 'dot', fill, cells: [first, second], text, words: `beside ${demand.demand}` }],
    }
  }
}

function extreme(sign: 'minimum' | 'maximum') {
  const isLower = sign === 'minimum'
  return (_: unknown, { size, cells }: Board): Meaning => ({
    constraints: cells.flatMap((cell) => {
      const name = `the ${sign} at ${nameOfCell(cell, size)}`
      return neighboursOf(cell, size)
        .filter((neighbour) => !cells.includes(neighbour))
        .map((neighbour) =>
          relation({
            name,
            size,
            cells: [cell, neighbour],
            allows: (digit, other) => (isLower ? digit < other : other < digit),
            isKept: (digit, other) => (isLower ? other - digit : digit - other) >= 1,
            demand: `a ${isLower ? 'higher' : 'lower'} digit there`,
          }),
        )
    }),
    drawings: [{ kind: 'sign', sign, cells, words: `${isLower ? 'lower' : 'higher'} than its neighbours` }],
  })
}

/** A digit in a cell says which cell of its line holds the cell's own number. */
function indexer(line: 'row' | 'column') {
  return (_: unknown, { size, cells }: Board): Meaning => ({
    constraints: cells.map((cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size]
      const own = line === 'row' ? row : column
      const name = `the ${line} indexer at ${nameOfCell(cell, size)}`
      const inLine = Array.from({ length: size }, (_, place) =>
        line === 'row' ? place * size + column : row * size + place,
      )
      const words = (found: number) => `${name} points at a ${found}, expected a ${own + 1}`
      return pointed({ name, cells: inLine }, own, own + 1, words)
    }),
    drawings: [{ kind: 'shade', cells, words: `${line} indexer` }],
  })
}

function parity(sign: Mark) {
  return (_: unknown, { size, cells }: Board): Meaning => {
    const digits = maskOf(sign, size)
    return {
      masks: cells.map((cell) => [cell, digits] as const),
      drawings: [{ kind: 'sign', sign, cells, words: `${sign} digit only` }],
    }
  }
}
