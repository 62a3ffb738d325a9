import { type Automaton, type Constraint, DEAD_END as STUCK } from '../../constraints/constraint.ts'
import { onceForRules } from '../../rules/rules.ts'
import { CAGE, DEAD_END, END_OF_RULES, RELATION, SUM, UNIT, WALK } from './kernel-bytes.ts'

/** No cage sums to as much. */
const TOO_MUCH = 99
/** Sums and weights are 16 bits with a sign. */
const MOST_WEIGHT = 0x7fff

/** The most numbers that rules may come to: the kernel has room for a million, and needs some for what it derives. */
const MOST_NUMBERS = 900_000

/** Rules as the kernel takes them; undefined where they are too many. */
export const encodedRules = onceForRules(({ size, units, constraints }): Uint16Array | undefined => {
  const stream: number[] = []
  for (const { cells } of units) stream.push(UNIT, cells.length, ...cells)
  for (const constraint of constraints) {
    if (!encode(constraint, size, stream) || stream.length > MOST_NUMBERS) return undefined
  }
  stream.push(END_OF_RULES)
  return Uint16Array.from(stream)
})

function encode({ cells, demand }: Constraint, size: number, stream: number[]): boolean {
  if (demand.kind === 'cage') stream.push(CAGE, cells.length, Math.min(demand.sum, TOO_MUCH), ...cells)
  else if (demand.kind === 'sum') {
    if ([demand.sum, ...demand.weights].some((number) => Math.abs(number) > MOST_WEIGHT)) return false
    // An addition that is taken away again does not count.
    const counted = cells.map((cell, i) => [cell, demand.weights[i]] as const).filter(([, weight]) => weight !== 0)
    stream.push(SUM, counted.length, demand.sum)
    for (const [cell] of counted) stream.push(cell)
    for (const [, weight] of counted) stream.push(weight)
  } else if (demand.kind === 'relation') {
    const { partners, partnersOfSecond } = demand
    stream.push(RELATION, 2, 0, ...cells, ...partners.slice(1), ...partnersOfSecond.slice(1))
  } else {
    const layers = layersOf(demand.automaton, cells.length, size)
    stream.push(WALK, cells.length, ...cells)
    for (const layer of layers) {
      stream.push(layer.length / size)
      for (const next of layer) stream.push(next)
    }
  }
  return true
}

/**
 * The states of a walk before each of its cells, as numbers from 0 in each layer, and what each digit leads to: only
 * states that are reached and lead to an accepted end. All ends are one state.
 */
function layersOf(automaton: Automaton, places: number, size: number): number[][] {
  let states = [automaton.start]
  const reached = [states]
  const layers = Array.from({ length: places }, (_, place) => {
    const numbers = new Map<number, number>()
    const isLast = place === places - 1
    const layer = states.flatMap((state) =>
      Array.from({ length: size }, (_, i) => {
        const next = automaton.next(state, i + 1, place)
        if (next === STUCK || (isLast && !automaton.accepts(next))) return DEAD_END
        if (isLast) return 0
        const number = numbers.get(next) ?? numbers.size
        numbers.set(next, number)
        return number
      }),
    )
    states = [...numbers.keys()]
    reached.push(states)
    return layer
  })
  // From the last layer back, states that lead nowhere are left out.
  for (let place = places - 1; place > 0; place--) {
    const layer = layers[place]
    const count = reached[place].length
    const left = Array.from({ length: count }, (_, state) => state).filter((state) =>
      layer.slice(state * size, (state + 1) * size).some((next) => next !== DEAD_END),
    )
    const numbers = new Array<number>(count).fill(DEAD_END)
    for (const [number, state] of left.entries()) numbers[state] = number
    layers[place] = left.flatMap((state) => layer.slice(state * size, (state + 1) * size))
    layers[place - 1] = layers[place - 1].map((next) => (next === DEAD_END ? DEAD_END : numbers[next]))
  }
  return layers
}
