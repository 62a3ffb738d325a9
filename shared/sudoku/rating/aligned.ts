import { groupedBy } from '../../grouped.ts'
import {
  bitsOf,
  type CandidateGrid,
  CELLS,
  COUNT,
  candidatesOf,
  PEER_COUNT,
  PEER_MASKS,
  PEERS,
  peersOf,
  SEES,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { cellName, cellsNamed, digitsNamed, listed } from './words.ts'

/**
 * Two or three cells, and cells with few candidates that all of them see: digits that would leave one of these with
 * none cannot stand together, and a candidate that can stand with no others goes.
 *
 *     base      a cell with several candidates, by its number among those that have excluders
 *     excluder  a peer with so few candidates that it can be left without any
 *     cells     three words of 27 bits
 *
 * @returns a finder that remembers the grid on which it found nothing last, as whether cells exclude anything rests on
 *   them and on what all of them see: only those are tried of which something has changed since
 */
export function alignedExclusion(size: 2 | 3): (grid: CandidateGrid) => Hint | undefined {
  const exhausted = new Uint16Array(CELLS)
  return (grid) => {
    begin(grid, size, exhausted)
    const hint = size === 2 ? pairHint(grid) : tripletHint(grid)
    if (!hint) exhausted.set(grid.digitsAt)
    return hint
  }
}

// Tables of one search, which the next one fills anew.
const base = new Uint8Array(CELLS)
let baseCount = 0
/** The base that a cell is, or -1. */
const baseAt = new Int8Array(CELLS)
/** The excluders of a base: `excluders[base × 3 + word]`. */
const excluders = new Int32Array(CELLS * 3)
/** The cells that are not as they were when nothing was found. */
const changed = new Int32Array(3)
const hasBaseChanged = new Uint8Array(CELLS)
/** The masks of the cells that some bases see. */
const sharedMasks = new Uint16Array(PEER_COUNT)
/** For each base the digits that stand in some way of filling all of them. */
const allowed = new Uint16Array(3)

/** A cell's own bit: `OWN[cell × 3 + word]`. */
const OWN = new Int32Array(CELLS * 3)
for (let cell = 0; cell < CELLS; cell++) OWN[cell * 3 + Math.floor(cell / 27)] = 1 << (cell % 27)

function begin({ digitsAt }: CandidateGrid, size: number, exhausted: Uint16Array): void {
  const [able, now] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (let cell = 0; cell < CELLS; cell++) {
    const digits = digitsAt[cell]
    const word = (cell / 27) | 0
    if (digits !== exhausted[cell]) now[word] |= 1 << (cell % 27)
    if (COUNT[digits] > 1 && COUNT[digits] <= size) able[word] |= 1 << (cell % 27)
  }
  changed.set(now)
  baseCount = 0
  for (let cell = 0; cell < CELLS; cell++) {
    baseAt[cell] = -1
    if (COUNT[digitsAt[cell]] < 2) continue
    const [at, from] = [baseCount * 3, cell * 3]
    excluders[at] = PEER_MASKS[from] & able[0]
    excluders[at + 1] = PEER_MASKS[from + 1] & able[1]
    excluders[at + 2] = PEER_MASKS[from + 2] & able[2]
    if ((excluders[at] | excluders[at + 1] | excluders[at + 2]) === 0) continue
    base[baseCount] = cell
    hasBaseChanged[baseCount] = digitsAt[cell] === exhausted[cell] ? 0 : 1
    baseAt[cell] = baseCount++
  }
}

function pairHint(grid: CandidateGrid): Hint | undefined {
  for (let j = 1; j < baseCount; j++) {
    for (let i = 0; i < j; i++) {
      if (!haveTwo(i, j) || !hasChanged(i, j)) continue
      if (excludesSome(grid, i, j, -1)) return hintOf(grid, [i, j])
    }
  }
  return undefined
}

function tripletHint(grid: CandidateGrid): Hint | undefined {
  for (let j = 1; j < baseCount; j++) {
    for (let i = 0; i < j; i++) {
      // Three cells share no more than two of them do.
      if (!haveTwo(i, j)) continue
      wantThirds(i, j)
      const k = thirdOf(grid, i, j, i)
      if (k >= 0) return hintOf(grid, [i, j, k])
      const other = thirdOf(grid, i, j, j)
      if (other >= 0) return hintOf(grid, [i, j, other])
    }
  }
  return undefined
}

/** The cells with which two bases are to be tried: all if one of them has changed, or else what has, or sees what has. */
let [want0, want1, want2] = [0, 0, 0]

function wantThirds(i: number, j: number): void {
  if ((hasBaseChanged[i] | hasBaseChanged[j]) !== 0) {
    want0 = want1 = want2 = -1
    return
  }
  want0 = changed[0]
  want1 = changed[1]
  want2 = changed[2]
  const [a, b] = [base[i] * 3, base[j] * 3]
  for (let word = 0; word < 3; word++) {
    for (let rest = changed[word] & PEER_MASKS[a + word] & PEER_MASKS[b + word]; rest; rest &= rest - 1) {
      const seen = (word * 27 + 31 - Math.clz32(rest & -rest)) * 3
      want0 |= PEER_MASKS[seen]
      want1 |= PEER_MASKS[seen + 1]
      want2 |= PEER_MASKS[seen + 2]
    }
  }
}

/** The first excluder of one of two bases that excludes something together with them, or -1. */
function thirdOf(grid: CandidateGrid, i: number, j: number, of: number): number {
  const a = want0 & excluders[of * 3]
  const b = want1 & excluders[of * 3 + 1]
  const c = want2 & excluders[of * 3 + 2]
  if ((a | b | c) === 0) return -1
  const from = base[of] * PEER_COUNT
  for (let peer = from; peer < from + PEER_COUNT; peer++) {
    const own = PEERS[peer] * 3
    if (((a & OWN[own]) | (b & OWN[own + 1]) | (c & OWN[own + 2])) === 0) continue
    const k = baseAt[PEERS[peer]]
    if (k < 0 || k === i || k === j || (of === j && excludes(k, i))) continue
    if (haveThreeTwo(i, j, k) && !wasTried(i, j, k) && excludesSome(grid, i, j, k)) return k
  }
  return -1
}

/** Whether one of two bases has changed, or a cell that is seen by both of them. */
function hasChanged(i: number, j: number): boolean {
  const [a, b] = [base[i] * 3, base[j] * 3]
  let any = hasBaseChanged[i] | hasBaseChanged[j]
  for (let word = 0; word < 3; word++) any |= changed[word] & PEER_MASKS[a + word] & PEER_MASKS[b + word]
  return any !== 0
}

/** Whether three cells were tried as a pair that came before, with the last one as the third. */
function wasTried(i: number, j: number, k: number): boolean {
  // Pairs go by their second cell, then by their first.
  if (k < i) return wasTriedAs(k, i, j) || wasTriedAs(k, j, i)
  return k < j && wasTriedAs(i, k, j)
}

function wasTriedAs(i: number, j: number, third: number): boolean {
  return haveTwo(i, j) && (excludes(third, i) || excludes(third, j))
}

/** Whether a base is among the excluders of another one. */
function excludes(one: number, other: number): boolean {
  const cell = base[one]
  const word = (cell / 27) | 0
  return (excluders[other * 3 + word] & OWN[cell * 3 + word]) !== 0
}

/** Whether two bases have two excluders in common. */
function haveTwo(i: number, j: number): boolean {
  return areTwo(
    excluders[i * 3] & excluders[j * 3],
    excluders[i * 3 + 1] & excluders[j * 3 + 1],
    excluders[i * 3 + 2] & excluders[j * 3 + 2],
  )
}

function haveThreeTwo(i: number, j: number, k: number): boolean {
  return areTwo(
    excluders[i * 3] & excluders[j * 3] & excluders[k * 3],
    excluders[i * 3 + 1] & excluders[j * 3 + 1] & excluders[k * 3 + 1],
    excluders[i * 3 + 2] & excluders[j * 3 + 2] & excluders[k * 3 + 2],
  )
}

function areTwo(a: number, b: number, c: number): boolean {
  return (
    ((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) !== 0 ||
    (a !== 0 ? 1 : 0) + (b !== 0 ? 1 : 0) + (c !== 0 ? 1 : 0) > 1
  )
}

/** Tries all ways of filling two or three bases, and keeps in `allowed` what stands in one that fits. */
function excludesSome({ digitsAt }: CandidateGrid, i: number, j: number, k: number): boolean {
  const [first, second] = [base[i], base[j]]
  const end = k < 0 ? second : base[k]
  const all = digitsAt[first] | digitsAt[second] | digitsAt[end]
  let count = 0
  for (let word = 0; word < 3; word++) {
    let shared = excluders[i * 3 + word] & excluders[j * 3 + word] & (k < 0 ? -1 : excluders[k * 3 + word])
    for (; shared; shared &= shared - 1) {
      const mask = digitsAt[word * 27 + 31 - Math.clz32(shared & -shared)]
      // One with other candidates is never left without any.
      if ((mask & ~all) === 0) sharedMasks[count++] = mask
    }
  }
  // If the cells excluded digits by themselves, they would be a naked pair or triplet, which comes first.
  if (count === 0) return false
  allowed.fill(0)
  const [firstSeesEnd, secondSeesEnd] = [SEES[first * CELLS + end], SEES[second * CELLS + end]]
  for (let a = digitsAt[first]; a; a &= a - 1) {
    const one = a & -a
    if (k < 0) {
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
  return allowed[0] !== digitsAt[first] || allowed[1] !== digitsAt[second] || (k >= 0 && allowed[2] !== digitsAt[end])
}

/** The digits that the last cell may have beside those of the others: it may not leave an excluder nothing. */
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

function hintOf({ digitsAt }: CandidateGrid, bases: readonly number[]): Hint {
  const cells = bases.map((number) => base[number])
  const eliminations = cells.flatMap((cell, i) => candidatesOf(cell, digitsAt[cell] & ~allowed[i]))
  const shared = peersOf(cells[0]).filter(
    (peer) =>
      COUNT[digitsAt[peer]] > 1 &&
      COUNT[digitsAt[peer]] <= cells.length &&
      cells.every((cell) => SEES[cell * CELLS + peer]),
  )
  return {
    technique: cells.length === 2 ? 'aligned-pair-exclusion' : 'aligned-triplet-exclusion',
    rating: cells.length === 2 ? 6.2 : 7.5,
    placement: -1,
    eliminations,
    pattern: (grid) => ({
      cells: [...cells, ...shared],
      digits: bitsOf(cells.reduce((mask, cell) => mask | grid.digitsAt[cell], 0)),
      units: [],
      reason: listed(
        eliminations.map((candidate) => refutation(grid, cells, shared, candidate)),
        'and',
      ),
    }),
  }
}

/** A candidate of some cells, and the ways to fill the others beside it, each of which leaves nothing for a cell that all see. */
function refutation(
  { digitsAt }: CandidateGrid,
  cells: readonly number[],
  shared: readonly number[],
  candidate: number,
): string {
  const [cell, digit] = [Math.floor(candidate / 9), candidate % 9]
  const others = cells.filter((other) => other !== cell)
  let ways: (readonly (readonly [cell: number, digit: number])[])[] = [[[cell, digit]]]
  for (const other of others)
    ways = ways.flatMap((way) =>
      bitsOf(digitsAt[other])
        .filter((of) => way.every(([at, before]) => of !== before || !SEES[at * CELLS + other]))
        .map((of) => [...way, [other, of] as const]),
    )
  const byEmptied = groupedBy(ways, (way) =>
    Number(shared.find((one) => way.reduce((mask, [, of]) => mask & ~(1 << of), digitsAt[one]) === 0)),
  )
  const emptied = [...byEmptied.keys()].map(cellName)
  const assumed = `if ${cellName(cell)} is ${digit + 1}`
  if (others.length > 1)
    return `${assumed}, every way to fill ${cellsNamed(others)} leaves nothing for ${listed(emptied, 'or')}`
  const seen =
    SEES[cell * CELLS + others[0]] && digitsAt[others[0]] & (1 << digit) ? [`it cannot be ${digit + 1} as well`] : []
  const left = [...byEmptied.values()].map((some, i) => {
    const digits = digitsNamed(
      some.map((way) => way[1][1]),
      'or',
    )
    return `with ${digits} there nothing would be left for ${emptied[i]}`
  })
  return `${assumed}, ${cellName(others[0])} cannot be anything, as ${listed([...seen, ...left], 'and')}`
}
