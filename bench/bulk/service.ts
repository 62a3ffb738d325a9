import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childrenOf, cpuSecondsOf } from '../measuring/processes.ts'

/** The process that holds the HTTP front, the emulated AWS and the event source. */
export const MAIN = 'front, AWS and event source'

/** The service on this machine, in processes that can be looked at. */
export async function startService() {
  const main = spawn(process.execPath, ['bin/sudoku.ts', 'serve', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new AbortController()
  main.once('exit', () => ended.abort(new Error('the service has ended')))
  const [line] = await once(createInterface(main.stdout), 'line', { signal: ended.signal })
  const { url }: { url: string } = JSON.parse(line)
  /** By name; those of one function are numbered in the order of their start. */
  const pids = () => {
    const found = new Map([[MAIN, main.pid as number]])
    const byName = Map.groupBy(childrenOf(main.pid as number), ({ lastWord }) => lastWord)
    for (const [name, all] of byName) {
      for (const [i, { pid }] of all.entries()) found.set(all.length > 1 ? `${name} ${i + 1}` : name, pid)
    }
    return found
  }
  return {
    url,
    /** CPU seconds of each of its processes since their start, or since they were asked for before. */
    cpuSeconds: (before?: ReadonlyMap<string, number>) =>
      new Map([...pids()].map(([name, pid]) => [name, cpuSecondsOf(pid) - (before?.get(name) ?? 0)])),
    async [Symbol.asyncDispose]() {
      if (ended.signal.aborted) return
      main.kill()
      await once(main, 'exit')
    },
  }
}
