import { type Board, bitsOf, CELLS, COUNT, LOWEST, PEER_COUNT, PEERS, SEES } from './board.ts'
import type { Hint } from './hint.ts'
import { cellsNamed } from './words.ts'

/**
 * Two or three cells, and cells with few candidates that all of them see: digits that would leave one of these with
 * none cannot stand together, and a candidate that can stand with no others goes.
 */

export function alignedPair(board: Board): Hint | undefined {
  const { bases, excluders } = basesOf(board, 2)
  for (let j = 1; j < bases.length; j++) {
    for (let i = 0; i < j; i++) {
      const shared = bothOf(excluders, bases[i], bases[j])
      if (shared.length < 2) continue
      const hint = exclusionHint(board, [bases[i], bases[j]], shared)
      if (hint) return hint
    }
  }
  return undefined
}

export function alignedTriplet(board: Board): Hint | undefined {
  const { bases, excluders } = basesOf(board, 3)
  const isBase = new Uint8Array(CELLS)
  for (const cell of bases) isBase[cell] = 1
  for (let j = 1; j < bases.length; j++) {
    for (let i = 0; i < j; i++) {
      const shared = bothOf(excluders, bases[i], bases[j])
      // Three cells share no more than two of them do.
      if (shared.length < 2) continue
      const tails = new Set([...(excluders[bases[i]] ?? []), ...(excluders[bases[j]] ?? [])])
      for (const tail of tails) {
        if (!isBase[tail] || tail === bases[i] || tail === bases[j]) continue
        const all = shared.filter((cell) => SEES[cell * CELLS + tail])
        if (all.length < 2) continue
        const hint = exclusionHint(board, [bases[i], bases[j], tail], all)
        if (hint) return hint
      }
    }
  }
  return undefined
}

/** The cells that some of their peers with two, up to `size`, candidates can exclude digits of; and these peers by cell. */
function basesOf({ digitsAt }: Board, size: number): { bases: number[]; excluders: (readonly number[] | undefined)[] } {
  const bases: number[] = []
  const excluders = new Array<readonly number[] | undefined>(CELLS)
  for (let cell = 0; cell < CELLS; cell++) {
    if (COUNT[digitsAt[cell]] < 2) continue
    const found: number[] = []
    for (let i = cell * PEER_COUNT; i < (cell + 1) * PEER_COUNT; i++) {
      const count = COUNT[digitsAt[PEERS[i]]]
      if (count >= 2 && count <= size) found.push(PEERS[i])
    }
    if (found.length === 0) continue
    bases.push(cell)
    excluders[cell] = found
  }
  return { bases, excluders }
}

function bothOf(excluders: readonly (readonly number[] | undefined)[], first: number, second: number): number[] {
  return (excluders[first] ?? []).filter((cell) => SEES[cell * CELLS + second])
}

function exclusionHint({ digitsAt }: Board, cells: readonly number[], shared: readonly number[]): Hint | undefined {
  const allowed = cells.map(() => 0)
  const masks = shared.map((cell) => digitsAt[cell])
  const isAllowed = (digits: number) => masks.every((mask) => mask & ~digits)
  const [first, second, third] = cells
  for (const a of bitsOf(digitsAt[first])) {
    for (const b of bitsOf(digitsAt[second])) {
      if (a === b && SEES[first * CELLS + second]) continue
      const pair = (1 << a) | (1 << b)
      if (third === undefined) {
        if (!isAllowed(pair)) continue
        allowed[0] |= 1 << a
        allowed[1] |= 1 << b
        continue
      }
      for (let rest = digitsAt[third]; rest; rest &= rest - 1) {
        const c = LOWEST[rest]
        if ((c === a && SEES[first * CELLS + third]) || (c === b && SEES[second * CELLS + third])) continue
        if (!isAllowed(pair | (1 << c))) continue
        allowed[0] |= 1 << a
        allowed[1] |= 1 << b
        allowed[2] |= 1 << c
      }
    }
  }
  const eliminations = cells.flatMap((cell, i) => bitsOf(digitsAt[cell] & ~allowed[i]).map((digit) => cell * 9 + digit))
  if (eliminations.length === 0) return undefined
  return {
    technique: cells.length === 2 ? 'aligned-pair-exclusion' : 'aligned-triplet-exclusion',
    rating: cells.length === 2 ? 6.2 : 7.5,
    placement: -1,
    eliminations,
    pattern: (board) => ({
      cells: [...cells, ...shared],
      digits: bitsOf(cells.reduce((mask, cell) => mask | board.digitsAt[cell], 0)),
      units: [],
      reason: `${cellsNamed(cells)} must leave a candidate to each of ${cellsNamed(shared)}, which see all of them, and no way of filling them does so with what goes`,
    }),
  }
}
