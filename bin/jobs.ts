import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Command } from 'commander'
import { type Client, createClient } from '../shared/client/client.ts'
import type { JobOptions, Labels } from '../shared/job/job.ts'
import type { DeliveryView, JobView } from '../shared/protocol/views.ts'
import type { CommandContext } from './context.ts'
import {
  addExamples,
  addOptions,
  type GlobalOptions,
  jobArgument,
  jobOptions,
  jobOptionsIn,
  labelOptions,
  labelsIn,
  type OutputOptions,
  optionsWithFormat,
  outputOptions,
  puzzlesArgument,
  type ServiceOptions,
  serviceOptions,
  type WebhookOptions,
  webhookIn,
  webhookOptions,
} from './options.ts'
import { printContinuation, printResults } from './results.ts'
import { announceTyping, bytesOf, InputError, print, ReaderGoneError, retryNotice } from './streams.ts'
import { submitted } from './submission.ts'
import { visibleInLine } from './visible.ts'

/** Adds to a program the commands that handle jobs without waiting for them to end. */
export function addJobs(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  const { stdin, signal, pause } = context
  const clientFor = (options: ServiceOptions & GlobalOptions) => {
    const { url, key } = options
    return createClient({
      url,
      key: key || undefined,
      signal,
      pause,
      isPatient: true,
      onRetry: retryNotice(context, options),
    })
  }

  const submit = program
    .command('submit')
    .description('submit the puzzles of a file, and print the id of their job')
    .addArgument(puzzlesArgument())
  addOptions(submit, [...serviceOptions(), ...jobOptions(), ...labelOptions(), ...webhookOptions()])
  addExamples(submit, {
    'submit puzzles.txt': 'prints the id that status, results, cancel, redrive and delete take',
    'submit puzzles.txt --name evening --metadata order=7': 'status and list show what you call it',
    'submit puzzles.txt --webhook https://example.com/hooks': 'has that address told when the job has ended',
  })
  submit.action(async (file: string) => {
    const options: ServiceOptions & GlobalOptions & Partial<JobOptions> & Labels & WebhookOptions =
      submit.optsWithGlobals()
    const webhook = webhookIn(submit, options)
    const client = clientFor(options)
    const asked = { ...jobOptionsIn(options), ...labelsIn(options) }
    const how = { asked, webhook, to: undefined, gzip: promisify(gzip) }
    if (!options.quiet) announceTyping(file, context)
    const { job, sealed } = await submitted(file, bytesOf(file, stdin, signal), client, how)
    await sealed
    await print(options.json ? json(await client.getJob(job.id)) : `${job.id}\n`, context)
  })

  const results = program
    .command('results')
    .description('print the results of a job in order, waiting for those that are not there yet')
    .addArgument(jobArgument())
  addOptions(results, [...serviceOptions(), ...outputOptions()])
  addExamples(results, {
    [`results ${ID} --format csv > results.csv`]: 'everything about each puzzle',
    [`results ${ID} --status invalid,failed --format ndjson`]: 'only what went wrong, with its reasons',
    [`results ${ID} --er 4.5..6.0 --technique x-wing,swordfish`]: 'of a job with --include rating, only those so hard',
  })
  results.action(async (id: string) => {
    const options = optionsWithFormat<ServiceOptions & OutputOptions>(results)
    const client = clientFor(options)
    const job = await client.getJob(id)
    const position = { next: options.from }
    try {
      end(await printResults(client, job, options, position, context))
    } catch (error) {
      if (!(error instanceof InputError || error instanceof ReaderGoneError))
        printContinuation(context, ['results', id, '--url', options.url], options, position)
      throw error
    }
  })

  const onJob = (name: string, description: string, act: (client: Client, id: string) => Promise<JobView>) => {
    const command = addOptions(program.command(name), serviceOptions())
      .description(description)
      .addArgument(jobArgument())
      .action(async (id: string) => {
        const options: ServiceOptions & GlobalOptions = command.optsWithGlobals()
        const job = await act(clientFor(options), id)
        await print(options.json ? json(job) : described(job), context)
      })
    addExamples(command, { [`${name} ${ID}`]: 'submit and list print such ids' })
  }
  onJob('status', 'print the progress of a job', (client, id) => client.getJob(id))
  onJob('cancel', 'stop solving a job; the results so far are kept', (client, id) => client.cancelJob(id))
  onJob('redrive', 'try the failed puzzles of a job again', (client, id) => client.redriveJob(id))

  const deliveries = addOptions(program.command('deliveries'), serviceOptions())
    .description("print the attempts to tell a job's webhook, newest first")
    .addArgument(jobArgument())
    .option('--again', 'have it told again, and at once', false)
    .action(async (id: string) => {
      const options: ServiceOptions & GlobalOptions & { again: boolean } = deliveries.optsWithGlobals()
      const client = clientFor(options)
      if (options.again) await client.sendAgain(id)
      else {
        const found = await client.listDeliveries(id)
        await print(options.json ? json(found) : found.map(attemptOf).join(''), context)
      }
    })
  addExamples(deliveries, {
    [`deliveries ${ID}`]: 'time, event, attempt, and the status of the answer or why there was none',
    [`deliveries ${ID} --again`]: 'once the receiver is mended',
  })

  const remove = addOptions(program.command('delete'), serviceOptions())
    .description('delete a job with its puzzles and results; one that runs is cancelled')
    .addArgument(jobArgument())
    .action(async (id: string) => {
      const options: ServiceOptions & GlobalOptions = remove.optsWithGlobals()
      await clientFor(options).deleteJob(id)
      if (options.json) await print(`${JSON.stringify({ id, deleted: true })}\n`, context)
      else if (!options.quiet) await print(`${id} is deleted\n`, context)
    })
  addExamples(remove, { [`delete ${ID}`]: 'it is found no more, and nobody can bring it back' })

  const list = addOptions(program.command('list'), serviceOptions())
    .description('list your jobs, newest first')
    .action(async () => {
      const options: ServiceOptions & GlobalOptions = list.optsWithGlobals()
      let isFirst = true
      for await (const job of clientFor(options).listJobs()) {
        await print(options.json ? `${isFirst ? '[\n' : ',\n'}${JSON.stringify(job)}` : lineOf(job), context)
        isFirst = false
      }
      if (options.json) await print(isFirst ? '[]\n' : '\n]\n', context)
    })
  addExamples(list, {
    list: 'id, time, state, how many puzzles are done, and what you call it',
    'list --json': 'all that is known of each',
  })
}

