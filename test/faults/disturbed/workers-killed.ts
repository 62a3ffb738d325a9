import type { Random } from '../../../shared/sudoku/making/random.ts'
import { atMoments, moments, type Story, solveDisturbed } from './disturbed.ts'
import type { Trial } from './trial.ts'

/** A message is given up after five attempts, and one of these kills may hit any of them. */
const KILLS = 4

/** Kills one worker after the other in the middle of a job. */
export async function workersKilled(trial: Trial, random: Random): Promise<Story> {
  const faults: string[] = []
  const kill = (share: string) => {
    const pids = trial.service.workerPids()
    const pid = pids[random.below(pids.length)]
    if (pid === undefined) return false
    process.kill(pid, 'SIGKILL')
    faults.push(`a worker killed at ${share}`)
    return true
  }
  const story = await solveDisturbed(trial, atMoments(moments(random, KILLS), kill))
  return { faults, ...story }
}
