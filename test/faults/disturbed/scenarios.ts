import type { Random } from '../../../shared/sudoku/making/random.ts'
import { apiKilled } from './api-killed.ts'
import { away } from './aws-away.ts'
import { commandKilled } from './command-killed.ts'
import type { Story } from './disturbed.ts'
import { outputClosed } from './output-closed.ts'
import { canMount, deviceFull, diskFull } from './output-full.ts'
import { tableGone } from './table-gone.ts'
import type { Trial } from './trial.ts'
import { workersKilled } from './workers-killed.ts'

/** Everything that is done to a job of 100,000 puzzles; each ends with the results of an undisturbed one. */
export const scenarios: Readonly<Record<string, (trial: Trial, random: Random) => Promise<Story>>> = {
  'workers-killed': workersKilled,
  'api-killed': apiKilled,
  'command-killed': commandKilled,
  'table-away': away('table'),
  'queue-away': away('queue'),
  'table-gone': tableGone,
  ...(canMount && { 'disk-full': diskFull }),
  'device-full': deviceFull,
  'output-closed': outputClosed,
}
