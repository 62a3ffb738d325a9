import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../shared/sudoku/making/random.ts'
import { atMoments, moments, type Story, solveDisturbed } from './disturbed.ts'
import { AWAY, type Passage } from './gate.ts'
import type { Trial } from './trial.ts'

const SHORTEST_MS = 300
const LONGEST_MS = 2_000

/** Takes the table or the queue away, in every way there is, for up to two seconds each. */
export function away(name: 'table' | 'queue') {
  return async (trial: Trial, random: Random): Promise<Story> => {
    const gate = trial.gates[name]
    const faults: string[] = []
    // The first view of a job comes while its first parts are on their way.
    const shares = [0, ...moments(random, AWAY.length)]
    const passages: Passage[] = [AWAY[random.below(AWAY.length)], ...shuffled(AWAY, random)]
    let outage = Promise.resolve()
    const takeAway = (share: string) => {
      const passage = passages.shift() as Passage
      const ms = SHORTEST_MS + random.below(LONGEST_MS - SHORTEST_MS)
      faults.push(`the ${name} ${passage} for ${ms} ms at ${share}`)
      outage = outage.then(async () => {
        await gate.set(passage)
        await pause(ms)
        await gate.set('open')
      })
      return true
    }
    const story = await solveDisturbed(trial, atMoments(shares, takeAway), () => outage)
    await outage
    return { faults, ...story }
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.below(left.length), 1)[0])
}
