import { hostname, userInfo } from 'node:os'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Queue, sqsQueue } from '../../shared/aws/queue.ts'
import { dynamoTable, type Table } from '../../shared/aws/table.ts'
import { clientsOf, type RunningService, runningServices } from '../local/running-service.ts'
import { LOCAL_PORT } from '../settings/settings.ts'

/** The service that a command is about. */
export interface Place {
  readonly table: Table
  /** The queue of long jobs; undefined where only a table was named. */
  readonly queue?: Queue
  /** The ids of the event sources of its functions; none on this machine. */
  readonly sources: readonly string[]
}

export interface PlaceFlags {
  readonly stack?: string
  readonly table?: string
  readonly queue?: string
  readonly port?: string
}

/** Adds to a command the options that say which service it is about. */
export function inPlace(command: Command): Command {
  return command
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
export async function placeOf({ stack, table, queue, port }: PlaceFlags): Promise<Place> {
  if (stack) return deployed(stack)
  if (table) {
    const named = queue && sqsQueue(new SQSClient(), queue)
    return { table: dynamoTable(new DynamoDBClient(), table), ...(named && { queue: named }), sources: [] }
  }
  const service = await serviceOn(port)
  // Whoever forgets to name a stack sees where the command was carried out.
  console.error(`in the service at ${service.url}${service.auth === 'open' ? ', which asks nobody for a key' : ''}`)
  const { environment } = service
  const clients = clientsOf(environment)
  return {
    table: dynamoTable(new DynamoDBClient(clients.dynamo), environment.TABLE_NAME),
    queue: sqsQueue(new SQSClient(clients.sqs), environment.QUEUE_URL),
    sources: [],
  }
}

async function deployed(StackName: string): Promise<Place> {
  const { Stacks = [] } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }))
  const outputs = Stacks[0]?.Outputs ?? []
  const output = (name: string) => {
    const value = outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue
    if (value === undefined) throw new Error(`the stack ${StackName} has no output "${name}"`)
    return value
  }
  return {
    table: dynamoTable(new DynamoDBClient(), output('table')),
    queue: sqsQueue(new SQSClient(), output('queue')),
    sources: output('sources').split(','),
  }
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
export async function note(table: Table, outcome: string, say: (line: string) => void = console.log): Promise<void> {
  const who = `${userInfo().username}@${hostname()}`
  const command = process.argv.slice(2).join(' ').replace(SECRET, '$1')
  await table.noteOperation({ at: Date.now(), who, command, outcome })
  say(outcome)
}

/** An option's value that is a number of something. */
export function wholeNumber(given: string): number {
  if (!/^[1-9]\d{0,11}$/.test(given)) throw new InvalidArgumentError('expected a whole number')
  return Number(given)
}
