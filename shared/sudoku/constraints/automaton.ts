import { digitIn } from '../grid/digit-set.ts'
import type { Constraint, PrunedGrid } from './constraint.ts'
import { DEAD_END, type Machine } from './walk-compiler.ts'

/**
 * A demand told as a walk: from cell to cell, each digit leads from one state to the next, and the last state says
 * whether the demand is kept. A sum's state is the sum so far, a sandwich's what lies between the slices so far.
 */
export interface Automaton {
  /** How many states there are, numbered from 0. */
  readonly states: number
  /** The states that it may begin in, mostly one. */
  readonly starts: readonly number[]
  /** The state after a digit in a cell, the `place`-th of the constraint's; {@link DEAD_END} where the demand is lost. */
  next(state: number, digit: number, place: number): number
  accepts(state: number): boolean
}

/**
 * A constraint whose cells, walked through in their order, an automaton accepts. A digit stays a candidate where some
 * walk through candidates goes by it to an accepted end: all that can be known of the demand alone, without that other
 * demands forbid the same digits together.
 */
export function walked(parts: Omit<Constraint, 'prune'>, automaton: Automaton): Constraint {
  return { ...parts, prune: (grid) => prune(parts.cells, automaton, grid) }
}

export function walkedBy(machine: Machine, parts: Omit<Constraint, 'prune' | 'demand'>): Constraint {
  const { size, next, starts, ends } = machine
  return walked(
    { ...parts, demand: { kind: 'walk', machine } },
    {
      states: ends.length,
      starts,
      next: (state, digit) => next[state * size + digit - 1],
      accepts: (state) => ends[state],
    },
  )
}

// One walk at a time: what it needs is kept for the next, and grows with the largest automaton.
/** By state: the number of the layer that it was last put in. */
let stamps = new Int32Array(64)
let stamp = 0
/** The states that can be reached before each place, one layer behind the other. */
let reached = new Int32Array(64)
const layers: number[] = []

function prune(cells: readonly number[], automaton: Automaton, grid: PrunedGrid): boolean {
  if (stamps.length < automaton.states) stamps = new Int32Array(automaton.states)
  // Where numbers come to an end they begin again.
  if (stamp > 1 << 30) {
    stamps.fill(0)
    stamp = 0
  }
  let count = walkForward(cells, automaton, grid)
  // States that lead nowhere are dropped from the last layer back to the first.
  const last = layers[cells.length]
  let alive = 0
  stamp++
  for (let i = last; i < count; i++) {
    if (!automaton.accepts(reached[i])) continue
    stamps[reached[i]] = stamp
    alive++
  }
  for (let place = cells.length - 1; place >= 0 && alive > 0; place--) {
    const candidates = grid.at(cells[place])
    count = layers[place]
    let supported = 0
    let kept = count
    for (let i = count; i < layers[place + 1]; i++) {
      const state = reached[i]
      let leads = false
      for (let rest = candidates; rest !== 0; rest &= rest - 1) {
        const digit = digitIn(rest & -rest)
        const next = automaton.next(state, digit, place)
        if (next === DEAD_END || stamps[next] !== stamp) continue
        supported |= rest & -rest
        leads = true
      }
      if (leads) reached[kept++] = state
    }
    stamp++
    for (let i = count; i < kept; i++) stamps[reached[i]] = stamp
    alive = kept - count
    if (candidates !== supported && !grid.remove(cells[place], candidates & ~supported)) return false
  }
  return alive > 0
}

/** Fills `reached` and `layers`; returns how many states there are in all layers. */
function walkForward(cells: readonly number[], automaton: Automaton, grid: PrunedGrid): number {
  const { starts } = automaton
  if (reached.length < starts.length) reached = new Int32Array(starts.length)
  reached.set(starts)
  layers[0] = 0
  layers[1] = starts.length
  let count = starts.length
  for (const [place, cell] of cells.entries()) {
    const candidates = grid.at(cell)
    stamp++
    for (let i = layers[place]; i < layers[place + 1]; i++) {
      for (let rest = candidates; rest !== 0; rest &= rest - 1) {
        const next = automaton.next(reached[i], digitIn(rest & -rest), place)
        if (next === DEAD_END || stamps[next] === stamp) continue
        stamps[next] = stamp
        if (count === reached.length) {
          const longer = new Int32Array(2 * count)
          longer.set(reached)
          reached = longer
        }
        reached[count++] = next
      }
    }
    layers[place + 2] = count
  }
  return count
}
