import type { Service } from '../../functions/reporting/telemetry.ts'
import { API_KEYS_PARTITION } from '../../shared/aws/owners.ts'

export interface Statement {
  readonly effect: 'Allow' | 'Deny'
  /** E.g. `dynamodb:GetItem`; no letter stands for others. */
  readonly actions: readonly string[]
  /** By their paths in the stack. */
  readonly resources: readonly string[]
  /** The statement is about requests for these partitions of a table only, and so not about a scan. */
  readonly leadingKeys?: readonly string[]
}

type Resource = 'Table' | 'Queues/Bulk' | 'Queues/Express' | 'Queues/DeadLetters' | 'Queues/Events'

// Exactly the calls that `shared/aws` makes.
const KEEP_RESULTS = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']
const SEND = ['sqs:SendMessage']
/** Lambda needs these to poll a queue for a function, and the function to give back what failed. */
const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility']

// Every call that reads items by their keys, or writes them.
const READ_SEVERAL = ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem']
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']

/**
 * The rights of each function's role on the table and the queues. The stack makes their policies of it
 * (`stack.ts`, which adds what a customer's key and an event bus need), and the service on this machine
 * enforces the same (`local/authorization.ts`).
 */
export const PERMISSIONS: Readonly<Record<Service, readonly Statement[]>> = {
  /** It accepts jobs and shows them. Of API keys it may read one whose id it was told; it cannot list them. */
  api: [
    allow([...KEEP_RESULTS, 'dynamodb:DeleteItem', 'dynamodb:Query'], 'Table'),
    allow(SEND, 'Queues/Bulk', 'Queues/Express', 'Queues/Events'),
    denyApiKeys([...READ_SEVERAL, ...WRITES]),
  ],
  /**
   * It stores the results of chunks from two queues, sends what a slice left over to the bulk queue, and asks for a look
   * at jobs that may have ended.
   */
  worker: [
    allow(KEEP_RESULTS, 'Table'),
    allow(CONSUME, 'Queues/Bulk', 'Queues/Express'),
    allow(SEND, 'Queues/Bulk', 'Queues/Events'),
    denyApiKeys(['dynamodb:GetItem', ...READ_SEVERAL, ...WRITES]),
  ],
  /** It stores chunks that no attempt finished, sends on what a worker left of them, and asks for looks as a worker does. */
  deadLetter: [
    allow(KEEP_RESULTS, 'Table'),
    allow(CONSUME, 'Queues/DeadLetters'),
    allow(SEND, 'Queues/Bulk', 'Queues/Events'),
    denyApiKeys(['dynamodb:GetItem', ...READ_SEVERAL, ...WRITES]),
  ],
  /** It reads jobs, takes what is to be told, puts off what was not taken, and writes down what became of it. */
  notifier: [
    allow([...KEEP_RESULTS, 'dynamodb:Query'], 'Table'),
    allow([...CONSUME, ...SEND], 'Queues/Events'),
    denyApiKeys(['dynamodb:GetItem', ...READ_SEVERAL, ...WRITES]),
  ],
}

function allow(actions: readonly string[], ...resources: Resource[]): Statement {
  return { effect: 'Allow', actions, resources }
}

/**
 * API keys are in the same table: a function that somebody broke into must not mint any, whatever else it is granted.
 */
function denyApiKeys(actions: readonly string[]): Statement {
  return { effect: 'Deny', actions, resources: ['Table' satisfies Resource], leadingKeys: [API_KEYS_PARTITION] }
}
