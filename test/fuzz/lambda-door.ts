import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { RETENTION_DAYS } from '../../shared/job/job.ts'
import type { JobView, ResultsPage } from '../../shared/protocol/views.ts'
import type { Answer } from '../api/described.ts'
import { GRID } from '../api/grids.ts'
import { wrongSumsOf } from '../api/sums.ts'
import { JOBS, type SentRequest } from './requests.ts'
import { OWNER, type Service } from './service.ts'

/** Requests as events of the API function, in this process. */

/** Lambda lets no more out. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024

/** Sends a request; jobs that it names by their state are those given. */
export async function send(service: Service, request: SentRequest, jobs: Jobs): Promise<Answer> {
  const result = await service.handler(eventOf(request, jobs))
  const { statusCode = 0, headers = {}, body = '', isBase64Encoded = false } = result
  const payload = Buffer.byteLength(JSON.stringify(result))
  if (payload > MAX_PAYLOAD_BYTES) throw new Error(`an answer of ${payload} bytes`)
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return {
    status: statusCode,
    headers: new Headers(entries),
    bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  }
}

function eventOf({ method, path, query, headers, body, event }: SentRequest, jobs: Jobs): APIGatewayProxyEventV2 {
  const named = path.replace(/@\w+/g, (job) => jobs[job] ?? job)
  const isText = body !== undefined && Buffer.from(body).equals(Buffer.from(Buffer.from(body).toString('utf8')))
  const merged: Record<string, string> = {}
  for (const [name, value] of headers) {
    const before = Object.hasOwn(merged, name) ? `${merged[name]}, ` : ''
    Object.defineProperty(merged, name, { value: before + value, enumerable: true, configurable: true })
  }
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: event === 'path decoded' ? decoded(named) : named,
    rawQueryString: query,
    headers: merged,
    ...(body && { body: Buffer.from(body).toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: event === 'base64 taken for text' ? false : event === 'text taken for base64' || !isText,
    requestContext: { http: { method, path: named, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' } },
    ...(event === 'no headers' && { headers: undefined }),
  } as unknown as APIGatewayProxyEventV2
}

/** As API Gateway may hand on a path. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Ids of jobs by the state that they are in. */
export type Jobs = Readonly<Record<string, string>>

const PUZZLES = [
  GRID,
  '.'.repeat(81),
  `55${'.'.repeat(79)}`,
  { id: '=1+1', puzzle: 'x\u0000\u{1F600}"' },
  { puzzle: GRID, solution: GRID },
]

/** A job in each state, made anew: requests may have changed those before. */
export async function freshJobs(service: Service): Promise<Jobs> {
  const post = async (path: string, json: unknown, owner?: string): Promise<string> => {
    const { status, body } = await ask<JobView>(service, path, json, owner)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body.id
  }
  // Whatever other requests have left does not matter here.
  service.waiting.length = 0
  const completed = await post('/jobs', { puzzles: PUZZLES })
  await service.work(Number.POSITIVE_INFINITY)
  const failed = await post('/jobs', { puzzles: PUZZLES })
  await service.work(Number.POSITIVE_INFINITY, 'deadLetter')
  const cancelled = await post('/jobs', { puzzles: PUZZLES })
  await post(`/jobs/${cancelled}/cancel`, {})
  await service.work(Number.POSITIVE_INFINITY)
  const { now } = service
  service.now -= (RETENTION_DAYS + 1) * 24 * 3600 * 1000
  const expired = await post('/jobs', { puzzles: PUZZLES })
  service.now = now
  const made = [
    await post('/jobs', { open: true }),
    await post('/jobs', { puzzles: PUZZLES }),
    completed,
    failed,
    cancelled,
  ]
  const ids = [...made, expired, await post('/jobs', { puzzles: PUZZLES }, 'two')]
  return Object.fromEntries(JOBS.map((job, i) => [job, ids[i]]))
}

/** Works off what is left of some jobs, which then add up, have ended or are open, and have a result for each puzzle. */
export async function checkEnds(service: Service, jobs: Jobs): Promise<void> {
  const ids = Object.values(jobs)
  const own = service.waiting.filter(({ body }) => ids.some((id) => body.includes(`"${id}"`)))
  service.waiting.splice(0, service.waiting.length, ...own)
  while (service.waiting.length > 0) await service.work(100)
  for (const id of ids) {
    const { status, body: job } = await ask<JobView>(service, `/jobs/${id}`)
    // Deleted, or another owner's.
    if (status === 404 || job.state === 'expired') continue
    const places: number[] = []
    for (let next: number | null = 1; next !== null; ) {
      const { body: page }: { body: ResultsPage } = await ask(service, `/jobs/${id}/results?from=${next}`)
      places.push(...page.results.map(({ place }) => place))
      // An open job may get more behind them.
      next = page.next === next ? null : page.next
    }
    const isOpen = job.state === 'open'
    const claims: Readonly<Record<string, boolean>> = {
      'it has ended, or is open': isOpen || job.state === 'completed' || job.state === 'cancelled',
      'its results are in order': places.every((place, i) => place === i + 1),
      'each puzzle has a result': isOpen || places.length === job.counts.total,
    }
    const wrong = [...wrongSumsOf(job), ...Object.keys(claims).filter((claim) => !claims[claim])]
    if (wrong.length > 0) throw new Error(`it does not hold that ${wrong}: ${JSON.stringify(job)}`)
  }
}

async function ask<T>(
  service: Service,
  path: string,
  json?: unknown,
  owner = 'one',
): Promise<{ status: number; body: T }> {
  const [address, query = ''] = path.split('?')
  const headers: [string, string][] = [
    [OWNER, owner],
    ...(json ? [['content-type', 'application/json'] as [string, string]] : []),
  ]
  const body = json ? { body: new TextEncoder().encode(JSON.stringify(json)) } : {}
  const request = { method: json ? 'POST' : 'GET', path: address, query, headers, ...body, isAllowed: true }
  const { status, bytes } = await send(service, request, {})
  return { status, body: JSON.parse(new TextDecoder().decode(bytes)) }
}
