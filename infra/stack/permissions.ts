import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { API_KEYS_PARTITION } from '../settings.ts'
import type { JobTable, Queues } from './data.ts'
import type { ServiceFunction } from './service-function.ts'

// Just the calls that `shared/aws` makes.
const READ_ITEM = 'dynamodb:GetItem'
const WRITE_ITEM = ['dynamodb:PutItem', 'dynamodb:UpdateItem']
const SEND = 'sqs:SendMessage'
/** What Lambda needs to poll a queue for a function; CDK's own grant would give two actions more. */
const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

interface Parts {
  readonly table: JobTable
  readonly queues: Queues
}

/** Takes jobs and shows them. */
export function permitApi(api: ServiceFunction, { table, queues }: Parts): void {
  table.grant(api.role, READ_ITEM, ...WRITE_ITEM, 'dynamodb:Query')
  queues.bulk.grant(api.role, SEND)
  queues.express.grant(api.role, SEND)
  denyApiKeys(api, table, WRITES)
}

/** Keeps the results of what comes out of two queues, and sends what a slice left to the slower one. */
export function permitWorker(worker: ServiceFunction, { table, queues }: Parts): void {
  table.grant(worker.role, READ_ITEM, ...WRITE_ITEM)
  queues.bulk.grant(worker.role, ...CONSUME, SEND)
  queues.express.grant(worker.role, ...CONSUME)
  denyApiKeys(worker, table, [...READS, ...WRITES])
}

/** Keeps chunks that no attempt got done, and sends what a worker left of them. */
export function permitDeadLetter(deadLetter: ServiceFunction, { table, queues }: Parts): void {
  table.grant(deadLetter.role, READ_ITEM, ...WRITE_ITEM)
  queues.deadLetters.grant(deadLetter.role, ...CONSUME)
  queues.bulk.grant(deadLetter.role, SEND)
  denyApiKeys(deadLetter, table, [...READS, ...WRITES])
}

/** API keys lie in the same table: a function that somebody broke into is not to mint any, whatever else is granted. */
function denyApiKeys({ role }: ServiceFunction, table: JobTable, actions: readonly string[]): void {
  role.addToPrincipalPolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...actions],
      resources: [table.tableArn],
      // Any: a batch is denied for one of its keys. A request without keys, as a scan, is not allowed in the first place.
      conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [API_KEYS_PARTITION] } },
    }),
  )
}
