import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pc from 'picocolors'
import { LEVELS } from '../functions/reporting/telemetry.ts'
import { createClient } from '../shared/client/client.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import { examples } from '../shared/sudoku/search/examples.ts'
import { STRATEGIES, type StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
import { announce } from './local/running-service.ts'
import { type LocalOptions, startLocal } from './local.ts'
import type { StageName } from './settings/doors.ts'
import { type Auth, LOCAL_PORT, ServeError } from './settings/settings.ts'

export interface ServeOptions extends Pick<LocalOptions, 'origins' | 'bodyRule'> {
  readonly port: number
  /** By default that of the stage, and `open` without one. */
  readonly auth?: Auth | undefined
  /** Any other word is meant for other programs, and is no reason not to start. */
  readonly logLevel?: string | undefined
  /** Whether the bundles that `npm run synth` has made run, as Lambda runs them, instead of the sources. */
  readonly asset: boolean
  /** The stage whose limits it has; without one it lets everything in. */
  readonly as?: StageName | undefined
  commandAt(port: number): string
  /** Receives what is said of the examples and of how to go on. */
  say(text: string): void
  /** Receives the address of the service, and a key where it asks for one, once it is up. */
  onUp?(access: { readonly url: string; readonly key?: string }): void
  readonly signal: AbortSignal
}

const ASSEMBLY = fileURLToPath(new URL('../cdk.out/dev', import.meta.url))
const EXAMPLE_STRATEGIES: readonly StrategyName[] = ['brute-force', 'single-sweep', 'naked-singles', 'bit-parallel']

/**
 * Runs the service on this machine: it solves the bundled examples, and then whatever it is sent, until it is stopped.
 *
 * @throws {ServeError} if it cannot be started
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { port, auth: given, origins, bodyRule, logLevel, asset, as, commandAt, say, onUp, signal } = options
  if (asset && !existsSync(ASSEMBLY)) throw new ServeError('There are no bundles yet; npm run synth makes them.')
  // The numbers of a stage stand beside its resources, which take half a second to load.
  const limits = as && (await import('./as-stage.ts')).asStage(as, origins)
  const auth = given ?? limits?.auth ?? 'open'
  try {
    await using service = await startLocal({
      ...limits,
      port,
      auth,
      ...(origins && { origins }),
      bodyRule,
      logLevel: LEVELS.find((level) => level === logLevel),
      ...(asset && { assembly: ASSEMBLY }),
    })
    await using _announced = await announce({ ...service, auth })
    try {
      const key = auth === 'keys' ? await service.newKey('local') : undefined
      await solveExamples(service.url, key)
      say(
        `The service is up at ${pc.bold(service.url)}, and its API is described at ${service.url}/docs. Ctrl-C ends it.`,
      )
      if (key) {
        const elsewhere = port === LOCAL_PORT ? '' : `PORT=${new URL(service.url).port} `
        say(`Every request needs an API key. Here is one: ${pc.bold(key)}`)
        say(`This makes more: ${elsewhere}npm run -s keys -- mint <owner>`)
      }
      onUp?.({ url: service.url, ...(key && { key }) })
      if (!signal.aborted) await once(signal, 'abort')
    } catch (error) {
      // Ctrl-C was pressed before the examples were done.
      if (!signal.aborted) throw error
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new ServeError(`Port ${port} is in use. Choose another: ${commandAt(port + 1)}`)
    if (code === 'EACCES') throw new ServeError(`Port ${port} may not be opened: ${message}`)
    throw error
  }

  /** Submits the examples as a client would, shows the progress of their jobs, and prints the results. */
  async function solveExamples(url: string, key: string | undefined): Promise<void> {
    const client = createClient({ url, key, signal })
    const results: PuzzleResult[] = []
    for (const strategy of EXAMPLE_STRATEGIES) {
      for (const [rules, group] of Map.groupBy(examples, (example) => example.rules)) {
        const puzzles = group.map(({ name, puzzle }) => ({ id: name, puzzle }))
        const grids = rules === 'classic' ? 'Textbook grids' : `Textbook grid, ${rules} rules`
        const name = `${grids}, ${STRATEGIES[strategy].title.toLowerCase()}`
        const job = await client.createJob({ name, strategy, rules, puzzles })
        for await (const { state, counts } of client.watchJob(job.id)) {
          const done = `${counts.total - counts.pending} of ${counts.total}`
          say(pc.dim(`${job.links.self}  ${strategy}, ${rules} rules: ${state}, ${done}`))
        }
        for await (const result of client.results(job.id)) results.push(result)
      }
    }
    say(`\n${tableOf(results)}\n`)
  }
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
  const padded = (field: string, i: number) => field.padEnd(widths[i])
  const lineOf = (row: readonly string[]) => row.map(padded).join('  ').trimEnd()
  return [pc.bold(lineOf(heads)), ...rows.map(lineOf)].join('\n')
}
