import type { Random } from '../../../shared/sudoku/making/random.ts'
import { atMoments, moments, type Story, solveDisturbed } from './disturbed.ts'
import type { Trial } from './trial.ts'

/** Takes the table away until the command line has lost its patience; the command that it names goes on after that. */
export async function tableGone(trial: Trial, random: Random): Promise<Story> {
  const gate = trial.gates.table
  const faults: string[] = []
  const leave = (share: string) => {
    faults.push(`the table gone at ${share}`)
    gate.set('refusing')
    return true
  }
  const story = await solveDisturbed(trial, atMoments(moments(random, 1), leave), () => gate.set('open'))
  return { faults, ...story }
}
