import { cellsOf } from '../grid/cell-name.ts'
import { walkedBy } from './automaton.ts'
import type { Board, BoxedGrid, Constraint, Meanings } from './constraint.ts'
import { lineOf } from './lines.ts'
import { DEAD_END, type Machine } from './state-machine.ts'
import { plainSum, weightedSum } from './sums.ts'

/** Cells whose digits sum to a number, or to the same as others. */
export const SUM_LINES = {
  sum: ({ cells: [first], sum }, board) => {
    const { size, cells } = board
    const plain = plainSum({ name: `the sum at ${first}`, size, cells, target: sum })
    return {
      constraints: [areDifferent(board) ? { ...plain, demand: { kind: 'cage', sum } } : plain],
      drawings: [{ kind: 'cage', cells, text: `Σ${sum}`, words: `in a sum of ${sum}` }],
    }
  },
  'region-sum-line': lineOf('region-sum', 'region sum line', ({ name, cells }, board) =>
    equalSums(name, partsByBox(cells, board), board.size),
  ),
  'equal-sums': ({ parts: names }, { size }) => {
    const parts = names.map((part) => cellsOf(part, size))
    return {
      constraints: equalSums(`the equal sums at ${names[0][0]}`, parts, size),
      drawings: parts.map((cells) => ({ kind: 'cage', cells, text: '=', words: 'in one of several equal sums' })),
    }
  },
  'zipper-line': lineOf('zipper', 'zipper line', ({ name, cells }, { size }) => {
    const pairs = cells.slice(0, Math.ceil(cells.length / 2)).map((cell, i) => [cell, cells[cells.length - 1 - i]])
    // The cell in the middle is a pair by itself.
    const parts = pairs.map((pair) => [...new Set(pair)])
    return equalSums(name, parts, size)
  }),
  'double-arrow': lineOf('between', 'double arrow', ({ name, cells }, { size }) =>
    equalSums(name, [[cells[0], cells[cells.length - 1]], cells.slice(1, -1)], size),
  ),
  'sum-line': lineOf('sum-line', 'sum line', ({ name, cells: line }, { size }, { value = 10 }) => {
    const isLoop = line[0] === line[line.length - 1]
    const cells = isLoop ? line.slice(1) : line
    const verify: Constraint['verify'] = (digits) => {
      const held = cells.map((cell) => digits[cell])
      // A loop may be cut before any of its cells.
      const cuts = isLoop ? held.map((_, i) => [...held.slice(i), ...held.slice(0, i)]) : [held]
      if (cuts.some((cut) => fallsIntoPieces(cut, value))) return undefined
      return `${name} holds ${held.join(', ')}, expected pieces that sum to ${value}`
    }
    return [walkedBy(isLoop ? loopOfPieces(value, size) : pieces(value, size), { name, cells, verify })]
  }),
} satisfies Meanings

/** The cells of a line in pieces, each as long as the line stays in a box. */
function partsByBox(cells: readonly number[], { boxes }: BoxedGrid): number[][] {
  const parts: number[][] = []
  for (const [i, cell] of cells.entries()) {
    if (i > 0 && boxOf(cell, boxes) === boxOf(cells[i - 1], boxes)) parts[parts.length - 1].push(cell)
    else parts.push([cell])
  }
  return parts
}

function boxOf(cell: number, boxes: BoxedGrid['boxes']): number {
  return boxes.findIndex((box) => box.cells.includes(cell))
}

/** Whether no two cells can hold the same digit: a search then knows more of their sum. */
function areDifferent({ size, boxes, cells }: Board): boolean {
  const all = cells.map((cell) => [Math.floor(cell / size), cell % size, boxOf(cell, boxes)])
  return all.every((one, i) => all.slice(i + 1).every((other) => one.some((place, kind) => place === other[kind])))
}

/** That some lists of cells, which may have cells in common, have the same sum. */
function equalSums(name: string, parts: readonly (readonly number[])[], size: number): Constraint[] {
  return parts.slice(1).map((part, i) => {
    const verify: Constraint['verify'] = (digits) => {
      const [one, other] = [parts[i], part].map((cells) => cells.reduce((sum, cell) => sum + digits[cell], 0))
      return one === other ? undefined : `${name} has the sums ${one} and ${other}, expected the same`
    }
    const added = parts[i].map((cell) => [cell, 1] as const)
    const taken = part.map((cell) => [cell, -1] as const)
    return weightedSum({ name, size, target: 0, verify }, [...added, ...taken])
  })
}

/** States of a piece: its sum so far. */
function pieces(value: number, size: number): Machine {
  const next = Int16Array.from({ length: value * size }, (_, i) => {
    const sum = Math.floor(i / size) + (i % size) + 1
    return sum > value ? DEAD_END : sum % value
  })
  return { size, next, starts: [0], ends: Array.from({ length: value }, (_, sum) => sum === 0) }
}

/**
 * The first cells of a loop may belong to a piece that its last cells begin: then the walk sets out with the sum of those,
 * whatever that is, and has to end with it.
 *
 *     states   sum at first * value + sum so far
 */
function loopOfPieces(value: number, size: number): Machine {
  const one = pieces(value, size)
  const sums = Array.from({ length: value }, (_, sum) => sum)
  return {
    size,
    next: Int16Array.from(sums.flatMap((first) => [...one.next].map((to) => (to < 0 ? to : first * value + to)))),
    starts: sums.map((sum) => sum * (value + 1)),
    ends: sums.flatMap((first) => sums.map((sum) => sum === first)),
  }
}

function fallsIntoPieces(digits: readonly number[], value: number): boolean {
  let sum = 0
  for (const digit of digits) {
    sum += digit
    if (sum > value) return false
    if (sum === value) sum = 0
  }
  return sum === 0
}
