import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childrenOf, cpuSecondsOf } from '../measuring/processes.ts'
import type { Asking, Observed } from './metered-service.ts'

/** The service on this machine, in processes that can be looked at. */
export type Service = Awaited<ReturnType<typeof startService>>

/** The process that holds the HTTP front, the emulated AWS and the event source. */
export const MAIN = 'front, AWS and event source'

/** @param isObserved whether it counts its requests, and those to the AWS behind it */
export async function startService(isObserved = false) {
  const main = fork(new URL('./metered-service.ts', import.meta.url), isObserved ? ['observed'] : [], {
    serialization: 'advanced',
    stdio: ['ignore', isObserved ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  })
  let lines: number[] = []
  if (main.stdout) {
    createInterface(main.stdout).on('line', (line) => lines.push(Buffer.byteLength(line)))
  }
  const ended = new AbortController()
  main.once('exit', () => ended.abort(new Error('the service has ended')))
  const answer = async () => (await once(main, 'message', { signal: ended.signal }))[0]
  const { url }: { url: string } = await answer()
  /** One after the other. */
  const ask = (asking: Asking) => {
    main.send(asking)
    return answer()
  }
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
    /** Begins to count, where it is observed. */
    async begin() {
      lines = []
      await ask('begin')
    },
    /** The requests that were counted, and the bytes of each line that functions have logged meanwhile. */
    end: async () => ({ ...((await ask('end')) as Observed), lines }),
    async [Symbol.asyncDispose]() {
      if (ended.signal.aborted) return
      main.disconnect()
      await once(main, 'exit')
    },
  }
}
