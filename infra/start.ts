import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pc from 'picocolors'
import { LEVELS } from '../functions/telemetry.ts'
import { createClient } from '../shared/client/client.ts'
import { examples } from '../shared/examples.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import type { StrategyName } from '../shared/sudoku/strategies/strategy-facts.ts'
import { originsIn } from './cors.ts'
import { type LocalService, startLocal } from './local.ts'
import { AUTHS } from './settings.ts'

/**
 * `npm start` runs the service on this machine: it solves the bundled examples, and then whatever it is sent.
 * `npm start -- --asset` does the same with the bundles that `npm run synth` has made, as Lambda runs them.
 */

class UsageError extends Error {}

const DEFAULT_PORT = 3000
const ASSEMBLY = fileURLToPath(new URL('../cdk.out/dev', import.meta.url))
const EXAMPLE_STRATEGIES: readonly StrategyName[] = ['brute-force', 'single-sweep', 'naked-singles', 'bit-parallel']

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

const port = Number(process.env.PORT || DEFAULT_PORT)
const authSetting = process.env.AUTH || 'open'
const auth = AUTHS.find((name) => name === authSetting)
const originsSetting = process.env.CORS_ORIGINS
const origins = originsSetting ? originsIn(originsSetting) : []
// Other values are meant for other programs, and are no reason not to start.
const logLevel = LEVELS.find((level) => level === process.env.LOG_LEVEL)
try {
  if (!auth) throw new UsageError(`AUTH is "${authSetting}", expected ${AUTHS.join(' or ')}.`)
  if (!origins)
    throw new UsageError(`CORS_ORIGINS is "${originsSetting}", expected origins, e.g. http://localhost:5173`)
  const { asset } = parseArgs({ options: { asset: { type: 'boolean' } } }).values
  if (asset && !existsSync(ASSEMBLY)) throw new UsageError('There are no bundles yet; npm run synth makes them.')
  await using service = await startLocal({ port, auth, origins, logLevel, ...(asset && { assembly: ASSEMBLY }) })
  try {
    const key = auth === 'keys' ? await service.newKey('local') : undefined
    await solveExamples(service.url, key)
    console.log(
      `The service is up at ${pc.bold(service.url)}, and its API is described at ${service.url}/docs. Ctrl-C ends it.`,
    )
    if (key) console.log(keyInstructions(key, service))
    await once(stopped.signal, 'abort')
  } catch (error) {
    // Ctrl-C was pressed before the examples were done.
    if (!stopped.signal.aborted) throw error
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) console.error(message)
  else if (code === 'EADDRINUSE') console.error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`)
  else if (code === 'ERR_SOCKET_BAD_PORT')
    console.error(`PORT is "${process.env.PORT}", expected a number from 0 to 65535.`)
  else if (code === 'EACCES') console.error(`Port ${port} may not be opened: ${message}`)
  else throw error
  process.exitCode = 1
}

function keyInstructions(key: string, { environment }: LocalService): string {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return `Every request needs an API key. Here is one: ${pc.bold(key)}\nThis makes more: ${settings.join(' ')} npm run -s keys -- mint <owner>`
}

/** Submits the examples as a client would, shows the progress of their jobs, and prints the results. */
async function solveExamples(url: string, key: string | undefined): Promise<void> {
  const client = createClient({ url, key, signal: stopped.signal })
  const results: PuzzleResult[] = []
  for (const strategy of EXAMPLE_STRATEGIES) {
    for (const [rules, group] of Map.groupBy(examples, (example) => example.rules)) {
      const puzzles = group.map(({ name, puzzle }) => ({ id: name, puzzle }))
      const job = await client.createJob({ strategy, rules, puzzles })
      for await (const { state, counts } of client.watchJob(job.id)) {
        const done = `${counts.total - counts.pending} of ${counts.total}`
        console.log(pc.dim(`${job.links.self}  ${strategy}, ${rules} rules: ${state}, ${done}`))
      }
      for await (const result of client.results(job.id)) results.push(result)
    }
  }
  console.log(`\n${tableOf(results)}\n`)
}

function tableOf(results: readonly PuzzleResult[]): string {
  const byExample = examples.flatMap(({ name }) => results.filter(({ id }) => id === name))
  const rows = byExample.map(({ id = '', status, strategy, backtracks, solution }) => [
    id,
    status,
    strategy,
    (backtracks ?? 0).toLocaleString('en').padStart(10),
    solution ?? '',
  ])
  const heads = ['puzzle', 'status', 'strategy', 'backtracks', 'solution']
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((field, i) => field.padEnd(widths[i]))
      .join('  ')
      .trimEnd()
  return [pc.bold(lineOf(heads)), ...rows.map(lineOf)].join('\n')
}
