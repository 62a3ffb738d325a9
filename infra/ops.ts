import { hostname, userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readJob, readJobs } from '../functions/api/admission.ts'
import { giveUpLost, redrive } from '../functions/api/job-actions.ts'
import { viewOf } from '../functions/reporting/job-view.ts'
import { API_KEY_FIELDS, type ApiKey, EVERYONE, OWNER, type OwnerSettings } from '../shared/aws/owners.ts'
import { type Queue, sqsQueue } from '../shared/aws/queue.ts'
import { dynamoTable, type Table } from '../shared/aws/table.ts'
import { accept } from '../shared/checked.ts'
import { jsonIn } from '../shared/input/entry.ts'
import { hasExpired, progressOf } from '../shared/job/job.ts'
import { OWNER_LIMITS, type OwnerLimits } from '../shared/job/limits.ts'
import { checkedObject } from '../shared/json-schema.ts'
import { clientsOf, type RunningService, runningServices } from './local/running-service.ts'
import { LOCAL_PORT } from './settings/settings.ts'

interface Place {
  readonly table: Table
  /** The queue of long jobs; undefined where only a table was named. */
  readonly queue?: Queue
  /** The ids of the event sources of its functions; none on this machine. */
  readonly sources: readonly string[]
}

interface PlaceFlags {
  readonly stack?: string
  readonly table?: string
  readonly queue?: string
  readonly port?: string
}

/** Adds a command with the options that say which service it is about. */
function inPlace(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .addOption(new Option('--stack <name>', 'the stack of the service, e.g. Sudoku-prod').env('STACK_NAME'))
    .addOption(
      new Option('--table <name>', 'the table of the service, where its stack cannot be asked').env('TABLE_NAME'),
    )
    .addOption(new Option('--queue <url>', 'likewise the queue of long jobs').env('QUEUE_URL'))
    .addOption(
      new Option(
        '--port <number>',
        `the port of the service on this machine, which it is if nothing is named; ${LOCAL_PORT}, or the only one that is up`,
      ).env('PORT'),
    )
}

/**
 * Finds a service. The SDK finds AWS and its credentials in its usual places.
 *
 * @throws if no service is found, or several are up and none of them is named
 */
async function placeOf({ stack, table, queue, port }: PlaceFlags): Promise<Place> {
  if (stack) {
    const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: stack }))
    const output = (name: string) => {
      const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue
      if (value === undefined) throw new Error(`the stack ${stack} has no output "${name}"`)
      return value
    }
    return placeAt(output('table'), output('queue'), { sources: output('sources').split(',') })
  }
  if (table) return placeAt(table, queue)
  const { url, auth, environment } = await serviceOn(port)
  // Whoever forgets to name a stack sees where the command was carried out.
  console.error(`in the service at ${url}${auth === 'open' ? ', which asks nobody for a key' : ''}`)
  return placeAt(environment.TABLE_NAME, environment.QUEUE_URL, clientsOf(environment))
}

function placeAt(
  table: string,
  queue: string | undefined,
  { dynamo, sqs, sources = [] }: Partial<ReturnType<typeof clientsOf> & Pick<Place, 'sources'>> = {},
): Place {
  const named = queue && sqsQueue(new SQSClient(sqs ?? {}), queue)
  return { table: dynamoTable(new DynamoDBClient(dynamo ?? {}), table), ...(named && { queue: named }), sources }
}

async function serviceOn(port: string | undefined): Promise<RunningService> {
  const up = await runningServices(port)
  const portOf = ({ url }: RunningService) => new URL(url).port
  const service = up.find((each) => portOf(each) === `${LOCAL_PORT}`) ?? up[0]
  const where = port === undefined ? '' : ` on port ${port}`
  if (!service) {
    throw new Error(`which table? Name its stack with --stack, or it with --table or TABLE_NAME.
Without a name it is that of the service on this machine, but none is up${where}: AUTH=keys npm start`)
  }
  if (up.length > 1 && portOf(service) !== `${LOCAL_PORT}`) {
    const ports = up.map(portOf).toSorted().join(', ')
    throw new Error(`which service? Several are up on this machine: name one with --port, of ${ports}`)
  }
  return service
}

/** A key's text, of which its id may be shown. */
const SECRET = /sudoku_([0-9a-f]{16})_[\w-]+/g

