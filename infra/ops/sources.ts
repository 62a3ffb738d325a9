import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import type { Command } from 'commander'
import { inPlace, note, type PlaceFlags, placeOf } from './place.ts'

/** Adds the commands that stop and start the work of all queues. */
export function addSourceCommands(program: Command): void {
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
