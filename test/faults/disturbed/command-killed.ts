import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../shared/sudoku/making/random.ts'
import { type Command, sudoku } from './command.ts'
import { moments, type Story, sameAsUndisturbed } from './disturbed.ts'
import { SOLVE, type Trial } from './trial.ts'
import { watchNext } from './watch.ts'

const KILLS_WHILE_PRINTING = 3
const LOOK_EVERY_MS = 1

/**
 * Kills the command line while it sends puzzles, and again and again while it prints results; each time another
 * one goes on as somebody would who has the output and finds the job's id in the list.
 */
export async function commandKilled(trial: Trial, random: Random): Promise<Story> {
  const { file, folder, service, undisturbed } = trial
  const output = join(folder, `${randomUUID()}.csv`)
  const faults: string[] = []
  const codes: (number | null)[] = []
  const where = ['--url', service.url]
  const size = undisturbed.output.length

  let running = sudoku(['solve', file, ...SOLVE, ...where], output)
  const submitted = Promise.withResolvers<string>()
  let isKilled = false
  const watching = watchNext(service.url, ({ id, state, counts }) => {
    if (isKilled) return
    isKilled = true
    running.child.kill('SIGKILL')
    faults.push(`the command killed with ${counts.total} puzzles of an ${state} job in`)
    submitted.resolve(id)
  })
  watching.catch(submitted.reject)
  const job = await submitted.promise
  assert.equal((await running.ended).signal, 'SIGKILL')

  for (const share of [...moments(random, KILLS_WHILE_PRINTING), undefined]) {
    const next = keepWholeLines(output)
    const from = next > 1 ? ['--from', `${next}`] : []
    running = sudoku(['solve', file, '--job', job, '--format', 'csv', ...from, ...where], output)
    if (share !== undefined) await killAt(running, output, share * size)
    const { code, signal, stderr } = await running.ended
    assert.equal(stderr, '')
    codes.push(code)
    // One that ended before its moment has printed all that there is.
    if (!signal) break
    faults.push(`the command killed after ${statSync(output).size} of ${size} bytes`)
  }
  assert.equal(codes.at(-1), 0)
  const watched = await watching
  sameAsUndisturbed(trial, watched, output)
  return { faults, codes, failedPolls: watched.failedPolls }
}

/** Kills a command once there is so much output, if it has not ended before. */
async function killAt({ child }: Command, output: string, bytes: number): Promise<void> {
  while (child.exitCode === null && statSync(output).size < bytes) await pause(LOOK_EVERY_MS)
  child.kill('SIGKILL')
}

/** Drops what a killed command had printed of a line; answers with the line to go on with. */
function keepWholeLines(output: string): number {
  if (!existsSync(output)) return 1
  const text = readFileSync(output, 'latin1')
  const lines = text.split('\n').length - 1
  // A head alone would be printed again.
  truncateSync(output, lines > 1 ? text.lastIndexOf('\n') + 1 : 0)
  return Math.max(1, lines)
}
