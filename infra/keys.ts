import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command, Option } from 'commander'
import type { ApiKey } from '../shared/aws/owners.ts'
import { dynamoTable, type Table } from '../shared/aws/table.ts'

/**
 * `npm run keys`: mints, lists and revokes the API keys in a table. The SDK finds AWS and its credentials in its usual
 * places; they must allow writing to the table.
 */

const program = new Command('keys').description(
  'Mints, lists and revokes the API keys of a service that runs with AUTH=keys.',
)
interface TableFlags {
  readonly table?: string
}

const tableOption = () =>
  new Option('--table <name>', 'the table of the service; the stack lists its name among its outputs').env('TABLE_NAME')

program
  .command('mint')
  .description('make a key and print it; it cannot be shown again, because only its hash is stored')
  .argument('<owner>', 'the owner whose jobs the key opens; an owner may have several keys')
  .option('--note <text>', 'what the key is for', '')
  .addOption(tableOption())
  .action(async (owner: string, { note, table }: TableFlags & { note: string }) => {
    console.log(await tableNamed(table).mintKey(owner, note, Date.now()))
  })

program
  .command('revoke')
  .description('stop accepting a key from this moment on')
  .argument('<id>', 'the id of the key, as list shows it: the middle part of its text')
  .addOption(tableOption())
  .action(async (key: string, { table }: TableFlags) => {
    const id = key.split('_')[1] ?? key
    if (!(await tableNamed(table).revokeKey(id, Date.now()))) program.error(`there is no key ${id}`)
    console.log(`${id} is revoked`)
  })

program
  .command('list')
  .description('list all keys')
  .addOption(tableOption())
  .action(async ({ table }: TableFlags) => {
    for (const key of await tableNamed(table).listKeys()) console.log(described(key))
  })

try {
  await program.parseAsync()
} catch (error) {
  program.error((error as Error).message)
}

function tableNamed(name: string | undefined): Table {
  if (!name) return program.error('which table? Name it with --table or TABLE_NAME')
  return dynamoTable(new DynamoDBClient(), name)
}

function described({ id, owner, note, mintedAt, revokedAt }: ApiKey): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const state = revokedAt === undefined ? 'valid' : `revoked ${day(revokedAt)}`
  return [id, owner, `minted ${day(mintedAt)}`, state, note].join('  ').trimEnd()
}
