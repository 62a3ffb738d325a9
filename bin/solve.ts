import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Command } from 'commander'
import pc from 'picocolors'
import { createClient } from '../shared/client/client.ts'
import { upload } from '../shared/client/upload.ts'
import { inputFormatsInWords } from '../shared/input/input-format.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import {
  type AskedOptions,
  askedIn,
  jobOptions,
  type OutputOptions,
  outputOptions,
  type ServiceOptions,
  serviceOptions,
} from './options.ts'
import { type Printed, printResults, showProgress } from './results.ts'
import { bytesOf } from './streams.ts'

interface SolveOptions extends AskedOptions, OutputOptions, ServiceOptions {
  readonly local?: true
  readonly job?: string
}

/** Adds `solve` to a program. */
export function addSolve(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  const command = program
    .command('solve')
    .description('submit the puzzles of a file and print their results, in order, as they come')
    .argument('<file>', `${inputFormatsInWords()}, of any length; - reads from standard input`)
    .option('--local', 'start a service on this machine for this run')
    .option('--job <id>', 'go on with a job of the same puzzles that was interrupted')
  for (const option of [...serviceOptions(), ...jobOptions(), ...outputOptions()]) command.addOption(option)
  command.action(async (file: string, options: SolveOptions) => end(await solve(file, options, context)))
}

/**
 * Submits the puzzles of a file and prints their results while it is read and solved.
 *
 * @param file a path, or `-` for standard input
 * @returns whether every puzzle was solved, and every solution that came with one is right
 */
async function solve(file: string, options: SolveOptions, context: CommandContext): Promise<boolean> {
  const { stdin, stderr, pause } = context
  await using service = options.local ? await (await import('../infra/local.ts')).startLocal() : undefined
  const { url, key }: ServiceOptions = service ?? options
  const at = { url, key: key || undefined, pause }
  // Whatever fails ends the rest.
  const failed = new AbortController()
  const either = AbortSignal.any([context.signal, failed.signal])
  const client = createClient({ ...at, signal: either })
  const printed: Printed = { next: options.from }
  let job: JobView | undefined
  let isIn = false
  try {
    const there = options.job === undefined ? undefined : await client.getJob(options.job)
    job = there
    // A job that is gone on with is cut as it was begun, whatever is asked for now.
    const how = { asked: there?.options ?? askedIn(options), to: there, gzip: promisify(gzip) }
    const sent = there && there.state !== 'open' ? there : await upload(bytesOf(file, stdin, either), client, how)
    const sealed = 'sealed' in sent ? sent.sealed : Promise.resolve()
    job = 'job' in sent ? sent.job : sent
    const { id } = job
    if (stderr.isTTY) stderr.write(`${pc.dim(`submitting as ${new URL(job.links.self, url)}`)}\n`)
    const done = new AbortController()
    const progress = showProgress(
      createClient({ ...at, signal: AbortSignal.any([either, done.signal]) }),
      id,
      context,
      done.signal,
    )
    const printing = printResults(client, job, options, printed, { ...context, signal: either }).finally(() =>
      done.abort(),
    )
    const submitting = sealed.then(() => {
      isIn = true
    })
    // Each to its end, as what is being printed when another fails may still be taken.
    const all = await Promise.allSettled([endAll(printing), endAll(submitting), endAll(progress)])
    failed.signal.throwIfAborted()
    return all[0].status === 'fulfilled' && all[0].value
  } catch (error) {
    const command = isIn ? ['results', job?.id ?? ''] : ['solve', file, '--job', job?.id ?? '']
    if (job && !service) sayHowToGoOn(stderr, command, { ...options, ...printed })
    throw error
  }

  function endAll<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      failed.abort(error)
      throw error
    })
  }
}

/** Where results were to be printed, how, and the line to go on with. */
interface BrokenOff extends Pick<OutputOptions, 'format' | 'status'>, Pick<ServiceOptions, 'url'> {
  readonly next: number
}

/** Names the command that goes on where one was broken off, for a shell to read. */
export function sayHowToGoOn(
  stderr: Writable,
  command: readonly string[],
  { url, format, status, next }: BrokenOff,
): void {
  const filter = status ? ['--status', status.join()] : []
  const from = next > 1 ? ['--from', `${next}`] : []
  const words = ['sudoku', ...command, '--url', url, '--format', format, ...filter, ...from]
  stderr.write(`sudoku: broken off after line ${next - 1}; to go on: ${words.map(quoted).join(' ')}\n`)
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
