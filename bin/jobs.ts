import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Command } from 'commander'
import { type Client, createClient } from '../shared/client/client.ts'
import { upload } from '../shared/client/upload.ts'
import type { JobOptions } from '../shared/job/job.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import {
  addOptions,
  jobOptions,
  jobOptionsIn,
  type OutputOptions,
  outputOptions,
  type ServiceOptions,
  serviceOptions,
} from './options.ts'
import { printContinuation, printResults } from './results.ts'
import { bytesOf, print } from './streams.ts'

/** Adds to a program the commands that handle jobs without waiting for them to end. */
export function addJobs(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  const { stdin, signal, pause } = context
  const clientFor = ({ url, key }: ServiceOptions) => createClient({ url, key: key || undefined, signal, pause })

  const submit = program
    .command('submit')
    .description('submit the puzzles of a file, and print the id of their job')
    .argument('<file>', 'the same as for solve')
  addOptions(submit, [...serviceOptions(), ...jobOptions()])
  submit.action(async (file: string, options: ServiceOptions & Partial<JobOptions>) => {
    const how = { asked: jobOptionsIn(options), to: undefined, gzip: promisify(gzip) }
    const { job, sealed } = await upload(bytesOf(file, stdin, signal), clientFor(options), how)
    await sealed
    await print(`${job.id}\n`, context)
  })

  const results = program
    .command('results')
    .description('print the results of a job in order, waiting for those that are not there yet')
    .argument('<job>', 'the id of the job')
  addOptions(results, [...serviceOptions(), ...outputOptions()])
  results.action(async (id: string, options: ServiceOptions & OutputOptions) => {
    const client = clientFor(options)
    const job = await client.getJob(id)
    const position = { next: options.from }
    try {
      end(await printResults(client, job, options, position, context))
    } catch (error) {
      printContinuation(context, ['results', id], options, position)
      throw error
    }
  })

  const onJob = (name: string, description: string, act: (client: Client, id: string) => Promise<JobView>) =>
    addOptions(program.command(name), serviceOptions())
      .description(description)
      .argument('<job>', 'the id of the job')
      .action(async (id: string, options: ServiceOptions) => {
        await print(described(await act(clientFor(options), id)), context)
      })
  onJob('status', 'print the progress of a job', (client, id) => client.getJob(id))
  onJob('cancel', 'stop solving a job; the results so far are kept', (client, id) => client.cancelJob(id))
  onJob('redrive', 'try the failed puzzles of a job again', (client, id) => client.redriveJob(id))

  addOptions(program.command('list'), serviceOptions())
    .description('list your jobs, newest first')
    .action(async (options: ServiceOptions) => {
      for await (const { id, state, counts, createdAt } of clientFor(options).listJobs()) {
        await print(
          `${id}  ${createdAt}  ${state.padEnd(10)}  ${counts.total - counts.pending}/${counts.total}\n`,
          context,
        )
      }
    })
}

/** A job as lines, each with a name and a value. */
function described(job: JobView): string {
  const { id, state, counts, mismatches, backtracks, puzzlesPerSecond, secondsLeft, options } = job
  const { total, ...outcomes } = counts
  const lines = {
    job: id,
    state,
    strategy: options.strategy,
    puzzles: total,
    ...Object.fromEntries(Object.entries(outcomes).filter(([name, count]) => count > 0 || name === 'pending')),
    ...(mismatches > 0 && { mismatches }),
    backtracks: `${backtracks.sum}, at most ${backtracks.max}`,
    ...(puzzlesPerSecond !== null && { rate: `${Math.round(puzzlesPerSecond)}/s` }),
    ...(counts.pending > 0 && secondsLeft !== null && { left: `${secondsLeft} s` }),
  }
  return `${Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n')}\n`
}
