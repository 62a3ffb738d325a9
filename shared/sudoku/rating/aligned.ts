import { type Board, bitsOf, CELLS, COUNT, PEER_COUNT, PEER_MASKS, PEERS, SEES } from './board.ts'
import type { Hint } from './hint.ts'
import { cellsNamed } from './words.ts'

/**
 * Two or three cells, and cells with few candidates that all of them see: digits that would leave one of these with
 * none cannot stand together, and a candidate that can stand with no others goes.
 *
 * @returns a finder that remembers the board on which it found nothing last, as whether cells exclude anything rests on
 *   them and on what all of them see: only those are tried of which something has changed since
 */
export function alignedExclusion(size: 2 | 3): (board: Board) => Hint | undefined {
  const exhausted = new Uint16Array(CELLS)
  return (board) => {
    const changed: Cells = [0, 0, 0]
    for (let cell = 0; cell < CELLS; cell++) {
      if (board.digitsAt[cell] !== exhausted[cell]) changed[(cell / 27) | 0] |= 1 << (cell % 27)
    }
    const bases = basesOf(board, size)
    const hint = size === 2 ? pairHint(board, bases, changed) : tripletHint(board, bases, changed)
    if (!hint) exhausted.set(board.digitsAt)
    return hint
  }
}

/** Cells as three masks of 27. */
type Cells = [number, number, number]

function pairHint(board: Board, bases: readonly Base[], changed: Cells): Hint | undefined {
  for (let j = 1; j < bases.length; j++) {
    for (let i = 0; i < j; i++) {
      if (!haveTwo(bases[i], bases[j]) || !isAnyOf(changed, bases[i], bases[j])) continue
      const hint = exclusionHint(board, bases[i], bases[j])
      if (hint) return hint
    }
  }
  return undefined
}

function tripletHint(board: Board, bases: readonly Base[], changed: Cells): Hint | undefined {
  const baseAt = new Int8Array(CELLS).fill(-1)
  for (const [i, { cell }] of bases.entries()) baseAt[cell] = i
  for (let j = 1; j < bases.length; j++) {
    for (let i = 0; i < j; i++) {
      const [first, second] = [bases[i], bases[j]]
      // Three cells share no more than two of them do.
      if (!haveTwo(first, second)) continue
      const isChanged = isAnyOf(changed, first, second)
      if (!isChanged && !excludesAny(changed, first, second)) continue
      for (let side = 0; side < 2; side++) {
        const { excluders } = side === 0 ? first : second
        for (let e = 0; e < excluders.length; e++) {
          const k = baseAt[excluders[e]]
          if (k < 0 || k === i || k === j || (side === 1 && excludes(bases[k], first))) continue
          const third = bases[k]
          if (!haveTwo(first, second, third) || !isAnyOf(changed, first, second, third)) continue
          if (wasTried(i, j, k, bases)) continue
          const hint = exclusionHint(board, first, second, third)
          if (hint) return hint
        }
      }
    }
  }
  return undefined
}

/** Whether any of some cells is one of the bases, or is seen by all of them. */
function isAnyOf(cells: Cells, { cell: a }: Base, { cell: b }: Base, third?: Base): boolean {
  for (let word = 0; word < 3; word++) {
    if (cells[word] === 0) continue
    const c = third ? third.cell : -1
    let own = 0
    if (((a / 27) | 0) === word) own |= 1 << (a % 27)
    if (((b / 27) | 0) === word) own |= 1 << (b % 27)
    if (c >= 0 && ((c / 27) | 0) === word) own |= 1 << (c % 27)
    const seen = PEER_MASKS[a * 3 + word] & PEER_MASKS[b * 3 + word] & (c < 0 ? -1 : PEER_MASKS[c * 3 + word])
    if (cells[word] & (own | seen)) return true
  }
  return false
}

/** Whether any of some cells is an excluder of one of two bases. */
function excludesAny(cells: Cells, { masks: a }: Base, { masks: b }: Base): boolean {
  return ((cells[0] & (a[0] | b[0])) | (cells[1] & (a[1] | b[1])) | (cells[2] & (a[2] | b[2]))) !== 0
}

/** Whether three cells were tried as a pair that came before, with the last one as the third. */
function wasTried(i: number, j: number, k: number, bases: readonly Base[]): boolean {
  const tried = (a: number, b: number, tail: number) =>
    haveTwo(bases[a], bases[b]) && (excludes(bases[tail], bases[a]) || excludes(bases[tail], bases[b]))
  // Pairs go by their second cell, then by their first.
  if (k < i) return tried(k, i, j) || tried(k, j, i)
  return k < j && tried(i, k, j)
}

