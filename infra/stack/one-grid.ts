import { API_MEMORY_MB, WORKER_MEMORY_MB } from '../settings/settings.ts'
import { type Cost, costsOf, dollarsOf, type Usage } from './cost.ts'

/**
 * A job of one grid in `prod`, in one request with a key and `Prefer: wait`, and how many of them one installation takes.
 *
 *     key, rate ─▶ list ─┐
 *                 queue ─┴▶ event source ─▶ worker ─▶ the job with its end      ◀─ three looks, the third finds it
 */

/**
 * Seconds that calls take, and a message from the queue to a worker. AWS promises single-digit milliseconds of the table and
 * says tens of the queue; nothing of this was measured on AWS.
 */
const CALL_S = { table: 0.005, queue: 0.01, delivery: 0.02 }
/** The processor time of a job in warm functions (`npm run bench -- grids`). */
const CPU_S = { api: 0.011, worker: 0.0035 }
/** A worker writes once; until it has, the API waits, and then half of a pause and one look more. */
const WORKER_WAITS_S = CALL_S.table
const API_WAITS_S = 3 * CALL_S.table + CALL_S.queue + CALL_S.delivery + CPU_S.worker + WORKER_WAITS_S + 0.005

/** The bytes of the items, each of which is one unit: the owner's rate, the place in the list, the job with its end. */
const ITEMS = { rate: 120, place: 100, job: 560 }

/** A test holds the calls and the lines to those of the functions. */
export const ONE_GRID: Usage = {
  writes: [ITEMS.rate, ITEMS.place, ITEMS.job],
  // The key; two looks that find nothing yet, and one that finds the end.
  reads: [250, 0, 0, ITEMS.job].map((bytes, i) => ({ items: 1, bytes, isConsistent: i === 0 })),
  // Sent, received and deleted.
  queueCalls: [700, 700, 0],
  httpRequests: [1_100],
  functions: [
    {
      name: 'api',
      memoryMb: API_MEMORY_MB,
      invocations: 1,
      cpuSeconds: CPU_S.api,
      heldSeconds: CPU_S.api + API_WAITS_S,
    },
    {
      name: 'worker',
      memoryMb: WORKER_MEMORY_MB,
      invocations: 1,
      cpuSeconds: CPU_S.worker,
      heldSeconds: CPU_S.worker + WORKER_WAITS_S,
    },
  ],
  bytesOut: 1_010,
  storedBytes: ITEMS.place + ITEMS.job,
  lines: [325, 585],
}

const MILLION = 1_000_000

/** What a million of them cost, item by item. */
export function costOfAMillion(): Cost[] {
  return costsOf(ONE_GRID).map((cost) => ({ ...cost, units: cost.units * MILLION, dollars: cost.dollars * MILLION }))
}

/** What one account takes in one region by the quotas that it begins with, or a table after it was asked for more: each a second. */
const QUOTAS = { requests: 10_000, writeUnits: 40_000, instances: 1_000 }
/** A cell is filled by half at the busiest hour, which has three times the jobs of the average one. */
const FILLED = 1 / 2
const PEAK = 3
const DAY_S = 86_400
/** CloudFront's, each: an HTTPS request, and a run of a function that chooses the cell. */
const ROUTING = { request: 1e-6, run: 0.1e-6 }
/** A cell that nobody uses, a month: what docs/deploy.md lists for an idle `prod`. */
const IDLE_MONTH = 4.74
const DAYS_A_MONTH = 30

/** Installations beside each other, none of which knows of another: the jobs a second of one, and dollars a day. */
export function cellsFor(jobsADay: number) {
  const heldS = ONE_GRID.functions.reduce((sum, { heldSeconds }) => sum + heldSeconds, 0)
  // By what it has least of.
  const jobsPerS = {
    requests: QUOTAS.requests,
    writeUnits: Math.floor(QUOTAS.writeUnits / ONE_GRID.writes.length),
    instances: Math.floor(QUOTAS.instances / heldS),
  }
  const cells = Math.ceil(((jobsADay / DAY_S) * PEAK) / (FILLED * Math.min(...Object.values(jobsPerS))))
  return {
    jobsPerS,
    cells,
    jobs: jobsADay * dollarsOf(costsOf(ONE_GRID)),
    routing: jobsADay * (ROUTING.request + ROUTING.run),
    idle: (cells * IDLE_MONTH) / DAYS_A_MONTH,
  }
}
