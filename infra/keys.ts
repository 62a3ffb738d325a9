import { text } from 'node:stream/consumers'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command, Option } from 'commander'
import { type ApiKey, OWNER } from '../shared/aws/owners.ts'
import { dynamoTable, type Table } from '../shared/aws/table.ts'
import { checkedObject, type Fields } from '../shared/json-schema.ts'
import { type RunningService, runningServices } from './local/running-service.ts'
import { LOCAL_PORT } from './settings/settings.ts'

/**
 * `npm run keys`: mints, lists and revokes the API keys in a table. The SDK finds AWS and its credentials in its usual
 * places; they must allow writing to the table. Where no table is named, it is that of the service on this machine.
 */

const program = new Command('keys').description(
  'Mints, lists and revokes the API keys of a service that runs with AUTH=keys.',
)
interface TableFlags {
  readonly table?: string
  readonly port?: string
}

/** Adds to a command the options that say in which table keys are. */
function withTable(command: Command): Command {
  return command
    .addOption(
      new Option('--table <name>', 'the table of the service; the stack lists its name among its outputs').env(
        'TABLE_NAME',
      ),
    )
    .addOption(
      new Option(
        '--port <number>',
        `the port of the service on this machine, whose table it is if none is named; ${LOCAL_PORT}, or the only one that is up`,
      ).env('PORT'),
    )
}

/** A line of an export. */
const EXPORTED_KEY = {
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  owner: { type: 'string', pattern: OWNER.source },
  note: { type: 'string' },
  hash: { type: 'string', pattern: '^[\\w-]{43}$' },
  mintedAt: { type: 'number' },
  revokedAt: { type: 'number', optional: true },
} as const satisfies Fields

withTable(program.command('mint'))
  .description('make a key and print it; it cannot be shown again, because only its hash is stored')
  .argument('<owner>', 'the owner whose jobs the key opens; an owner may have several keys')
  .option('--note <text>', 'what the key is for', '')
  .action(async (owner: string, { note, ...where }: TableFlags & { note: string }) => {
    console.log(await (await tableIn(where)).mintKey(owner, note, Date.now()))
  })

withTable(program.command('revoke'))
  .description('stop accepting a key from this moment on')
  .argument('<id>', 'the id of the key, as list shows it: the middle part of its text')
  .action(async (key: string, where: TableFlags) => {
    const id = key.split('_')[1] ?? key
    if (!(await (await tableIn(where)).revokeKey(id, Date.now()))) program.error(`there is no key ${id}`)
    console.log(`${id} is revoked`)
  })

withTable(program.command('list'))
  .description('list all keys')
  .action(async (where: TableFlags) => {
    for (const key of await (await tableIn(where)).listKeys()) console.log(described(key))
  })

withTable(program.command('export'))
  .description('print all keys, one a line as JSON: their hashes, by which nobody gets in')
  .action(async (where: TableFlags) => {
    for (const key of await (await tableIn(where)).listKeys()) console.log(JSON.stringify(key))
  })

withTable(program.command('import'))
  .description('add keys that export printed, from standard input; those that are there stay as they are')
  .action(async (where: TableFlags) => {
    const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '')
    // All are read before the first is added.
    const keys = lines.map((line, i) => exportedKey(line, i + 1))
    const table = await tableIn(where)
    let added = 0
    for (const key of keys) if (await table.addKey(key)) added++
    console.log(`${added} added, ${keys.length - added} were there`)
  })

try {
  await program.parseAsync()
} catch (error) {
  program.error((error as Error).message)
}

function exportedKey(line: string, number: number): ApiKey {
  const read = checkedObject(EXPORTED_KEY, jsonIn(line))
  if (!read.ok) return program.error(`line ${number}: expected a key as export prints it; none was added`)
  return read.value
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function tableIn({ table, port }: TableFlags): Promise<Table> {
  if (table) return dynamoTable(new DynamoDBClient(), table)
  const service = await serviceOn(port)
  // Whoever forgets to name the table of a stack sees where the key is made.
  console.error(`in the service at ${service.url}${service.auth === 'open' ? ', which asks nobody for a key' : ''}`)
  const { AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, TABLE_NAME } =
    service.environment
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
  const client = new DynamoDBClient({ region: AWS_REGION, endpoint: AWS_ENDPOINT_URL_DYNAMODB, credentials })
  return dynamoTable(client, TABLE_NAME)
}

async function serviceOn(port: string | undefined): Promise<RunningService> {
  const up = await runningServices(port)
  const portOf = ({ url }: RunningService) => new URL(url).port
  const service = up.find((each) => portOf(each) === `${LOCAL_PORT}`) ?? up[0]
  const where = port === undefined ? '' : ` on port ${port}`
  if (!service) {
    return program.error(`which table? Name it with --table or TABLE_NAME.
Without a name it is that of the service on this machine, but none is up${where}: AUTH=keys npm start`)
  }
  if (up.length > 1 && portOf(service) !== `${LOCAL_PORT}`) {
    const ports = up.map(portOf).toSorted().join(', ')
    return program.error(`which service? Several are up on this machine: name one with --port, of ${ports}`)
  }
  return service
}

function described({ id, owner, note, mintedAt, revokedAt }: ApiKey): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const state = revokedAt === undefined ? 'valid' : `revoked ${day(revokedAt)}`
  return [id, owner, `minted ${day(mintedAt)}`, state, note].join('  ').trimEnd()
}
