import { LambdaClient, ListEventSourceMappingsCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import type { Command } from 'commander'
import { inPlace, note, type PlaceFlags, placeOf } from './place.ts'

/** Adds the commands that stop and start the work of all queues. */
export function addSourceCommands(program: Command): void {
  const change = (name: string, description: string, Enabled: boolean) =>
    inPlace(program.command(name))
      .description(description)
      .action(async (flags: PlaceFlags) => {
        const { table, consumers } = await placeOf(flags)
        if (consumers.length === 0)
          throw new Error('a service on this machine has no event sources: name a stack with --stack')
        const lambda = new LambdaClient()
        let changed = 0
        for (const FunctionName of consumers) {
          const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName }))
          for (const { UUID } of EventSourceMappings) {
            await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }))
            changed++
          }
        }
        await note(table, `${changed} event sources are ${Enabled ? 'on' : 'off'} within a minute`)
      })

  change('drain', 'pause all event sources: messages wait, for seven days at most', false)
  change('resume', 'start all event sources', true)
}
