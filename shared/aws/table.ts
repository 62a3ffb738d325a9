import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import type { Chunk } from '../job/chunk.ts'
import type { Job, JobRecord, Part } from '../job/job.ts'
import {
  NO_OUTCOMES,
  type OutcomeCounter,
  type PuzzleResult,
  packResults,
  tallyOf,
  unpackResults,
} from '../job/result.ts'

/**
 * Jobs, parts and results in one table:
 *
 *     pk                          sk              item
 *     job#<id>                    job             the job as accepted
 *     job#<id>                    part#<part>     its part's counts, and which results are counted in them
 *     results#<id>#<part>#<chunk> from#<from>     the packed results of one slice of a chunk
 *
 * A poll reads one job's partition. Results have a partition a chunk, as one partition
 * takes about 1,000 write units a second. Every item carries the job's `expiresAt`.
 */
export interface Table {
  /** Writes a job that is still open, and its parts. */
  putJob(job: Job, parts: readonly Part[]): Promise<void>
  /** Marks a job as durably queued. */
  sealJob(jobId: string): Promise<void>
  getJob(jobId: string): Promise<JobRecord | undefined>
  /** Keeps the results of a chunk's slice unless there are some already; answers with those that are kept. */
  keepResults(chunk: Chunk, results: readonly PuzzleResult[]): Promise<readonly PuzzleResult[]>
  /** The results that are kept for the slice that a chunk begins. */
  getResults(chunk: Chunk): Promise<readonly PuzzleResult[] | undefined>
  /** Adds results to the counts of their part, once: a second time changes nothing. */
  countResults(chunk: Chunk, results: readonly PuzzleResult[], now: number): Promise<void>
  /** The results of one chunk, in order: all of them, or those before the first that is not there yet. */
  resultsOfChunk(jobId: string, part: number, chunk: number): Promise<ChunkResults>
}

interface ChunkResults {
  readonly results: readonly PuzzleResult[]
  readonly complete: boolean
}

export function dynamoTable(client: DynamoDBClient, TableName: string): Table {
  return {
    async putJob(job, parts) {
      const key = jobKey(job.id)
      // The parts first: a job that can be seen has its counts.
      await Promise.all(
        parts.map(({ number, outcomes, backtracks, ...rest }) =>
          client.send(
            new PutItemCommand({
              TableName,
              Item: marshall({
                ...key,
                sk: partKey(number),
                ...rest,
                ...outcomes,
                backtracksSum: backtracks.sum,
                backtracksMax: backtracks.max,
                expiresAt: job.expiresAt,
              }),
            }),
          ),
        ),
      )
      await client.send(
        new PutItemCommand({
          TableName,
          Item: marshall({ ...key, sk: 'job', ...job }, { removeUndefinedValues: true }),
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      )
    },

    async sealJob(jobId) {
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: marshall({ ...jobKey(jobId), sk: 'job' }),
          UpdateExpression: 'SET sealed = :true',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: marshall({ ':true': true }),
        }),
      )
    },

    async getJob(jobId) {
      const items = await queryAll(jobKey(jobId).pk)
      const found = items.find((item) => item.sk === 'job')
      const parts = items.filter((item) => item.sk !== 'job').map(partOf)
      // TTL takes items away one by one: a job without its parts has expired.
      if (!found || parts.length === 0) return undefined
      const { pk: _pk, sk: _sk, ...job } = found
      return { job: job as Job, parts }
    },

    async keepResults(chunk, results) {
      try {
        await client.send(
          new PutItemCommand({
            TableName,
            Item: marshall({
              ...resultsKey(chunk),
              results: packResults(results),
              left: chunk.entries.length - results.length,
              expiresAt: chunk.expiresAt,
            }),
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        )
        return results
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        // Only its expiry can take the item away between the two calls.
        return (await getResults(chunk)) ?? results
      }
    },

    getResults,

    async countResults(chunk, results, now) {
      const { counts, backtracks } = tallyOf(results)
      const changed = (Object.keys(counts) as OutcomeCounter[]).filter((counter) => counts[counter] > 0)
      const adds = [...changed.map((counter) => `${counter} :${counter}`), 'backtracksSum :sum', 'counted :mark']
      const values = {
        ...Object.fromEntries(changed.map((counter) => [`:${counter}`, counts[counter]])),
        ':sum': backtracks.sum,
        ':max': backtracks.max,
        ':now': now,
      }
      const update = async (set: string, condition: string) => {
        try {
          await client.send(
            new UpdateItemCommand({
              TableName,
              Key: marshall({ ...jobKey(chunk.jobId), sk: partKey(chunk.part) }),
              UpdateExpression: `ADD ${adds.join(', ')} SET updatedAt = :now${set}`,
              ConditionExpression: `attribute_exists(pk) AND NOT contains(counted, :line) AND ${condition}`,
              ExpressionAttributeValues: marshall({ ...values, ':mark': new Set([chunk.line]), ':line': chunk.line }),
            }),
          )
          return true
        } catch (error) {
          if (error instanceof ConditionalCheckFailedException) return false
          throw error
        }
      }
      // DynamoDB can add but not take a maximum, so the condition tells whether ours is one. It only grows:
      // where it overtakes ours between the first try and the second, the third finds it above.
      const tries = [
        ['', 'backtracksMax >= :max'],
        [', backtracksMax = :max', 'backtracksMax < :max'],
        ['', 'backtracksMax >= :max'],
      ] as const
      for (const [set, condition] of tries) if (await update(set, condition)) return
      // None held: these results were counted before, or their job is gone.
    },

    async resultsOfChunk(jobId, part, chunk) {
      const items = await queryAll(resultsPartition(jobId, part, chunk))
      return {
        results: items.flatMap((item) => unpackResults(item.results)),
        complete: items.at(-1)?.left === 0,
      }
    },
  }

  async function getResults(chunk: Chunk): Promise<readonly PuzzleResult[] | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: marshall(resultsKey(chunk)), ConsistentRead: true }),
    )
    return Item && unpackResults(unmarshall(Item).results)
  }

  /** Every item of a partition, in the order of its sort keys. */
  async function queryAll(pk: string) {
    const items: ReturnType<typeof unmarshall>[] = []
    let ExclusiveStartKey: QueryCommandOutput['LastEvaluatedKey']
    do {
      const page = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: marshall({ ':pk': pk }),
          ConsistentRead: true,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        }),
      )
      items.push(...(page.Items ?? []).map((item) => unmarshall(item)))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    return items
  }
}

const jobKey = (jobId: string) => ({ pk: `job#${jobId}` })
const partKey = (part: number) => `part#${padded(part)}`
const resultsPartition = (jobId: string, part: number, chunk: number) =>
  `results#${jobId}#${padded(part)}#${padded(chunk)}`
const resultsKey = ({ jobId, part, number, from }: Chunk) => ({
  pk: resultsPartition(jobId, part, number),
  sk: `from#${padded(from)}`,
})

/** Numbers in keys sort as text. */
const padded = (number: number) => String(number).padStart(6, '0')

function partOf(item: ReturnType<typeof unmarshall>): Part {
  const outcomes = { ...NO_OUTCOMES }
  for (const counter of Object.keys(outcomes) as OutcomeCounter[]) outcomes[counter] = item[counter]
  return {
    number: Number(item.sk.slice('part#'.length)),
    total: item.total,
    chunks: item.chunks,
    outcomes,
    backtracks: { sum: item.backtracksSum, max: item.backtracksMax },
    updatedAt: item.updatedAt,
  }
}
