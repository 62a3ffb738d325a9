import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { type Client, createClient } from '../shared/client/client.ts'
import type { JobOptions, Labels } from '../shared/job/job.ts'
import type { DeliveryView, JobView } from '../shared/protocol/views.ts'
import { submitted } from './file-entries.ts'
import {
  accessOf,
  addExamples,
  addOptions,
  type GlobalOptions,
  jobOptions,
  jobOptionsIn,
  labelOptions,
  type OutputOptions,
  optionsOf,
  outputOptions,
  puzzlesArgument,
  type ServiceOptions,
  serviceOptions,
} from './options.ts'
import { BARE, JSON_LIST } from './output-formats.ts'
import { printContinuation, printResults } from './print-results.ts'
import { announceTyping, type CommandContext, InputError, print, printer, ReaderGoneError } from './streams.ts'
import { visibleInLine } from './visible.ts'

/** Adds to a program the commands that handle jobs without waiting for them to end. */
export function addJobs(program: Command, context: CommandContext, end: (allSolved: boolean) => void): void {
  /** A command at a service, on a job unless it says otherwise. */
  const atService = <Options>(
    name: string,
    description: string,
    examples: Readonly<Record<string, string>>,
    act: (client: Client, options: Options & ServiceOptions & GlobalOptions, argument: string) => Promise<void>,
    { options = [], argument = jobArgument }: { options?: readonly Option[]; argument?: Argument | null } = {},
  ) => {
    const command = addOptions(program.command(name), [...serviceOptions(), ...options]).description(description)
    if (argument) command.addArgument(argument)
    command.action(async (given: string) => {
      const options = optionsOf<Options & ServiceOptions>(command)
      await act(createClient({ ...accessOf(options, context), signal: context.signal }), options, given)
    })
    return addExamples(command, examples)
  }

  const ofSubmit = {
    'submit puzzles.txt': 'prints the id that status, results, cancel, redrive and delete take',
    'submit puzzles.txt --name evening --metadata order=7': 'status and list show what you call it',
    'submit puzzles.txt --webhook https://example.com/hooks': 'has that address told when the job has ended',
  }
  const submit = atService<Partial<JobOptions> & Labels & WebhookOptions>(
    'submit',
    'submit the puzzles of a file, and print the id of their job',
    ofSubmit,
    async (client, { webhook: url, webhookSecret: secret, ...options }, file) => {
      if (url !== undefined && !secret)
        submit.error('error: --webhook needs a secret: set SUDOKU_WEBHOOK_SECRET or --webhook-secret')
      const webhook = url !== undefined && secret ? { url, secret } : undefined
      const how = { asked: jobOptionsIn(options), webhook, to: undefined }
      if (!options.quiet) announceTyping(file, context)
      const { job, sealed } = await submitted(file, context, client, how)
      await sealed
      await print(options.json ? json(await client.getJob(job.id)) : `${job.id}\n`, context)
    },
    {
      options: [
        ...jobOptions(),
        ...labelOptions(),
        new Option('--webhook <url>', 'an address that is told when the job has ended'),
        new Option(
          '--webhook-secret <secret>',
          'whsec_ and base64: what is sent is signed with it; it is safer in the environment',
        ).env('SUDOKU_WEBHOOK_SECRET'),
      ],
      argument: puzzlesArgument(),
    },
  )

  const ofResults = {
    [`results ${ID} --format csv > results.csv`]: 'everything about each puzzle',
    [`results ${ID} --status invalid,failed --format ndjson`]: 'only what went wrong, with its reasons',
    [`results ${ID} --er 4.5..6.0 --technique x-wing,swordfish`]: 'of a job with --include rating, only those so hard',
  }
  const RESULTS = 'print the results of a job in order, waiting for those that are not there yet'
  const printAll = async (client: Client, options: ServiceOptions & OutputOptions, id: string) => {
    const job = await client.getJob(id)
    const position = { next: options.from }
    try {
      end(await printResults(client, job, options, position, context))
    } catch (error) {
      if (!(error instanceof InputError || error instanceof ReaderGoneError))
        printContinuation(context, ['results', id, '--url', options.url], options, position)
      throw error
    }
  }
  atService('results', RESULTS, ofResults, printAll, { options: outputOptions() })

  const onJob = (name: string, description: string, act: (client: Client, id: string) => Promise<JobView>) =>
    atService(
      name,
      description,
      { [`${name} ${ID}`]: 'submit and list print such ids' },
      async (client, options, id) => {
        const job = await act(client, id)
        await print(options.json ? json(job) : described(job), context)
      },
    )
  onJob('status', 'print the progress of a job', (client, id) => client.getJob(id))
  onJob('cancel', 'stop solving a job; the results so far are kept', (client, id) => client.cancelJob(id))
  onJob('redrive', 'try the failed puzzles of a job again', (client, id) => client.redriveJob(id))

  const ofDeliveries = {
    [`deliveries ${ID}`]: 'time, event, attempt, and the status of the answer or why there was none',
    [`deliveries ${ID} --again`]: 'once the receiver is mended',
  }
  const DELIVERIES = "print the attempts to tell a job's webhook, newest first"
  atService<{ again: boolean }>('deliveries', DELIVERIES, ofDeliveries, async (client, options, id) => {
    if (options.again) return void (await client.sendAgain(id))
    const found = await client.listDeliveries(id)
    await print(options.json ? json(found) : found.map(attemptOf).join(''), context)
  }).option('--again', 'have it told again, and at once', false)

  const ofDelete = { [`delete ${ID}`]: 'it is found no more, and nobody can bring it back' }
  const DELETE = 'delete a job with its puzzles and results; one that runs is cancelled'
  atService('delete', DELETE, ofDelete, async (client, options, id) => {
    await client.deleteJob(id)
    if (options.json) await print(`${JSON.stringify({ id, deleted: true })}\n`, context)
    else if (!options.quiet) await print(`${id} is deleted\n`, context)
  })

  const ofList = {
    list: 'id, time, state, how many puzzles are done, and what you call it',
    'list --json': 'all that is known of each',
  }
  const list = async (client: Client, options: GlobalOptions) => {
    const { add, end } = printer(options.json ? JSON_LIST : BARE, context)
    for await (const job of client.listJobs()) await add(options.json ? JSON.stringify(job) : lineOf(job))
    await end()
  }
  atService('list', 'list your jobs, newest first', ofList, list, { argument: null })
}

const jobArgument = new Argument('<job>', 'the id of the job').argParser((text) => {
  // In an address dots lead up from their place.
  if (/^\.*$/.test(text)) throw new InvalidArgumentError('expected the id of a job')
  return text
})

interface WebhookOptions {
  readonly webhook?: string
  readonly webhookSecret?: string
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

/** A job as lines, each with a name and a value. */
function described(job: JobView): string {
  const { id, state, name, metadata = {}, counts, mismatches, backtracks, ratings, options } = job
  const { puzzlesPerSecond, secondsLeft } = job
  const { total, ...outcomes } = counts
  const labels = Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
  const lines = {
    job: id,
    ...(name !== undefined && { name }),
    ...(labels.length > 0 && { metadata: labels.join(', ') }),
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
  const written = Object.entries(lines).map(([name, value]) => `${name.padEnd(12)}${value}\n`)
  return written.join('')
}

/** `42, ER 1.2 to 7.1` */
function ratedWords({ er }: NonNullable<JobView['ratings']>): string {
  const puzzles = er.reduce((sum, of) => sum + of.puzzles, 0)
  const [least, most] = [er[0], er[er.length - 1]].map((of) => of.er.toFixed(1))
  return `${puzzles}, ER ${least} to ${most}`
}
