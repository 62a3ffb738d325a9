import { appendFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { PERMISSIONS } from '../settings/permissions.ts'
import { TABLE_KEYS } from '../settings/settings.ts'
import type { WriteUnits } from './gateway.ts'

/** An action on one resource that a request to SQS or DynamoDB asks for, as IAM sees it. */
interface Access {
  /** E.g. `dynamodb:PutItem`; a batch of messages is the action on one of them. */
  readonly action: string
  /**
   * The path in the stack of the table or queue, whose names are the same here; with `*` for a request that names none,
   * as those for several items or tables do, which nobody is granted.
   */
  readonly resource: string
  /** The partition whose items it names: `dynamodb:LeadingKeys`. */
  readonly leadingKey?: string
}

/** The holder of an access key: the operator, who may do everything, or the role of a function. */
export type Caller = 'operator' | Service

export interface Decision {
  readonly role: Service
  readonly access: Access
  readonly isAllowed: boolean
}

export interface Authorization {
  /** By their access keys' ids. */
  readonly callers: ReadonlyMap<string, Caller>
  /** Is told of every request of a role. */
  readonly record: (decision: Decision) => void
  /** What the table takes of them. */
  readonly writeUnits?: WriteUnits | undefined
}

/**
 * Stands before an emulator, which itself would accept anybody and allow everything, as IAM stands before AWS: a
 * request is let through if it was signed with a known key, and if the policy of that key's role allows what it asks
 * for. Signatures are not checked. Requests of web pages are refused, whatever they are signed with, because one
 * of the emulators tells browsers that any site may read its answers.
 */
export function authorizeRequests(server: Server, authorization: Authorization): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { origin, authorization: signature = '' } = request.headers
    const [, keyId = ''] = / Credential=(\w+)\//.exec(signature) ?? []
    const caller = origin === undefined ? authorization.callers.get(keyId) : undefined
    const letThrough = () => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response])
    }
    if (caller === undefined) {
      request.resume()
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Forbidden"}')
    } else if (caller === 'operator') letThrough()
    else {
      holdBody(request, (body) => {
        const refusal = refusalOf(caller, String(request.headers['x-amz-target']), body, authorization)
        if (!refusal) return letThrough()
        request.resume()
        response.writeHead(refusal.status, { 'content-type': 'application/x-amz-json-1.0', ...refusal.headers })
        response.end(JSON.stringify(refusal.error))
      })
    }
  })
}

/**
 * Keeps a request's body from whoever listens to the request until all of it is there.
 *
 * @param onWhole may begin to listen
 */
function holdBody(request: IncomingMessage, onWhole: (body: Buffer) => void): void {
  const pieces: Buffer[] = []
  const { push } = request
  // Node's parser calls it with each piece of the body, and with null at the end.
  request.push = (piece: Buffer | null) => {
    if (piece !== null) return pieces.push(piece) > 0
    request.push = push
    const [first] = pieces
    const body = first && pieces.length === 1 ? first : Buffer.concat(pieces)
    onWhole(body)
    if (body.length > 0) request.push(body)
    return request.push(null)
  }
}

/** Why a role is refused what it asks for, as AWS puts it: undefined if it may do all of it. */
function refusalOf(role: Service, target: string, body: Buffer, { record, writeUnits }: Authorization) {
  const refused = (type: string, Message: string) => ({
    status: 400,
    headers: {},
    error: { __type: type, Message },
  })
  let access: Access
  try {
    access = accessOf(target, body)
  } catch (error) {
    return refused('com.amazon.coral.service#SerializationException', String(error))
  }
  const { action, resource, leadingKey = '' } = access
  const about = PERMISSIONS[role].filter(
    ({ actions, resources, leadingKeys }) =>
      actions.includes(action) && resources.includes(resource) && (leadingKeys?.includes(leadingKey) ?? true),
  )
  // A policy allows what one of its statements allows and none denies.
  const isAllowed = about.length > 0 && about.every(({ effect }) => effect === 'Allow')
  record({ role, access, isAllowed })
  if (!isAllowed) {
    const who = `arn:aws:sts::000000000000:assumed-role/${role}/local`
    const says = `User: ${who} is not authorized to perform: ${action} on resource: ${resource}`
    const denied = refused('com.amazon.coral.service#AccessDeniedException', says)
    // SQS also says it in a header, as it did when its answers were XML.
    const headers = { 'x-amzn-query-error': 'AccessDenied;Sender' }
    return action.startsWith('sqs:') ? { ...denied, status: 403, headers } : denied
  }
  // As DynamoDB answers where a table on demand has come to its most.
  if (writeUnits && !writeUnits.take(target, body))
    return refused(
      'com.amazonaws.dynamodb.v20120810#ThrottlingException',
      'Throughput exceeds the maximum OnDemandThroughput configured on table or index',
    )
}

/**
 * The access that a request asks for. A query names its partition as `shared/aws/items.ts` writes it.
 *
 * @param target the header `x-amz-target`, e.g. `DynamoDB_20120810.PutItem`
 * @throws if the body is not what the target needs
 */
function accessOf(target: string, body: Buffer): Access {
  const [service, operation = ''] = target.split('.')
  if (service !== 'AmazonSQS' && service !== 'DynamoDB_20120810') return { action: target, resource: '*' }
  const { QueueUrl: url, TableName = '*', Key, Item, ExpressionAttributeValues } = JSON.parse(body.toString())
  if (service === 'AmazonSQS') {
    const name = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '*'
    return { action: `sqs:${operation.replace(/Batch$/, '')}`, resource: `Queues/${name}` }
  }
  const { S: leadingKey } = (Key ?? Item)?.[TABLE_KEYS.partition] ?? ExpressionAttributeValues?.[':pk'] ?? {}
  return { action: `dynamodb:${operation}`, resource: TableName, leadingKey }
}

/**
 * Appends what roles were granted and denied, each once, to a file that several processes may share: the tests end with
 * a look at it (`test/shared-service.ts`).
 */
export function recorder(file: string | undefined): (decision: Decision) => void {
  const seen = new Set<string>()
  return ({ role, access: { action, resource }, isAllowed }) => {
    const line = `${isAllowed ? 'allowed' : 'denied'} ${role} ${action} ${resource}\n`
    if (!file || seen.has(line)) return
    seen.add(line)
    appendFileSync(file, line)
  }
}
