import { Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { API_KEYS_PARTITION } from '../../shared/aws/owners.ts'
import type { JobTable, Queues } from './data.ts'
import { acknowledge, type ServiceFunction } from './service-function.ts'

// Exactly the calls that `shared/aws` makes.
const READ_ITEM = 'dynamodb:GetItem'
const QUERY = 'dynamodb:Query'
const WRITE_ITEM = ['dynamodb:PutItem', 'dynamodb:UpdateItem']
const SEND = 'sqs:SendMessage'
/** What Lambda needs to poll a queue for a function; CDK's own grant would allow two more actions. */
const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

// Every call that reads items by their keys, or writes them.
const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

interface Stores {
  readonly table: JobTable
  readonly queues: Queues
}

/**
 * What a function needs of the customer's key for its table and queues. DynamoDB and SQS ask KMS in its name, and nobody
 * else may: a function has no use of its own for the key.
 */
export function permitKey({ role }: ServiceFunction, kmsKeyArn: string): void {
  const { region, urlSuffix } = Stack.of(role)
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: [kmsKeyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': ['dynamodb', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`) },
      },
    }),
  )
  acknowledge(role, {
    'AwsSolutions-IAM5[Action::kms:GenerateDataKey*]': 'The two forms of one call, as AWS names them for DynamoDB.',
    'AwsSolutions-IAM5[Action::kms:ReEncrypt*]': 'The two halves of one call, as AWS names them for DynamoDB.',
  })
}

/** The API accepts jobs and shows them. */
export function permitApi(api: ServiceFunction, { table, queues }: Stores): void {
  table.grant(api.role, READ_ITEM, ...WRITE_ITEM, 'dynamodb:DeleteItem', QUERY)
  queues.bulk.grant(api.role, SEND)
  queues.express.grant(api.role, SEND)
  queues.events.grant(api.role, SEND)
  denyApiKeys(api, table, WRITES)
}

/** A worker stores the results of chunks from two queues, sends what a slice left over to the bulk queue, and tells of jobs' ends. */
export function permitWorker(worker: ServiceFunction, { table, queues }: Stores): void {
  table.grant(worker.role, READ_ITEM, ...WRITE_ITEM)
  queues.bulk.grant(worker.role, ...CONSUME, SEND)
  queues.express.grant(worker.role, ...CONSUME)
  queues.events.grant(worker.role, SEND)
  denyApiKeys(worker, table, [...READS, ...WRITES])
}

/** The dead-letter function stores chunks that no attempt finished, and sends on what a worker left of them. */
export function permitDeadLetter(deadLetter: ServiceFunction, { table, queues }: Stores): void {
  table.grant(deadLetter.role, READ_ITEM, ...WRITE_ITEM)
  queues.deadLetters.grant(deadLetter.role, ...CONSUME)
  queues.bulk.grant(deadLetter.role, SEND)
  queues.events.grant(deadLetter.role, SEND)
  denyApiKeys(deadLetter, table, [...READS, ...WRITES])
}

/** The notifier reads jobs, takes what is to be told, puts off what was not taken, and puts events on one bus, if there is one. */
export function permitNotifier(notifier: ServiceFunction, { table, queues }: Stores, bus: string | undefined): void {
  table.grant(notifier.role, READ_ITEM, QUERY)
  queues.events.grant(notifier.role, ...CONSUME, SEND)
  denyApiKeys(notifier, table, [...READS, ...WRITES])
  if (bus === undefined) return
  const resources = [Stack.of(notifier).formatArn({ service: 'events', resource: 'event-bus', resourceName: bus })]
  notifier.role.addToPrincipalPolicy(new PolicyStatement({ actions: ['events:PutEvents'], resources }))
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
