import type { Service as FunctionName } from '../../functions/reporting/telemetry.ts'
import type { Functions } from '../releases/account.ts'
import * as present from '../releases/functions.ts'
import { readsAll } from '../releases/release.ts'
import type { World } from './world.ts'

/** In the order in which the stack replaces its functions: who reads before who writes. */
const ORDER = ['notifier', 'deadLetter', 'worker', 'api'] as const satisfies readonly FunctionName[]
/** How long a function may run as both: an instance that is busy ends what it has begun, and Lambda's pollers are many. */
const BOTH_MS = 120_000
const BETWEEN_MS = 120_000

/** A function is replaced from some time on, and by some time. */
interface Replacement {
  readonly from: number
  readonly by: number
  readonly to: Functions
}

/** A deployment in the middle of a history: each function runs as its old release, then as both, then as this code. */
export class Rollout {
  readonly #world: World
  readonly #before: Functions
  readonly #replacements: Readonly<Record<FunctionName, readonly Replacement[]>>

  constructor(world: World, before: Functions) {
    const { chance } = world
    this.#world = world
    this.#before = before
    const sequence = () => {
      // From a second to an hour, each order of magnitude as likely.
      const first = Math.floor(1000 * 10 ** (chance.fraction() * 3.5))
      return { first, gaps: ORDER.map(() => chance.below(BETWEEN_MS)), lasts: ORDER.map(() => chance.below(BOTH_MS)) }
    }
    const there = sequence()
    const back = sequence()
    // Code that knows fewer versions leaves what it cannot read alone, for as long as it is there: one does not go back.
    const goesBack = readsAll(before) && chance.is(0.5)
    const at = (n: number, { first, gaps, lasts }: typeof there) => {
      const from = first + gaps.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0)
      return { from: world.now + from, by: world.now + from + lasts[n] }
    }
    const endOfAll = ORDER.length * (BETWEEN_MS + BOTH_MS) + there.first
    const of = (n: number): readonly Replacement[] => [
      { ...at(n, there), to: present },
      ...(goesBack ? [{ ...at(n, { ...back, first: endOfAll + back.first }), to: before }] : []),
    ]
    this.#replacements = { notifier: of(0), deadLetter: of(1), worker: of(2), api: of(3) }
    world.log(`a rollout ${JSON.stringify(this.#replacements, (name, value) => (name === 'to' ? undefined : value))}`)
  }

  /** The release that an invocation of a function which begins now runs. */
  functionsFor(name: FunctionName): Functions {
    const { now, chance } = this.#world
    let functions = this.#before
    for (const { from, by, to } of this.#replacements[name]) {
      if (now >= by || (now >= from && chance.is(0.5))) functions = to
    }
    return functions
  }
}
