import { createDeadLetter } from '../dead-letter.ts'
import { events, now, queue, retries, table, telemetryOf, timeLeft } from './resources.ts'

export const deadLetter = timeLeft.within(
  createDeadLetter({ table, queue, events, now, telemetry: telemetryOf('deadLetter'), retries: retries() }),
)
