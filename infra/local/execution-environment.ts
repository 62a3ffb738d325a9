import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Bundle } from './cloud-assembly.ts'
import type { FunctionOptions, FunctionProcess } from './function-process.ts'
import { type RuntimeApi, runtimeApi } from './runtime-api.ts'

interface BundleOptions extends FunctionOptions {
  readonly bundle: Bundle
  /** The path of the program that runs `_HANDLER` from `LAMBDA_TASK_ROOT` for a Runtime API. */
  readonly runtimeClient: string
}

/**
 * Lambda starts as many execution environments as there are requests at once. Here each is a process of some 60 MB. A
 * request that comes while all of them are busy waits until one is free; a poll may keep one for 20 s.
 */
const MAX_ENVIRONMENTS = 16

/**
 * A function run from its bundle, as Lambda runs it: each concurrent invocation has an execution environment of its
 * own, which is started when it is first needed.
 */
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
      for (const wake of waiting.splice(0)) wake()
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

/** AWS gives a function this long to load, on top of its timeout. */
const INIT_TIMEOUT_S = 10

/** One process that has a bundle and nothing else, and takes one invocation at a time: an instance of a function. */
interface ExecutionEnvironment extends Disposable {
  /** The id of its process, once it is started. */
  readonly pid: number | undefined
  readonly isBusy: boolean
  invoke(event: unknown): Promise<unknown>
}

/** @param onEnd called when it can no longer be invoked, whatever ended it */
function executionEnvironment(name: string, options: BundleOptions, onEnd: () => void): ExecutionEnvironment {
  const { timeoutS, log } = options
  let isBusy = false
  let isEnded = false
  let child: ChildProcess | undefined
  const started = start()
  // A failure to start is reported to the caller of invoke().
  started.catch(() => {})

  return {
    get pid() {
      return child?.pid
    },
    get isBusy() {
      return isBusy
    },
    async invoke(event) {
      isBusy = true
      let killer = killAfter(INIT_TIMEOUT_S + timeoutS)
      const onTaken = () => {
        clearTimeout(killer)
        killer = killAfter(timeoutS)
      }
      try {
        return await (await started).invoke(event, { timeoutS, onTaken })
      } finally {
        clearTimeout(killer)
        isBusy = false
      }
    },
    [Symbol.dispose]() {
      isEnded = true
      child?.kill('SIGKILL')
    },
  }

  async function start(): Promise<RuntimeApi> {
    const api = await runtimeApi(name)
    const end = (reason: string) => {
      api.close(new Error(`${name}: ended by ${reason}`))
      onEnd()
    }
    if (isEnded) end('its service')
    else {
      child = runtimeProcess(name, options, api.address)
      child.on('error', (error) => end(error.message))
      child.on('exit', (code, signal) => end(String(signal ?? code)))
    }
    return api
  }

  function killAfter(seconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      log(`${name}: killed after ${timeoutS} s`)
      child?.kill('SIGKILL')
    }, seconds * 1000)
  }
}

/** Starts a process that takes its invocations from the Runtime API at an address. */
function runtimeProcess(
  name: string,
  { bundle, environment, runtimeClient, output = 'inherit' }: BundleOptions,
  address: string,
): ChildProcess {
  const runtime = dirname(runtimeClient)
  // The process can read its bundle and its runtime and no other file; it cannot write files or start processes.
  const readable = [bundle.folder, runtime].map((folder) => `--allow-fs-read=${folder}/*`)
  return spawn(process.execPath, ['--permission', ...readable, runtimeClient], {
    cwd: bundle.folder,
    // https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      ...bundle.environment,
      ...environment,
      _HANDLER: bundle.handler,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(bundle.memoryMb),
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_LAMBDA_RUNTIME_API: address,
      LAMBDA_RUNTIME_DIR: runtime,
      LAMBDA_TASK_ROOT: bundle.folder,
    },
    stdio: ['ignore', output, output],
    // Detached, it does not receive a Ctrl-C in the terminal; the parent ends it.
    detached: true,
  })
}
