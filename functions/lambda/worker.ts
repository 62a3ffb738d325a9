import { createWorker } from '../worker.ts'
import { required } from './environment.ts'
import { bulkWritesPerS, elapsed, events, now, queue, retries, table, telemetryOf, timeLeft } from './resources.ts'

export const worker = timeLeft.within(
  createWorker({
    table,
    queue,
    events,
    bulkWritesPerS,
    now,
    elapsed,
    sliceMs: Number(required('SLICE_MS')),
    telemetry: telemetryOf('worker'),
    retries: retries(),
  }),
)