/** Says what a command did, and writes it into the log of operations. */
async function note(table: Table, outcome: string, say: (line: string) => void = console.log): Promise<void> {
  const who = `${userInfo().username}@${hostname()}`
  const command = process.argv.slice(2).join(' ').replace(SECRET, '$1')
  await table.noteOperation({ at: Date.now(), who, command, outcome })
  say(outcome)
}

/** An option's value that is a number of something. */
function wholeNumber(given: string): number {
  if (!/^[1-9]\d{0,11}$/.test(given)) throw new InvalidArgumentError('expected a whole number')
  return Number(given)
}

interface JobFlags extends PlaceFlags {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly owner?: string
}

function addJobCommands(program: Command): void {
  const aboutJobs = (name: string, description: string) =>
    inPlace(program, name, description)
      .requiredOption(
        '--since <time>',
        'jobs that were submitted since then: 90m, 2h, 3d, or a time such as 2026-11-24T10:00Z',
        momentIn,
      )
      .option('--owner <name>', "one owner's jobs alone")

  aboutJobs('jobs', 'list jobs of all owners, each with its counts')
    .option('--failed', 'those that have failed puzzles')
    .action(async ({ failed, ...flags }: JobFlags & { failed?: boolean }) => {
      const { table } = await placeOf(flags)
      for await (const record of readJobs(table, idsSince(table, flags))) {
        if (!record || hasExpired(record.job, Date.now())) continue
        const { state, counts } = viewOf(record, Date.now())
        if (failed && counts.failed === 0) continue
        const { id, owner, createdAt } = record.job
        const ended = `${counts.total - counts.pending}/${counts.total}`
        console.log([new Date(createdAt).toISOString(), id, owner, state, ended, `${counts.failed} failed`].join('  '))
      }
    })

  aboutJobs('redrive', 'send the failed puzzles of all jobs again; one that was broken off goes on where it was')
    .option(
      '--lost <time>',
      'also give up what has been pending since then, as its messages were lost with their queue',
      momentIn,
    )
    .action(async ({ lost, ...flags }: JobFlags & { lost?: number }) => {
      const { table, queue } = await placeOf(flags)
      if (!queue) throw new Error('which queue? Name a stack with --stack, or the queue with --queue')
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort())
      const owners = new Set<string>()
      let [jobs, puzzles, given] = [0, 0, 0]
      const isOver = () => stop.signal.aborted
      // It is not the owners who ask for it: no limit of theirs stands in its way.
      const unlimited = { isOver, roomFor: async () => accept() }
      const ids = idsSince(table, flags)
      const worker = async () => {
        for await (const id of ids) {
          if (isOver()) return
          const record = await readJob(table, id)
          if (!record || hasExpired(record.job, Date.now())) continue
          const { job } = record
          const { counts } = progressOf(record)
          if (lost !== undefined && counts.pending > 0) {
            const now = await giveUpLost({ table, queue }, record, lost, isOver)
            if (now > 0) console.log(`${job.id}  ${job.owner}  ${now} puzzles lost`)
            given += now
          }
          if (job.cancel || counts.failed === 0) continue
          const sent = await redrive({ table, queue }, record, unlimited)
          if (!sent.ok || sent.value === 0) continue
          console.log(`${job.id}  ${job.owner}  ${sent.value} puzzles`)
          owners.add(job.owner)
          jobs++
          puzzles += sent.value
        }
      }
      await Promise.all(Array.from({ length: JOBS_AT_ONCE }, worker))
      const end = stop.signal.aborted ? 'broken off; the same command goes on: ' : ''
      const alsoLost = lost === undefined ? '' : `, ${given} puzzles given up as lost`
      await note(table, `${end}${jobs} jobs of ${owners.size} owners, ${puzzles} puzzles sent again${alsoLost}`)
      process.exitCode = stop.signal.aborted ? 130 : 0
    })
}

/** Jobs that are worked on at once; each takes some calls one after the other. */
const JOBS_AT_ONCE = 16

const PAGE = 100

