import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { type Emulators, startEmulators } from '../../infra/local/emulators.ts'
import { startLocal } from '../../infra/local.ts'
import { PERMISSIONS, type Permissions, type Statement } from '../../infra/settings/permissions.ts'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'

/** The grants of a role, without one of the actions that it is allowed. */
function without(action: string, statements: readonly Statement[]): readonly Statement[] {
  return statements.map((statement) =>
    statement.effect === 'Deny'
      ? statement
      : { ...statement, actions: statement.actions.filter((granted) => granted !== action) },
  )
}

// Its jobs end nevertheless, as failed, so that only the denials tell.
it('a worker that may not count its results is noticed', { tags: ['long'] }, async () => {
  const permissions = { ...PERMISSIONS, worker: without('dynamodb:UpdateItem', PERMISSIONS.worker) }
  const denied = Promise.withResolvers<string>()
  await using service = await startLocal({
    workers: 1,
    functionOutput: 'ignore',
    log: () => {},
    startAws: (visibilityTimeoutS) =>
      startEmulators(visibilityTimeoutS, {
        permissions,
        record: ({ role, access: { action, resource }, isAllowed }) =>
          isAllowed || denied.resolve(`${role} ${action} ${resource}`),
      }),
  })
  // A job of fewer is written with its results, and nothing is counted.
  await createClient({ url: service.url }).createJob(`${GRID}\n`.repeat(101))
  expect(await denied.promise).toBe('worker dynamodb:UpdateItem Table')
})

it('Lambda polls a queue as the role of the function: dead letters, too', async () => {
  const done = Promise.withResolvers<void>()
  let send = async (): Promise<void> => {}
  await using _service = await startLocal({
    workers: 1,
    functionOutput: 'ignore',
    async startAws(visibilityTimeoutS, { record = () => {}, ...options } = {}) {
      const emulators = await startEmulators(visibilityTimeoutS, {
        ...options,
        record(decision) {
          record(decision)
          if (decision.role === 'deadLetter' && decision.access.action === 'sqs:DeleteMessage') done.resolve()
        },
      })
      send = async () => {
        using clients = new DisposableStack()
        const sqs = clients.adopt(new SQSClient(emulators.sqs), (client) => client.destroy())
        const MessageBody = 'not a chunk, and so dropped'
        await sqs.send(new SendMessageCommand({ QueueUrl: emulators.deadLetterQueueUrl, MessageBody }))
      }
      return emulators
    },
  })
  await send()
  await done.promise
})

/** Grants that use what those of the service do not: other letters, and keys of what is allowed. */
const PLANTED: Permissions = {
  ...PERMISSIONS,
  worker: [
    { effect: 'Allow', actions: ['dynamodb:*Item'], resources: ['Table'] },
    { effect: 'Deny', actions: ['dynamodb:Put?tem'], resources: ['Tab*'], leadingKeys: ['job#sealed'] },
  ],
  deadLetter: [{ effect: 'Allow', actions: ['dynamodb:BatchWriteItem'], resources: ['*'], leadingKeys: ['job#1'] }],
}

