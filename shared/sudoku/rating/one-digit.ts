import { groupedBy } from '../../grouped.ts'
import {
  BOX,
  type CandidateGrid,
  CELLS,
  COLUMN,
  COUNT,
  cellsIn,
  peersOf,
  ROW,
  SEES,
  UNIT_OF,
} from './candidate-grid.ts'
import type { Hint, Pattern } from './hint.ts'
import { LEAST, type TechniqueName } from './techniques.ts'
import { allOf, cellName, cellsNamed, listed, oneOf, onlyIn, see, unitName } from './words.ts'

/**
 * What people see of one digit alone. They look for pairs first: units in which it has two places, so that one of the two is
 * right.
 */
export interface Pair {
  readonly unit: number
  readonly cells: readonly [number, number]
}

export type Finder = (grid: CandidateGrid) => Hint | undefined

/** Each of them both ways. */
export function pairsOf({ placesOf }: CandidateGrid, digit: number): Pair[] {
  return Array.from({ length: 27 }, (_, unit) => unit).flatMap((unit) => {
    const places = placesOf[unit * 9 + digit]
    if (COUNT[places] !== 2) return []
    const [a, b] = cellsIn(unit, places)
    return [
      { unit, cells: [a, b] },
      { unit, cells: [b, a] },
    ]
  })
}

/**
 * The first hint that a search along one digit after the other comes to. It looks at nothing but the digit, so that it
 * passes over those that stand as they stood when nothing was found: with that a person's rating takes half the time.
 */
export function alongDigits(find: (grid: CandidateGrid, digit: number) => Hint | undefined): Finder {
  /** By rows, the places of each digit when it was searched in vain. */
  const vain = new Uint16Array(81)
  return (grid) => {
    const places = grid.placesOf.subarray(ROW * 81, COLUMN * 81)
    for (let digit = 0; digit < 9; digit++) {
      let isNew = false
      for (let at = digit; at < 81; at += 9) isNew ||= places[at] !== vain[at]
      if (!isNew) continue
      const hint = find(grid, digit)
      if (hint) return hint
      for (let at = digit; at < 81; at += 9) vain[at] = places[at]
    }
    return undefined
  }
}

/** The cells with a digit that see all of some others. */
export function seenBy({ digitsAt }: CandidateGrid, digit: number, [first, ...others]: readonly number[]): number[] {
  const isSeen = (cell: number) => digitsAt[cell] & (1 << digit) && others.every((other) => SEES[other * CELLS + cell])
  return peersOf(first).filter(isSeen)
}

/** The hint that takes a digit from some cells; undefined where there are none. */
export function hintAgainst(
  technique: TechniqueName,
  digit: number,
  gone: readonly number[],
  parts: Pick<Pattern, 'cells' | 'units'> & { digits?: readonly number[]; reason: () => string },
): Hint | undefined {
  if (gone.length === 0) return undefined
  const { cells, units = [], digits = [digit], reason } = parts
  return {
    technique,
    rating: LEAST[technique],
    eliminations: gone.map((cell) => cell * 9 + digit),
    pattern: () => ({ cells, digits, units, reason: reason() }),
  }
}

function share(a: number, b: number, kind: number): boolean {
  return UNIT_OF[a * 3 + kind] === UNIT_OF[b * 3 + kind]
}

/** Whether two pairs, in units of these kinds, are joined at an end of each as the technique has it. */
export const JOINTS = {
  skyscraper: (kind, other, a, b) => kind === other && kind !== BOX && share(a, b, ROW + COLUMN - kind),
  'two-string-kite': (kind, other, a, b) => kind === ROW && other === COLUMN && share(a, b, BOX),
  'turbot-fish': (_kind, _other, a, b) => SEES[a * CELLS + b] === 1,
} as const satisfies Readonly<Record<string, (kind: number, other: number, a: number, b: number) => boolean>>

/** Two pairs, of which one end each cannot both be right: then one of the outer ends is. */
export function twoPairs(technique: keyof typeof JOINTS): Finder {
  return alongDigits((grid, digit) => {
    const pairs = pairsOf(grid, digit)
    for (const first of pairs) {
      for (const second of pairs) {
        const [a, b] = first.cells
        const [c, d] = second.cells
        const [kind, other] = [Math.floor(first.unit / 9), Math.floor(second.unit / 9)]
        if (first.unit >= second.unit || !JOINTS[technique](kind, other, b, c)) continue
        const cells = [a, b, c, d]
        if (new Set(cells).size < 4) continue
        const gone = seenBy(grid, digit, [a, d])
        const units = [first.unit, second.unit]
        const reason = () => twoPairsReason(digit, [first, second], gone)
        const hint = hintAgainst(technique, digit, gone, { cells, units, reason })
        if (hint) return hint
      }
    }
    return undefined
  })
}

