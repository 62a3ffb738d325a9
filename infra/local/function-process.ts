import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface FunctionOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutS: number
  /** Receives a line for each crash of the function. */
  readonly log: Log
  /** Where the output of the function itself goes: `inherit` by default, or an open file. */
  readonly output?: 'inherit' | 'ignore' | undefined
  /** The folder of the function's bundle, which runs in the place of its source, and sees no other file. */
  readonly bundle?: string | undefined
}
export type Log = (line: string) => void

/** A message to the process that runs a function, and its reply. */
export interface Invocation {
  readonly id: number
  readonly event: unknown
  /** When the process is killed if it has not replied, in milliseconds since 1970. */
  readonly deadlineMs: number
}
export type InvocationReply = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string })

/** Why an invocation has no reply: its process died, or was killed at its timeout. */
class FunctionCrash extends Error {}

const RUNTIME = fileURLToPath(new URL('./runtime.ts', import.meta.url))

export type FunctionProcess = ReturnType<typeof functionProcess>

/**
 * One function in a process of its own, as Lambda runs it: the process is started when it is first needed, and killed
 * when an invocation exceeds the timeout; the next invocation starts another.
 *
 * @param handler the function of `functions/lambda/` to run
 */
export function functionProcess(
  handler: string,
  { environment, timeoutS, log, output = 'inherit', bundle }: FunctionOptions,
) {
  let child: ReturnType<typeof start> | undefined
  let lastId = 0
  let ended = false

  return {
    /** The process id while it runs. */
    get pid() {
      return child?.process.pid
    },
    async invoke(event: unknown): Promise<unknown> {
      if (ended) throw new FunctionCrash(`${handler}: stopped`)
      child ??= start()
      const { process, pending } = child
      const id = ++lastId
      const replied = Promise.withResolvers<unknown>()
      const killer = setTimeout(() => {
        log(`${handler}: killed after ${timeoutS} s`)
        forget(process)
        process.kill('SIGKILL')
      }, timeoutS * 1000)
      pending.set(id, replied)
      const deadlineMs = Date.now() + timeoutS * 1000
      process.send({ id, event, deadlineMs } satisfies Invocation, (error) => {
        if (!error) return
        // The process can no longer be reached, although no event has reported its end yet.
        forget(process)
        replied.reject(new FunctionCrash(`${handler}: ${error.message}`))
      })
      try {
        return await replied.promise
      } finally {
        clearTimeout(killer)
        pending.delete(id)
      }
    },
    [Symbol.dispose]() {
      ended = true
      child?.process.kill('SIGKILL')
    },
  }

  function forget(process: ChildProcess): void {
    if (child?.process === process) child = undefined
  }

  function start() {
    const pending = new Map<number, PromiseWithResolvers<unknown>>()
    // A bundle may neither read other files, nor write any, nor start programs.
    const readable = bundle ? [`${bundle}/*`, RUNTIME].map((path) => `--allow-fs-read=${path}`) : []
    const process = fork(RUNTIME, bundle ? [handler, bundle] : [handler], {
      env: environment,
      execArgv: bundle ? ['--permission', ...readable] : [],
      stdio: ['ignore', output, output, 'ipc'],
      // JSON, as Lambda has it, would escape and unescape texts of megabytes on the way, a quarter of the whole time of a
      // million puzzles.
      serialization: bundle ? 'json' : 'advanced',
      // Detached, it does not receive a Ctrl-C in the terminal; the parent ends it.
      detached: true,
    })
    process.on('message', (reply: InvocationReply) => {
      const invocation = pending.get(reply.id)
      if ('result' in reply) invocation?.resolve(reply.result)
      else invocation?.reject(new Error(reply.error))
    })
    // The process is gone from here on, although its exit may be noticed later: the next invocation starts another.
    process.on('disconnect', () => forget(process))
    process.on('error', (error) => log(`${handler}: ${error.message}`))
    process.on('exit', (code, signal) => {
      forget(process)
      for (const { reject } of pending.values()) reject(new FunctionCrash(`${handler}: ended by ${signal ?? code}`))
    })
    return { process, pending }
  }
}
