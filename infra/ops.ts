import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { Command } from 'commander'
import { OWNER, type OwnerSettings } from '../shared/aws/owners.ts'
import { OWNER_LIMITS, type OwnerLimits } from '../shared/job/limits.ts'
import { addJobCommands } from './ops/jobs.ts'
import { addKeyCommands } from './ops/keys.ts'
import { inPlace, note, type PlaceFlags, placeOf, wholeNumber } from './ops/place.ts'

/**
 * `npm run ops`: an operator looks after the jobs, owners, keys and workers of a service. The table keeps a log of what was
 * redriven, blocked, limited, revoked, rotated, paused and resumed.
 */
const program = new Command('ops').description('Looks after a service: its jobs, owners, keys and workers.')
addJobCommands(program)
addOwnerCommands(program.command('owner').description('block or limit an owner'))
addKeyCommands(program.command('key').description('mint, list, rotate and revoke API keys'))
addSourceCommands(program)
inPlace(program.command('log'))
  .description('show what operators did, newest first')
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

/** Adds the commands that stop and start the work of all queues. */
function addSourceCommands(program: Command): void {
  const change = (name: string, description: string, Enabled: boolean) =>
    inPlace(program.command(name))
      .description(description)
      .action(async (flags: PlaceFlags) => {
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

/** Adds the commands about one owner. */
function addOwnerCommands(program: Command): void {
  const change = (
    name: string,
    description: string,
    settingsOf: (before: OwnerSettings, given: Given) => OwnerSettings,
  ) =>
    inPlace(program.command(name))
      .description(description)
      .argument('<owner>')
      .action(async (owner: string, given: Given) => {
        if (!OWNER.test(owner)) throw new Error(`owner "${owner}": expected a name that keys are minted for`)
        const { table } = await placeOf(given)
        const settings = settingsOf(await table.readSettings(owner), given)
        await table.setOwner(owner, settings)
        await note(table, `${owner}: ${described(settings)}`)
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

function described({ blockedAt, limits }: OwnerSettings): string {
  const state = blockedAt === undefined ? 'let in' : `blocked since ${new Date(blockedAt).toISOString()}`
  const own = Object.entries(limits ?? {}).map(([name, value]) => `${name} ${value}`)
  return [state, ...own].join(', ')
}
