import fc from 'fast-check'
import type { Items } from '../../shared/aws/items.ts'
import { dynamoJobs } from '../../shared/aws/jobs.ts'
import { dynamoUsage } from '../../shared/aws/owners.ts'
import { dynamoResults } from '../../shared/aws/results.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { type Job, newPart } from '../../shared/job/job.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { ResultCounter } from '../../shared/job/result.ts'

/** A call of the table, in few words, so that calls of a sequence meet: parts 1 and 2, chunks 0 and 1, few places. */
export type Call =
  | {
      readonly call:
        | 'putJob'
        | 'getJob'
        | 'sealJob'
        | 'cancelJob'
        | 'settleJob'
        | 'claimKey'
        | 'listJobs'
        | 'admitRequest'
        | 'addInFlight'
        | 'countAnew'
        | 'getInFlight'
      readonly number: number
    }
  | { readonly call: 'putPart' | 'acceptPart' | 'refusePart'; readonly part: number }
  | {
      readonly call: 'keepResults' | 'countResults' | 'passStraggler' | 'reopenChunk' | 'resultsOfChunk'
      readonly chunk: At
    }
interface At {
  readonly part: number
  readonly number: number
  readonly from: number
  readonly redrive: number
  readonly count: number
  readonly isFailed: boolean
  readonly isStraggler: boolean
}

const number = fc.integer({ min: 1, max: 3 })
const part = fc.integer({ min: 1, max: 2 })
const chunk: fc.Arbitrary<At> = fc.record({
  part,
  number: fc.nat(1),
  from: fc.nat(2),
  redrive: fc.nat(2),
  count: fc.integer({ min: 1, max: 2 }),
  isFailed: fc.boolean(),
  isStraggler: fc.boolean(),
})
export const calls: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    call: fc.constantFrom('putJob', 'getJob', 'sealJob', 'cancelJob', 'settleJob', 'claimKey', 'listJobs'),
    number,
  }),
  fc.record({ call: fc.constantFrom('admitRequest', 'addInFlight', 'countAnew', 'getInFlight'), number }),
  { arbitrary: fc.record({ call: fc.constantFrom('putPart', 'acceptPart', 'refusePart'), part }), weight: 2 },
  {
    arbitrary: fc.record({
      call: fc.constantFrom(
        ...(['keepResults', 'countResults', 'countResults', 'passStraggler', 'reopenChunk', 'resultsOfChunk'] as const),
      ),
      chunk,
    }),
    weight: 5,
  },
)

/** The answer of a call, or that it is refused. */
export async function done(items: Items, id: string, of: Call): Promise<unknown> {
  try {
    return await carriedOut(items, id, of)
  } catch (error) {
    return `refused: ${(error as Error).name}`
  }
}

const options = { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 1 } as const

async function carriedOut(items: Items, id: string, of: Call): Promise<unknown> {
  const jobs = dynamoJobs(items)
  const results = dynamoResults(items)
  const usage = dynamoUsage(items)
  const job: Job = { id, owner: id, options, createdAt: 5, expiresAt: 9 }
  switch (of.call) {
    case 'putJob':
      return jobs.putJob({ ...job, createdAt: of.number })
    case 'getJob':
      return jobs.getJob(id)
    case 'sealJob':
      return jobs.sealJob(id, of.number)
    case 'cancelJob':
      return jobs.cancelJob(id, 'asked')
    case 'settleJob':
      return jobs.cancelJob(id, 'settled')
    case 'claimKey':
      return jobs.claimKey(id, 'key', { jobId: id, digest: '', createdAt: of.number * 1000, expiresAt: of.number + 1 })
    case 'listJobs':
      return jobs.listJobs(id, of.number)
    case 'admitRequest':
      return usage.admitRequest(id, of.number * 5, { atOnce: 3, everyMs: 4 })
    case 'addInFlight':
      return usage.addInFlight(id, { jobId: `${of.number}`, puzzles: of.number, expiresAt: 9 }, { jobs: 2, puzzles: 7 })
    case 'countAnew': {
      const seen = await usage.getInFlight(id)
      const jobIds = new Set([...seen.jobIds].slice(of.number - 1))
      const isBegun = await usage.beginCount(id, seen, of.number)
      return [isBegun, await usage.endCount(id, seen, { jobIds, puzzles: jobIds.size, countedAt: of.number })]
    }
    case 'getInFlight':
      return usage.getInFlight(id)
    case 'putPart': {
      const asked = { number: of.part, total: 4, perChunk: 2, digest: '', format: 'json', state: 'sending' } as const
      return jobs.putPart(job, newPart(asked, 7))
    }
    case 'acceptPart':
      return jobs.acceptPart(id, of.part)
    case 'refusePart':
      return jobs.refusePart(id, of.part)
    case 'resultsOfChunk':
      return (await results.resultsOfChunk(id, of.chunk.part, of.chunk.number)).map(({ packed, ...kept }) => [
        kept,
        [...packed],
      ])
    default: {
      const { count, isFailed, isStraggler, ...at } = of.chunk
      const chunk: Chunk = {
        ...{ ...at, jobId: id, options, expiresAt: 9, puzzles: Puzzles.of([]) },
        ...(isStraggler && { straggler: true }),
      }
      if (of.call === 'passStraggler') return results.passStraggler(chunk, count)
      if (of.call === 'reopenChunk') return results.reopenChunk(chunk, count)
      const { from, redrive } = at
      const packed = Uint8Array.of(from, redrive, count)
      if (of.call === 'keepResults') {
        const { packed: kept, ...rest } = await results.keepResults(chunk, {
          ...{ from, redrive, count, packed },
          // Some calls say that a straggler is open, and some that it is closed.
          ...(isStraggler ? { straggler: 'closed' } : isFailed && { straggler: 'open' }),
        })
        return [rest, [...kept]]
      }
      const counts = new ResultCounter()
      for (let i = 0; i < count; i++) counts.add(isFailed ? 'failed' : 'solved', isFailed ? null : from)
      return results.countResults(chunk, { count, counts, startedAt: from, now: count })
    }
  }
}
