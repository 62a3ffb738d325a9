/** All of a release that reads and writes the table and the queues, over ports: what a bundle of it holds. */
export { createApi } from '../../functions/api.ts'
export { createDeadLetter } from '../../functions/dead-letter.ts'
export { createNotifier } from '../../functions/notifier.ts'
export { createWorker } from '../../functions/worker.ts'
export { sqsEvents, sqsQueue } from '../../shared/aws/queue.ts'
export { tableOf } from '../../shared/aws/table.ts'
export { MESSAGE_VERSION } from '../../shared/job/chunks/chunk.ts'
export { BYTE_FORMATS } from '../../shared/job/packed/byte-format.ts'
