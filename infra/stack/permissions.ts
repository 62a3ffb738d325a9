import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { API_KEYS_PARTITION } from '../../shared/aws/owners.ts'
import type { JobTable, Queues } from './data.ts'
import type { ServiceFunction } from './service-function.ts'

// Exactly the calls that `shared/aws` makes.
const READ_ITEM = 'dynamodb:GetItem'
const WRITE_ITEM = ['dynamodb:PutItem', 'dynamodb:UpdateItem']
const SEND = 'sqs:SendMessage'
/** What Lambda needs to poll a queue for a function, and the function to give back what failed. */
const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility']

// Every call that reads items by their keys, or writes them.
const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

interface Stores {
  readonly table: JobTable
  readonly queues: Queues
}

/** The API accepts jobs and shows them. */
export function permitApi(api: ServiceFunction, { table, queues }: Stores): void {
  table.grant(api.role, READ_ITEM, ...WRITE_ITEM, 'dynamodb:DeleteItem', 'dynamodb:Query')
  queues.bulk.grant(api.role, SEND)
  queues.express.grant(api.role, SEND)
  denyApiKeys(api, table, WRITES)
}

/** A worker stores the results of chunks from two queues, and sends what a slice left over to the bulk queue. */
export function permitWorker(worker: ServiceFunction, { table, queues }: Stores): void {
  table.grant(worker.role, READ_ITEM, ...WRITE_ITEM)
  queues.bulk.grant(worker.role, ...CONSUME, SEND)
  queues.express.grant(worker.role, ...CONSUME)
  denyApiKeys(worker, table, [...READS, ...WRITES])
}

/** The dead-letter function stores chunks that no attempt finished, and sends on what a worker left of them. */
export function permitDeadLetter(deadLetter: ServiceFunction, { table, queues }: Stores): void {
  table.grant(deadLetter.role, READ_ITEM, ...WRITE_ITEM)
  queues.deadLetters.grant(deadLetter.role, ...CONSUME)
  queues.bulk.grant(deadLetter.role, SEND)
  denyApiKeys(deadLetter, table, [...READS, ...WRITES])
}

/**
 * API keys are in the same table: a function that somebody broke into must not mint any, whatever else it is granted.
 */
function denyApiKeys({ role }: ServiceFunction, table: JobTable, actions: readonly string[]): void {
  role.addToPrincipalPolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [...actions],
      resources: [table.tableArn],
      // `ForAnyValue` denies a batch for any one of its keys. A request without keys, such as a scan, is never allowed.
      conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [API_KEYS_PARTITION] } },
    }),
  )
}