/** The jobs that were submitted since a time, by owners, each owner's newest first. */
async function* idsSince(table: Table, { owner, since }: JobFlags): AsyncGenerator<string, void> {
  // Owners have keys, also revoked ones; where nobody is asked for one, all are one owner.
  const owners = owner === undefined ? [...(await table.listKeys()).map((key) => key.owner), EVERYONE] : [owner]
  // The cursor begins with the time.
  const first = new Date(since).toISOString()
  for (const each of new Set(owners)) {
    for (let cursor: string | undefined; ; ) {
      const page = await table.listJobs(each, PAGE, cursor)
      const recent = page.filter((listed) => listed.cursor >= first)
      yield* recent.map(({ id }) => id)
      cursor = page.at(-1)?.cursor
      if (cursor === undefined || recent.length < page.length || page.length < PAGE) break
    }
  }
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function momentIn(given: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(given) ?? []
  const at = unit === undefined ? Date.parse(given) : Date.now() - Number(count) * UNITS_MS[unit]
  if (Number.isNaN(at)) throw new InvalidArgumentError('expected 90m, 2h, 3d, or a time such as 2026-11-24T10:00Z')
  return at
}

const DAY_MS = 86_400_000
/** Long enough to bring a new key everywhere, where nothing else is asked for. */
const OVERLAP_DAYS = 7

const validDays = () => new Option('--days <number>', 'the key is valid for so many days').argParser(wholeNumber)

function addKeyCommands(program: Command): void {
  inPlace(program, 'mint', 'make a key and print it; it cannot be shown again, because only its hash is stored')
    .argument('<owner>', 'the owner whose jobs the key opens; an owner may have several keys')
    .option('--note <text>', 'what the key is for', '')
    .addOption(validDays())
    .action(async (owner: string, { note, days, ...flags }: PlaceFlags & { note: string; days?: number }) => {
      const { table } = await placeOf(flags)
      console.log(await table.mintKey(owner, note, Date.now(), days && Date.now() + days * DAY_MS))
    })

  inPlace(program, 'revoke', 'stop accepting a key from this moment on')
    .argument('<id>', 'the id of the key, as list shows it: the middle part of its text')
    .action(async (key: string, flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      const id = idIn(key)
      if (!(await table.revokeKey(id, Date.now()))) program.error(`there is no key ${id}`)
      await note(table, `${id} is revoked`)
    })

  inPlace(
    program,
    'rotate',
    'make a key for the owner of another one and print it; the other one stops being valid later',
  )
    .argument('<id>', 'the id of the other key')
    .option('--overlap <days>', 'how long both are valid', wholeNumber, OVERLAP_DAYS)
    .addOption(validDays())
    .action(async (key: string, { overlap, days, ...flags }: PlaceFlags & { overlap: number; days?: number }) => {
      const { table } = await placeOf(flags)
      const id = idIn(key)
      const old = await table.keyOf(id)
      const now = Date.now()
      const { revokedAt, validUntil = Number.POSITIVE_INFINITY } = old ?? {}
      if (!old || revokedAt !== undefined || validUntil <= now)
        return program.error(`there is no key ${id} that is valid`)
      const made = await table.mintKey(old.owner, old.note, now, days && now + days * DAY_MS)
      // One that ends before that anyway is given no more time.
      const endsAt = Math.min(validUntil, now + overlap * DAY_MS)
      await table.endKey(id, endsAt)
      console.log(made)
      await note(table, `${id} of ${old.owner} is valid until ${dayOf(endsAt)}`, console.error)
    })

  inPlace(program, 'list', 'list all keys, each with the day on which it was last used').action(
    async (flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      for (const key of await table.listKeys()) console.log(keyInWords(key, await table.lastUseOf(key)))
    },
  )

  inPlace(program, 'export', 'print all keys, one a line as JSON: their hashes, by which nobody gets in').action(
    async (flags: PlaceFlags) => {
      const { table } = await placeOf(flags)
      for (const key of await table.listKeys()) console.log(JSON.stringify(key))
    },
  )

  inPlace(
    program,
    'import',
    'add keys that export printed, from standard input; those that are there stay as they are',
  ).action(async (flags: PlaceFlags) => {
    const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '')
    // All are read before the first is added.
    const keys = lines.map((line, i) => {
      const read = checkedObject(API_KEY_FIELDS, jsonIn(line))
      if (!read.ok) throw new Error(`line ${i + 1}: expected a key as export prints it; none was added`)
      return read.value
    })
    const { table } = await placeOf(flags)
    let added = 0
    for (const key of keys) if (await table.addKey(key)) added++
    console.log(`${added} added, ${keys.length - added} were there`)
  })
}

/** A key may be named by its whole text, too. */
function idIn(key: string): string {
  return key.split('_')[1] ?? key
}

