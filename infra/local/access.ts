import { TABLE_KEYS } from '../settings/settings.ts'

/** An action on one resource that a request to SQS or DynamoDB asks for, as IAM sees it. */
export interface Access {
  /** E.g. `dynamodb:PutItem`. A batch of messages is the action on one of them; a batch of items has an action of its own. */
  readonly action: string
  /** The name of the table or queue; `*` for a request that names none. */
  readonly resource: string
  /** The partitions whose items it names: `dynamodb:LeadingKeys`. */
  readonly leadingKeys: readonly string[]
}

/**
 * All that a request asks for: mostly one access; a transaction has one for each of its items, and a batch of items one
 * for each table.
 *
 * @param target the header `x-amz-target`, e.g. `DynamoDB_20120810.PutItem`
 * @throws if the body is not what the target needs
 */
export function accessesOf(target: string, body: Buffer): readonly Access[] {
  const [service, operation = ''] = target.split('.')
  if (service === 'AmazonSQS') return [queueAccess(operation, body)]
  if (service === 'DynamoDB_20120810')
    return storing(operation, body) ?? tableAccesses(operation, JSON.parse(body.toString()))
  return [{ action: target, resource: '*', leadingKeys: [] }]
}

/** Most of a batch of messages are its puzzles, and the SDK writes the queue before them. */
const QUEUE_FIRST = /^\{"QueueUrl":"([^"\\]*)"/
const LONGEST_HEAD_BYTES = 300

function queueAccess(operation: string, body: Buffer): Access {
  const [, first] = QUEUE_FIRST.exec(body.toString('latin1', 0, LONGEST_HEAD_BYTES)) ?? []
  const url: unknown = first ?? JSON.parse(body.toString()).QueueUrl
  return {
    action: `sqs:${operation.replace(/Batch$/, '')}`,
    resource: typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '*',
    leadingKeys: [],
  }
}

/** Most of what is stored are results, and the SDK writes table and key before them. */
const KEY_FIRST = new RegExp(`^{"TableName":"([^"\\\\]*)","Item":{"${TABLE_KEYS.partition}":{"S":"([^"\\\\]*)"}`)

function storing(operation: string, body: Buffer): readonly Access[] | undefined {
  const [, TableName, key = ''] = KEY_FIRST.exec(body.toString('utf8', 0, LONGEST_HEAD_BYTES)) ?? []
  if (operation !== 'PutItem' || TableName === undefined) return undefined
  return [access(operation, { TableName, Key: { [TABLE_KEYS.partition]: { S: key } } })]
}

/** An attribute's value as DynamoDB writes it: its type and the value, `{ "S": "job#1" }`. */
type Attribute = Readonly<Record<string, unknown>>
type Attributes = Readonly<Record<string, Attribute>>

/** The fields of an operation about one item or a query. */
interface Operand {
  readonly TableName?: string
  readonly IndexName?: string
  readonly Key?: Attributes
  readonly Item?: Attributes
  readonly KeyConditionExpression?: string
  readonly KeyConditions?: Readonly<Record<string, { readonly AttributeValueList: readonly Attribute[] }>>
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Attributes
}
interface TableRequest extends Operand {
  /** The steps of a transaction, e.g. `{ "Put": { … } }`. */
  readonly TransactItems?: readonly Readonly<Record<string, Operand>>[]
  /** A batch by tables: keys to get, or things to write. */
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Attributes[] } | readonly BatchWrite[]>>
}
type BatchWrite = Readonly<Record<string, Operand>>

/** The actions of what a transaction can hold. */
const IN_TRANSACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

function tableAccesses(operation: string, request: TableRequest): readonly Access[] {
  const { TransactItems, RequestItems } = request
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, operand]) => access(IN_TRANSACTIONS[kind] ?? kind, operand)),
    )
  }
  if (RequestItems) {
    return Object.entries(RequestItems).map(([table, items]) => {
      const operands: readonly Operand[] = Array.isArray(items)
        ? (items as readonly BatchWrite[]).flatMap((write) => Object.values(write))
        : (items as { Keys: readonly Attributes[] }).Keys.map((Key) => ({ Key }))
      return { ...access(operation, { TableName: table }), leadingKeys: [...new Set(operands.flatMap(leadingKeys))] }
    })
  }
  return [access(operation, request)]
}

function access(operation: string, operand: Operand): Access {
  const { TableName = '*', IndexName } = operand
  // A table may be named by its ARN.
  const table = TableName.slice(TableName.lastIndexOf('/') + 1)
  return {
    action: `dynamodb:${operation}`,
    resource: IndexName === undefined ? table : `${table}/index/${IndexName}`,
    leadingKeys: leadingKeys(operand),
  }
}

function leadingKeys(operand: Operand): readonly string[] {
  const { Key, Item, KeyConditions } = operand
  const { partition } = TABLE_KEYS
  const named =
    (Key ?? Item)?.[partition] ?? KeyConditions?.[partition]?.AttributeValueList[0] ?? partitionQueried(operand)
  return named ? Object.values(named).map(String) : []
}

/** The partition key in a query's condition. */
function partitionQueried(operand: Operand): Attribute | undefined {
  const { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = operand
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) === TABLE_KEYS.partition) return ExpressionAttributeValues[value]
  }
  return undefined
}
