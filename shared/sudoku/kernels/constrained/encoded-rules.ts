import type { Choice, Constraint } from '../../constraints/constraint.ts'
import { DEAD_END, type Machine } from '../../constraints/state-machine.ts'
import { onceForRules } from '../../rules/rules.ts'
import { CAGE, CHOICE, END_OF_RULES, MAX_STATES, RELATION, SUM, UNIT, WALK, WAY_LANES } from './kernel-bytes.ts'

/** No cage sums to as much. */
const TOO_MUCH = 99
/** Sums and weights are 16 bits with a sign. */
const MOST_WEIGHT = 0x7fff

/** The most numbers that rules may come to: the kernel has room for a million, and needs some for what it derives. */
const MOST_NUMBERS = 900_000

/** Rules as the kernel takes them; undefined where they are too many. */
export const encodedRules = onceForRules(({ units, constraints }): Uint16Array | undefined => {
  const stream = new Stream()
  for (const { cells } of units) stream.add(UNIT, cells)
  for (const constraint of constraints) {
    if (!encode(constraint, stream) || stream.length > MOST_NUMBERS) return undefined
  }
  return stream.all()
})

/** Records, and behind them the ways of choices, those that several have in common once. */
class Stream {
  readonly #records: number[] = []
  readonly #placed = new Map<unknown, { readonly place: number; readonly ways: Uint16Array }>()
  #waysLength = 0

  get length(): number {
    return this.#records.length + this.#waysLength
  }

  /** A record: three numbers, its cells, and what is behind them. */
  add(kind: number, cells: readonly number[], a = 0, b = 0, c = 0, behind?: readonly number[]): void {
    this.#records.push(kind, cells.length, a, b, c, ...cells)
    if (behind) this.#records.push(...behind)
  }

  /** Where the ways of a choice lie behind the records, or the machine of a walk, as two numbers. */
  placeOf(key: unknown, make: () => Uint16Array): [lower: number, upper: number] {
    let placed = this.#placed.get(key)
    if (!placed) {
      placed = { place: this.#waysLength, ways: make() }
      this.#waysLength += placed.ways.length
      this.#placed.set(key, placed)
    }
    return [placed.place & 0xffff, placed.place >>> 16]
  }

  all(): Uint16Array {
    this.#records.push(END_OF_RULES, this.#waysLength & 0xffff, this.#waysLength >>> 16)
    const all = new Uint16Array(this.length)
    all.set(this.#records)
    for (const { place, ways } of this.#placed.values()) all.set(ways, this.#records.length + place)
    return all
  }
}

function encode({ cells, demand }: Constraint, stream: Stream): boolean {
  if (demand.kind === 'cage') stream.add(CAGE, cells, Math.min(demand.sum, TOO_MUCH))
  else if (demand.kind === 'sum') {
    if ([demand.sum, ...demand.weights].some((number) => Math.abs(number) > MOST_WEIGHT)) return false
    // An addition that is taken away again does not count.
    const counted = cells.filter((_, i) => demand.weights[i] !== 0)
    const weights = demand.weights.filter((weight) => weight !== 0)
    // Behind the weights the kernel writes.
    stream.add(SUM, counted, demand.sum, 0, 0, [...weights, ...weights.map(() => 0)])
  } else if (demand.kind === 'relation') {
    stream.add(RELATION, cells, 0, 0, 0, [...demand.partners.slice(1), ...demand.partnersOfSecond.slice(1)])
  } else if (demand.kind === 'walk') {
    const { machine } = demand
    if (machine.ends.length > MAX_STATES) return false
    stream.add(WALK, cells, ...stream.placeOf(machine, () => encodedMachine(machine)))
  } else {
    if (cells.length > MOST_CELLS_OF_WAY) return false
    stream.add(CHOICE, cells, ...stream.placeOf(demand.key, () => encodedWays(demand)), demand.decides)
  }
  return true
}

/** A number for each state that says whether walks begin or end there, and one for each of nine digits: see propagate.as.ts. */
function encodedMachine({ size, next, starts, ends }: Machine): Uint16Array {
  const rows = ends.flatMap((isEnd, state) => {
    const ways = Array.from({ length: 9 }, (_, i) => (i < size ? next[state * size + i] : DEAD_END))
    return [Number(starts.includes(state)) + 2 * Number(isEnd), ...ways]
  })
  // A dead end, of -1, comes out as 0xffff.
  return Uint16Array.from([ends.length, ...rows])
}

/** Beside cells a way has a number for what they have to hold, and a bit that stands for no cell: see propagate.as.ts. */
const MOST_CELLS_OF_WAY = WAY_LANES - 2
const NO_CELL = 0x8000

/** The most numbers that are kept for further puzzles: all clues of 9×9 have 130,000. */
const MOST_KEPT = 1_000_000
const knownWays = new Map<string, Uint16Array>()
let kept = 0

/** How many ways, and then each; worked out once for those that are alike. */
function encodedWays({ key, ways }: Choice): Uint16Array {
  let known = knownWays.get(key)
  if (!known) {
    const all = ways()
    known = Uint16Array.from([
      all.length,
      ...all.flatMap(({ sets, holds = 0 }) => [
        ...sets,
        ...Array<number>(WAY_LANES - 1 - sets.length).fill(NO_CELL),
        holds | NO_CELL,
      ]),
    ])
    if (kept > MOST_KEPT) {
      knownWays.clear()
      kept = 0
    }
    kept += known.length
    knownWays.set(key, known)
  }
  return known
}
