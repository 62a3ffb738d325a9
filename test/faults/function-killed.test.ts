import { expect, it } from 'vitest'
import { functionProcess } from '../../infra/local/function-process.ts'

const environment = {
  PATH: process.env.PATH ?? '',
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'none',
  QUEUE_URL: 'none',
  EXPRESS_QUEUE_URL: 'none',
  EVENT_QUEUE_URL: 'none',
  EVENT_BUS: '',
  EVENT_PAUSE_S: '1',
  WEBHOOKS: 'off',
  SLICE_MS: '1',
  RETRY_PAUSE_S: '1',
  AUTH: 'open',
  FILES: './none/',
  LOG_LEVEL: 'WARN',
  METRICS_NAMESPACE: '',
}
/** The worker answers a batch of nothing at once. */
const NOTHING = { Records: [] }

it('outlives its process: whatever comes in the moment of its death fails or is answered, and the next is answered', {
  tags: ['long'],
}, async () => {
  const log: string[] = []
  using worker = functionProcess('worker', { environment, timeoutS: 20, log: (line) => log.push(line) })
  await worker.invoke(NOTHING)
  for (let kills = 0; kills < 3; kills++) {
    const before = worker.pid
    process.kill(before ?? 0, 'SIGKILL')
    // The process is gone, but its exit has not been noticed yet.
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => worker.invoke(NOTHING)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/^Error: worker: /)
    }
    expect(await worker.invoke(NOTHING)).toEqual({ batchItemFailures: [] })
    expect(worker.pid).not.toBe(before)
  }
})
