import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient, UpdateTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { type AwsClients, awsClients } from '../../infra/deploy/preflight.ts'
import { SLICE_MS } from '../../infra/settings/settings.ts'

/** Where the drill takes place: an account, or a rehearsal of one. */
export interface Site extends AsyncDisposable {
  readonly name: string
  /** The variables of processes that are started: how they find the account, and the service's table and queues. */
  environment(): Readonly<Record<string, string>>
  clientsFor(region: string | undefined): AwsClients
  dynamo(): DynamoDBClient
  cdk(args: readonly string[]): Promise<number>
  /** Has the table refuse writes until it is disposed of. */
  throttled(tableName: string): Promise<AsyncDisposable>
  /** For how long, so that some writes meet it. */
  readonly throttledMs: number
  readonly sliceMs: number
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TABLE_WAIT_S = 300

/** The account that the SDK finds in its usual places. */
export function awsSite(region: string | undefined): Site {
  const where = region === undefined ? {} : { region }
  const dynamo = new DynamoDBClient(where)
  const limitTo = async (TableName: string, MaxWriteRequestUnits: number) => {
    await dynamo.send(new UpdateTableCommand({ TableName, OnDemandThroughput: { MaxWriteRequestUnits } }))
    await waitUntilTableExists({ client: dynamo, maxWaitTime: TABLE_WAIT_S }, { TableName })
  }
  return {
    name: 'AWS',
    environment: () => ({ ...(process.env as Record<string, string>), ...(region && { AWS_REGION: region }) }),
    clientsFor: awsClients,
    dynamo: () => dynamo,
    cdk: (args) => run('node_modules/aws-cdk/bin/cdk', args, process.env),
    async throttled(tableName) {
      await limitTo(tableName, 1)
      // -1 takes the limit away.
      return { [Symbol.asyncDispose]: () => limitTo(tableName, -1) }
    },
    throttledMs: 60_000,
    sliceMs: SLICE_MS,
    async [Symbol.asyncDispose]() {
      dynamo.destroy()
    },
  }
}

/** Runs a script of this project; what it says is shown. @returns what it ends with */
export async function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return code ?? 1
}

/** The outputs of a stack. */
export async function outputsOf(StackName: string, { cloudFormation }: AwsClients): Promise<Record<string, string>> {
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName }))
  const outputs = Stacks?.[0]?.Outputs ?? []
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}
