import { mkdtempDisposable, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bundledFunction } from '../../infra/local/execution-environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const runtimeClient = fileURLToPath(new URL('../../infra/local/runtime-client/index.mjs', import.meta.url))

/** A function whose bundle is this text. */
async function functionOf(code: string, { timeoutS = 20 } = {}) {
  const folder = await mkdtempDisposable(join(await realpath(tmpdir()), 'sudoku-function-'))
  await writeFile(join(folder.path, 'index.mjs'), code)
  const log: string[] = []
  const bundle = {
    folder: folder.path,
    handler: 'index.handler',
    memoryMb: 512,
    environment: { FROM_STACK: 'yes' },
  }
  const running = bundledFunction('probe', {
    bundle,
    runtimeClient,
    environment: {},
    timeoutS,
    log: (line) => log.push(line),
    output: 'ignore',
  })
  return {
    log,
    folder: folder.path,
    invoke: (event: unknown = {}) => running.invoke(event),
    async [Symbol.asyncDispose]() {
      running[Symbol.dispose]()
      await folder.remove()
    },
  }
}

it('has its bundle and its runtime, and nothing of the project or of the machine', async () => {
  await using probe = await functionOf(`
    import { spawnSync } from 'node:child_process'
    import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
    const trying = async (work) => { try { return typeof (await work()) } catch (error) { return error.code } }
    export const handler = async ([root], context) => ({
      variables: Object.keys(process.env).toSorted(),
      stack: process.env.FROM_STACK,
      folder: process.cwd(),
      files: readdirSync('.'),
      package: await trying(() => import('hono')),
      packageThere: await trying(() => import(root + 'node_modules/hono/dist/index.js')),
      read: await trying(() => readFileSync(root + 'package.json')),
      write: await trying(() => writeFileSync('here', 'x')),
      program: await trying(() => spawnSync('ls')),
      context: { ...context, left: context.getRemainingTimeInMillis() },
    })`)
  expect(await probe.invoke([root])).toEqual({
    variables: [
      'AWS_EXECUTION_ENV',
      'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
      'AWS_LAMBDA_FUNCTION_NAME',
      'AWS_LAMBDA_FUNCTION_VERSION',
      'AWS_LAMBDA_INITIALIZATION_TYPE',
      'AWS_LAMBDA_LOG_GROUP_NAME',
      'AWS_LAMBDA_LOG_STREAM_NAME',
      'AWS_LAMBDA_RUNTIME_API',
      'FROM_STACK',
      'LAMBDA_RUNTIME_DIR',
      'LAMBDA_TASK_ROOT',
      'LANG',
      'PATH',
      'TZ',
      '_HANDLER',
    ],
    stack: 'yes',
    folder: probe.folder,
    files: ['index.mjs'],
    package: 'ERR_MODULE_NOT_FOUND',
    packageThere: 'ERR_ACCESS_DENIED',
    read: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    program: 'ERR_ACCESS_DENIED',
    context: expect.objectContaining({
      functionName: 'probe',
      memoryLimitInMB: '512',
      awsRequestId: expect.any(String),
    }),
  })
})

it('takes one invocation at a time, and is used again', async () => {
  await using counting = await functionOf(`
    let inside = 0, calls = 0
    export const handler = async () => {
      inside++
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { pid: process.pid, most: inside--, calls: ++calls }
    }`)
  const atOnce = (await Promise.all([1, 2, 3].map(() => counting.invoke()))) as { pid: number }[]
  expect(new Set(atOnce.map(({ pid }) => pid)).size).toBe(3)
  expect(atOnce).toMatchObject(Array(3).fill({ most: 1, calls: 1 }))
  expect(await counting.invoke()).toMatchObject({ pid: atOnce[0].pid, most: 1, calls: 2 })
})

it('says what a handler threw, and goes on', async () => {
  await using throwing = await functionOf(`
    export const handler = async (why) => {
      if (typeof why === "string") throw new TypeError(why)
      return 'fine'
    }`)
  await expect(throwing.invoke('no such thing')).rejects.toThrow(/^TypeError: no such thing\n.*index\.mjs/)
  expect(await throwing.invoke()).toBe('fine')
})

it('says why a bundle does not load', async () => {
  await using broken = await functionOf("throw new Error('TABLE_NAME is not set')")
  await expect(broken.invoke()).rejects.toThrow('TABLE_NAME is not set')
  await using empty = await functionOf('export const other = 1')
  await expect(empty.invoke()).rejects.toThrow('index.handler is undefined or not exported')
})

it('ends with its process, or past its timeout; another takes its place', { tags: ['long'] }, async () => {
  await using dying = await functionOf(
    `export const handler = async (how) => {
      if (how === 'exit') process.exit(3)
      while (how === 'stuck');
      return 'fine'
    }`,
    { timeoutS: 1 },
  )
  await expect(dying.invoke('exit')).rejects.toThrow('probe: ended by 3')
  await expect(dying.invoke('stuck')).rejects.toThrow('probe: ended by SIGKILL')
  expect(dying.log).toEqual(['probe: killed after 1 s'])
  expect(await dying.invoke()).toBe('fine')
})

it('answers nobody once it is stopped', async () => {
  const stopped = await functionOf('export const handler = () => new Promise(() => {})')
  const under = stopped.invoke()
  const told = expect(under).rejects.toThrow('probe: ended by')
  await stopped[Symbol.asyncDispose]()
  await told
  await expect(stopped.invoke()).rejects.toThrow('probe: stopped')
})
