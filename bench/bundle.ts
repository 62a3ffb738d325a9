import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Bundle, unpack } from '../infra/local/cloud-assembly.ts'
import { runtimeProcess } from '../infra/local/execution-environment.ts'
import { runtimeApi } from '../infra/local/runtime-api.ts'
import { traceOf } from '../infra/local/trace.ts'
import { bench, say, table } from './measuring/bench.ts'
import { temporaryFolder } from './measuring/processes.ts'
import { byTurns, median } from './measuring/turns.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ASSEMBLY = `${ROOT}cdk.out/dev`
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
 * The bundles of the stack, made anew: what they weigh, and how long it is from a process's start
 * until its handler is loaded and it asks for the first event. Without a compile cache, as Lambda keeps none.
 */
export const bundle = bench({ rounds: 15 }, async ({ rounds }) => {
  say('making the bundles')
  const synth = ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--output', ASSEMBLY]
  execFileSync(process.execPath, synth, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  await using unpacked = await unpack(ASSEMBLY, NOWHERE)
  const { bundles, runtimeClient } = unpacked
  const weights = Object.entries(bundles).map(([name, { folder }]) => {
    const bytes = readFileSync(join(folder, 'index.mjs'))
    return [name, kib(bytes.length), kib(gzipSync(bytes).length)]
  })
  const measured: Readonly<Record<string, Bundle>> = { 'an empty handler': emptyBundle(), ...bundles }
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
  return {
    title: 'Bundles',
    about: `Medians of ${rounds} processes of each by turns, the best in brackets, in milliseconds.`,
    sections: [
      table(['', 'minified', 'gzipped'], weights),
      table(['', 'ready after', 'of them on a processor', 'first answer after that'], rows),
    ],
  }
})

/** A handler that does nothing, which shows how long Node and the runtime client take by themselves. */
function emptyBundle(): Bundle {
  const folder = realpathSync(temporaryFolder())
  writeFileSync(join(folder, 'index.mjs'), 'export const handler = async () => {}')
  return { folder, handler: 'index.handler', memoryMb: 128, mayLoop: false, environment: {} }
}

/** Milliseconds until it asks for an event, those of them in which its main thread was running, and until its answer. */
async function started(name: string, bundle: Bundle, runtimeClient: string) {
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
  let [ready, busy] = [0, 0]
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

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
