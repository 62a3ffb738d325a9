import { randomBytes } from 'node:crypto'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { dynamoDeliveries } from './deliveries.ts'
import { dynamoItems, type Items } from './items.ts'
import { dynamoJobs } from './jobs.ts'
import { dynamoApiKeys, dynamoUsage } from './owners.ts'
import { dynamoResults } from './results.ts'

/**
 * All items are in one DynamoDB table:
 *
 *     pk                          sk               item
 *     job#<id>                    job              the job, the summary of those of its parts that are done, and its first
 *                                                  part; of a small job the results, too
 *     job#<id>                    part#<part>      another part, with its counts and how far each chunk is counted
 *     results#<id>#<part>#<chunk> from#<from>      the packed results of one slice of a chunk; or of one puzzle that the
 *                                                  chunk went on without, also while they are still to come
 *     results#<id>#<part>#<chunk> claim            the slice that the chunk has come to, and the message that goes on with it;
 *                                 claim#<from>     the same of a puzzle that the chunk went on without
 *     owner#<owner>               <created>#<id>   a job in its owner's list
 *     key#<owner>#<key>           key              the job that an idempotency key stands for
 *     usage#<owner>               in-flight        roughly how many jobs and puzzles of an owner are in flight
 *     usage#<owner>               requests         when an owner may send as many requests at once as ever, and what the
 *                                                  operator has said of the owner; and in the same way, of `(bulk
 *                                                  writes)`, when the next large results may be written
 *     usage#<owner>               key#<id>         the day on which a key was last used
 *     deliveries#<id>             <at>#<event>#<n> an attempt to tell a job's webhook
 *     telling#<id>                <event>#<again>  the message that goes on with telling an event
 *     endpoint#<owner>            turns            the calls of an owner's webhooks that are under way
 *     endpoint#<owner>#<host>     timeouts         how often an endpoint has not answered, and until when it is left alone
 *     apikeys                     <id>             the hash of an API key, and its owner
 *     canary                      <hash>           a token with which one request is the canary's
 *     operations                  <at>#<random>    what an operator did
 *
 * A poll reads the partition of one job, but for the parts in its summary. The results of each chunk have a partition of
 * their own, because a partition accepts about 1,000 write units a second. Every item but the API keys has an
 * `expiresAt`.
 */
export type Table = ReturnType<typeof tableOf>

export function dynamoTable(client: DynamoDBClient, tableName: string): Table {
  return tableOf(dynamoItems(client, tableName))
}

export function tableOf(items: Items) {
  return {
    ...dynamoJobs(items),
    ...dynamoResults(items),
    ...dynamoDeliveries(items),
    ...dynamoUsage(items),
    ...dynamoApiKeys(items),
    ...dynamoOperations(items),
  }
}

interface Operation {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The user and machine that did it, e.g. `ada@laptop`. */
  readonly who: string
  readonly command: string
  readonly outcome: string
}

const OPERATIONS = 'operations'
/** Longer than the year that auditors mostly ask for. */
const KEPT_S = 400 * 86_400

/** The log of what operators did, which is kept for 400 days. */
function dynamoOperations(items: Items) {
  return {
    async noteOperation(operation: Operation): Promise<void> {
      const sk = `${new Date(operation.at).toISOString()}#${randomBytes(4).toString('hex')}`
      await items.put({ pk: OPERATIONS, sk, ...operation, expiresAt: Math.ceil(operation.at / 1000) + KEPT_S })
    },

    async lastOperations(most: number): Promise<readonly Operation[]> {
      const found = await items.queryBack(OPERATIONS, most)
      return found.map(({ pk: _pk, sk: _sk, expiresAt: _expiresAt, ...operation }) => operation as unknown as Operation)
    },
  }
}
