import { setTimeout as pause } from 'node:timers/promises'
import { readUnits } from '../infra/stack/cost.ts'
import { createClient } from '../shared/client/client.ts'
import { PACKED } from '../shared/job/packed/result-frames.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { type Service, startService } from './bulk/service.ts'
import { bench, table, whole } from './measuring/bench.ts'
import { byTurns, median } from './measuring/turns.ts'

/** So many are made, and taken over and over: results are as long as those of others. */
const MADE = 1_000
const READ_UNIT_BYTES = 4_096

/** Each way to read a job by its id. */
const WAYS: Readonly<Record<string, (url: string, id: string) => Promise<unknown>>> = {
  '`client.results()`': (url, id) => count(createClient({ url }).results(id)),
  'default pages as NDJSON': (url, id) => readPages(url, id, 'format=ndjson'),
  'default pages as text': (url, id) => readPages(url, id, 'format=text'),
  'pages of 1,000, as JSON': (url, id) => readPages(url, id, 'limit=1000'),
  'packed, as the command line does': (url, id) => count(createClient({ url }).resultPages(id, { format: PACKED })),
}

/** What it takes the service to give out the results of a job that has ended, in the ways in which they are read. */
export const reading = bench({ count: 50_000, rounds: 5 }, async ({ count, rounds }) => {
  const lines = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'reading' }).take(Math.min(MADE, count))]
  const text = Array.from({ length: count }, (_, i) => lines[i % lines.length]).join('\n')
  const cpu = await timed(text, rounds)
  const units = await counted(text)
  return {
    title: 'Reading results',
    about: `A job of ${whole(count)} puzzles of 25 clues that has ended, read whole; medians of ${rounds} rounds by turns after one that does not count. Processor time is that of all processes of the service on this machine, the emulated AWS among them.`,
    sections: [
      table(
        ['', 'processor, µs a puzzle', 'of that the API', 'requests', 'read units', 'for each 4 KB stored'],
        Object.keys(WAYS).map((way) => {
          const { all, api } = cpu.get(way) ?? { all: Number.NaN, api: Number.NaN }
          const read = units.get(way)
          const ofEach = (seconds: number) => ((seconds / count) * 1e6).toFixed(1)
          return [way, ofEach(all), ofEach(api), ...(read ? [read.requests, read.units, read.share.toFixed(2)] : [])]
        }),
      ),
    ],
  }
})

/** Processor seconds of each way, of all processes and of the API. */
async function timed(text: string, rounds: number): Promise<ReadonlyMap<string, { all: number; api: number }>> {
  await using service = await startService()
  const ways = Object.entries(WAYS).map(([way, read]) => {
    const turn = async () => {
      const id = await solved(service, text)
      const before = service.cpuSeconds()
      await read(service.url, id)
      const taken = [...service.cpuSeconds()].map(([name, now]) => ({ name, seconds: now - (before.get(name) ?? 0) }))
      const sum = (of: typeof taken) => of.reduce((all, { seconds }) => all + seconds, 0)
      return { all: sum(taken), api: sum(taken.filter(({ name }) => name === 'api')) }
    }
    return [way, turn] as const
  })
  const turns = await byTurns(Object.fromEntries(ways), rounds)
  const medianOf = (all: readonly { all: number; api: number }[], what: 'all' | 'api') =>
    median(all.map((turn) => turn[what]))
  return new Map([...turns].map(([way, all]) => [way, { all: medianOf(all, 'all'), api: medianOf(all, 'api') }]))
}

interface Counted {
  readonly requests: number
  readonly units: number
  /** The read units for each unit's worth of bytes that the results take in the table. */
  readonly share: number
}

async function counted(text: string): Promise<ReadonlyMap<string, Counted>> {
  await using service = await startService({ isObserved: true })
  const found = new Map<string, Counted>()
  for (const [way, read] of Object.entries(WAYS)) {
    await service.begin()
    const id = await solved(service, text)
    const { stored } = await service.end()
    await service.begin()
    await read(service.url, id)
    const { metered } = await service.end()
    const units = metered.reads.reduce((sum, of) => sum + readUnits(of), 0)
    const share = units / (stored.results.bytes / READ_UNIT_BYTES)
    found.set(way, { requests: metered.httpRequests.length, units, share })
  }
  return found
}

/** The id of a new job of these puzzles that has ended, which nobody has read; workers have settled, too. */
async function solved({ url }: Service, text: string): Promise<string> {
  const client = createClient({ url })
  const { id } = await client.createJob(text)
  await count(client.watchJob(id))
  await pause(500)
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

async function count(all: AsyncIterable<unknown>): Promise<number> {
  let found = 0
  for await (const _ of all) found++
  return found
}
