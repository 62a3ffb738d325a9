import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../shared/random.ts'
import { type Command, sudoku } from './command.ts'
import { atMoments, moments, type Story, sameAsUndisturbed, solveDisturbed } from './disturbed.ts'
import { AWAY, type Passage } from './gate.ts'
import { SOLVE, type Trial } from './trial.ts'
import { watchNext } from './watch.ts'

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

const SHORTEST_MS = 300
const LONGEST_MS = 2_000

/** Takes the table or the queue away, in every way there is, for up to two seconds each. */
function away(name: 'table' | 'queue') {
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

/** A message is given up after five attempts, and one of these kills may hit any of them. */
const WORKER_KILLS = 4
const API_KILLS = 5

/** Kills one worker after the other in the middle of a job. */
function workersKilled(trial: Trial, random: Random): Promise<Story> {
  const pidOf = () => {
    const pids = trial.service.workerPids()
    return pids[random.below(pids.length)]
  }
  return killed('a worker', pidOf, moments(random, WORKER_KILLS), trial)
}

/** Kills the API while puzzles are sent to it, and again and again while results are read from it. */
function apiKilled(trial: Trial, random: Random): Promise<Story> {
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

/** Takes the table away until the command line has lost its patience; the command that it names goes on after that. */
async function tableGone(trial: Trial, random: Random): Promise<Story> {
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

const KILLS_WHILE_PRINTING = 3
const LOOK_EVERY_MS = 1

/**
 * Kills the command line while it sends puzzles, and again and again while it prints results; each time another
 * one goes on as somebody would who has the output and finds the job's id in the list.
 */
async function commandKilled(trial: Trial, random: Random): Promise<Story> {
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