/** @param pairs from one end to the other */
export function twoPairsReason(digit: number, pairs: readonly Pair[], gone: readonly number[]): string {
  const [first, second] = pairs
  const [a, b, c, d] = pairs.flatMap(({ cells }) => cells)
  return `${onlyIn([digit], [first.unit, [a, b]], [second.unit, [c, d]])}, and as ${cellsNamed([b, c])} see each other, they are not both ${digit + 1}, so ${oneOf([a, d], digit, gone)}`
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
      for (const { unit, cells } of pairs) {
        const [near, far] = cells
        const crossing = Math.floor(unit / 9)
        const line = ROW + COLUMN - crossing
        // In the box's line, beyond the box; and its other end out of the box's band, or stack.
        if (crossing === BOX || !share(near, corner, line) || share(near, corner, BOX) || share(near, far, BOX))
          continue
        const gone = seenBy(grid, digit, [far]).filter(
          (cell) => share(cell, far, line) && share(cell, corner, crossing),
        )
        const reason = () => {
          const left = inside.filter((cell) => !share(cell, near, line))
          const are = `${cellsNamed(left)} ${left.length > 1 ? 'are' : 'is'} left`
          return `${onlyIn([digit], [unit, cells])}. If ${cellName(far)} is, ${see(gone)} it. If ${cellName(near)} is, only ${are} for the ${digit + 1} of ${unitName(box)}, and ${see(gone)} ${left.length > 1 ? allOf(left.length) : 'that'}`
        }
        const parts = { cells: [...inside, near, far], units: [box, unit], reason }
        const hint = hintAgainst('empty-rectangle', digit, gone, parts)
        if (hint) return hint
      }
    }
  }
  return undefined
})

/**
 * The places of a digit that pairs join, in two colours by turns: all of one colour are right, and the others wrong. So what
 * sees both colours goes, and a colour that is twice in a unit.
 */
export const simpleColouring = alongDigits((grid, digit) => {
  const pairs = pairsOf(grid, digit)
  const coloured = new Set<number>()
  for (const { cells } of pairs) {
    if (coloured.has(cells[0])) continue
    const { colours } = coloursFrom(cells[0], pairs)
    for (const cell of colours.flat()) coloured.add(cell)
    const hint = coloursHint(grid, digit, colours, pairs)
    if (hint) return hint
  }
  return undefined
})

/** The cells of both colours from one on, and by cell the pair that led to it. */
function coloursFrom(start: number, pairs: readonly Pair[]) {
  const colours: readonly [number[], number[]] = [[start], []]
  const led = new Map<number, Pair>()
  const todo = [start]
  // A list takes in what is added while it is gone through.
  for (const cell of todo) {
    const next = colours[0].includes(cell) ? colours[1] : colours[0]
    for (const pair of pairs) {
      const [from, to] = pair.cells
      if (from !== cell || next.includes(to)) continue
      next.push(to)
      led.set(to, pair)
      todo.push(to)
    }
  }
  return { colours, led }
}

function coloursHint(
  grid: CandidateGrid,
  digit: number,
  colours: readonly [number[], number[]],
  pairs: readonly Pair[],
): Hint | undefined {
  const cells = colours.flat()
  const hint = (gone: readonly number[], reason: () => string) =>
    hintAgainst('simple-colouring', digit, gone, { cells, reason })
  const where = ({ unit, cells: [, to] }: Pair) => `${cellName(to)} (${unitName(unit)})`
  const first = `each unit that is named here has only two places for ${digit + 1}. If`
  /** From cell to cell, which are right by turns. */
  const along = (start: number, end: number, isFirst: boolean) => {
    const { led } = coloursFrom(start, pairs)
    const path: Pair[] = []
    for (let pair = led.get(end); pair; pair = pair.cells[0] === start ? undefined : led.get(pair.cells[0]))
      path.unshift(pair)
    const turns = path.map((pair, i) => `${where(pair)} is${i % 2 === Number(isFirst) ? '' : ' not'}`)
    return `${cellName(start)} is ${isFirst ? '' : 'not '}${digit + 1} → ${turns.join(' → ')}`
  }
  const sees = (cell: number) => (other: number) => SEES[cell * CELLS + other] === 1
  for (const colour of colours) {
    const twin = colour.find((cell) => colour.some(sees(cell)))
    if (twin === undefined) continue
    const other = colour.filter(sees(twin))[0]
    return hint(colour, () => {
      const wrong = `${first} ${along(twin, other, true)}, but ${cellsNamed([twin, other])} see each other, so ${cellName(twin)} is not ${digit + 1}`
      // What follows from that goes out from it, layer by layer.
      const depth = new Map([[twin, 0]])
      const byDepth = groupedBy(coloursFrom(twin, pairs).led.values(), ({ cells: [from, to] }) => {
        const at = (depth.get(from) ?? 0) + 1
        depth.set(to, at)
        return at
      })
      const layers = [...byDepth.values()].slice(0, byDepth.size & ~1)
      const then = layers.map(
        (layer, i) => `${listed(layer.map(where))} ${layer.length > 1 ? 'are' : 'is'}${i % 2 === 0 ? '' : ' not'}`,
      )
      return `${wrong}. Then ${then.join(' → ')}`
    })
  }
  const beside = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => grid.has(cell * 9 + digit))
  const gone = beside.filter((cell) => !cells.includes(cell) && colours.every((colour) => colour.some(sees(cell))))
  const endsFor = (cell: number) => colours.map((colour) => colour.filter(sees(cell))[0])
  return hint(gone, () => {
    const byEnds = groupedBy(gone, (cell) => `${endsFor(cell)}`)
    const told = Array.from(byEnds.values(), (cells) => {
      const [start, end] = endsFor(cells[0])
      return `${along(start, end, false)}, so ${oneOf([start, end], digit, cells)}`
    })
    return `${first} ${told.join('. If ')}`
  })
}
