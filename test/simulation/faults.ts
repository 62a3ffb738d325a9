import type { Chance } from './chance.ts'

/** How often each thing goes wrong, of 1. */
export interface Faults {
  /** Milliseconds that most calls take at most: the longer, the more happens at once. */
  slow: number
  /** A call to AWS is refused before it is carried out. */
  throttled: number
  /** A call is carried out, and its answer is lost: the SDK makes it again. */
  answerLost: number
  /** The same, but the call is carried out only after a while, when nobody waits for it any more. */
  late: number
  /** The function dies at a call, carried out or not. */
  crash: number
  /** A call takes so long that the function may run out of time. */
  stall: number
  /** A query takes several reads, between which other things happen. */
  torn: number
  /** SQS refuses a message of a batch. */
  refused: number
  /** A message is delivered once more, while it is worked on. */
  twice: number
  /** A message that was deleted comes again. */
  undeleted: number
  /** A message comes only after minutes, or days. */
  delayed: number
  /** An attempt is used up, and no function is called. */
  wasted: number
  /** A request of a client, or its answer, is lost. */
  network: number
  /** A client dies with a request under way. */
  clientDies: number
}

const RATES = [0, 0, 0.01, 0.05, 0.15]
/** Enough to have messages run out of attempts. */
const HEAVY_RATES = [...RATES, 0.4]

/** Each history has some kinds of faults, and others not, so that rare ones are not drowned by others. */
export function someFaults(chance: Chance): Faults {
  const rates = chance.is(0.3) ? HEAVY_RATES : RATES
  return faultsAt(chance.of([20, 20, 200]), () => chance.of(rates))
}

function faultsAt(slow: number, rate: () => number): Faults {
  return {
    slow,
    throttled: rate(),
    answerLost: rate(),
    late: rate() / 3,
    crash: rate(),
    stall: rate() / 3,
    torn: rate() * 2,
    refused: rate(),
    twice: rate(),
    undeleted: rate(),
    delayed: rate(),
    wasted: rate(),
    network: rate() / 2,
    clientDies: rate() / 3,
  }
}

export const NO_FAULTS: Readonly<Faults> = faultsAt(20, () => 0)