describe('an emulator answers each role as its policy says', () => {
  let emulators: Emulators
  let planted: Emulators
  const clients = new DisposableStack()
  beforeAll(async () => {
    emulators = await startEmulators()
    planted = await startEmulators(undefined, { permissions: PLANTED })
  })
  afterAll(async () => {
    clients.dispose()
    await Promise.all([emulators, planted].map((each) => each[Symbol.asyncDispose]()))
  })

  const kept = <Client extends { destroy(): void }>(client: Client) => clients.adopt(client, () => client.destroy())
  const dynamo = (role: Service, at = emulators) =>
    kept(new DynamoDBClient({ ...at.dynamo, credentials: at.roles[role], maxAttempts: 1 }))
  const sqs = (role: Service) =>
    kept(new SQSClient({ ...emulators.sqs, credentials: emulators.roles[role], maxAttempts: 1 }))
  const asked = (sent: Promise<unknown>) =>
    sent.then(
      () => 'allowed',
      ({ name, message }: Error) => (name.startsWith('AccessDenied') ? 'denied' : `${name}: ${message}`),
    )

  const TableName = 'sudoku'
  const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: 'it' } })
  const get = (pk: string) => new GetItemCommand({ TableName, Key: keyOf(pk) })
  const put = (pk: string) => new PutItemCommand({ TableName, Item: { ...keyOf(pk), bytes: { B: Buffer.alloc(9) } } })
  const update = (pk: string) =>
    new UpdateItemCommand({ TableName, Key: keyOf(pk), UpdateExpression: 'REMOVE nothing' })
  const remove = (pk: string) => new DeleteItemCommand({ TableName, Key: keyOf(pk) })
  const query = (pk: string, name = 'pk') =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: `${name} = :pk AND sk > :sk`,
      ...(name.startsWith('#') && { ExpressionAttributeNames: { [name]: 'pk' } }),
      ExpressionAttributeValues: { ':sk': { S: 'a' }, ':pk': { S: pk } },
    })
  const oldQuery = (pk: string) =>
    new QueryCommand({
      TableName,
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: pk }] } },
    })

  it.each([
    ['api', 'get', get, 'allowed', 'allowed'],
    ['api', 'put', put, 'allowed', 'denied'],
    ['api', 'update', update, 'allowed', 'denied'],
    ['api', 'delete', remove, 'allowed', 'denied'],
    ['api', 'query', query, 'allowed', 'denied'],
    ['api', 'query by an alias', (pk: string) => query(pk, '#p'), 'allowed', 'denied'],
    ['api', 'query in the old form', oldQuery, 'allowed', 'denied'],
    ['worker', 'get', get, 'allowed', 'denied'],
    ['worker', 'put', put, 'allowed', 'denied'],
    ['worker', 'update', update, 'allowed', 'denied'],
    ['worker', 'delete', remove, 'denied', 'denied'],
    ['worker', 'query', query, 'denied', 'denied'],
    ['deadLetter', 'get', get, 'allowed', 'denied'],
    ['deadLetter', 'put', put, 'allowed', 'denied'],
    ['deadLetter', 'delete', remove, 'denied', 'denied'],
  ] as const)('%s, %s: of a job and of API keys', async (role, _, command, ofJob, ofKeys) => {
    const client = dynamo(role)
    const answers = ['job#1', 'apikeys'].map((pk) => asked(client.send(command(pk) as GetItemCommand)))
    expect(await Promise.all(answers)).toEqual([ofJob, ofKeys])
  })

  it('what nobody is granted is denied: scans, batches, transactions, PartiQL', async () => {
    const client = dynamo('api')
    const Put = { TableName, Item: keyOf('job#1') }
    const sent = [
      client.send(new ScanCommand({ TableName })),
      client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [keyOf('job#1')] } } })),
      client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: Put }] } })),
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ ConditionCheck: { ...CHECK, TableName } }] })),
      client.send(new ExecuteStatementCommand({ Statement: `SELECT * FROM ${TableName}` })),
      client.send(new GetItemCommand({ TableName: 'another', Key: keyOf('job#1') })),
    ]
    expect(await Promise.all(sent.map(asked))).toEqual(sent.map(() => 'denied'))
  })
  const CHECK = { Key: keyOf('job#1'), ConditionExpression: 'attribute_exists(pk)' }

  it('a transaction is allowed if each of its items is, by the action on that item', async () => {
    const client = dynamo('worker', planted)
    const writes = (...pks: string[]) =>
      asked(
        client.send(
          new TransactWriteItemsCommand({
            TransactItems: pks.map((pk) => ({ Put: { TableName, Item: keyOf(pk) } })),
          }),
        ),
      )
    // Let through, it gets to the emulator, which has no transactions.
    expect(await writes('job#1', 'job#2')).toMatch(/^(?!denied)/)
    expect(await writes('job#1', 'job#sealed')).toBe('denied')
    const reads = new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: keyOf('job#sealed') } }] })
    expect(await asked(client.send(reads))).toMatch(/^(?!denied)/)
  })

  it('letters that stand for others, and keys, are understood as in IAM', async () => {
    const worker = dynamo('worker', planted)
    const sent = [get('job#sealed'), put('job#sealed'), put('job#1'), query('job#1')]
    expect(await Promise.all(sent.map((command) => asked(worker.send(command as GetItemCommand))))).toEqual([
      'allowed',
      'denied',
      'allowed',
      'denied',
    ])
    const batch = (...pks: string[]) =>
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: pks.map((pk) => ({ DeleteRequest: { Key: keyOf(pk) } })) },
      })
    const deadLetter = dynamo('deadLetter', planted)
    // One of its keys is enough.
    expect(await asked(deadLetter.send(batch('job#1', 'job#2')))).toBe('allowed')
    expect(await asked(deadLetter.send(batch('job#2')))).toBe('denied')
  })

  it('nothing of what was denied has happened', async () => {
    const client = dynamo('deadLetter')
    const operator = kept(new DynamoDBClient(emulators.dynamo))
    await expect(client.send(put('apikeys'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('assumed-role/deadLetter/local is not authorized to perform: dynamodb:PutItem'),
      $metadata: { httpStatusCode: 400 },
    })
    expect((await operator.send(get('apikeys'))).Item).toBe(undefined)
    await operator.send(put('apikeys'))
    expect((await operator.send(get('apikeys'))).Item).toMatchObject(keyOf('apikeys'))
  })

  it('a batch of messages is allowed as one message is, whatever is in it', async () => {
    const urls = [emulators.queueUrl, emulators.expressQueueUrl, emulators.deadLetterQueueUrl]
    const MessageBody = '{"QueueUrl":"elsewhere"}'
    const answersOf = (role: Service, command: (QueueUrl: string) => object) =>
      Promise.all(urls.map((url) => asked(sqs(role).send(command(url) as SendMessageCommand))))
    const one = (QueueUrl: string) => new SendMessageCommand({ QueueUrl, MessageBody })
    const batch = (QueueUrl: string) => new SendMessageBatchCommand({ Entries: [{ Id: '1', MessageBody }], QueueUrl })
    for (const command of [one, batch]) {
      expect(await answersOf('api', command)).toEqual(['allowed', 'allowed', 'denied'])
      expect(await answersOf('worker', command)).toEqual(['allowed', 'denied', 'denied'])
      expect(await answersOf('deadLetter', command)).toEqual(['allowed', 'denied', 'denied'])
    }
    const receive = (QueueUrl: string) => new ReceiveMessageCommand({ QueueUrl })
    expect(await answersOf('api', receive)).toEqual(['denied', 'denied', 'denied'])
    expect(await answersOf('worker', receive)).toEqual(['allowed', 'allowed', 'denied'])
    expect(await answersOf('deadLetter', receive)).toEqual(['denied', 'denied', 'allowed'])
    const look = (QueueUrl: string) => new GetQueueAttributesCommand({ QueueUrl })
    expect(await answersOf('worker', look)).toEqual(['allowed', 'allowed', 'denied'])
    const hide = (QueueUrl: string) =>
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: 'r', VisibilityTimeout: 0 })
    const notReceived = expect.stringContaining('MessageNotInflight')
    expect(await answersOf('worker', hide)).toEqual([notReceived, notReceived, 'denied'])
    expect(await answersOf('api', hide)).toEqual(['denied', 'denied', 'denied'])
    const purge = (QueueUrl: string) => new PurgeQueueCommand({ QueueUrl })
    expect(await answersOf('worker', purge)).toEqual(['denied', 'denied', 'denied'])
    expect(await asked(sqs('worker').send(new CreateQueueCommand({ QueueName: 'more' })))).toBe('denied')
  })

  it.each([
    ['AmazonSQS.SendMessage', 'no JSON', 'SerializationException'],
    ['AmazonSQS.SendMessage', '{}', 'AccessDeniedException'],
    ['DynamoDB_20120810.GetItem', '', 'SerializationException'],
    ['DynamoDB_20120810.BatchGetItem', '{"RequestItems":{"sudoku":{}}}', 'SerializationException'],
    ['Another_20120810.GetItem', '{}', 'AccessDeniedException'],
  ])('%s with the body %j is refused, and harms nobody', async (target, body, type) => {
    const answer = await fetch(emulators.environment.AWS_ENDPOINT_URL_DYNAMODB, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: `AWS4-HMAC-SHA256 Credential=${emulators.roles.api.accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body,
    })
    expect((await answer.json()).__type).toBe(`com.amazon.coral.service#${type}`)
  })
})
