import { createDeadLetter } from '../dead-letter.ts'
import { bulkWritesPerS, events, now, queue, retries, table, telemetryOf, timeLeft } from './resources.ts'

export const deadLetter = timeLeft.within(
  createDeadLetter({
    table,
    queue,
    events,
    bulkWritesPerS,
    now,
    telemetry: telemetryOf('deadLetter'),
    retries: retries(),
  }),
)
