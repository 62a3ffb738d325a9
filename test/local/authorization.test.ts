import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../functions/reporting/telemetry.ts'
import { type Emulators, startEmulators } from '../../infra/local/emulators.ts'
import { startLocal } from '../../infra/local.ts'

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
        const sqs = clients.adopt(new SQS(emulators.sqs), (client) => client.destroy())
        await sqs.sendMessage({ QueueUrl: emulators.deadLetterQueueUrl, MessageBody: 'not a chunk, and so dropped' })
      }
      return emulators
    },
  })
  await send()
  await done.promise
})

describe('an emulator answers each role as its policy says', () => {
  let emulators: Emulators
  const clients = new DisposableStack()
  beforeAll(async () => {
    emulators = await startEmulators()
  })
  afterAll(async () => {
    clients.dispose()
    await emulators[Symbol.asyncDispose]()
  })

  const kept = <Client extends { destroy(): void }>(client: Client) => clients.adopt(client, () => client.destroy())
  const dynamo = (role: Service) =>
    kept(new DynamoDB({ ...emulators.dynamo, credentials: emulators.roles[role], maxAttempts: 1 }))
  const sqs = (role: Service) => kept(new SQS({ ...emulators.sqs, credentials: emulators.roles[role], maxAttempts: 1 }))
  const asked = (sent: Promise<unknown>) =>
    sent.then(
      () => 'allowed',
      ({ name, message }: Error) => (name.startsWith('AccessDenied') ? 'denied' : `${name}: ${message}`),
    )

  const TableName = 'Table'
  const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: 'it' } })
  const CALLS: Readonly<Record<string, (db: DynamoDB, pk: string) => Promise<unknown>>> = {
    get: (db, pk) => db.getItem({ TableName, Key: keyOf(pk) }),
    put: (db, pk) => db.putItem({ TableName, Item: { ...keyOf(pk), bytes: { B: Buffer.alloc(9) } } }),
    update: (db, pk) => db.updateItem({ TableName, Key: keyOf(pk), UpdateExpression: 'REMOVE nothing' }),
    delete: (db, pk) => db.deleteItem({ TableName, Key: keyOf(pk) }),
    query: (db, pk) =>
      db.query({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk > :sk',
        ExpressionAttributeValues: { ':sk': { S: 'a' }, ':pk': { S: pk } },
      }),
  }

  it.each([
    ['api', 'get', 'allowed', 'allowed'],
    ['api', 'put', 'allowed', 'denied'],
    ['api', 'update', 'allowed', 'denied'],
    ['api', 'delete', 'allowed', 'denied'],
    ['api', 'query', 'allowed', 'denied'],
    ['worker', 'query', 'denied', 'denied'],
  ] as const)('%s, %s: of a job and of API keys', async (role, call, ofJob, ofKeys) => {
    const answers = ['job#1', 'apikeys'].map((pk) => asked(CALLS[call](dynamo(role), pk)))
    expect(await Promise.all(answers)).toEqual([ofJob, ofKeys])
  })

  it('what nobody is granted is denied: scans, batches, transactions, PartiQL', async () => {
    const db = dynamo('api')
    const Key = keyOf('job#1')
    const sent = [
      db.scan({ TableName }),
      db.batchGetItem({ RequestItems: { [TableName]: { Keys: [Key] } } }),
      db.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item: Key } }] } }),
      db.transactWriteItems({
        TransactItems: [{ ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } }],
      }),
      db.executeStatement({ Statement: `SELECT * FROM ${TableName}` }),
      db.getItem({ TableName: 'another', Key }),
    ]
    expect(await Promise.all(sent.map(asked))).toEqual(sent.map(() => 'denied'))
  })

  it('nothing of what was denied has happened', async () => {
    const operator = kept(new DynamoDB(emulators.dynamo))
    const found = async () => (await operator.getItem({ TableName, Key: keyOf('apikeys') })).Item
    await expect(CALLS.put(dynamo('deadLetter'), 'apikeys')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('assumed-role/deadLetter/local is not authorized to perform: dynamodb:PutItem'),
      $metadata: { httpStatusCode: 400 },
    })
    expect(await found()).toBe(undefined)
    await CALLS.put(operator, 'apikeys')
    expect(await found()).toMatchObject(keyOf('apikeys'))
  })

  it('a batch of messages is allowed as one message is, whatever is in it', async () => {
    const MessageBody = '{"QueueUrl":"elsewhere"}'
    const one = (queue: SQS, QueueUrl: string) => queue.sendMessage({ QueueUrl, MessageBody })
    const batch = (queue: SQS, QueueUrl: string) =>
      queue.sendMessageBatch({ Entries: [{ Id: '1', MessageBody }], QueueUrl })
    const receive = (queue: SQS, QueueUrl: string) => queue.receiveMessage({ QueueUrl })
    const look = (queue: SQS, QueueUrl: string) => queue.getQueueAttributes({ QueueUrl })
    const hide = (queue: SQS, QueueUrl: string) =>
      queue.changeMessageVisibility({ QueueUrl, ReceiptHandle: 'r', VisibilityTimeout: 0 })
    const purge = (queue: SQS, QueueUrl: string) => queue.purgeQueue({ QueueUrl })
    const notReceived = expect.stringContaining('MessageNotInflight')
    const rows: [Service, (queue: SQS, QueueUrl: string) => Promise<unknown>, unknown[]][] = [
      ...[one, batch].flatMap((send): typeof rows => [
        ['api', send, ['allowed', 'allowed', 'denied']],
        ['worker', send, ['allowed', 'denied', 'denied']],
      ]),
      ['worker', receive, ['allowed', 'allowed', 'denied']],
      ['deadLetter', receive, ['denied', 'denied', 'allowed']],
      ['worker', look, ['allowed', 'allowed', 'denied']],
      ['worker', hide, [notReceived, notReceived, 'denied']],
      ['worker', purge, ['denied', 'denied', 'denied']],
    ]
    const { queueUrl, expressQueueUrl, deadLetterQueueUrl } = emulators
    for (const [role, call, answers] of rows) {
      const urls = [queueUrl, expressQueueUrl, deadLetterQueueUrl]
      expect(await Promise.all(urls.map((url) => asked(call(sqs(role), url))))).toEqual(answers)
    }
    expect(await asked(sqs('worker').createQueue({ QueueName: 'more' }))).toBe('denied')
  })

  it.each([
    ['AmazonSQS.SendMessage', 'no JSON', 'SerializationException'],
    ['AmazonSQS.SendMessage', '{}', 'AccessDeniedException'],
    ['DynamoDB_20120810.GetItem', '', 'SerializationException'],
    ['DynamoDB_20120810.BatchGetItem', '{"RequestItems":{"sudoku":{}}}', 'AccessDeniedException'],
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
