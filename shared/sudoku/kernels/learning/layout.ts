import { onceForRules, type Rules } from '../../rules/rules.ts'
import * as at from './kernel-bytes.ts'

/** Rules as the kernel takes them: lists of lists, as where each begins and all of them behind one another. */
export interface Layout {
  /** Where two units cross in more than one cell. */
  readonly blocks: Lists
  readonly partitionCount: number
  /** By where they lie in the kernel's memory. */
  readonly numbers: readonly (readonly [address: number, numbers: Uint16Array])[]
}

interface Lists {
  readonly count: number
  readonly starts: Uint16Array
  readonly all: Uint16Array
}

/** So many cages are told by groups, at most; the rest prunes by bounds. A grid that is covered once has 81. */
const MOST_CAGES = 128
/** No cage sums to as much. */
const MOST_SUM = 999

/**
 * A digit's place in a unit is told in two steps: in which block, and where in it. Rows and columns are divided by the
 * boxes, or by the regions that take their place; a box both by rows and by columns; other units not at all. Where there
 * are cages, each of these is divided by them, too, and a cage by rows, by columns and by boxes: without the one or the
 * other, nine of the hardest killers took twice as many conflicts.
 */
export const layoutOf = onceForRules(({ size, units, unitsOf, boxes, constraints, constraintsOf }: Rules): Layout => {
  const blocks: (readonly number[])[] = []
  const known = new Map<string, number>()
  const blockOf = (cells: readonly number[]): number => {
    const key = cells.join()
    let block = known.get(key)
    if (block === undefined) {
      block = blocks.push(cells) - 1
      known.set(key, block)
    }
    return at.IS_BLOCK + block
  }
  const partition = (cells: readonly number[], by: readonly { readonly cells: readonly number[] }[]): number[] => {
    const left = new Set(cells)
    const parts: number[] = []
    for (const other of by) {
      const common = other.cells.filter((cell) => left.has(cell)).toSorted((a, b) => a - b)
      if (common.length < 2) continue
      parts.push(blockOf(common))
      for (const cell of common) left.delete(cell)
    }
    return [...parts, ...left]
  }
  // `composeRules` puts the rows first, then the columns.
  const rows = units.slice(0, size)
  const columns = units.slice(size, 2 * size)
  const isBox = new Set(boxes)
  const cages = constraints.filter(({ demand }) => demand.kind === 'cage').slice(0, MOST_CAGES)
  const partitioned: number[] = []
  const partitions: number[][] = []
  units.forEach((unit, i) => {
    if (unit.cells.length < size) return
    const ways: (readonly { readonly cells: readonly number[] }[])[] =
      i < 2 * size ? [boxes] : isBox.has(unit) ? [rows, columns] : [[]]
    if (cages.length > 0) ways.push(cages)
    for (const by of ways) {
      partitioned.push(i)
      partitions.push(partition(unit.cells, by))
    }
  })
  const cageParts = [partitions.length]
  for (const constraint of constraints) {
    const ways = cages.includes(constraint) ? [rows, columns, boxes] : []
    for (const by of ways) partitions.push(partition(constraint.cells, by))
    cageParts.push(partitions.length)
  }
  const blockLists = listsOf(blocks)
  const targets = constraints.map(({ demand }) => {
    if (demand.kind === 'cage') return Math.min(demand.sum, MOST_SUM)
    return demand.kind === 'sum' && isSmall([demand.sum, ...demand.weights]) ? demand.sum : at.NO_TARGET
  })
  const weights = constraints.flatMap(({ cells, demand }) =>
    demand.kind === 'sum' ? demand.weights : cells.map(() => 1),
  )
  return {
    blocks: blockLists,
    partitionCount: partitioned.length,
    numbers: [
      ...written(listsOf(units.map(({ cells }) => cells)), at.UNIT_START, at.UNIT_CELLS),
      ...written(listsOf(unitsOf), at.CELL_START, at.CELL_UNITS),
      ...written(blockLists, at.BLOCK_START, at.BLOCK_CELLS),
      // For each partition the unit that it divides, and its parts: a cell, or, beyond `IS_BLOCK`, a block.
      [at.PARTITION_UNIT, Uint16Array.from(partitioned)],
      ...written(listsOf(partitions), at.PARTITION_START, at.PARTITION_ITEMS),
      ...written(listsOf(constraints.map(({ cells }) => cells)), at.CONSTRAINT_START, at.CONSTRAINT_CELLS),
      ...written(listsOf(constraintsOf), at.CELL_CONSTRAINTS_START, at.CELL_CONSTRAINTS),
      [at.CONSTRAINT_TARGET, Uint16Array.from(targets)],
      [at.CONSTRAINT_WEIGHTS, Uint16Array.from(weights)],
      // Behind the partitions of units lie those of cages: for each constraint and the end, where its own begin.
      [at.CAGE_PARTITIONS, Uint16Array.from(cageParts)],
    ],
  }
})

/** Whether numbers are 16 bits with a sign, and the least of those none of them. */
function isSmall(numbers: readonly number[]): boolean {
  return numbers.every((number) => Math.abs(number) < at.NO_TARGET)
}

function written({ starts, all }: Lists, startsAt: number, allAt: number): Layout['numbers'] {
  return [
    [startsAt, starts],
    [allAt, all],
  ]
}

function listsOf(lists: readonly (readonly number[])[]): Lists {
  const starts = new Uint16Array(lists.length + 1)
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i] + list.length
  })
  return { count: lists.length, starts, all: Uint16Array.from(lists.flat()) }
}
