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

/** An expression of DynamoDB, or a piece of one: writes itself, and adds its names and values to those of the whole. */
export type Expression = (names: Record<string, string>, values: Record<string, unknown>) => string

/** A template of an expression. In it stand values, other expressions, and {@link attribute}s. */
export function expression(texts: TemplateStringsArray, ...parts: readonly unknown[]): Expression {
  return (names, values) => {
    const written = parts.map((part) => {
      if (typeof part === 'function') return part(names, values)
      const placeholder = `:v${Object.keys(values).length}`
      values[placeholder] = part
      return placeholder
    })
    return String.raw({ raw: texts }, ...written)
  }
}

/** An attribute whose name an expression does not take as it is: a word of its own, a number, or one with a hyphen. */
export function attribute(name: string): Expression {
  return (names) => {
    const placeholder = `#n${Object.keys(names).length}`
    names[placeholder] = name
    return placeholder
  }
}

/** What sets attributes of an item, whatever their names. */
export function assignments(attributes: Readonly<Record<string, unknown>>): Expression[] {
  const all = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return all.map(([name, value]) => expression`${attribute(name)} = ${value}`)
}

/** An update of these clauses; those without a piece are left out. */
export function updateOf(
  clauses: Partial<Record<'SET' | 'ADD' | 'REMOVE' | 'DELETE', readonly Expression[]>>,
): Expression {
  const used = Object.entries(clauses).filter(([, pieces]) => pieces.length > 0)
  return (names, values) =>
    used.map(([word, pieces]) => `${word} ${pieces.map((piece) => piece(names, values)).join(', ')}`).join(' ')
}

/** The expressions of one call as they are sent. */
export function written({ update, condition }: { update?: Expression; condition?: Expression | undefined }) {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  return { update: update?.(names, values), condition: condition?.(names, values), names, values }
}

/** The operations on the items of one DynamoDB table that the service needs; values are plain JavaScript. */
export interface Items {
  /** The item of a key, read consistently. */
  get(key: Key): Promise<Item | undefined>
  /** @returns whether the item was written, which it is not if the condition does not hold */
  put(item: Item, condition?: Expression): Promise<boolean>
  /** @returns whether the item was changed, which it is not if the condition does not hold */
  update(key: Key, update: Expression, condition?: Expression): Promise<boolean>
  /** @returns the item after its change; undefined if the condition does not hold, and it was not changed */
  updateAndGet(key: Key, update: Expression, condition?: Expression): Promise<Item | undefined>
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

    put(item, condition) {
      const Item = marshall(item, { removeUndefinedValues: true })
      return unlessConditionFails(client.send(new PutItemCommand({ TableName, Item, ...sent({ condition }) })))
    },

    update(key, update, condition) {
      const change = { TableName, Key: marshall(key), ...sent({ update, condition }) }
      return unlessConditionFails(client.send(new UpdateItemCommand(change)))
    },

    async updateAndGet(key, update, condition) {
      const change = { TableName, Key: marshall(key), ...sent({ update, condition }), ReturnValues: 'ALL_NEW' } as const
      const { Attributes } = (await ifConditionHolds(client.send(new UpdateItemCommand(change)))) ?? {}
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
}

/** DynamoDB takes no empty names or values. */
function sent(expressions: Parameters<typeof written>[0]) {
  const { update, condition, names, values } = written(expressions)
  return {
    UpdateExpression: update,
    ConditionExpression: condition,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: marshall(values) }),
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

/**
 * Claims the next step of some work for the message that brings it, as work is sent on from step to step. The same message
 * may claim it again, so that one whose function died goes on; a copy of it may not, nor one from before a later step.
 *
 * @param order of the step: numbers, of which the first that differ tell which step is the later one
 */
export function claimStep(
  items: Items,
  key: Key,
  order: readonly number[],
  claim: { readonly messageId: string; readonly expiresAt: number },
): Promise<boolean> {
  const step = order.map(padded).join()
  const isMine = expression`step = ${step} AND messageId = ${claim.messageId}`
  return items.put({ ...key, step, ...claim }, expression`${IS_NEW} OR step < ${step} OR (${isMine})`)
}

/** The condition that there is no such item. */
export const IS_NEW = expression`attribute_not_exists(pk)`
export const IS_THERE = expression`attribute_exists(pk)`

/** A number for use in a key, in which DynamoDB compares numbers as text. */
export function padded(number: number): string {
  return String(number).padStart(6, '0')
}
