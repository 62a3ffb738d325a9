import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Random } from '../../../shared/sudoku/making/random.ts'
import { shell, sudoku } from './command.ts'
import { type Story, sameAsUndisturbed } from './disturbed.ts'
import { SOLVE, type Trial } from './trial.ts'
import { watchNext } from './watch.ts'

const MOST_LINES = 50_000

/** Prints to a reader that has soon seen enough; the job can be had whole all the same. */
export async function outputClosed(trial: Trial, random: Random): Promise<Story> {
  const { file, folder, service, undisturbed } = trial
  const output = join(folder, `${randomUUID()}.csv`)
  const lines = 1 + random.below(MOST_LINES)
  const found = Promise.withResolvers<string>()
  const watching = watchNext(service.url, ({ id }) => found.resolve(id))
  watching.catch(found.reject)

  const where = ['--url', service.url]
  const pipe = `set -o pipefail; sudoku solve "$@" | head -n ${lines}`
  const piped = shell(pipe, [file, ...SOLVE, ...where])
  const { code, stderr } = await piped.ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const printed = piped.printed()
  assert.equal(printed.split('\n').length - 1, lines)
  assert.ok(undisturbed.output.toString().startsWith(printed))

  const args = ['solve', file, '--job', await found.promise, '--format', 'csv', ...where]
  const rest = await sudoku(args, output).ended
  assert.deepEqual({ code: rest.code, stderr: rest.stderr }, { code: 0, stderr: '' })
  const watched = await watching
  sameAsUndisturbed(trial, watched, output)
  return { faults: [`its reader gone after ${lines} lines`], codes: [code, 0], failedPolls: watched.failedPolls }
}
