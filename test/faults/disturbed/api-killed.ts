import type { Random } from '../../../shared/sudoku/making/random.ts'
import { atMoments, moments, type Story, solveDisturbed } from './disturbed.ts'
import type { Trial } from './trial.ts'

const KILLS = 5

/** Kills the API while puzzles are sent to it, and again and again while results are read from it. */
export async function apiKilled(trial: Trial, random: Random): Promise<Story> {
  const faults: string[] = []
  const kill = (share: string) => {
    const pid = trial.service.apiPid()
    if (pid === undefined) return false
    process.kill(pid, 'SIGKILL')
    faults.push(`the API killed at ${share}`)
    return true
  }
  // The first view of a job comes while its first parts are on their way.
  const story = await solveDisturbed(trial, atMoments([0, ...moments(random, KILLS - 1)], kill))
  return { faults, ...story }
}
