import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { RETENTION_DAYS } from '../../shared/job/job.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { Answer } from '../api/described.ts'
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

const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const PUZZLES = [
  GRID,
  '.'.repeat(81),
  `55${'.'.repeat(79)}`,
  { id: '=1+1', puzzle: 'x\u0000\u{1F600}"' },
  { puzzle: GRID, solution: GRID },
]

/** A job in each state, made anew: requests may have changed those before. */
export async function freshJobs(service: Service): Promise<Jobs> {
  const post = async (path: string, json: unknown, owner = 'one'): Promise<string> => {
    const headers: [string, string][] = [
      ['content-type', 'application/json'],
      [OWNER, owner],
    ]
    const body = new TextEncoder().encode(JSON.stringify(json))
    const answer = await send(service, { method: 'POST', path, query: '', headers, body, isAllowed: true }, {})
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${new TextDecoder().decode(answer.bytes)}`)
    return (JSON.parse(new TextDecoder().decode(answer.bytes)) as JobView).id
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
