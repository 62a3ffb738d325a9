import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A folder that goes when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A script that has run to its end. */
export interface Run {
  /** From its start to its end. */
  readonly seconds: number
  readonly cpuSeconds: number
}

/**
 * Runs a script as npm would. One at a time: the CPU time of processes that have ended is known as a sum only.
 *
 * @param to the file that takes its standard output
 * @throws if it ends otherwise than with 0, or with 1 and no words: then not every puzzle could be solved
 */
export async function run(script: string, args: readonly string[], to: string): Promise<Run> {
  const output = openSync(to, 'w')
  const cpuBefore = endedSeconds()
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: `${ROOT}/node_modules/.cache/compile` },
  })
  closeSync(output)
  const end = () => child.kill()
  process.once('exit', end)
  const said = child.stderr && text(child.stderr)
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - start) / 1000
  const stderr = (await said) ?? ''
  process.off('exit', end)
  if (code !== 0 && (code !== 1 || stderr !== '')) throw new Error(`${script} ended with ${code}: ${stderr}`)
  return { seconds, cpuSeconds: endedSeconds() - cpuBefore }
}

/** Linux counts in hundredths of a second there, on every machine. */
const TICKS_A_SECOND = 100
/** Places of the fields behind the process's name, which may hold anything. */
const UTIME = 11
const STIME = 12
const CHILDREN_UTIME = 13
const CHILDREN_STIME = 14

/** CPU time of a process that runs, its threads included. */
export function cpuSecondsOf(pid: number): number {
  return secondsIn(pid, [UTIME, STIME])
}

/** CPU time of the processes that this one has started and that have ended. */
function endedSeconds(): number {
  return secondsIn(process.pid, [CHILDREN_UTIME, CHILDREN_STIME])
}

function secondsIn(pid: number, fields: readonly number[]): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const all = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, field) => sum + Number(all[field]), 0) / TICKS_A_SECOND
}

/** The processes that a process has started, with the last word of their commands. */
export function childrenOf(pid: number): { readonly pid: number; readonly lastWord: string }[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
  return pids.filter(Boolean).map((child) => {
    const words = readFileSync(`/proc/${child}/cmdline`, 'latin1').split('\0').filter(Boolean)
    return { pid: Number(child), lastWord: words.at(-1) ?? '' }
  })
}
