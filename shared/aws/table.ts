import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { dynamoItems, type Items } from './items.ts'
import { dynamoJobs, type Jobs } from './jobs.ts'
import { type ApiKeys, dynamoApiKeys, dynamoUsage, type Usage } from './owners.ts'
import { dynamoResults, type Results } from './results.ts'

/**
 * Everything in one DynamoDB table:
 *
 *     pk                          sk               item
 *     job#<id>                    job              the job
 *     job#<id>                    part#<part>      one of its parts, with its counts and how far each chunk is counted
 *     results#<id>#<part>#<chunk> from#<from>      the packed results of one slice of a chunk
 *     owner#<owner>               <created>#<id>   a job in the list of its owner's
 *     key#<owner>#<key>           key              the job that an idempotency key stands for
 *     usage#<owner>               in-flight        about how much of an owner's is under way
 *     usage#<owner>               requests#<n>     their requests in one window of time
 *     apikeys                     <id>             the hash of an API key, and whose it is
 *
 * A poll reads one job's partition. Results have a partition a chunk, as one partition
 * takes about 1,000 write units a second. Every item carries its `expiresAt`, API keys apart.
 */
export interface Table extends Jobs, Results, Usage, ApiKeys {}

export function dynamoTable(client: DynamoDBClient, tableName: string): Table {
  return tableOf(dynamoItems(client, tableName))
}

export function tableOf(items: Items): Table {
  return { ...dynamoJobs(items), ...dynamoResults(items), ...dynamoUsage(items), ...dynamoApiKeys(items) }
}
