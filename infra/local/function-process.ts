import { type ChildProcess, fork } from 'node:child_process'

/** The answer of an invocation that never ended: the process died, or was killed at its timeout. */
class FunctionCrash extends Error {}

/** A message to the process that runs a function, and what comes back. */
export interface Invocation {
  readonly id: number
  readonly event: unknown
}
export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string })

/**
 * One function in a process of its own, as Lambda runs it: started when it is first
 * needed, killed when an invocation outlasts the timeout, started anew after that.
 */
export interface FunctionProcess extends Disposable {
  invoke(event: unknown): Promise<unknown>
  /** The process id while it runs. */
  readonly pid: number | undefined
}

interface Waiting {
  readonly process: ChildProcess
  resolve(result: unknown): void
  reject(error: Error): void
}

export interface FunctionOptions {
  /** All that the process sees of an environment. */
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutS: number
  /** Takes what there is to say about the function, a line each. */
  readonly log: Log
  /** What becomes of what the function itself writes; `inherit` when left out. */
  readonly output?: 'inherit' | 'ignore' | undefined
}
export type Log = (line: string) => void

/** @param handler the export of `functions/lambda.ts` to run */
export function functionProcess(
  handler: string,
  { environment, timeoutS, log, output = 'inherit' }: FunctionOptions,
): FunctionProcess {
  let child: ChildProcess | undefined
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended = false

  return {
    get pid() {
      return child?.pid
    },
    invoke(event) {
      if (ended) return Promise.reject(new FunctionCrash(`${handler}: stopped`))
      child ??= start()
      const process = child
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const killer = setTimeout(() => {
          log(`${handler}: killed after ${timeoutS} s`)
          forget(process)
          process.kill('SIGKILL')
        }, timeoutS * 1000)
        const settled = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            clearTimeout(killer)
            waiting.delete(id)
            settle(value)
          }
        }
        waiting.set(id, { process, resolve: settled(resolve), reject: settled(reject) })
        process.send({ id, event } satisfies Invocation, (error) => {
          if (!error) return
          // It cannot be reached any more, though nothing else has said so yet.
          forget(process)
          waiting.get(id)?.reject(new FunctionCrash(`${handler}: ${error.message}`))
        })
      })
    },
    [Symbol.dispose]() {
      ended = true
      child?.kill('SIGKILL')
    },
  }

  function forget(process: ChildProcess): void {
    if (child === process) child = undefined
  }

  function start(): ChildProcess {
    const process = fork(new URL('./runtime.ts', import.meta.url), [handler], {
      env: environment,
      execArgv: [],
      stdio: ['ignore', output, output, 'ipc'],
      // As JSON, texts of megabytes would be escaped and unescaped on the way: a quarter of all a million puzzles take.
      serialization: 'advanced',
      // A Ctrl-C in the terminal is for the parent, which ends this process itself.
      detached: true,
    })
    process.on('message', (answer: Answer) => {
      const invocation = waiting.get(answer.id)
      if ('result' in answer) invocation?.resolve(answer.result)
      else invocation?.reject(new Error(answer.error))
    })
    // It is gone from here on, though its exit may take a moment to be noticed: the next invocation starts another.
    process.on('disconnect', () => forget(process))
    process.on('error', (error) => log(`${handler}: ${error.message}`))
    process.on('exit', (code, signal) => {
      forget(process)
      for (const invocation of [...waiting.values()].filter((w) => w.process === process))
        invocation.reject(new FunctionCrash(`${handler}: ended by ${signal ?? code}`))
    })
    return process
  }
}
