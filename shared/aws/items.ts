import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'

/** Where an item lies. */
export interface Key {
  readonly pk: string
  readonly sk: string
}
export type Item = Record<string, unknown> & Key

/** A change of one item; names and values stand for themselves in the expressions, as `#name` and `:value`. */
interface Change {
  readonly update: string
  readonly condition?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/** The few things that are done to items of one DynamoDB table; values are plain JavaScript. */
export interface Items {
  /** Read consistently. */
  get(key: Key): Promise<Item | undefined>
  /** @returns whether it was written: not, where the condition does not hold */
  put(item: Item, condition?: string, values?: Readonly<Record<string, unknown>>): Promise<boolean>
  /** @returns whether it was changed: not, where the condition does not hold */
  update(key: Key, change: Change): Promise<boolean>
  /**
   * Adds one to a number of an item; there is none before the first time.
   *
   * @param expiresAt seconds since 1970
   * @returns the number it is then
   */
  increment(key: Key, attribute: string, expiresAt: number): Promise<number>
  /** Every item of a partition, in the order of their sort keys; read consistently. */
  queryAll(pk: string): Promise<Item[]>
  /** The items of a partition whose sort keys lie below `before`, the last one first. */
  queryBack(pk: string, most: number, before?: string): Promise<Item[]>
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

    update(key, { update, condition, names, values }) {
      const command = new UpdateItemCommand({
        TableName,
        Key: marshall(key),
        UpdateExpression: update,
        ...(condition && { ConditionExpression: condition }),
        ...(names && { ExpressionAttributeNames: { ...names } }),
        ...(values && { ExpressionAttributeValues: marshall(values) }),
      })
      return unlessConditionFails(client.send(command))
    },

    async increment(key, attribute, expiresAt) {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName,
          Key: marshall(key),
          UpdateExpression: 'SET expiresAt = :expiresAt ADD #attribute :one',
          ExpressionAttributeNames: { '#attribute': attribute },
          ExpressionAttributeValues: marshall({ ':expiresAt': expiresAt, ':one': 1 }),
          ReturnValues: 'UPDATED_NEW',
        }),
      )
      return Number(Attributes?.[attribute].N)
    },

    async queryAll(pk) {
      const items: Item[] = []
      let ExclusiveStartKey: QueryCommandOutput['LastEvaluatedKey']
      do {
        const page = await query({
          ...whole(pk),
          ConsistentRead: true,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        })
        items.push(...(page.Items ?? []).map(itemOf))
        ExclusiveStartKey = page.LastEvaluatedKey
      } while (ExclusiveStartKey)
      return items
    },

    async queryBack(pk, Limit, before) {
      const range = before === undefined ? whole(pk) : below(pk, before)
      const { Items = [] } = await query({ ...range, Limit, ScanIndexForward: false })
      return Items.map(itemOf)
    },
  }

  function query(input: Omit<QueryCommandInput, 'TableName'>): Promise<QueryCommandOutput> {
    return client.send(new QueryCommand({ TableName, ...input }))
  }
}

const whole = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: marshall({ ':pk': pk }),
})
const below = (pk: string, before: string) => ({
  KeyConditionExpression: 'pk = :pk AND sk < :before',
  ExpressionAttributeValues: marshall({ ':pk': pk, ':before': before }),
})

function itemOf(item: Parameters<typeof unmarshall>[0]): Item {
  return unmarshall(item) as Item
}

async function unlessConditionFails(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Numbers in keys sort as text. */
export function padded(number: number): string {
  return String(number).padStart(6, '0')
}
