import { randomUUID } from 'node:crypto'
import { tryWorker } from '../trial.ts'
import { createWorker } from '../worker.ts'
import { required } from './environment.ts'
import { bulkWritesPerS, elapsed, events, now, queue, retries, sqs, table, telemetryOf, timeLeft } from './resources.ts'
import { triedFirst } from './trial.ts'

const work = createWorker({
  table,
  queue,
  events,
  bulkWritesPerS,
  now,
  elapsed,
  sliceMs: Number(required('SLICE_MS')),
  telemetry: telemetryOf('worker'),
  retries: retries(),
})
const attempt = () => tryWorker(work, { table, now, newId: randomUUID })

export const worker = timeLeft.within(triedFirst(work, { attempt, sqs }))
