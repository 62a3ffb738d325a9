import { Command } from 'commander'
import { addJobCommands } from './ops/jobs.ts'
import { addKeyCommands } from './ops/keys.ts'
import { addOwnerCommands } from './ops/owners.ts'
import { inPlace, type PlaceFlags, placeOf, wholeNumber } from './ops/place.ts'
import { addSourceCommands } from './ops/sources.ts'

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
