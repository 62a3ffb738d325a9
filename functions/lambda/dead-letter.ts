import { randomUUID } from 'node:crypto'
import { createDeadLetter } from '../dead-letter.ts'
import { tryDeadLetter } from '../trial.ts'
import { bulkWritesPerS, events, now, queue, retries, sqs, table, telemetryOf, timeLeft } from './resources.ts'
import { triedFirst } from './trial.ts'

const close = createDeadLetter({
  table,
  queue,
  events,
  bulkWritesPerS,
  now,
  telemetry: telemetryOf('deadLetter'),
  retries: retries(),
})
const attempt = () => tryDeadLetter(close, { table, now, newId: randomUUID })

export const deadLetter = timeLeft.within(triedFirst(close, { attempt, sqs }))
