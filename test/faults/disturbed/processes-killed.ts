import type { Random } from '../../../shared/sudoku/making/random.ts'
import { atMoments, moments, type Story, solveDisturbed } from './disturbed.ts'
import type { Trial } from './trial.ts'

/** A message is given up after five attempts, and one of these kills may hit any of them. */
const WORKER_KILLS = 4
const API_KILLS = 5

/** Kills one worker after the other in the middle of a job. */
export function workersKilled(trial: Trial, random: Random): Promise<Story> {
  const pidOf = () => {
    const pids = trial.service.workerPids()
    return pids[random.below(pids.length)]
  }
  return killed('a worker', pidOf, moments(random, WORKER_KILLS), trial)
}

/** Kills the API while puzzles are sent to it, and again and again while results are read from it. */
export function apiKilled(trial: Trial, random: Random): Promise<Story> {
  // The first view of a job comes while its first parts are on their way.
  return killed('the API', () => trial.service.apiPid(), [0, ...moments(random, API_KILLS - 1)], trial)
}

async function killed(what: string, pidOf: () => number | undefined, shares: number[], trial: Trial): Promise<Story> {
  const faults: string[] = []
  const kill = (share: string) => {
    const pid = pidOf()
    if (pid === undefined) return false
    process.kill(pid, 'SIGKILL')
    faults.push(`${what} killed at ${share}`)
    return true
  }
  return { faults, ...(await solveDisturbed(trial, atMoments(shares, kill))) }
}
