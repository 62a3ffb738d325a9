import { TABLE_KEYS } from '../settings/settings.ts'

/** An action on one resource that a request to SQS or DynamoDB asks for, as IAM sees it. */
export interface Access {
  /** E.g. `dynamodb:PutItem`; a batch of messages is the action on one of them. */
  readonly action: string
  /**
   * The name of the table or queue; `*` for a request that names none, as those for several items or tables do, which
   * nobody is granted.
   */
  readonly resource: string
  /** The partition whose items it names: `dynamodb:LeadingKeys`. */
  readonly leadingKey: string | undefined
}

/**
 * The access that a request asks for.
 *
 * @param target the header `x-amz-target`, e.g. `DynamoDB_20120810.PutItem`
 * @throws if the body is not what the target needs
 */
export function accessOf(target: string, body: Buffer): Access {
  const [service, operation = ''] = target.split('.')
  if (service === 'AmazonSQS') return queueAccess(operation, body)
  if (service === 'DynamoDB_20120810') return tableAccess(operation, body)
  return { action: target, resource: '*', leadingKey: undefined }
}

function queueAccess(operation: string, body: Buffer): Access {
  const url: unknown = JSON.parse(body.toString()).QueueUrl
  return {
    action: `sqs:${operation.replace(/Batch$/, '')}`,
    resource: typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '*',
    leadingKey: undefined,
  }
}

/** An attribute's value as DynamoDB writes it: its type and the value, `{ "S": "job#1" }`. */
type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The fields of an operation about one item or a query. */
interface TableRequest {
  readonly TableName?: string
  readonly Key?: Attributes
  readonly Item?: Attributes
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Attributes
}

function tableAccess(operation: string, body: Buffer): Access {
  const request: TableRequest = JSON.parse(body.toString())
  const { TableName = '*', Key, Item } = request
  const key = (Key ?? Item)?.[TABLE_KEYS.partition] ?? partitionQueried(request)
  return {
    action: `dynamodb:${operation}`,
    resource: TableName,
    leadingKey: key && String(Object.values(key)[0]),
  }
}

/** The partition key in a query's condition. */
function partitionQueried(request: TableRequest): Attributes[string] | undefined {
  const { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = request
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) === TABLE_KEYS.partition) return ExpressionAttributeValues[value]
  }
  return undefined
}
