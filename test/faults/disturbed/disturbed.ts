import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobView } from '../../../shared/protocol/views.ts'
import type { Random } from '../../../shared/random.ts'
import { type Ended, namedIn, shell, sudoku } from './command.ts'
import { COUNT, SOLVE, type Trial } from './trial.ts'
import { type Watched, watchNext } from './watch.ts'

/** A disturbance of a job, and how it was borne. */
export interface Story {
  /** The moment: a share of the puzzles that were done. */
  readonly faults: readonly string[]
  /** The exit codes of the commands, one after the other. */
  readonly codes: readonly (number | null)[]
  readonly failedPolls: number
}

const UNREACHABLE = 3
const MOST_RUNS = 10

/** Shares of a job, in order; they leave it enough to be done after the last one. */
export function moments(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => 0.02 + random.below(800) / 1000).toSorted((a, b) => a - b)
}

/**
 * Does something at each of some moments of a job, given its views; one at a time.
 *
 * @param act may answer that it could not yet
 */
export function atMoments(shares: number[], act: (share: string) => boolean): (job: JobView) => void {
  return ({ counts }) => {
    const share = (counts.total - counts.pending) / COUNT
    // A killed process may take so long to come back that a job has no middle left for the moments that were to follow.
    if (shares.length === 0 || share < shares[0] || share === 1) return
    if (act(`${(100 * share).toFixed(1)}%`)) shares.shift()
  }
}

/**
 * Solves the puzzles as a user would, going on with the command that is named whenever one gives up.
 *
 * @param onView is given the job as it gets on
 * @param beforeGoingOn when a command has given up
 */
export async function solveDisturbed(
  trial: Trial,
  onView: (job: JobView) => void,
  beforeGoingOn: () => Promise<void> = async () => {},
): Promise<Omit<Story, 'faults'>> {
  const { file, folder, service } = trial
  const output = join(folder, `${randomUUID()}.csv`)
  const run = async () => {
    const runs: Ended[] = [await sudoku(['solve', file, ...SOLVE, '--url', service.url], output).ended]
    for (let last = runs[0]; last.code === UNREACHABLE && runs.length < MOST_RUNS; runs.push(last)) {
      await beforeGoingOn()
      last = await goOn(last, output)
    }
    return runs
  }
  const [watched, runs] = await Promise.all([watchNext(service.url, onView), run()])
  assert.equal(runs.at(-1)?.code, 0, runs.at(-1)?.stderr)
  sameAsUndisturbed(trial, watched, output)
  return { codes: runs.map(({ code }) => code), failedPolls: watched.failedPolls }
}

/** Runs the command that another one named, its output going behind the other's. */
function goOn({ stderr }: Ended, output: string): Promise<Ended> {
  const named = namedIn(stderr)
  assert.ok(named, `no command to go on with: ${stderr}`)
  const lines = readFileSync(output, 'latin1').split('\n')
  assert.equal(lines.pop(), '', 'the output ends in the middle of a line')
  assert.equal(Math.max(0, lines.length - 1), named.line)
  return shell(`sudoku ${named.command} >> "$1"`, [output]).ended
}

/** The job's counts, and every byte of its results, as if nothing had happened. */
export function sameAsUndisturbed({ undisturbed, said }: Trial, { job }: Watched, output: string): void {
  const { state, parts, formats, counts, mismatches, backtracks } = undisturbed.job
  assert.partialDeepStrictEqual(job, { state, parts, formats, counts, mismatches, backtracks })
  assert.ok(undisturbed.output.equals(readFileSync(output)), `${output} differs from the undisturbed output`)
  for (const line of said()) assert.match(line, /ended by SIGKILL|message failed|request failed|channel closed|EPIPE/i)
}
