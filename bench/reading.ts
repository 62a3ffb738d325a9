import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../shared/client/client.ts'
import { PACKED } from '../shared/job/packed/result-frames.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { readUnits } from './bulk/cost.ts'
import { type Service, startService } from './bulk/service.ts'
import { bench, byTurns, median, table, whole } from './measuring/bench.ts'

/** So many are made, and taken over and over: results are as long as those of others. */
const MADE = 1_000
const READ_UNIT_BYTES = 4_096
/** Workers are still busy for so long when a job has ended. */
const SETTLING_MS = 500

/** Each way to read a job by its id. */
const WAYS: Readonly<Record<string, (url: string, id: string) => Promise<unknown>>> = {
  '`client.results()`': (url, id) => Array.fromAsync(createClient({ url }).results(id)),
  'default pages as NDJSON': (url, id) => readPages(url, id, 'format=ndjson'),
  'default pages as text': (url, id) => readPages(url, id, 'format=text'),
  'pages of 1,000, as JSON': (url, id) => readPages(url, id, 'limit=1000'),
  'packed, as the command line does': (url, id) =>
    Array.fromAsync(createClient({ url }).resultPages(id, { format: PACKED })),
}

/** What it takes the service to give out the results of a job that has ended and was not read before, by the way it is read. */
export const reading = bench({ count: 50_000, rounds: 5 }, async ({ count, rounds }) => {
  const lines = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'reading' }).take(Math.min(MADE, count))]
  const text = Array.from({ length: count }, (_, i) => lines[i % lines.length]).join('\n')
  await using service = await startService()
  const timed = Object.entries(WAYS).map(([way, read]) => [way, () => cpuOf(service, text, read)] as const)
  const turns = await byTurns(Object.fromEntries(timed), rounds)
  await using observed = await startService(true)
  const rows: (string | number)[][] = []
  for (const [way, read] of Object.entries(WAYS)) {
    await observed.begin()
    const id = await solved(observed, text)
    const { stored } = await observed.end()
    await observed.begin()
    await read(observed.url, id)
    const { httpRequests, reads } = (await observed.end()).metered
    const units = reads.reduce((sum, of) => sum + readUnits(of), 0)
    const taken = turns.get(way) ?? []
    const ofEach = (what: 'all' | 'api') => ((median(taken.map((turn) => turn[what])) / count) * 1e6).toFixed(1)
    const share = units / (stored.results.bytes / READ_UNIT_BYTES)
    rows.push([way, ofEach('all'), ofEach('api'), httpRequests.length, units, share.toFixed(2)])
  }
  return {
    title: 'Reading results',
    about: `A job of ${whole(count)} puzzles of 25 clues, a new one for each reading; medians of ${rounds} rounds by turns after one that does not count. Processor time is that of all processes of the service on this machine, the emulated AWS among them.`,
    sections: [
      table(['', 'processor, µs a puzzle', 'of that the API', 'requests', 'read units', 'for each 4 KB stored'], rows),
    ],
  }
})

/** The processor seconds that reading takes all processes, and the API. */
async function cpuOf(service: Service, text: string, read: (url: string, id: string) => Promise<unknown>) {
  const id = await solved(service, text)
  const before = service.cpuSeconds()
  await read(service.url, id)
  const taken = service.cpuSeconds(before)
  return { all: taken.values().reduce((sum, seconds) => sum + seconds, 0), api: taken.get('api') ?? Number.NaN }
}

async function solved({ url }: Service, text: string): Promise<string> {
  const client = createClient({ url })
  const { id } = await client.createJob(text)
  await Array.fromAsync(client.watchJob(id))
  await pause(SETTLING_MS)
  return id
}

async function readPages(url: string, id: string, query: string): Promise<void> {
  for (let next: string | undefined = `/jobs/${id}/results?${query}`; next; ) {
    const response: Response = await fetch(new URL(next, url))
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`answered ${response.status}, expected 200`)
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
}
