import type { JobView } from '../../shared/protocol/views.ts'
import { wrongWith } from './judge.ts'
import { JOBS, requests, shown } from './requests.ts'
import { type Extent, type Report, reported, throwIf } from './run.ts'
import { isBroken, sendRaw } from './socket-door.ts'

/** Requests over sockets to a service that runs. */

/** A server's own answers to what is no HTTP, or more than it takes: then no function was asked. */
const BY_ITSELF = [400, 408, 413, 414, 417, 431]

export async function fuzzSockets(url: string, extent: Extent): Promise<Report> {
  const jobs = await liveJobs(url)
  return reported(extent, requests, shown, async (request) => {
    const at = performance.now()
    const answer = await sendRaw(url, request, jobs)
    const ms = performance.now() - at
    if (answer === 'closed') {
      if (!isBroken(request)) throw new Error('the connection is closed without an answer')
      return { ms }
    }
    const { status, headers, bytes } = answer
    const isByItself = BY_ITSELF.includes(status) && !headers.get('content-type')?.startsWith('application/problem')
    if (!isByItself) throwIf(wrongWith({ ...request, event: undefined }, answer), answer)
    if (status === 202 || status === 201) await cancel(url, bytes)
    return { ms, status }
  })
}

/** No worker shall be held by what strangers asked for. */
async function cancel(url: string, bytes: Uint8Array): Promise<void> {
  const { id } = JSON.parse(new TextDecoder().decode(bytes)) as JobView
  await fetch(`${url}/jobs/${id}/cancel`, { method: 'POST' })
}

async function liveJobs(url: string): Promise<Record<string, string>> {
  const post = async (json: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
    return ((await (await fetch(`${url}/jobs`, init)).json()) as JobView).id
  }
  const ids = await Promise.all(
    JOBS.map((job) => post(job === '@open' ? { open: true } : { puzzles: ['.'.repeat(81)] })),
  )
  return Object.fromEntries(JOBS.map((job, i) => [job, ids[i]]))
}
