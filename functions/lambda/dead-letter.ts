import { randomUUID } from 'node:crypto'
import { createDeadLetter } from '../dead-letter.ts'
import { tryDeadLetter } from '../trial.ts'
import { chunkServices, now, sqs, table, timeLeft } from './resources.ts'
import { triedFirst } from './trial.ts'

const close = createDeadLetter(chunkServices('deadLetter'))
const attempt = () => tryDeadLetter(close, { table, now, newId: randomUUID })

export const deadLetter = timeLeft.within(triedFirst(close, { attempt, sqs }))
