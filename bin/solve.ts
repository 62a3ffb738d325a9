import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SingleBar } from 'cli-progress'
import pc from 'picocolors'
import { type Client, createClient } from '../shared/client.ts'
import type { JobView } from '../shared/protocol.ts'
import type { RulesName } from '../shared/sudoku/rules.ts'
import type { StrategyName } from '../shared/sudoku/strategies/strategy.ts'
import type { Size } from '../shared/sudoku/units.ts'
import { type Output, type OutputName, outputs } from './output.ts'
import { print } from './print.ts'

export interface SolveOptions {
  readonly url: string
  readonly local?: true
  readonly format: OutputName
  readonly strategy?: StrategyName
  readonly rules?: RulesName
  readonly size?: Size
  readonly solutions?: number
  readonly backtrackLimit?: number
}

/** The puzzles cannot be read. */
export class InputError extends Error {}

/**
 * Submits the puzzles of a file and prints their results, in order.
 *
 * @param file a path, or `-` for standard input
 * @returns whether every puzzle was solved
 */
export async function solve(file: string, options: SolveOptions, signal: AbortSignal): Promise<boolean> {
  const { url, local, format, ...asked } = options
  const puzzles = await read(file, signal)
  await using service = local ? await (await import('../infra/local.ts')).startLocal() : undefined
  const client = createClient({ url: service?.url ?? url, signal })
  const job = await client.createJob(puzzles, asked)
  const address = new URL(job.links.self, service?.url ?? url).href
  if (process.stderr.isTTY) console.error(pc.dim(`submitted ${job.counts.total} puzzles as ${address}`))
  try {
    await watch(client, job)
    return await printResults(client, job, outputs[format], signal)
  } catch (error) {
    if (signal.aborted && !local) console.error(`sudoku: interrupted; the job goes on at ${address}`)
    throw error
  }
}

/** Waits until the job has ended, with a progress bar where somebody is looking. */
async function watch(client: Client, { id, counts: { total } }: JobView): Promise<void> {
  const bar = new SingleBar({
    format: 'solving [{bar}] {value}/{total} puzzles, {backtracks} backtracks',
    stream: process.stderr,
    // Where standard error is no terminal the bar stays silent.
    noTTYOutput: false,
    clearOnComplete: true,
    hideCursor: true,
  })
  bar.start(total, 0, { backtracks: 0 })
  try {
    for await (const { counts, backtracks } of client.watchJob(id)) {
      bar.update(counts.total - counts.pending, { backtracks: backtracks.sum.toLocaleString('en') })
    }
  } finally {
    bar.stop()
  }
}

async function printResults(client: Client, { id }: JobView, output: Output, signal: AbortSignal): Promise<boolean> {
  let allSolved = true
  let isFirst = true
  await print(output.head, signal)
  for await (const result of client.results(id)) {
    allSolved &&= result.status === 'solved'
    await print(output.write(result, isFirst), signal)
    isFirst = false
  }
  await print(output.tail, signal)
  return allSolved
}

async function read(file: string, signal: AbortSignal): Promise<string> {
  try {
    return file === '-'
      ? await text(addAbortSignal(signal, process.stdin))
      : await readFile(file, { encoding: 'utf8', signal })
  } catch (error) {
    signal.throwIfAborted()
    throw new InputError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