/** A job's id in examples. */
const ID = '2f0c3e9a-7d1b-4c62-9a58-0e6b1f4d2c37'

function json(value: JobView | readonly DeliveryView[]): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function attemptOf({ at, event, attempt, status, error, tookMs }: DeliveryView): string {
  return `${at}  ${event}  ${attempt}  ${status ?? visibleInLine(`${error}`)}  ${tookMs} ms\n`
}

function lineOf({ id, state, counts, createdAt, name }: JobView): string {
  const done = `${counts.total - counts.pending}/${counts.total}`
  return `${id}  ${createdAt}  ${state.padEnd(10)}  ${done}${name === undefined ? '' : `  ${name}`}\n`
}

function keysAndValues(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ')
}

/** A job as lines, each with a name and a value. */
function described(job: JobView): string {
  const { id, state, name, metadata = {}, counts, mismatches, backtracks, ratings, options } = job
  const { puzzlesPerSecond, secondsLeft } = job
  const { total, ...outcomes } = counts
  const lines = {
    job: id,
    ...(name !== undefined && { name }),
    ...(Object.keys(metadata).length > 0 && { metadata: keysAndValues(metadata) }),
    state,
    strategy: options.strategy,
    puzzles: total,
    ...Object.fromEntries(Object.entries(outcomes).filter(([name, count]) => count > 0 || name === 'pending')),
    ...(mismatches > 0 && { mismatches }),
    backtracks: `${backtracks.sum}, at most ${backtracks.max}`,
    ...(ratings && ratings.er.length > 0 && { rated: ratedWords(ratings) }),
    ...(puzzlesPerSecond !== null && { rate: `${Math.round(puzzlesPerSecond)}/s` }),
    ...(counts.pending > 0 && secondsLeft !== null && { left: `${secondsLeft} s` }),
  }
  return `${Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n')}\n`
}

/** `42, ER 1.2 to 7.1` */
function ratedWords({ er }: NonNullable<JobView['ratings']>): string {
  const puzzles = er.reduce((sum, of) => sum + of.puzzles, 0)
  const [least, most] = [er[0], er[er.length - 1]].map((of) => of.er.toFixed(1))
  return `${puzzles}, ER ${least} to ${most}`
}
