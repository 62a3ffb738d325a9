import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'

export interface Key {
  readonly pk: string
  readonly sk: string
}
export type Item = Record<string, unknown> & Key

/** A change of one item. Its expressions refer to `names` as `#name` and to `values` as `:value`. */
export interface Change {
  readonly update: string
  readonly condition?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/** The operations on the items of one DynamoDB table that the service needs; values are plain JavaScript. */
export interface Items {
  /** The item of a key, read consistently. */
  get(key: Key): Promise<Item | undefined>
  /** @returns whether the item was written, which it is not if the condition does not hold */
  put(item: Item, condition?: string, values?: Readonly<Record<string, unknown>>): Promise<boolean>
  /** @returns whether the item was changed, which it is not if the condition does not hold */
  update(key: Key, change: Change): Promise<boolean>
  /** @returns the item after its change; undefined if the condition does not hold, and it was not changed */
  updateAndGet(key: Key, change: Change): Promise<Item | undefined>
  remove(key: Key): Promise<void>
  /** The keys of all items of a partition, read consistently. */
  keysIn(pk: string): Promise<Key[]>
  /** All items of a partition in the order of their sort keys, read consistently. */
  queryAll(pk: string): Promise<Item[]>
  /** Items of a partition in that order, read consistently unless less will do: those behind a sort key, and at most so many. */
  queryFrom(pk: string, range: Range): Promise<Found>
  /** At most `most` items of a partition, the last one first: those whose sort keys are below `before`. */
  queryBack(pk: string, most: number, before?: string): Promise<Item[]>
}

interface Range {
  readonly after?: string
  readonly most?: number
  /** What was written a moment ago may be missed, for half the price. */
  readonly mayBeStale?: boolean
}

interface Found {
  readonly items: Item[]
  /** The read units that reading them took. */
  readonly readUnits: number
}

export function dynamoItems(client: DynamoDBClient, TableName: string): Items {
  return {
    async get(key) {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall(key), ConsistentRead: true }))
      return Item && itemOf(Item)
    },

    put(item, condition, values) {
      const command = new PutItemCommand({
        TableName,
        Item: marshall(item, { removeUndefinedValues: true }),
        ...(condition && { ConditionExpression: condition }),
        ...(values && { ExpressionAttributeValues: marshall(values) }),
      })
      return unlessConditionFails(client.send(command))
    },

    update: (key, change) => unlessConditionFails(client.send(updateCommand(key, change))),

    async updateAndGet(key, change) {
      const { Attributes } = (await ifConditionHolds(client.send(updateCommand(key, change, 'ALL_NEW')))) ?? {}
      return Attributes && itemOf(Attributes)
    },

    async remove(key) {
      await client.send(new DeleteItemCommand({ TableName, Key: marshall(key) }))
    },

    keysIn: async (pk) => (await queryFrom(pk, {}, 'pk, sk')).items,
    queryAll: async (pk) => (await queryFrom(pk, {})).items,
    queryFrom,

    async queryBack(pk, Limit, before) {
      const query = { TableName, ...within(pk, '<', before), Limit, ScanIndexForward: false }
      const { Items = [] } = await client.send(new QueryCommand(query))
      return Items.map(itemOf)
    },
  }

  async function queryFrom(
    pk: string,
    { after, most, mayBeStale = false }: Range,
    ProjectionExpression?: string,
  ): Promise<Found> {
    const range = { ...within(pk, '>', after), ConsistentRead: !mayBeStale }
    const query = { TableName, ...range, ReturnConsumedCapacity: 'TOTAL' } as const
    const items: Item[] = []
    let readUnits = 0
    for (let ExclusiveStartKey: QueryCommandOutput['LastEvaluatedKey']; ; ) {
      const Limit = most === undefined ? undefined : most - items.length
      const page: QueryCommandOutput = await client.send(
        new QueryCommand({ ...query, Limit, ProjectionExpression, ExclusiveStartKey }),
      )
      items.push(...(page.Items ?? []).map(itemOf))
      readUnits += page.ConsumedCapacity?.CapacityUnits ?? 1
      ExclusiveStartKey = page.LastEvaluatedKey
      if (!ExclusiveStartKey || items.length === most) return { items, readUnits }
    }
  }

  function updateCommand(key: Key, { update, condition, names, values }: Change, ReturnValues?: 'ALL_NEW') {
    return new UpdateItemCommand({
      TableName,
      Key: marshall(key),
      UpdateExpression: update,
      ...(condition && { ConditionExpression: condition }),
      ...(names && { ExpressionAttributeNames: { ...names } }),
      ...(values && { ExpressionAttributeValues: marshall(values) }),
      ...(ReturnValues && { ReturnValues }),
    })
  }
}

/** All items of a partition, or those alone behind a sort key, or before one. */
const within = (pk: string, comparison: '>' | '<', sk: string | undefined) => ({
  KeyConditionExpression: `pk = :pk${sk === undefined ? '' : ` AND sk ${comparison} :sk`}`,
  ExpressionAttributeValues: marshall({ ':pk': pk, ...(sk !== undefined && { ':sk': sk }) }),
})

function itemOf(item: Parameters<typeof unmarshall>[0]): Item {
  return unmarshall(item) as Item
}

async function unlessConditionFails(sent: Promise<object>): Promise<boolean> {
  return (await ifConditionHolds(sent)) !== undefined
}

async function ifConditionHolds<T>(sent: Promise<T>): Promise<T | undefined> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}

/** A number for use in a key, in which DynamoDB compares numbers as text. */
export function padded(number: number): string {
  return String(number).padStart(6, '0')
}
