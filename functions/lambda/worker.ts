import { createWorker } from '../worker.ts'
import { required } from './environment.ts'
import { elapsed, events, now, queue, retries, table, telemetryOf, timeLeft } from './resources.ts'

export const worker = timeLeft.within(
  createWorker({
    table,
    queue,
    events,
    now,
    elapsed,
    sliceMs: Number(required('SLICE_MS')),
    telemetry: telemetryOf('worker'),
    retries: retries(),
  }),
)
