import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { bodyLimit } from 'hono/body-limit'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Queue } from '../shared/aws/queue.ts'
import type { Table } from '../shared/aws/table.ts'
import { formats } from '../shared/formats.ts'
import { chunksOf, puzzlesPerChunk } from '../shared/job/chunk.ts'
import { backtracksOf, countsOf, finishedAtOf, type Job, type JobRecord, newPart, stateOf } from '../shared/job/job.ts'
import {
  type JobView,
  type Parsed,
  type ParsedJob,
  parseJobRequest,
  parseJobText,
  parsePageSize,
  parseStatuses,
  parseWait,
  type ResultsPage,
} from '../shared/protocol.ts'
import { type Docs, docsRoutes } from './docs.ts'
import { PROBLEMS, type ProblemName, problem } from './problem.ts'
import { cursorOf, positionOf, readResults, START } from './results.ts'

export interface ApiParts {
  readonly table: Table
  readonly queue: Queue
  readonly docs: Docs
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A new job's id; has to be unguessable. */
  readonly newId: () => string
  /** Whose request this is. */
  readonly ownerOf: (request: Request) => Promise<string>
}

/** A Lambda request is at most 6 MB of JSON; escaping a body of puzzles into it adds some 5%. */
const MAX_BODY_BYTES = 5_000_000
/** How long jobs and results are kept. */
const RETENTION_MS = 7 * 24 * 3600 * 1000
/** What clients are told to leave between two polls. */
const RETRY_AFTER = { 'retry-after': '1' }
/** API Gateway gives up after 30 s. */
const MAX_WAIT_S = 20
/** Between two looks while a poll waits: one read unit each. */
const LOOK_EVERY_MS = 200
const RESULT_MEDIA_TYPES = ['application/json', ...Object.values(formats).map((format) => format.mediaType)]

/** The routes. Every error is a problem (RFC 9457). */
export function createApi(parts: ApiParts): Hono {
  const { table, queue, now } = parts
  const app = new Hono()
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (c, allowed) => wrongMethod(c, allowed) }))
  app.notFound((c) => problem(c, 'unknown-route'))
  app.onError((error, c) => failure(c, error))

  app.post('/jobs', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (c) => {
    const request = await parsedBody(c)
    if (request instanceof Response) return request
    if (!request.ok) return problem(c, 'invalid-request', { errors: request.errors })
    const { options, entries } = request.value
    const createdAt = now()
    const job: Job = {
      id: parts.newId(),
      owner: await parts.ownerOf(c.req.raw),
      options,
      createdAt,
      expiresAt: Math.ceil((createdAt + RETENTION_MS) / 1000),
      sealed: false,
    }
    const place = { jobId: job.id, part: 0, line: 1, options, expiresAt: job.expiresAt }
    const chunks = chunksOf(place, entries, puzzlesPerChunk(options))
    const part = newPart(0, entries.length, chunks.length, createdAt)
    await table.putJob(job, part)
    await queue.send(chunks)
    // Only now is the job accepted: whatever crashed before left an open job that nobody was promised.
    await table.sealJob(job.id)
    const view = viewOf({ job: { ...job, sealed: true }, parts: [part] }, createdAt)
    return c.json(view, 202, { location: view.links.self, ...RETRY_AFTER })
  })

  app.get('/jobs/:id', etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(RETRY_AFTER)] }), async (c) => {
    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    const giveUpAt = now() + wait * 1000
    let known = c.req.header('if-none-match')
    for (;;) {
      const record = await ownJob(c)
      if (!record) return problem(c, 'unknown-job')
      const view = viewOf(record, now())
      const body = JSON.stringify(view)
      const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
      known ??= tag
      const mayChange = view.state === 'running' || view.state === 'open'
      if (!mayChange || tag !== known || now() >= giveUpAt) {
        return c.body(body, 200, {
          'content-type': 'application/json',
          'cache-control': 'no-cache',
          etag: tag,
          ...(mayChange && RETRY_AFTER),
          ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
        })
      }
      await pause(LOOK_EVERY_MS)
    }
  })

  app.get('/jobs/:id/results', async (c) => {
    const statuses = parseStatuses(c.req.query('status'))
    if (!statuses.ok) return problem(c, 'invalid-request', { errors: statuses.errors })
    const most = parsePageSize(c.req.query('limit'))
    if (!most.ok) return problem(c, 'invalid-request', { errors: most.errors })
    const cursor = c.req.query('cursor')
    const from = cursor === undefined ? START : positionOf(cursor)
    if (!from) return problem(c, 'invalid-cursor')
    const mediaType = acceptedMediaType(c)
    if (!mediaType) return problem(c, 'not-acceptable', { detail: `expected ${RESULT_MEDIA_TYPES.join(', ')}` })
    const record = await ownJob(c)
    if (!record) return problem(c, 'unknown-job')
    if (stateOf(record, now()) === 'expired') return problem(c, 'expired-job')

    const reading = await readResults(table, record, from, { most: most.value, statuses: statuses.value })
    const next = reading.next && cursorOf(reading.next)
    const headers = {
      'content-type': mediaType,
      vary: 'accept',
      ...(next && { link: `<${nextAddress(c, next)}>; rel="next"` }),
      ...(reading.results.length === 0 && next && RETRY_AFTER),
    }
    const format = Object.values(formats).find((f) => f.mediaType === mediaType)
    if (!format) {
      return c.body(
        JSON.stringify({ results: reading.results, next: next ?? null } satisfies ResultsPage),
        200,
        headers,
      )
    }
    return c.body((cursor ? '' : format.head) + reading.results.map(format.write).join(''), 200, headers)
  })

  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/problems/:name', (c) => {
    const name = c.req.param('name')
    return name in PROBLEMS ? c.json(PROBLEMS[name as ProblemName]) : problem(c, 'unknown-route')
  })
  app.route('/', docsRoutes(parts.docs))
  return app

  /** The job of the address, where it is the asker's own. */
  async function ownJob(c: Context): Promise<JobRecord | undefined> {
    const record = await table.getJob(c.req.param('id') ?? '')
    return record && record.job.owner === (await parts.ownerOf(c.req.raw)) ? record : undefined
  }
}

