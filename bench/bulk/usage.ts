import { setTimeout as pause } from 'node:timers/promises'
import { API_MEMORY_MB, WORKER_MEMORY_MB } from '../../infra/settings/settings.ts'
import { table, whole } from '../measuring/bench.ts'
import { costsOf, dollarsOf, type Usage } from './cost.ts'
import { type Service, startService } from './service.ts'

/** Everything that AWS would charge for, and what lies in the table in the end. */
export type Observation = Awaited<ReturnType<typeof observed>>

/** Workers are still busy for so long when the last answer is there. */
const SETTLING_MS = 500

/** Counts what some work takes from a service that has done it once before. */
export async function observed(work: (service: Service) => Promise<unknown>) {
  await using service = await startService(true)
  await work(service)
  await pause(SETTLING_MS)
  const before = service.cpuSeconds()
  await service.begin()
  await work(service)
  await pause(SETTLING_MS)
  const { metered, stored, lines } = await service.end()
  const taken = [...service.cpuSeconds(before)]
  const cpuOf = (process: string) =>
    taken.reduce((sum, [name, seconds]) => (name.startsWith(process) ? sum + seconds : sum), 0)
  const { api, worker } = metered.functions
  const usage: Usage = {
    ...metered,
    storedBytes: Object.values(stored).reduce((sum, { bytes }) => sum + bytes, 0),
    lines,
    functions: [
      { name: 'api', memoryMb: API_MEMORY_MB, cpuSeconds: cpuOf('api'), ...api },
      { name: 'worker', memoryMb: WORKER_MEMORY_MB, cpuSeconds: cpuOf('worker'), ...worker },
    ],
  }
  return { usage, stored }
}

const MILLION = 1_000_000
const KINDS: Readonly<Record<string, string>> = {
  results: 'results',
  job: 'the job and its parts',
  owner: 'its place in the list of jobs',
  key: 'its idempotency key',
}

/** The bytes in the table, as DynamoDB counts items: names and values, keys among them. */
export function storedTable({ stored }: Observation, puzzles: number): string {
  const all = Object.values(stored).reduce((sum, { bytes }) => sum + bytes, 0)
  return table(
    ['', 'items', 'bytes', 'bytes a puzzle'],
    [
      ...Object.entries(stored).map(([kind, { items, bytes }]) => [
        ...[KINDS[kind] ?? kind, whole(items), whole(bytes), (bytes / puzzles).toFixed(3)],
      ]),
      ['**all**', '', `**${whole(all)}**`, `**${(all / puzzles).toFixed(2)}**`],
    ],
  )
}

/** The charges for a million jobs or puzzles, from so many of them. */
export function costTable({ usage }: Observation, times: number): string {
  const costs = costsOf(usage)
  const aMillion = (units: number) => (units / times) * MILLION
  const total = (of: typeof costs) => `**${aMillion(dollarsOf(of)).toFixed(4)}**`
  const counted = costs.filter(({ what }) => !what.endsWith('waiting'))
  return table(
    ['', 'unit', 'units', 'US$'],
    [
      ...costs.map(({ what, unit, units, dollars }) => {
        const all = aMillion(units)
        return [what, unit, all < 100 ? all.toFixed(2) : whole(all), aMillion(dollars).toFixed(5)]
      }),
      ['**all**', '', '', total(costs)],
      ['all but the waiting, which other work on this machine lengthens', '', '', total(counted)],
    ],
  )
}

/** How a table of costs came about. */
export const ABOUT_COSTS =
  "From requests, bytes, log lines and processor time of a warm run, at the prices of us-east-1 in November 2026. Waiting is what invocations took beyond their processor time, with everything on this machine. What is stored is kept for nine days, of which two are DynamoDB's to delete it. Not in it: cold starts, and that Lambda polls queues while they are empty."
