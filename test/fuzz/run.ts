import fc from 'fast-check'
import { wrongWith } from './judge.ts'
import { checkEnds, freshJobs, type Jobs, send } from './lambda-door.ts'
import { requests, shown } from './requests.ts'
import type { Service } from './service.ts'

/** Requests that one set of jobs is for; what they change shows in the next set. */
const REQUESTS_A_SET = 250

/** With Lambda's share of a processor three times as long, and still within what API Gateway waits. */
const MAX_CPU_MS = 5_000

/** How much, and where to begin: the same seed is the same run. */
interface Extent {
  readonly seed: number
  readonly count: number
}

export interface Report {
  readonly requests: number
  readonly seconds: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** The slowest of them, in milliseconds of processor time in this process. */
  readonly slowestMs: number
  /** The failure, with the smallest case that has it; undefined if nothing failed. */
  readonly failure: string | undefined
}

/** Sends requests to a service in this process; whatever they did to its jobs, these add up and end. */
export async function fuzzRequests(service: Service, { seed, count }: Extent): Promise<Report> {
  const statuses: Record<string, number> = {}
  let jobs: Jobs = {}
  let slowestMs = 0
  let sent = 0
  const begin = performance.now()
  const property = fc.asyncProperty(requests, async (request) => {
    if (sent++ % REQUESTS_A_SET === 0) {
      await checkEnds(service, jobs)
      jobs = await freshJobs(service)
    }
    const before = process.cpuUsage()
    const answer = await send(service, request, jobs)
    const ms = process.cpuUsage(before).user / 1000
    const slow = ms > MAX_CPU_MS ? [`took ${Math.round(ms)} ms of processor time`] : []
    const wrong = [...wrongWith(request, answer), ...slow]
    const found = new TextDecoder().decode(answer.bytes.subarray(0, 500))
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n\n${answer.status} ${found}`)
    slowestMs = Math.max(slowestMs, ms)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: count })
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const failure = failed
    ? [message, ...(counterexample ?? []).map(shown)].join('\n\n')
    : await checkEnds(service, jobs).then(() => undefined, String)
  return { requests: sent, seconds: (performance.now() - begin) / 1000, statuses, slowestMs, failure }
}
