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

/**
 * The bundles of the stack: what they weigh, what they are made of, and how long it is from a process's start until
 * its handler is loaded and it asks for the first event. Without a compile cache, as Lambda keeps none.
 *
 *     npm run bench -- bundle
 */

const RUNS = 15
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ASSEMBLY = `${ROOT}cdk.out/dev`
const SHARES = 12
/** What stands for the resources of the stack; nobody is asked while a handler is loaded. */
const NOWHERE = {
  Table: 'table',
  'Queues/Bulk': 'http://localhost/bulk',
  'Queues/Express': 'http://localhost/express',
  'Queues/Events': 'http://localhost/events',
}
const ENVIRONMENT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' }
/** What API Gateway makes of `GET /health`. */
const HEALTH = {
  version: '2.0',
  rawPath: '/health',
  rawQueryString: '',
  headers: {},
  requestContext: { http: { method: 'GET', path: '/health' } },
  isBase64Encoded: false,
}

await using unpacked = await unpack(ASSEMBLY, NOWHERE)
const { bundles, runtimeClient } = unpacked
const nothing = emptyBundle()
try {
  for (const [name, { folder }] of Object.entries(bundles)) {
    const bytes = readFileSync(join(folder, 'index.mjs'))
    console.log(`${name}: ${kib(bytes.length)} minified, ${kib(gzipSync(bytes).length)} gzipped`)
  }
  const measured: Readonly<Record<string, Bundle>> = { 'an empty handler': nothing, ...bundles }
  const starts = new Map(Object.keys(measured).map((name): [string, Start[]] => [name, []]))
  // One after the other in turn, so that what else the machine does meets all of them alike.
  for (let run = 0; run < RUNS; run++)
    for (const [name, bundle] of Object.entries(measured)) starts.get(name)?.push(await started(name, bundle))
  for (const [name, runs] of starts) {
    const ms = (what: keyof Start) => {
      const sorted = runs.map((run) => run[what]).toSorted((a, b) => a - b)
      return [sorted[Math.floor(RUNS / 2)], sorted[0]].map((value) => value.toFixed(0))
    }
    const [[ready, least], [busy, leastBusy], [answer, leastAnswer]] = [ms('ready'), ms('busy'), ms('answer')]
    console.log(
      `${name}: ready after ${ready} ms (${least} at best), ${busy} (${leastBusy}) of them on a processor; ` +
        `first answer ${answer} ms later (${leastAnswer})`,
    )
  }
  for (const [name, entry] of Object.entries(ENTRIES)) {
    console.log(`${name}:`)
    for (const [share, bytes] of await composition(entry)) console.log(`${kib(bytes).padStart(9)}  ${share}`)
  }
} finally {
  rmSync(nothing.folder, { recursive: true })
}

/** What Node and the runtime client take by themselves. */
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

async function started(name: string, bundle: Bundle): Promise<Start> {
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
