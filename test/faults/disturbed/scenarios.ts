import type { Random } from '../../../shared/sudoku/making/random.ts'
import { away } from './aws-away.ts'
import { commandKilled } from './command-killed.ts'
import type { Story } from './disturbed.ts'
import { apiKilled, workersKilled } from './processes-killed.ts'
import { tableGone } from './table-gone.ts'
import type { Trial } from './trial.ts'

interface Scenario {
  readonly disturb: (trial: Trial, random: Random) => Promise<Story>
  /** The fewest faults that there have to be, where it is not two. */
  readonly least?: number
  /** The exit codes that the commands have to end with, where it is known how often one is broken off. */
  readonly codes?: readonly number[]
}

/** Everything that is done to a job of 100,000 puzzles; each ends with the results of an undisturbed one. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'workers-killed': { disturb: workersKilled, codes: [0] },
  'api-killed': { disturb: apiKilled },
  'command-killed': { disturb: commandKilled },
  'table-away': { disturb: away('table') },
  'queue-away': { disturb: away('queue') },
  'table-gone': { disturb: tableGone, least: 1, codes: [3, 0] },
}
