import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Bundle, unpack } from '../infra/local/cloud-assembly.ts'
import { runtimeProcess } from '../infra/local/execution-environment.ts'
import { runtimeApi } from '../infra/local/runtime-api.ts'
import { traceOf } from '../infra/local/trace.ts'
import { ALIASES, ENTRIES } from '../infra/stack/service-function.ts'
import { bench, say, table } from './measuring/bench.ts'
import { byTurns, median } from './measuring/turns.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ASSEMBLY = `${ROOT}cdk.out/dev`
const SHARES = 12
/** Names in place of the stack's resources; nobody is asked while a handler is loaded. */
const NOWHERE = {
  Table: 'table',
  'Queues/Bulk': 'http://localhost/bulk',
  'Queues/Express': 'http://localhost/express',
  'Queues/Events': 'http://localhost/events',
}
const ENVIRONMENT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }
/** `GET /health`, as API Gateway passes it on. */
const HEALTH = {
  version: '2.0',
  rawPath: '/health',
  rawQueryString: '',
  headers: {},
  requestContext: { http: { method: 'GET', path: '/health' } },
  isBase64Encoded: false,
}

/**
 * The bundles of the stack, made anew: what they weigh, what they are made of, and how long it is from a process's start
 * until its handler is loaded and it asks for the first event. Without a compile cache, as Lambda keeps none.
 */
export const bundle = bench({ rounds: 15 }, async ({ rounds }) => {
  say('making the bundles')
  const synth = ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--output', ASSEMBLY]
  execFileSync(process.execPath, synth, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  await using unpacked = await unpack(ASSEMBLY, NOWHERE)
  const { bundles, runtimeClient } = unpacked
  const nothing = emptyBundle()
  try {
    const weights = Object.entries(bundles).map(([name, { folder }]) => {
      const bytes = readFileSync(join(folder, 'index.mjs'))
      return [name, kib(bytes.length), kib(gzipSync(bytes).length)]
    })
    const measured: Readonly<Record<string, Bundle>> = { 'an empty handler': nothing, ...bundles }
    say('starting them')
    const starts = await byTurns(
      Object.fromEntries(
        Object.entries(measured).map(([name, bundle]) => [name, () => started(name, bundle, runtimeClient)]),
      ),
      rounds,
    )
    const rows = [...starts].map(([name, runs]) => {
      const cells = (['ready', 'busy', 'answer'] as const).map((what) => {
        const all = runs.map((run) => run[what])
        return `${median(all).toFixed(0)} (${Math.min(...all).toFixed(0)})`
      })
      return [name, ...cells]
    })
    const shares = await Promise.all(
      Object.entries(ENTRIES).map(async ([name, entry]) => {
        const largest = (await composition(entry)).map(([share, bytes]) => `${share} ${kib(bytes)}`)
        return `${name}: ${largest.join(', ')}.`
      }),
    )
    return {
      title: 'Bundles',
      about: `Medians of ${rounds} processes of each by turns, the best in brackets, in milliseconds.`,
      sections: [
        table(['', 'minified', 'gzipped'], weights),
        table(['', 'ready after', 'of them on a processor', 'first answer after that'], rows),
        ...shares,
      ],
    }
  } finally {
    rmSync(nothing.folder, { recursive: true })
  }
})

/** A handler that does nothing, which shows how long Node and the runtime client take by themselves. */
function emptyBundle(): Bundle {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sudoku-empty-'))
  writeFileSync(join(folder, 'index.mjs'), 'export const handler = async () => {}')
  return { folder, handler: 'index.handler', memoryMb: 128, mayLoop: false, environment: {} }
}

/** Milliseconds. */
interface Start {
  /** From the start of the process until it asks for an event. */
  readonly ready: number
  /** How much of that its main thread was running: what is left of it where others keep the processors busy. */
  readonly busy: number
  /** From then until its first answer. */
  readonly answer: number
}

async function started(name: string, bundle: Bundle, runtimeClient: string): Promise<Start> {
  const api = await runtimeApi(name)
  const options = {
    bundle,
    runtimeClient,
    environment: ENVIRONMENT,
    timeoutS: 30,
    log: console.error,
    output: 'ignore' as const,
  }
  const begin = performance.now()
  const child = runtimeProcess(name, options, api.address)
  const ended = once(child, 'exit')
  child.on('exit', () => api.close(new Error(`${name} ended before it answered`)))
  let ready = 0
  let busy = 0
  const onTaken = () => {
    ready = performance.now() - begin
    busy = busyMs(child.pid)
  }
  await api.invoke(name === 'api' ? HEALTH : { Records: [] }, { timeoutS: 30, trace: traceOf(name).header, onTaken })
  const answer = performance.now() - begin - ready
  child.kill('SIGKILL')
  await ended
  return { ready, busy, answer }
}

/** Linux tells it to the nanosecond. */
function busyMs(pid = 0): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** By package, or by room of the project, what takes most of a function's bundle. */
async function composition(entry: string): Promise<[string, number][]> {
  const { metafile } = await build({
    entryPoints: [`${ROOT}${entry}`],
    // As in infra/stack/service-function.ts.
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: Object.fromEntries(Object.entries(ALIASES).map(([module, file]) => [module, `${ROOT}${file}`])),
    metafile: true,
    write: false,
  })
  const shares = new Map<string, number>()
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const share = /node_modules\/((?:@[^/]+\/)?[^/]+)|((?:functions|shared)\/\w+)/.exec(file)
      const name = share?.[1] ?? share?.[2] ?? file
      shares.set(name, (shares.get(name) ?? 0) + bytesInOutput)
    }
  return [...shares].toSorted(([, a], [, b]) => b - a).slice(0, SHARES)
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
