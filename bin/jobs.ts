import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Command } from 'commander'
import { type Client, createClient } from '../shared/client/client.ts'
import { upload } from '../shared/client/upload.ts'
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
import { print, printResults } from './results.ts'
import { sayHowToGoOn } from './solve.ts'
import { bytesOf } from './streams.ts'

/** Adds the commands for jobs that nobody waits for to a program. */
export function addJobs(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  const { stdin, stderr, signal, pause } = context
  const clientFor = ({ url, key }: ServiceOptions) => createClient({ url, key: key || undefined, signal, pause })

  const submit = program
    .command('submit')
    .description('submit the puzzles of a file and print the id of their job')
    .argument('<file>', 'as for solve')
  for (const option of [...serviceOptions(), ...jobOptions()]) submit.addOption(option)
  submit.action(async (file: string, options: ServiceOptions & AskedOptions) => {
    const how = { asked: askedIn(options), to: undefined, gzip: promisify(gzip) }
    const { job, sealed } = await upload(bytesOf(file, stdin, signal), clientFor(options), how)
    await sealed
    await print(`${job.id}\n`, context)
  })

  const results = program
    .command('results')
    .description('print the results of a job, in order, waiting for those that are not there yet')
    .argument('<job>', 'its id')
  for (const option of [...serviceOptions(), ...outputOptions()]) results.addOption(option)
  results.action(async (id: string, options: ServiceOptions & OutputOptions) => {
    const client = clientFor(options)
    const job = await client.getJob(id)
    const printed = { next: options.from }
    try {
      end(await printResults(client, job, options, printed, context))
    } catch (error) {
      sayHowToGoOn(stderr, ['results', id], { ...options, ...printed })
      throw error
    }
  })

  const onJob = (name: string, description: string, act: (client: Client, id: string) => Promise<JobView>) =>
    toService(program.command(name))
      .description(description)
      .argument('<job>', 'its id')
      .action(async (id: string, options: ServiceOptions) => {
        await print(described(await act(clientFor(options), id)), context)
      })
  onJob('status', 'say how a job gets on', (client, id) => client.getJob(id))
  onJob('cancel', 'have no more of a job solved; what is solved stays', (client, id) => client.cancelJob(id))
  onJob('redrive', 'have the failed puzzles of a job tried again', (client, id) => client.redriveJob(id))

  toService(program.command('list'))
    .description('name your jobs, newest first')
    .action(async (options: ServiceOptions) => {
      for await (const { id, state, counts, createdAt } of clientFor(options).listJobs()) {
        await print(
          `${id}  ${createdAt}  ${state.padEnd(10)}  ${counts.total - counts.pending}/${counts.total}\n`,
          context,
        )
      }
    })
}

function toService(command: Command): Command {
  for (const option of serviceOptions()) command.addOption(option)
  return command
}

/** A job in lines of a name and a value. */
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
