import { accept, type Checked, refuse } from '../../checked.ts'
import { hasDigit } from '../grid/digit-set.ts'
import { copiesOf, digitsIn, type Pattern, parsePattern } from './pattern.ts'

export const DEAD_END = -1

/** An automaton as a table, which does not ask for the place: its states by number. */
export interface Machine {
  /** Cells a side: as many digits. */
  readonly size: number
  /** At `state * size + digit - 1`, the state after a digit, or {@link DEAD_END}. */
  readonly next: Int16Array
  readonly starts: readonly number[]
  /** Whether a walk may end in each state. */
  readonly ends: readonly boolean[]
}

/** A machine has no more states: its table is looked through whenever one of its cells changes. */
export const MOST_STATES = 512

/** A state in JSON: by digits, as a text of their characters, the state that they lead to. Other digits are not allowed. */
export type StateJson = Readonly<Record<string, number>>

/** What a walk in JSON says of its digits: a regular expression, or states, of which the first is where it begins. */
export interface WalkJson {
  readonly pattern?: string
  readonly states?: readonly StateJson[]
  /** The states in which it may end. */
  readonly ends?: readonly number[]
}

const MOST_KEPT = 100
const kept = new Map<string, Checked<Machine>>()

/** The machine of a walk in JSON, made once for those that are alike; a refusal names its field. */
export function machineOf({ pattern, states, ends }: WalkJson, size: number): Checked<Machine> {
  const key = JSON.stringify([size, pattern, states, ends])
  let machine = kept.get(key)
  if (!machine) {
    machine = pattern === undefined ? machineOfStates(states ?? [], ends ?? [], size) : machineOfPattern(pattern, size)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, machine)
  }
  return machine
}

function machineOfStates(states: readonly StateJson[], ends: readonly number[], size: number): Checked<Machine> {
  const next = new Int16Array(states.length * size).fill(DEAD_END)
  for (const [i, ways] of states.entries()) {
    for (const [text, to] of Object.entries(ways)) {
      const digits = digitsIn(text, size)
      if (!digits.ok) return refuse(`states: ${i}: ${digits.error}`)
      if (to >= states.length) return refuse(`states: ${i}: found a way to ${to}, expected 0–${states.length - 1}`)
      for (let digit = 1; digit <= size; digit++) {
        if (!hasDigit(digits.value, digit)) continue
        if (next[i * size + digit - 1] !== DEAD_END) return refuse(`states: ${i}: found two ways for one digit`)
        next[i * size + digit - 1] = to
      }
    }
  }
  const other = ends.find((state) => state >= states.length)
  if (other !== undefined) return refuse(`ends: found ${other}, expected 0–${states.length - 1}`)
  return accept({ size, next, starts: [0], ends: states.map((_, state) => ends.includes(state)) })
}

// A pattern becomes a machine whose states are sets of its places: the digits of it, repetitions written out, that may
// have been read last.
//
//     pattern      1(2|3)*4        places   0: the beginning   1: `1`   2: `2`   3: `3`   4: `4`
//     after 1 2    { 2 }           which 2, 3 and 4 may follow

/** The places of a part with which it may begin and end, and whether it may be nothing. */
interface Part {
  readonly first: bigint
  readonly last: bigint
  readonly isEmpty: boolean
}

const NOTHING: Part = { first: 0n, last: 0n, isEmpty: true }

function machineOfPattern(text: string, size: number): Checked<Machine> {
  const pattern = parsePattern(text, size)
  if (!pattern.ok) return refuse(`pattern: ${pattern.error}`)
  /** By digit, from 0 for 1, the places that are read by it. */
  const byDigit: bigint[] = Array(size).fill(0n)
  /** By place, those that may follow. */
  const follow: bigint[] = [0n]
  const join = (part: Part, next: Part): Part => {
    for (const place of placesIn(part.last)) follow[place] |= next.first
    return {
      first: part.first | (part.isEmpty ? next.first : 0n),
      last: next.last | (next.isEmpty ? part.last : 0n),
      isEmpty: part.isEmpty && next.isEmpty,
    }
  }
  const build = (part: Pattern): Part => {
    if (part.kind === 'digit') {
      const place = 1n << BigInt(follow.push(0n) - 1)
      for (let digit = 1; digit <= size; digit++) if (hasDigit(part.digits, digit)) byDigit[digit - 1] |= place
      return { first: place, last: place, isEmpty: false }
    }
    if (part.kind === 'sequence') return part.parts.map(build).reduce(join, NOTHING)
    if (part.kind === 'choice') {
      const ways = part.parts.map(build)
      return {
        first: ways.reduce((all, { first }) => all | first, 0n),
        last: ways.reduce((all, { last }) => all | last, 0n),
        isEmpty: ways.some(({ isEmpty }) => isEmpty),
      }
    }
    const copies = Array.from({ length: copiesOf(part) }, (_, i) => {
      const copy = build(part.part)
      return i < part.least ? copy : { ...copy, isEmpty: true }
    })
    const final = copies.at(-1)
    if (part.most === Number.POSITIVE_INFINITY && final) join(final, final)
    return copies.reduce(join, NOTHING)
  }
  const whole = build(pattern.value)
  follow[0] = whole.first
  const ends = whole.last | (whole.isEmpty ? 1n : 0n)
  const numbers = new Map([[1n, 0]])
  const next: number[] = []
  for (const places of numbers.keys()) {
    const following = placesIn(places).reduce((all, place) => all | follow[place], 0n)
    for (const those of byDigit) {
      const set = following & those
      if (set !== 0n && !numbers.has(set)) numbers.set(set, numbers.size)
      next.push(numbers.get(set) ?? DEAD_END)
    }
    if (numbers.size > MOST_STATES) return refuse(`pattern: it comes to more than ${MOST_STATES} states`)
  }
  const isEnd = [...numbers.keys()].map((set) => (set & ends) !== 0n)
  return accept({ size, next: Int16Array.from(next), starts: [0], ends: isEnd })
}

function placesIn(places: bigint): number[] {
  const found: number[] = []
  for (let place = 0, rest = places; rest !== 0n; rest >>= 1n, place++) if ((rest & 1n) === 1n) found.push(place)
  return found
}