/** Whether a cell is among the excluders of another one. */
function excludes({ cell }: Base, { masks }: Base): boolean {
  return (masks[(cell / 27) | 0] & (1 << (cell % 27))) !== 0
}

/** A cell, and its peers with so few candidates that they can exclude digits of it: in their order, and as three masks of 27. */
interface Base {
  readonly cell: number
  readonly excluders: readonly number[]
  readonly masks: Readonly<Cells>
}

function basesOf({ digitsAt }: Board, size: number): Base[] {
  const bases: Base[] = []
  for (let cell = 0; cell < CELLS; cell++) {
    if (COUNT[digitsAt[cell]] < 2) continue
    const excluders: number[] = []
    const masks: Cells = [0, 0, 0]
    for (let i = cell * PEER_COUNT; i < (cell + 1) * PEER_COUNT; i++) {
      const count = COUNT[digitsAt[PEERS[i]]]
      if (count < 2 || count > size) continue
      excluders.push(PEERS[i])
      masks[(PEERS[i] / 27) | 0] |= 1 << (PEERS[i] % 27)
    }
    if (excluders.length > 0) bases.push({ cell, excluders, masks })
  }
  return bases
}

/** Whether cells have two excluders in common. */
function haveTwo({ masks: a }: Base, { masks: b }: Base, third?: Base): boolean {
  let found = 0
  for (let word = 0; word < 3; word++) {
    const shared = a[word] & b[word] & (third ? third.masks[word] : -1)
    if (shared === 0) continue
    if (found > 0 || (shared & (shared - 1)) !== 0) return true
    found++
  }
  return false
}

/** The masks of the cells that all bases see; reused, as most do not come to anything. */
const sharedMasks = new Uint16Array(PEER_COUNT)
/** For each base the digits that stand in some way of filling all of them; reused likewise. */
const allowed = new Uint16Array(3)

function exclusionHint({ digitsAt }: Board, ...bases: readonly Base[]): Hint | undefined {
  let all = 0
  for (const { cell } of bases) all |= digitsAt[cell]
  let count = 0
  for (const excluder of bases[0].excluders) {
    // One with other candidates is never left without any.
    if (digitsAt[excluder] & ~all) continue
    let isShared = true
    for (const { cell } of bases) isShared &&= SEES[cell * CELLS + excluder] === 1
    if (isShared) sharedMasks[count++] = digitsAt[excluder]
  }
  // What the cells exclude by themselves would be a naked pair or triplet, which comes first.
  if (count === 0) return undefined
  allow(digitsAt, bases, count)
  const cells = bases.map(({ cell }) => cell)
  const eliminations = cells.flatMap((cell, i) => bitsOf(digitsAt[cell] & ~allowed[i]).map((digit) => cell * 9 + digit))
  if (eliminations.length === 0) return undefined
  const shared = bases[0].excluders.filter((excluder) => cells.every((cell) => SEES[cell * CELLS + excluder] === 1))
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

/** Tries all ways of filling two or three cells, and keeps in `allowed` what stands in one that fits. */
function allow(digitsAt: Uint16Array, bases: readonly Base[], count: number): void {
  allowed.fill(0)
  const last = bases.length - 1
  const [first, second] = [bases[0].cell, bases[1].cell]
  const end = bases[last].cell
  const [firstSeesEnd, secondSeesEnd] = [SEES[first * CELLS + end], SEES[second * CELLS + end]]
  for (let a = digitsAt[first]; a; a &= a - 1) {
    const one = a & -a
    if (last === 1) {
      if (allowLast(1, digitsAt[end] & ~(firstSeesEnd * one), one, count)) allowed[0] |= one
      continue
    }
    for (let b = digitsAt[second] & ~(SEES[first * CELLS + second] * one); b; b &= b - 1) {
      const two = b & -b
      const free = digitsAt[end] & ~(firstSeesEnd * one) & ~(secondSeesEnd * two)
      if (!allowLast(2, free, one | two, count)) continue
      allowed[0] |= one
      allowed[1] |= two
    }
  }
}

/** What of some digits the last cell may be beside what the others are: it may not leave an excluder nothing. */
function allowLast(last: number, free: number, chosen: number, count: number): boolean {
  let left = free
  for (let i = 0; i < count && left; i++) {
    const rest = sharedMasks[i] & ~chosen
    if (rest === 0) return false
    if ((rest & (rest - 1)) === 0) left &= ~rest
  }
  allowed[last] |= left
  return left !== 0
}