function keyInWords({ id, owner, note, mintedAt, revokedAt, validUntil }: ApiKey, usedAt: number | undefined): string {
  const until =
    validUntil === undefined ? 'valid' : `${validUntil > Date.now() ? 'valid' : 'ended'} ${dayOf(validUntil)}`
  const state = revokedAt === undefined ? until : `revoked ${dayOf(revokedAt)}`
  const used = usedAt === undefined ? 'not used' : `used ${dayOf(usedAt)}`
  return [id, owner, `minted ${dayOf(mintedAt)}`, state, used, note].join('  ').trimEnd()
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/**
 * `npm run ops`: an operator looks after the jobs, owners, keys and workers of a service. The table keeps a log of what was
 * redriven, blocked, limited, revoked, rotated, paused and resumed.
 */
const program = new Command('ops').description('Looks after a service: its jobs, owners, keys and workers.')
addJobCommands(program)
addOwnerCommands(program.command('owner').description('block or limit an owner'))
addKeyCommands(program.command('key').description('mint, list, rotate and revoke API keys'))
addSourceCommands(program)
inPlace(program, 'log', 'show what operators did, newest first')
  .option('--most <number>', 'how many', wholeNumber, 50)
  .action(async ({ most, ...flags }: PlaceFlags & { most: number }) => {
    const { table } = await placeOf(flags)
    for (const { at, who, command, outcome } of await table.lastOperations(most))
      console.log([new Date(at).toISOString(), who, command, outcome].join('  '))
  })

try {
  await program.parseAsync()
} catch (error) {
  program.error((error as Error).message)
}

function addSourceCommands(program: Command): void {
  const change = (name: string, description: string, Enabled: boolean) =>
    inPlace(program, name, description).action(async (flags: PlaceFlags) => {
      const { table, sources } = await placeOf(flags)
      if (sources.length === 0)
        throw new Error('a service on this machine has no event sources: name a stack with --stack')
      const lambda = new LambdaClient()
      for (const UUID of sources) await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }))
      await note(table, `${sources.length} event sources are ${Enabled ? 'on' : 'off'} within a minute`)
    })

  change('drain', 'pause all event sources: messages wait, for seven days at most', false)
  change('resume', 'start all event sources', true)
}

type Given = PlaceFlags & Partial<OwnerLimits> & { readonly reset?: boolean }
type Change = (before: OwnerSettings, given: Given) => OwnerSettings

function addOwnerCommands(program: Command): void {
  const change = (name: string, description: string, settingsOf: Change) =>
    inPlace(program, name, description)
      .argument('<owner>')
      .action(async (owner: string, given: Given) => {
        if (!OWNER.test(owner)) throw new Error(`owner "${owner}": expected a name that keys are minted for`)
        const { table } = await placeOf(given)
        const settings = settingsOf(await table.readSettings(owner), given)
        await table.setOwner(owner, settings)
        const { blockedAt, limits = {} } = settings
        const state = blockedAt === undefined ? 'let in' : `blocked since ${new Date(blockedAt).toISOString()}`
        const own = Object.entries(limits).map(([name, value]) => `${name} ${value}`)
        await note(table, `${owner}: ${[state, ...own].join(', ')}`)
      })

  change('block', 'let nothing of an owner in, from this moment on', (before) => ({ blockedAt: Date.now(), ...before }))
  change('unblock', 'let an owner in again', ({ limits }) => ({ ...(limits && { limits }) }))
  change('limit', 'give an owner limits other than everybody has', ({ limits, ...before }, given) => {
    if (given.reset) return before
    const { requests, windowS, jobs, puzzles } = given
    const asked = Object.entries({ requests, windowS, jobs, puzzles }).filter(([, value]) => value !== undefined)
    return { ...before, limits: { ...limits, ...Object.fromEntries(asked) } }
  })
    .option('--requests <number>', `requests at once, and in each window (${OWNER_LIMITS.requests})`, wholeNumber)
    .option('--window-s <seconds>', `the window (${OWNER_LIMITS.windowS})`, wholeNumber)
    .option('--jobs <number>', `jobs under way (${OWNER_LIMITS.jobs})`, wholeNumber)
    .option('--puzzles <number>', `puzzles under way (${OWNER_LIMITS.puzzles})`, wholeNumber)
    .option('--reset', "everybody's limits again")
}
