import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { World } from './world.ts'

/**
 * Runs something with a world in place of the machine: its pauses, its dice and its network are the world's, and
 * what goes to the console is noted in the trace, if anywhere.
 */
export async function inWorld<T>(world: World, fetch: typeof globalThis.fetch, run: () => Promise<T>): Promise<T> {
  const { setTimeout, fetch: realFetch } = globalThis
  const { random } = Math
  const { setTimeout: pause } = timers
  const { error } = console
  const put = (own: {
    setTimeout: unknown
    fetch: typeof globalThis.fetch
    random: () => number
    pause: unknown
    error: typeof console.error
  }) => {
    Object.assign(globalThis, { setTimeout: own.setTimeout, fetch: own.fetch })
    Math.random = own.random
    Object.assign(timers, { setTimeout: own.pause })
    syncBuiltinESMExports()
    console.error = own.error
  }
  put({
    setTimeout: (run: () => void, ms: number) => void world.pause(ms).then(run),
    fetch,
    random: () => world.chance.fraction(),
    pause: (ms: number) => world.pause(ms),
    error: (_line: string, thrown?: Error) => world.log(`${world.task?.name} says: ${thrown?.message}`),
  })
  try {
    return await run()
  } finally {
    put({ setTimeout, fetch: realFetch, random, pause, error })
  }
}
