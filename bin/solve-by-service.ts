import pc from 'picocolors'
import { type Client, createClient } from '../shared/client/client.ts'
import { addressOf } from '../shared/client/http.ts'
import type { JobOptions, Labels } from '../shared/job/job.ts'
import type { JobView } from '../shared/protocol/views.ts'
import { submitted } from './file-entries.ts'
import { accessOf, type GlobalOptions, jobOptionsIn, type OutputOptions, type ServiceOptions } from './options.ts'
import { type PrintPosition, printContinuation, printResults, refuseUnrated } from './print-results.ts'
import { type CommandContext, InputError, progressBar, ReaderGoneError } from './streams.ts'

export interface SolveThereOptions extends Partial<JobOptions>, Labels, OutputOptions, ServiceOptions, GlobalOptions {
  readonly job?: string
}

/**
 * Submits the puzzles of a file to a service, and prints their results while it is still read and solved.
 *
 * @param file a path, or `-` for standard input
 * @returns whether every puzzle was solved, and every solution that came with a puzzle is right
 */
export async function solveThere(file: string, options: SolveThereOptions, context: CommandContext): Promise<boolean> {
  const { stdout, stderr } = context
  const { url } = options
  const access = accessOf(options, context)
  // Whatever fails first ends the rest.
  const failed = new AbortController()
  const either = AbortSignal.any([context.signal, failed.signal])
  const ending = { ...context, signal: either }
  const client = createClient({ ...access, signal: either })
  const position: PrintPosition = { next: options.from }
  let job: JobView | undefined
  let isSubmitted = false
  try {
    const existing = options.job === undefined ? undefined : await client.getJob(options.job)
    job = existing
    // A job that is continued is cut into parts as it was begun, whatever the options say now.
    const how = { asked: existing?.options ?? jobOptionsIn(options), to: existing }
    refuseUnrated(options, how.asked.include)
    const isOpen = !existing || existing.state === 'open'
    const submission = isOpen
      ? await submitted(file, ending, client, how)
      : { job: existing, sealed: Promise.resolve() }
    job = submission.job
    const isWatched = stderr.isTTY === true && !options.quiet
    const { dim } = pc.createColors(context.hasColors === true)
    if (isWatched) stderr.write(`${dim(`submitting as ${addressOf(url, job.links.self)}`)}\n`)
    const printed = new AbortController()
    const watcher = createClient({ ...access, signal: AbortSignal.any([either, printed.signal]) })
    const isShown = isWatched && !stdout.stream.isTTY
    const progress = isShown ? showProgress(watcher, job.id, context, printed.signal) : Promise.resolve()
    const printing = printResults(client, job, options, position, ending).finally(() => printed.abort())
    const submitting = submission.sealed.then(() => {
      isSubmitted = true
    })
    // Each is awaited to its end: when another one fails, what is being printed may still be taken.
    const all = await Promise.allSettled([endingAll(printing), endingAll(submitting), endingAll(progress)])
    failed.signal.throwIfAborted()
    return all[0].status === 'fulfilled' && all[0].value
  } catch (error) {
    // Nobody will read the rest of what this command has begun, and nobody could go on with what came by a pipe.
    if (error instanceof ReaderGoneError) {
      if (job && options.job === undefined && file === '-')
        // The job may have ended by now, and nobody is left to read why it could not be cancelled.
        await createClient({ ...access, signal: context.signal })
          .cancelJob(job.id)
          .catch(() => {})
      throw error
    }
    const command = isSubmitted ? ['results', job?.id ?? ''] : ['solve', file, '--job', job?.id ?? '']
    const isRefused = isSubmitted && error instanceof InputError
    if (job && !isRefused) printContinuation(context, [...command, '--url', url], options, position)
    throw error
  }

  function endingAll<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      failed.abort(error)
      throw error
    })
  }
}

/** @param signal ends it */
async function showProgress(client: Client, id: string, context: CommandContext, signal: AbortSignal): Promise<void> {
  const bar = progressBar('solving', context, '{rate}/s, {left} left, {backtracks} backtracks')
  bar.start(0, 0, { backtracks: 0, rate: 0, left: '?' })
  try {
    for await (const { state, counts, backtracks, puzzlesPerSecond, secondsLeft } of client.watchJob(id)) {
      bar.setTotal(counts.total)
      bar.update(counts.total - counts.pending, {
        backtracks: backtracks.sum.toLocaleString('en'),
        rate: Math.round(puzzlesPerSecond ?? 0).toLocaleString('en'),
        left: secondsLeft === null || state === 'open' ? '?' : `${secondsLeft} s`,
      })
      if (signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    bar.stop()
  }
}
