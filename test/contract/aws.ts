import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { AWS_SQS, type Cloud, createCloud } from './cloud.ts'

/**
 * Holds the table and the queues of a real account to the contract:
 *
 *     AWS_PROFILE=… AWS_REGION=eu-central-1 npm run tool -- aws
 *
 * It makes a table and two queues of its own, runs the tests, and deletes them in every case, also when it is
 * interrupted. It costs less than a cent. Without credentials it says so and ends with 0.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const INTERRUPTED = 130

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // However often it is asked to end: what it made has to go first.
  process.on(signal, () => {
    if (!interruption.signal.aborted) console.log('interrupted: what was made is deleted first')
    interruption.abort()
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const dynamo = new DynamoDBClient({})
  const sqs = new SQSClient(AWS_SQS)
  if (!(await hasCredentials(dynamo))) {
    console.log('skipped: no AWS credentials')
    return 0
  }
  try {
    console.log(`in ${await dynamo.config.region()}`)
    await using made = new AsyncDisposableStack()
    const cloud = await createCloud(dynamo, sqs, made)
    const status = interruption.signal.aborted ? INTERRUPTED : await tested(cloud)
    await made.disposeAsync()
    console.log(`${cloud.tableName} and its queues are deleted`)
    return interruption.signal.aborted ? INTERRUPTED : status
  } catch (error) {
    for (const said of saidBy(error)) console.error(said)
    return 1
  } finally {
    dynamo.destroy()
    sqs.destroy()
  }
}

async function hasCredentials(dynamo: DynamoDBClient): Promise<boolean> {
  try {
    await dynamo.config.credentials()
    return true
  } catch (error) {
    if ((error as Error).name === 'CredentialsProviderError') return false
    throw error
  }
}

/** Runs the tests of the contract. @returns what they end with */
async function tested({ tableName, queueUrl, deadLetterQueueUrl }: Cloud): Promise<number> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/contract/vitest.config.ts']
  const environment = {
    CONTRACT_ON: 'aws',
    CONTRACT_TABLE: tableName,
    CONTRACT_QUEUE_URL: queueUrl,
    CONTRACT_DEAD_LETTER_QUEUE_URL: deadLetterQueueUrl,
  }
  const child = spawn(process.execPath, [...vitest, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  // A terminal tells both; a process that is told alone passes it on.
  interruption.signal.addEventListener('abort', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  return code ?? 1
}

/** All that went wrong, with failures while failing. */
function saidBy(error: unknown): string[] {
  if (error instanceof SuppressedError) return [...saidBy(error.suppressed), ...saidBy(error.error)]
  return [(error as Error).message]
}