/** The job that a body asks for, by its media type. */
async function parsedBody(c: Context): Promise<Parsed<ParsedJob> | Response> {
  const mediaType = c.req.header('content-type')?.split(';')[0].trim().toLowerCase()
  if (mediaType === 'text/plain') return parseJobText(await c.req.text(), c.req.query())
  if (mediaType !== 'application/json') {
    const detail = `found ${mediaType ?? 'none'}, expected application/json or text/plain`
    return problem(c, 'unsupported-media-type', { detail, headers: { accept: 'application/json, text/plain' } })
  }
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    return problem(c, 'not-json', { detail: (error as SyntaxError).message })
  }
  return parseJobRequest(body)
}

function viewOf(record: JobRecord, now: number): JobView {
  const { id, options, createdAt, expiresAt } = record.job
  const finishedAt = finishedAtOf(record)
  return {
    id,
    state: stateOf(record, now),
    options,
    counts: countsOf(record),
    backtracks: backtracksOf(record),
    createdAt: new Date(createdAt).toISOString(),
    ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt).toISOString() }),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    links: { self: `/jobs/${id}`, results: `/jobs/${id}/results` },
  }
}

/** The best of the media types that results come in; JSON where the client does not mind. */
function acceptedMediaType(c: Context): string | undefined {
  const supports = RESULT_MEDIA_TYPES
  return accepts(c, {
    header: 'Accept',
    supports,
    default: c.req.header('accept') ? '' : supports[0],
    match(accepted, config) {
      const matching = [...accepted]
        .sort((a, b) => b.q - a.q)
        .filter(({ q }) => q > 0)
        .flatMap(({ type }) => supports.filter((s) => type === '*/*' || type === s || type === `${s.split('/')[0]}/*`))
      return matching[0] ?? config.default
    },
  })
}

function nextAddress(c: Context, cursor: string): string {
  const query = new URLSearchParams({ ...c.req.query(), cursor })
  return `${c.req.path}?${query}`
}

function wrongMethod(c: Context, allowed: readonly string[]): Response {
  return problem(c, 'wrong-method', { headers: { allow: allowed.join(', ') } })
}

function tooLarge(c: Context): Response {
  return problem(c, 'too-large', { detail: `expected at most ${MAX_BODY_BYTES} bytes` })
}

/** What went wrong at AWS is worth another try; anything else is ours to mend. */
function failure(c: Context, error: Error): Response {
  console.error(JSON.stringify({ level: 'error', message: 'request failed', path: c.req.path }), error)
  const fromAws = '$metadata' in error || 'syscall' in error
  return fromAws ? problem(c, 'unavailable', { headers: RETRY_AFTER }) : problem(c, 'internal')
}
