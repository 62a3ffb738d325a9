import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { createNotifier } from '../../functions/notifier.ts'
import { eventBodyOf } from '../../functions/reporting/job-end.ts'
import { createWorker } from '../../functions/worker.ts'
import { HARD } from '../api/grids.ts'
import { eventOf } from './emulated.ts'
import { emulatedForAll } from './emulated-for-all.ts'
import { type Said, said } from './said.ts'

const OPTIONS = { strategy: 'singles', rules: 'classic', solutions: 1, backtrackLimit: 9 } as const
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')
/** The queries of each function's log, as Logs Insights is given them. */
const queries = [
  ...runbook.matchAll(/insights "\$(apiLog|workerLog|deadLetterLog|notifierLog|log)" (?:'([^']+)'|"([^"]+)")/g),
].map(([, log = '', single, double]) => ({ log, query: single ?? double ?? '' }))
/** Words of the query language. */
const WORDS = /^(filter|fields|stats|sort|limit|by|desc|like|and|or|count|sum|max|avg|pct|latest|bin|strlen|\d+m?)$/

const aws = emulatedForAll()
const logs = {
  apiLog: said('api'),
  workerLog: said('worker', { namespace: 'test', version: '1' }),
  deadLetterLog: said('deadLetter'),
  notifierLog: said('notifier'),
}
beforeAll(async () => {
  const { telemetry } = logs.apiLog
  const failing = aws.api({ telemetry, ownerOf: () => Promise.reject(new Error('broken')) })
  const headers = { 'content-type': 'application/json', 'x-correlation-id': 'one' }
  const body = JSON.stringify({ puzzles: [HARD, HARD], strategy: 'brute-force' })
  await aws.api({ telemetry }).request('/jobs', { method: 'POST', headers, body }, { requestId: 'r' })
  await failing.request('/jobs', { method: 'POST', headers, body })
  const worker = createWorker({ ...aws, telemetry: logs.workerLog.telemetry, sliceMs: 0 })
  const deadLetter = createDeadLetter({ ...aws, telemetry: logs.deadLetterLog.telemetry })
  for (const handler of [worker, worker, deadLetter]) {
    await handler(eventOf([...(await aws.received()), 'not a chunk']), { awsRequestId: 'r' })
  }
  const webhook = { url: 'https://receiver.example/', secret: `whsec_${'A'.repeat(32)}` }
  const job = { owner: 'one', options: OPTIONS, webhook, createdAt: 0, expiresAt: 2 ** 40 }
  for (const id of ['told', 'too']) await aws.table.putJob({ ...job, id, cancel: 'settled' })
  const replies = [async () => 500, () => Promise.reject(new Error('hung up'))]
  const notifier = createNotifier({
    ...aws,
    queue: { send: async () => {} },
    post: () => replies.shift()?.() ?? Promise.resolve(200),
    putEvent: undefined,
    firstPauseS: 1,
    telemetry: logs.notifierLog.telemetry,
  })
  const looks = ['told', 'too'].map((jobId) => eventBodyOf({ jobId, correlationId: 'one' }))
  await notifier(eventOf([...looks, 'no event']), { awsRequestId: 'r' })
})

function membersOf(...of: readonly Said[]): Set<string> {
  return new Set(of.flatMap((log) => log.lines().flatMap(Object.keys)))
}

it.each(queries)('asks $log for what its lines have: $query', ({ log, query }) => {
  const found = log === 'log' ? Object.values(logs) : [logs[log as keyof typeof logs]]
  const asked = query.replace(/"[^"]*"|'[^']*'|\/[^/]*\/|@\w+/g, '').match(/[\w]+/g) ?? []
  const unknown = asked.filter((word) => !WORDS.test(word) && !membersOf(...found).has(word))
  expect(unknown).toEqual([])
})

it('names what lines have', () => {
  expect(queries.length).toBeGreaterThan(15)
  const [said = ''] = /^Functions write a line[^\n]*/m.exec(runbook) ?? []
  const named = [...said.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const metrics = /^([A-Z]|_aws$)/
  const ours = [...membersOf(...Object.values(logs))].filter((name) => !metrics.test(name) && name !== 'messageId')
  // The access log's.
  expect(named.filter((name) => name !== 'functionRequestId').toSorted()).toEqual(ours.toSorted())
})
