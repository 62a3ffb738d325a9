import {
  BOX,
  type CandidateGrid,
  CELLS,
  COLUMN,
  COUNT,
  cellsIn,
  PEER_COUNT,
  PEERS,
  ROW,
  SEES,
  UNIT_OF,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { HUMAN_TECHNIQUES, type HumanTechnique } from './techniques.ts'
import { cellName, cellsNamed, onlyPlaces, seesBoth, unitName } from './words.ts'

/**
 * What people see of one digit alone. They look for pairs first: units in which it has two places, so that one of the two is
 * right.
 */
export interface Pair {
  readonly unit: number
  readonly cells: readonly [number, number]
}

type Finder = (grid: CandidateGrid) => Hint | undefined

export function pairsOf({ placesOf }: CandidateGrid, digit: number): Pair[] {
  const pairs: Pair[] = []
  for (let unit = 0; unit < 27; unit++) {
    const places = placesOf[unit * 9 + digit]
    if (COUNT[places] === 2) pairs.push({ unit, cells: cellsIn(unit, places) as [number, number] })
  }
  return pairs
}

/** The first hint that a search along one digit after the other comes to. */
function alongDigits(find: (grid: CandidateGrid, digit: number) => Hint | undefined): Finder {
  return (grid) => {
    for (let digit = 0; digit < 9; digit++) {
      const hint = find(grid, digit)
      if (hint) return hint
    }
    return undefined
  }
}

/** The cells with a digit that see all of some others. */
export function seenBy({ digitsAt }: CandidateGrid, digit: number, [first, ...others]: readonly number[]): number[] {
  const seen: number[] = []
  for (let i = first * PEER_COUNT; i < (first + 1) * PEER_COUNT; i++) {
    const cell = PEERS[i]
    if (digitsAt[cell] & (1 << digit) && others.every((other) => SEES[other * CELLS + cell])) seen.push(cell)
  }
  return seen
}

/** The hint that takes a digit from some cells; undefined where there are none. */
export function hintAgainst(
  technique: HumanTechnique,
  digit: number,
  gone: readonly number[],
  parts: { cells: readonly number[]; units: readonly number[]; digits?: readonly number[]; reason: () => string },
): Hint | undefined {
  if (gone.length === 0) return undefined
  const { cells, units, digits = [digit], reason } = parts
  return {
    technique,
    rating: HUMAN_TECHNIQUES[technique],
    placement: -1,
    eliminations: gone.map((cell) => cell * 9 + digit),
    pattern: () => ({ cells, digits, units, reason: reason() }),
  }
}

/** Both ways of going through a pair. */
export function bothWays([a, b]: Pair['cells']): readonly Pair['cells'][] {
  return [
    [a, b],
    [b, a],
  ]
}

function share(a: number, b: number, kind: number): boolean {
  return UNIT_OF[a * 3 + kind] === UNIT_OF[b * 3 + kind]
}

/** Whether two pairs, in units of these kinds, are joined at an end of each as the technique has it. */
const JOINTS = {
  skyscraper: (kind, other, a, b) => kind === other && kind !== BOX && share(a, b, ROW + COLUMN - kind),
  'two-string-kite': (kind, other, a, b) => kind === ROW && other === COLUMN && share(a, b, BOX),
  'turbot-fish': (_kind, _other, a, b) => SEES[a * CELLS + b] === 1,
} as const satisfies Readonly<Record<string, (kind: number, other: number, a: number, b: number) => boolean>>

/** Two pairs, of which one end each cannot both be right: then one of the outer ends is. */
export function twoPairs(technique: keyof typeof JOINTS): Finder {
  return alongDigits((grid, digit) => {
    const pairs = pairsOf(grid, digit)
    for (const [i, first] of pairs.entries()) {
      for (const second of pairs.slice(i + 1)) {
        const kinds = [Math.floor(first.unit / 9), Math.floor(second.unit / 9)] as const
        for (const [a, b] of bothWays(first.cells)) {
          for (const [c, d] of bothWays(second.cells)) {
            if (!JOINTS[technique](...kinds, b, c) || new Set([a, b, c, d]).size < 4) continue
            const gone = seenBy(grid, digit, [a, d])
            const hint = hintAgainst(technique, digit, gone, {
              cells: [a, b, c, d],
              units: [first.unit, second.unit],
              reason: () => twoPairsReason(digit, [first, second], [a, b, c, d], gone),
            })
            if (hint) return hint
          }
        }
      }
    }
    return undefined
  })
}

/** @param cells from one end to the other */
export function twoPairsReason(
  digit: number,
  [first, second]: readonly Pair[],
  [a, b, c, d]: readonly number[],
  gone: readonly number[],
): string {
  return `${onlyPlaces(digit, first.unit, [a, b])}, and two in ${unitName(second.unit)}, ${cellsNamed([c, d])}, and not both of ${cellsNamed([b, c])} can be ${digit + 1}, as they see each other, so one of ${cellsNamed([a, d])} is, and ${seesBoth(gone)}`
}

/** A box that has a digit in one row and one column only, and a pair that leads from one of these to a cell in the other. */
export const emptyRectangle = alongDigits((grid, digit) => {
  const pairs = pairsOf(grid, digit)
  for (let box = 0; box < 9; box++) {
    const inside = cellsIn(box, grid.placesOf[box * 9 + digit])
    for (const corner of inside.length < 2 ? [] : cellsIn(box, 0b111_111_111)) {
      const areIn = (kinds: readonly number[]) =>
        inside.every((cell) => kinds.some((kind) => share(cell, corner, kind)))
      if (!areIn([ROW, COLUMN]) || areIn([ROW]) || areIn([COLUMN])) continue
      for (const [line, crossing] of [
        [ROW, COLUMN],
        [COLUMN, ROW],
      ]) {
        for (const { unit, cells } of pairs) {
          if (Math.floor(unit / 9) !== crossing) continue
          for (const [near, far] of bothWays(cells)) {
            // In the box's line, beyond the box; and its other end out of the box's band, or stack.
            if (!share(near, corner, line) || share(near, corner, BOX) || share(near, far, BOX)) continue
            const gone = seenBy(grid, digit, [far]).filter(
              (cell) => share(cell, far, line) && share(cell, corner, crossing),
            )
            const hint = hintAgainst('empty-rectangle', digit, gone, {
              cells: [...inside, near, far],
              units: [box, unit],
              reason: () =>
                `${unitName(box)} has ${digit + 1} in ${lineName(corner, line)} and ${lineName(corner, crossing)} only, and ${unitName(unit)} in ${cellsNamed([near, far])} only; if ${cellName(far)} is not ${digit + 1}, ${cellName(near)} is, and then ${unitName(box)} has it in ${lineName(corner, crossing)}`,
            })
            if (hint) return hint
          }
        }
      }
    }
  }
  return undefined
})

function lineName(cell: number, kind: number): string {
  return unitName(UNIT_OF[cell * 3 + kind])
}

/**
 * The places of a digit that pairs join, in two colours by turns: all of one colour are right, and the others wrong. So what
 * sees both colours goes, and a colour that is twice in a unit.
 */
export const simpleColouring = alongDigits((grid, digit) => {
  const pairs = pairsOf(grid, digit)
  const coloured = new Set<number>()
  for (const { cells } of pairs) {
    if (coloured.has(cells[0])) continue
    const colours = coloursFrom(cells[0], pairs)
    const hint = coloursHint(grid, digit, colours)
    if (hint) return hint
    for (const cell of colours.flat()) coloured.add(cell)
  }
  return undefined
})

function coloursFrom(start: number, pairs: readonly Pair[]): readonly [number[], number[]] {
  const colours: [number[], number[]] = [[start], []]
  const todo = [start]
  for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
    const next = colours[0].includes(cell) ? colours[1] : colours[0]
    for (const { cells } of pairs) {
      if (!cells.includes(cell)) continue
      const other = cells[0] === cell ? cells[1] : cells[0]
      if (next.includes(other)) continue
      next.push(other)
      todo.push(other)
    }
  }
  return colours
}

function coloursHint(grid: CandidateGrid, digit: number, colours: readonly [number[], number[]]): Hint | undefined {
  const all = colours.flat()
  const parts = { cells: all, units: [] }
  const either = `${digit + 1} is in all of ${cellsNamed(colours[0])}, or in all of ${cellsNamed(colours[1])}, as units with two places for it join them by turns`
  for (const colour of colours) {
    for (const cell of colour) {
      const twin = colour.find((other) => SEES[cell * CELLS + other])
      if (twin === undefined) continue
      const reason = () => `${either}, and ${cellsNamed([cell, twin])} are on one side, though they see each other`
      return hintAgainst('simple-colouring', digit, colour, { ...parts, reason })
    }
  }
  const isSeen = (cell: number, colour: readonly number[]) => colour.some((other) => SEES[cell * CELLS + other])
  const gone = Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) =>
      grid.digitsAt[cell] & (1 << digit) && !all.includes(cell) && colours.every((colour) => isSeen(cell, colour)),
  )
  const reason = () => `${either}, and ${cellsNamed(gone)} ${gone.length > 1 ? 'see' : 'sees'} some of both`
  return hintAgainst('simple-colouring', digit, gone, { ...parts, reason })
}
