import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command, Option } from 'commander'
import type { ApiKey } from '../shared/aws/owners.ts'
import { dynamoTable, type Table } from '../shared/aws/table.ts'

/** `npm run keys`: mints, lists and revokes the API keys in a table, as whoever may write to it. AWS is found as the SDK finds it. */

const program = new Command('keys').description('Lets owners of jobs into a service that runs with AUTH=keys.')
const tableOption = () =>
  new Option('--table <name>', 'the table of the service: an output of its stack').env('TABLE_NAME')

program
  .command('mint')
  .description('make a key and print it: this once, as only a hash of it is kept')
  .argument('<owner>', 'whose jobs it opens; several keys may be of one owner')
  .option('--note <text>', 'what it is for', '')
  .addOption(tableOption())
  .action(async (owner: string, { note, ...of }: { note: string; table?: string }) => {
    console.log(await tableNamed(of).mintKey(owner, note, Date.now()))
  })

program
  .command('revoke')
  .description('let a key in no more, from this moment on')
  .argument('<id>', 'the middle part of its text, as list shows it')
  .addOption(tableOption())
  .action(async (key: string, of: { table?: string }) => {
    const id = key.split('_')[1] ?? key
    if (!(await tableNamed(of).revokeKey(id, Date.now()))) program.error(`there is no key ${id}`)
    console.log(`${id} is revoked`)
  })

program
  .command('list')
  .description('name the keys there are')
  .addOption(tableOption())
  .action(async (of: { table?: string }) => {
    for (const key of await tableNamed(of).listKeys()) console.log(lineOf(key))
  })

try {
  await program.parseAsync()
} catch (error) {
  program.error((error as Error).message)
}

function tableNamed({ table }: { table?: string }): Table {
  if (!table) return program.error('which table? Name it with --table or TABLE_NAME')
  return dynamoTable(new DynamoDBClient(), table)
}

function lineOf({ id, owner, note, mintedAt, revokedAt }: ApiKey): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const state = revokedAt === undefined ? 'valid' : `revoked ${day(revokedAt)}`
  return [id, owner, `minted ${day(mintedAt)}`, state, note].join('  ').trimEnd()
}
