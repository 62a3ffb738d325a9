import { expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createTelemetry } from '../../functions/reporting/telemetry.ts'
import { createWorker } from '../../functions/worker.ts'
import { GRID as EASY, HARD, NONE } from '../api/grids.ts'
import { eventOf, jobOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { said } from './said.ts'

const NAMESPACE = 'SudokuService/test'

const aws = emulatedForAll()

/** The metrics of a line as CloudWatch reads them, by name; the line's own members are their values. */
// biome-ignore lint/suspicious/noExplicitAny: a line, as JSON.parse has it
function metricsIn(line: any) {
  const [{ Namespace, Dimensions, Metrics }, ...others] = line._aws.CloudWatchMetrics
  expect([Namespace, Dimensions, others]).toEqual([NAMESPACE, [['service']], []])
  expect(typeof line.service).toBe('string')
  expect(line._aws.Timestamp).toBe(10_000)
  return Object.fromEntries(Metrics.map(({ Name }: { Name: string }) => [Name, line[Name]]))
}

it('says of a chunk what was solved, at which cost, and how old it is', async () => {
  const { telemetry, texts, lines } = said('worker', { namespace: NAMESPACE })
  const [chunk] = await jobOf(aws.table, [EASY, HARD, NONE, 'x'])
  const event = eventOf([chunk])
  for (const { attributes } of event.Records) attributes.SentTimestamp = '7500'
  await createWorker({ ...aws, telemetry, sliceMs: 60_000 })(event, { awsRequestId: 'r1' })
  for (const text of texts) expect(text).not.toContain('\n')
  const [line] = lines()
  expect(lines()).toHaveLength(1)
  expect(line).toMatchObject({
    level: 'INFO',
    message: 'message handled',
    service: 'worker',
    requestId: 'r1',
    coldStart: true,
    jobId: chunk.jobId,
    part: 1,
    chunk: 0,
    attempt: 1,
    puzzles: 4,
  })
  expect(metricsIn(line)).toEqual({
    PuzzlesSolved: 2,
    ChunkTime: 0,
    ChunkAge: 2500,
    ColdStart: 1,
  })
})

it('tells failures of the version as well, and nothing else', () => {
  const texts: string[] = []
  const write = (text: string) => texts.push(text)
  const options = { service: 'worker', namespace: NAMESPACE, version: '7', level: 'INFO', write, now: () => 0 } as const
  const telemetry = createTelemetry(options)
  telemetry.begin({}).fail('message failed', new Error('no'))
  telemetry.begin({}).end('message handled')
  const [failed, handled] = texts.map((text) => JSON.parse(text))
  expect(failed).toMatchObject({ service: 'worker', version: '7', Failures: 1 })
  expect(failed._aws.CloudWatchMetrics.map(({ Dimensions, Metrics }: never) => [Dimensions, Metrics])).toMatchObject([
    [[['service']], [{ Name: 'ColdStart' }, { Name: 'Failures' }]],
    [[['service', 'version']], [{ Name: 'Failures' }]],
  ])
  expect(handled).not.toHaveProperty('version')
})

it('starts cold once', async () => {
  const { telemetry, lines } = said('worker', { namespace: NAMESPACE })
  const worker = createWorker({ ...aws, telemetry, sliceMs: 60_000 })
  const chunks = await jobOf(aws.table, [EASY, EASY, EASY], { perChunk: 1 })
  await worker(eventOf(chunks.slice(0, 2)), { awsRequestId: 'first' })
  await worker(eventOf(chunks.slice(2)), { awsRequestId: 'second' })
  expect(lines().map(({ requestId, coldStart, ColdStart }) => [requestId, coldStart, ColdStart])).toEqual([
    ['first', true, 1],
    ['first', true, undefined],
    ['second', undefined, undefined],
  ])
})

it('counts puzzles once, where a message comes again', async () => {
  const { telemetry, lines } = said('worker', { namespace: NAMESPACE })
  const worker = createWorker({ ...aws, telemetry, sliceMs: 60_000 })
  const [chunk] = await jobOf(aws.table, [EASY, HARD])
  for (const attempt of [1, 2]) await worker(eventOf([chunk], attempt))
  expect(lines().map(({ attempt, PuzzlesSolved = 0 }) => [attempt, PuzzlesSolved])).toEqual([
    [1, 2],
    [2, 0],
  ])
})

it('counts a message that failed, and says why in one line', async () => {
  const { telemetry, texts, lines } = said('worker', { namespace: NAMESPACE })
  await createWorker({ ...aws, telemetry, sliceMs: 0 })(eventOf(['not a chunk']))
  expect(texts[0]).not.toContain('\n')
  expect(lines()).toMatchObject([{ level: 'ERROR', message: 'message failed', messageId: 'm1', error: 'SyntaxError' }])
  expect(metricsIn(lines()[0])).toMatchObject({ Failures: 1 })
})

it('warns of a dead letter, and says which puzzles of which job it was', async () => {
  const { telemetry, lines } = said('deadLetter', { namespace: NAMESPACE })
  const [chunk] = await jobOf(aws.table, [EASY, HARD])
  await createDeadLetter({ ...aws, telemetry })(eventOf([{ ...chunk, correlationId: 'of-the-job' }, 'not a chunk']))
  expect(lines()).toMatchObject([
    { level: 'WARN', service: 'deadLetter', correlationId: 'of-the-job', jobId: chunk.jobId, puzzles: 2 },
    { level: 'ERROR', message: 'not a chunk, dropped', Failures: 1 },
  ])
})

it('sends no metrics without a namespace, and says nothing of what matters less than asked for', async () => {
  const texts: string[] = []
  const quiet = { service: 'worker', level: 'WARN', write: (line: string) => texts.push(line), now: () => 0 } as const
  const [chunk] = await jobOf(aws.table, [EASY])
  const run = (namespace: string | undefined, message: typeof chunk | string) =>
    createWorker({ ...aws, telemetry: createTelemetry({ ...quiet, namespace }), sliceMs: 0 })(eventOf([message]))
  await run(undefined, chunk)
  expect(texts).toEqual([])
  await run(undefined, 'not a chunk')
  expect(JSON.parse(texts[0])).not.toHaveProperty('_aws')
  await run(NAMESPACE, chunk)
  expect(JSON.parse(texts[1])).toHaveProperty('_aws')
})
