import { randomUUID } from 'node:crypto'
import { tryWorker } from '../trial.ts'
import { createWorker } from '../worker.ts'
import { required } from './environment.ts'
import { chunkServices, elapsed, now, sqs, table, timeLeft } from './resources.ts'
import { triedFirst } from './trial.ts'

const work = createWorker({ ...chunkServices('worker'), elapsed, sliceMs: Number(required('SLICE_MS')) })
const attempt = () => tryWorker(work, { table, now, newId: randomUUID })

export const worker = timeLeft.within(triedFirst(work, { attempt, sqs }))
