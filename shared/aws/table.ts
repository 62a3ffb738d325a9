import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { dynamoItems } from './items.ts'
import { dynamoJobs, type Jobs } from './jobs.ts'
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
 *
 * A poll reads one job's partition. Results have a partition a chunk, as one partition
 * takes about 1,000 write units a second. Every item carries its `expiresAt`.
 */
export interface Table extends Jobs, Results {}

export function dynamoTable(client: DynamoDBClient, tableName: string): Table {
  const items = dynamoItems(client, tableName)
  return { ...dynamoJobs(items), ...dynamoResults(items) }
}
