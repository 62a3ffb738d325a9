import { type BundleOptions, type ExecutionEnvironment, executionEnvironment } from './execution-environment.ts'
import type { FunctionProcess } from './function-process.ts'

/**
 * Lambda has as many as there are requests at once. Here each is a process of some 60 MB: who comes when all of them
 * are busy waits for one, and a poll may keep one for 20 s.
 */
const MAX_ENVIRONMENTS = 16

/** A function from its bundle, as Lambda runs it: an instance for each invocation at a time, started when it is needed. */
export function bundledFunction(name: string, options: BundleOptions): FunctionProcess {
  const environments = new Set<ExecutionEnvironment>()
  const waiting: (() => void)[] = []
  let isEnded = false

  return {
    get pid() {
      const [first] = environments
      return first?.pid
    },
    async invoke(event) {
      let environment = free()
      while (!environment) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        environment = free()
      }
      try {
        return await environment.invoke(event)
      } finally {
        waiting.shift()?.()
      }
    },
    [Symbol.dispose]() {
      isEnded = true
      for (const environment of environments) environment[Symbol.dispose]()
      for (const look of waiting.splice(0)) look()
    },
  }

  function free(): ExecutionEnvironment | undefined {
    if (isEnded) throw new Error(`${name}: stopped`)
    const idle = [...environments].find(({ isBusy }) => !isBusy)
    return idle ?? (environments.size < MAX_ENVIRONMENTS ? start() : undefined)
  }

  function start(): ExecutionEnvironment {
    const started = executionEnvironment(name, options, () => environments.delete(started))
    environments.add(started)
    return started
  }
}
