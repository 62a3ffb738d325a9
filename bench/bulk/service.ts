import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Observed } from './metered-service.ts'

/** The service on this machine, in processes that can be looked at. */
export interface Service extends AsyncDisposable {
  readonly url: string
  /** Of each of its processes. */
  pids(): ReadonlyMap<string, number>
  /** CPU seconds of each of its processes since their start. */
  cpuSeconds(): ReadonlyMap<string, number>
  /** The most memory that each has held, in megabytes. */
  peaksMb(): ReadonlyMap<string, number>
  /** Begins to count, where it is observed. */
  begin(): void
  /** What was counted, and the bytes of each line that functions have logged meanwhile. */
  end(): Promise<Observed & { readonly lines: readonly number[] }>
}

/** The process that holds the HTTP front, the emulated AWS and the event source. */
export const MAIN = 'front, AWS and event source'

interface ServiceOptions {
  readonly isObserved?: boolean
  /** Starts it, and tells its address. */
  readonly script?: URL
  readonly env?: Readonly<Record<string, string>>
}

export async function startService({
  isObserved = false,
  script = new URL('./metered-service.ts', import.meta.url),
  env = {},
}: ServiceOptions = {}): Promise<Service> {
  const main = fork(script, isObserved ? ['observed'] : [], {
    serialization: 'advanced',
    env: { ...process.env, ...env },
    stdio: ['ignore', isObserved ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  let lines: number[] = []
  if (main.stdout) {
    createInterface(main.stdout).on('line', (line) => lines.push(Buffer.byteLength(line)))
  }
  const ended = new AbortController()
  main.once('exit', () => ended.abort(new Error('the service has ended')))
  const answer = async () => (await once(main, 'message', { signal: ended.signal }))[0]
  const { url } = await answer()
  /** By name; those of one function are numbered in the order of their start. */
  const pids = () => {
    const found = new Map([[MAIN, main.pid as number]])
    const byName = Map.groupBy(childrenOf(main.pid as number), ({ lastWord }) => lastWord)
    for (const [name, all] of byName) {
      for (const [i, { pid }] of all.entries()) found.set(all.length > 1 ? `${name} ${i + 1}` : name, pid)
    }
    return found
  }
  const ofEach = (look: (pid: number) => number) => new Map([...pids()].map(([name, pid]) => [name, look(pid)]))
  return {
    url,
    pids,
    cpuSeconds: () => ofEach(cpuSecondsOf),
    peaksMb: () => ofEach(peakMbOf),
    begin() {
      lines = []
      main.send('begin')
    },
    async end() {
      main.send('end')
      return { ...(await answer()), lines }
    },
    async [Symbol.asyncDispose]() {
      if (ended.signal.aborted) return
      main.disconnect()
      await once(main, 'exit')
    },
  }
}

/** Linux counts in hundredths of a second there, on every machine. */
const TICKS_A_SECOND = 100
const LOOK_EVERY_MS = 20
const ROOT = new URL('../../', import.meta.url)

/** A script of this project that has run to its end. */
export interface Run {
  /** From its start to its end. */
  readonly seconds: number
  readonly cpuSeconds: number
  /** The most memory it held; 0 where nobody looked. */
  readonly peakMb: number
  readonly stderr: string
}

export interface RunOptions {
  /** The file that takes its standard output. */
  readonly to: string
  /** Keeps it on one core, where the machine knows how. */
  readonly isPinned?: boolean
  readonly looksAtMemory?: boolean
}

/** Runs a script as npm would. One at a time: the CPU time of processes that have ended is known as a sum only. */
export async function run(
  script: string,
  args: readonly string[],
  { to, isPinned = false, looksAtMemory = false }: RunOptions,
): Promise<Run> {
  const output = openSync(to, 'w')
  const command = [process.execPath, script, ...args]
  if (isPinned && canPin) command.unshift('taskset', '--cpu-list', '0')
  const cpuBefore = endedSeconds()
  const start = performance.now()
  const child = spawn(command[0], command.slice(1), {
    cwd: ROOT,
    stdio: ['ignore', output, 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compile', ROOT)),
    },
  })
  closeSync(output)
  const end = () => child.kill()
  process.once('exit', end)
  let stderr = ''
  child.stderr?.on('data', (text) => {
    stderr += text
  })
  let peakMb = 0
  const look = () => {
    peakMb = Math.max(peakMb, peakMbOf(child.pid))
  }
  const looking = looksAtMemory ? setInterval(look, LOOK_EVERY_MS) : undefined
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - start) / 1000
  clearInterval(looking)
  process.off('exit', end)
  // 1, and nothing said: not every puzzle could be solved.
  if (code !== 0 && (code !== 1 || stderr !== '')) throw new Error(`${script} ended with ${code}: ${stderr}`)
  return { seconds, cpuSeconds: endedSeconds() - cpuBefore, peakMb, stderr }
}

const canPin = spawnSync('taskset', ['--version']).status === 0

/** CPU time of a process that runs, its threads included. */
function cpuSecondsOf(pid: number): number {
  return secondsIn(pid, [UTIME, STIME])
}

/** CPU time of the processes that this one has started and that have ended. */
function endedSeconds(): number {
  return secondsIn(process.pid, [CHILDREN_UTIME, CHILDREN_STIME])
}

/** Places of the fields behind the process's name, which may hold anything. */
const UTIME = 11
const STIME = 12
const CHILDREN_UTIME = 13
const CHILDREN_STIME = 14

function secondsIn(pid: number, fields: readonly number[]): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const all = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.reduce((sum, field) => sum + Number(all[field]), 0) / TICKS_A_SECOND
}

/** The most memory that a process has held since its start, in megabytes; 0 where it has ended. */
function peakMbOf(pid: number | undefined): number {
  try {
    const [, kilobytes = 0] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** The processes that a process has started, with the last word of their commands. */
function childrenOf(pid: number): { pid: number; lastWord: string }[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
  return pids.filter(Boolean).map((child) => {
    const words = readFileSync(`/proc/${child}/cmdline`, 'latin1').split('\0').filter(Boolean)
    return { pid: Number(child), lastWord: words.at(-1) ?? '' }
  })
}

/** The load average of a machine that has nothing else to do. */
const QUIET = 1.5

/** The machine, and what else it had to do. */
export function machine(): string {
  const [load] = loadavg()
  const others = load < QUIET ? '' : ', as others were at work on it all the time'
  return `${cpus()[0].model.trim()}, ${availableParallelism()} cores; Node ${process.versions.node}; load average before: ${load.toFixed(1)}${others}`
}
