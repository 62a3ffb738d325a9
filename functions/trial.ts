import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { CANARY_OWNER } from '../shared/aws/owners.ts'
import { PUZZLES_ATTRIBUTE } from '../shared/aws/queue.ts'
import type { Table } from '../shared/aws/table.ts'
import { type Chunk, type ChunkMessage, messageOf } from '../shared/job/chunks/chunk.ts'
import { expiryFrom, newPart } from '../shared/job/job.ts'
import { DEFAULT_BACKTRACK_LIMIT } from '../shared/job/limits.ts'
import { firstStatus, ResultsReader } from '../shared/job/packed/packed-results.ts'
import { Puzzles } from '../shared/job/puzzles.ts'
import { verifyText } from '../shared/sudoku/rules/verify.ts'
import { examples } from '../shared/sudoku/search/examples.ts'
import type { StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
import type { ApiServices } from './api/services.ts'
import { eventBodyOf } from './reporting/job-end.ts'

/**
 * A trial gives a function work of its own kind before a release gives it that of others: on a quiet service, what has a
 * tenth of the messages for ten minutes may have none. The jobs are the canary's, and expire as all do.
 */
interface TrialServices extends Pick<ApiServices, 'now' | 'newId'> {
  readonly table: Pick<Table, 'putJob' | 'getResults'>
}

type RecordsHandler = (event: SQSEvent) => Promise<SQSBatchResponse>

const CLASSIC = examples.filter(({ backtracks, rules }) => rules === 'classic' && backtracks['naked-singles'])
/** Their counts are those that the texts publish. */
const COUNTED = ['brute-force', 'single-sweep', 'naked-singles'] as const satisfies readonly StrategyName[]
/** With its digits turned, each grid is nine: with 54 of them, a fault in one puzzle of ten is missed three times in 1,000. */
const TURNED = CLASSIC.flatMap(({ puzzle }) =>
  Array.from({ length: 9 }, (_, by) => puzzle.replace(/[1-9]/g, (digit) => String(((Number(digit) + by) % 9) + 1))),
)

/**
 * Has a worker solve known puzzles, and judges what it keeps.
 *
 * @throws {Error} that says what it did wrong
 */
export async function tryWorker(worker: RecordsHandler, services: TrialServices): Promise<void> {
  const puzzles = CLASSIC.map(({ puzzle }) => puzzle)
  for (const strategy of COUNTED) {
    const results = await solved(worker, services, strategy, puzzles)
    for (const [i, { backtracks, name }] of CLASSIC.entries()) {
      const { backtracks: found } = results[i] ?? {}
      if (found !== backtracks[strategy])
        throw new Error(`${strategy} undid ${found} on ${name}, expected ${backtracks[strategy]}`)
    }
  }
  await solved(worker, services, 'bit-parallel', TURNED)
}

async function solved(
  worker: RecordsHandler,
  services: TrialServices,
  strategy: StrategyName,
  puzzles: readonly string[],
) {
  const chunk = await newChunk(services, strategy, puzzles)
  const reader = new ResultsReader(await worked(worker, services, chunk))
  return puzzles.map((puzzle, i) => {
    reader.next()
    const result = reader.result(i + 1, i + 1, chunk.options)
    const fault = result.solution ? verifyText(puzzle, result.solution, 'classic') : result.status
    if (fault) throw new Error(`${strategy} on ${puzzle}: ${fault}`)
    return result
  })
}

/**
 * Has the dead-letter function give a puzzle up.
 *
 * @throws {Error} that says what it did wrong
 */
export async function tryDeadLetter(deadLetter: RecordsHandler, services: TrialServices): Promise<void> {
  const chunk = await newChunk(services, 'bit-parallel', TURNED.slice(0, 1))
  const status = firstStatus(await worked(deadLetter, services, chunk))
  if (status !== 'failed') throw new Error(`the dead letter's puzzle is ${status}, expected failed`)
}

/**
 * Has the notifier look at a job that is not there, of which there is nothing to tell.
 *
 * @throws {Error} if it fails on it
 */
export async function tryNotifier(notifier: RecordsHandler, { newId }: Pick<TrialServices, 'newId'>): Promise<void> {
  await handled(notifier, eventOf(newId(), eventBodyOf({ jobId: newId() })))
}

/** A job of one chunk, which is not sent. */
async function newChunk(services: TrialServices, strategy: StrategyName, puzzles: readonly string[]): Promise<Chunk> {
  const { table, now, newId } = services
  const options = { strategy, rules: 'classic', solutions: 1, backtrackLimit: DEFAULT_BACKTRACK_LIMIT } as const
  const [id, createdAt, total] = [newId(), now(), puzzles.length]
  const expiresAt = expiryFrom(createdAt)
  const part = { number: 1, total, perChunk: total, digest: 'trial', format: 'lines', state: 'accepted' } as const
  const job = { id, owner: CANARY_OWNER, options, createdAt, expiresAt, sealed: 1 }
  await table.putJob(job, newPart(part, createdAt))
  const place = { jobId: id, part: 1, number: 0, from: 0, redrive: 0 }
  return { ...place, options, expiresAt, puzzles: Puzzles.of(puzzles.map((text) => ({ text }))) }
}

/** The packed results of all puzzles of a chunk, once a function has worked on it. */
async function worked(work: RecordsHandler, { table, newId }: TrialServices, chunk: Chunk): Promise<Uint8Array> {
  const { body, puzzles } = messageOf(chunk)
  await handled(work, eventOf(newId(), body, puzzles))
  const { count = 0, packed } = (await table.getResults(chunk)) ?? {}
  const { count: asked } = chunk.puzzles
  if (count !== asked || !packed) throw new Error(`kept ${count} of ${asked} results within a slice`)
  return packed
}

async function handled(work: RecordsHandler, event: SQSEvent): Promise<void> {
  const { batchItemFailures } = await work(event)
  if (batchItemFailures.length > 0) throw new Error('failed on its message; the log says why')
}

/** As an event source has it. No queue has the message, so that it cannot be given back. */
function eventOf(messageId: string, body: string, puzzles?: ChunkMessage['puzzles']): SQSEvent {
  const binaryValue = puzzles && Buffer.from(puzzles).toString('base64')
  const record = {
    messageId,
    receiptHandle: 'trial',
    eventSourceARN: 'trial',
    body,
    attributes: { ApproximateReceiveCount: '1' },
    messageAttributes: binaryValue ? { [PUZZLES_ATTRIBUTE]: { dataType: 'Binary', binaryValue } } : {},
  }
  return { Records: [record] } as unknown as SQSEvent
}
