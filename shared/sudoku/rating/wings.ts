import {
  bitsOf,
  type CandidateGrid,
  CELLS,
  COUNT,
  LOWEST,
  PEER_COUNT,
  PEER_MASKS,
  PEERS,
  SEES,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { type Finder, hintAgainst, type Pair, pairsOf, seenBy } from './one-digit.ts'
import { cellName, cellsNamed, digitsNamed, oneOf, onlyIn, unitName } from './words.ts'

/**
 * A cell with two candidates x and y (or three, with z too, for an XYZ-wing), a peer with x and z, and one with y and z:
 * one of them is z, so what all of them see is not.
 */
export function wing(size: 2 | 3): Finder {
  return (grid) => {
    const { digitsAt } = grid
    pairs.fill(0)
    for (let cell = 0; cell < CELLS; cell++) if (COUNT[digitsAt[cell]] === 2) pairs[(cell / 27) | 0] |= 1 << (cell % 27)
    for (let pivot = 0; pivot < CELLS; pivot++) {
      const xyz = digitsAt[pivot]
      if (COUNT[xyz] !== size) continue
      let any = 0
      for (let third = 0; third < 3; third++) any |= pairs[third] & PEER_MASKS[pivot * 3 + third]
      if (any === 0) continue
      let count = 0
      for (let i = pivot * PEER_COUNT; i < (pivot + 1) * PEER_COUNT; i++) {
        const xz = digitsAt[PEERS[i]]
        if (COUNT[xz] === 2 && COUNT[xyz & ~xz] === 1) ends[count++] = PEERS[i]
      }
      for (let i = 0; i < count; i++) {
        const xz = digitsAt[ends[i]]
        for (let j = 0; j < count; j++) {
          const yz = digitsAt[ends[j]]
          const isWing = COUNT[xyz | xz | yz] === 3 && COUNT[xyz & xz & yz] === size - 2 && COUNT[xz & yz] === 1
          if (!isWing) continue
          const hint = wingHint(grid, size, pivot, ends[i], ends[j], LOWEST[xz & yz])
          if (hint) return hint
        }
      }
    }
    return undefined
  }
}

/** The cells with two candidates, as three masks of 27; made anew by each search. */
const pairs = new Int32Array(3)
/** Peers of a pivot that may be the ends of a wing; reused likewise. */
const ends = new Uint8Array(PEER_COUNT)

function wingHint(grid: CandidateGrid, size: 2 | 3, pivot: number, first: number, second: number, digit: number) {
  const { digitsAt } = grid
  const seen = size === 2 ? [first, second] : [first, second, pivot]
  const gone = seenBy(grid, digit, seen)
  const cells = [pivot, first, second]
  return hintAgainst(size === 2 ? 'xy-wing' : 'xyz-wing', digit, gone, {
    cells,
    digits: bitsOf(digitsAt[pivot] | digitsAt[first] | digitsAt[second]),
    reason: () => {
      const [one, other] = [first, second].map((end) => {
        const [shared] = bitsOf(digitsAt[end] & ~(1 << digit))
        return `${shared + 1}, ${cellName(end)} is ${digit + 1}`
      })
      const [able, ...others] = cells.map((cell) => digitsNamed(bitsOf(digitsAt[cell]), 'or'))
      const canBe = `${cellName(pivot)} can only be ${able}, ${cellName(first)} only ${others[0]}, and ${cellName(second)} only ${others[1]}`
      const itself = size === 3 ? `, and otherwise ${cellName(pivot)} itself is ${digit + 1}` : ''
      return `${canBe}. If ${cellName(pivot)} is ${one}, and if ${cellName(pivot)} is ${other}${itself}, so ${oneOf(seen, digit, gone)}`
    },
  })
}

/** Two cells with the same two candidates x and y, and the only two places for y in a unit, each seen by one of the cells: one of these is x. */
export function wWing(grid: CandidateGrid): Hint | undefined {
  const { digitsAt } = grid
  const cells = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => COUNT[digitsAt[cell]] === 2)
  for (const [i, first] of cells.entries()) {
    for (const second of cells.slice(i + 1)) {
      if (digitsAt[first] !== digitsAt[second] || SEES[first * CELLS + second]) continue
      const pair = bitsOf(digitsAt[first])
      for (const [x, y] of [pair, pair.toReversed()]) {
        const gone = seenBy(grid, x, [first, second])
        if (gone.length === 0) continue
        const joint = pairsOf(grid, y).find(({ cells: [a, b] }) => SEES[a * CELLS + first] && SEES[b * CELLS + second])
        if (!joint) continue
        return hintAgainst('w-wing', x, gone, {
          cells: [first, second, ...joint.cells],
          units: [joint.unit],
          digits: [x, y],
          reason: () => wWingReason(grid, [first, second], [x, y], joint, gone),
        })
      }
    }
  }
  return undefined
}

export function wWingReason(
  { digitsAt }: CandidateGrid,
  ends: readonly number[],
  [x, y]: readonly number[],
  { unit, cells }: Pair,
  gone: readonly number[],
): string {
  const canBe = `${cellsNamed(ends)} can only be ${digitsNamed(bitsOf(digitsAt[ends[0]]), 'or')}`
  const seen = ends.map((end, i) => `${cellName(cells[i])} sees ${cellName(end)}`).join(' and ')
  return `${canBe}. If both were ${y + 1}, ${unitName(unit)} would have no place for its ${y + 1}, as ${onlyIn([y], [unit, cells])}, and ${seen}, so ${oneOf(ends, x, gone)}`
}
