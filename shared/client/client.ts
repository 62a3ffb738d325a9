import type { InputFormat } from '../input/input-format.ts'
import type { JobOptions, JobState } from '../job/job.ts'
import type { PuzzleResult, Status } from '../job/result.ts'
import type { ResultFormat } from '../job/result-format.ts'
import type { JobRequest, PACKED } from '../protocol/requests.ts'
import type { JobList, JobView, PartView, ResultsPage } from '../protocol/views.ts'
import { type Answer, type ClientOptions, createHttp, FIRST_PAUSE_MS, textOf, UnreachableError } from './http.ts'

/** The typed client of the service, for programs, the page and the command line alike. */
export interface Client {
  /**
   * Submits puzzles that fit one request, some 60,000; or opens a job for parts. A text is sent as it
   * is: one puzzle a line, grids row by row, CSV or NDJSON.
   *
   * @throws {ApiError} where the request is refused
   */
  createJob(request: JobRequest): Promise<JobView>
  createJob(text: string | Uint8Array, options?: Partial<JobOptions>): Promise<JobView>
  /** Adds puzzles to an open job; parts are numbered from 1 and may be sent in any order, and twice. */
  putPart(id: string, part: number, puzzles: Uint8Array, how?: PartOptions): Promise<PartView>
  /** Says how many parts an open job has. */
  sealJob(id: string, parts: number): Promise<JobView>
  cancelJob(id: string): Promise<JobView>
  /** Has the failed puzzles of a job tried again. */
  redriveJob(id: string): Promise<JobView>
  getJob(id: string): Promise<JobView>
  /** The asker's jobs, newest first. */
  listJobs(): AsyncGenerator<JobView, void>
  /** The job now and after each change, until it has ended. */
  watchJob(id: string): AsyncGenerator<JobView, void>
  /** Results in input order, waiting for those that are not there yet. */
  results(id: string, options?: ResultsOptions): AsyncGenerator<PuzzleResult, void>
  /** Some results as they are now: of those asked for, up to the first that is not there yet. */
  resultsPage(id: string, options: ResultsOptions & { limit: number }): Promise<ResultsPage>
  /** All of them in pages, as they are to be written or still packed; the next one is asked for while one is looked at. */
  resultPages(id: string, options: ResultsOptions & { format: PageFormat }): AsyncGenerator<Page, void>
}

export interface PartOptions {
  /** Told from the first puzzles when left out. */
  readonly format?: InputFormat
  readonly encoding?: 'gzip'
  /** `text/plain` when left out. */
  readonly type?: string
}

interface ResultsOptions {
  readonly status?: readonly Status[]
  /** The line to begin with, from 1. */
  readonly from?: number
}

/** `packed`: as `job/packed/result-frames.ts` draws them. */
type PageFormat = ResultFormat | typeof PACKED

/** Some results. */
interface Page {
  readonly bytes: Uint8Array
  /** The line to read on from; null at the job's end. */
  readonly next: number | null
}

/** Asks the server to hold a poll where there is nothing new; it does so for 20 s at most. */
const WAITING = { prefer: 'wait=20' }
/** Whether a job in this state can still change. A state that is not listed is an error, never a retry. */
const MAY_CHANGE: Readonly<Record<JobState, boolean>> = {
  open: true,
  running: true,
  cancelling: true,
  completed: false,
  cancelled: false,
  expired: false,
}

const SHORT_PAGE_PAUSE_MS = 100
const PAGES_AHEAD = 2
/** Results of one page: 4 MB of solutions, half as much packed. */
const LINES_A_PAGE = 50_000

export function createClient(options: ClientOptions): Client {
  const { send, json, pace, pause } = createHttp(options)
  return {
    createJob,
    putPart: (id, part, puzzles, { format, encoding, type = 'text/plain' } = {}) => {
      const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      const query = format ? `?format=${format}` : ''
      return json(`${pathOf(id)}/parts/${part}${query}`, { method: 'PUT', headers, body: puzzles as BodyInit })
    },
    sealJob: (id, parts) =>
      json(`${pathOf(id)}/seal`, { method: 'POST', ...JSON_BODY, body: JSON.stringify({ parts }) }),
    cancelJob: (id) => json(`${pathOf(id)}/cancel`, { method: 'POST' }),
    redriveJob: (id) => json(`${pathOf(id)}/redrive`, { method: 'POST' }),
    getJob: (id) => json(pathOf(id)),
    listJobs,
    watchJob,
    results,
    resultsPage: (id, { status, from = 1, limit }) => json(resultsPath(id, { from, status, limit })),
    resultPages,
  }

  async function createJob(
    request: JobRequest | string | Uint8Array,
    options: Partial<JobOptions> = {},
  ): Promise<JobView> {
    const isText = typeof request === 'string' || request instanceof Uint8Array
    const query = new URLSearchParams(
      Object.entries(isText ? options : {}).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
    return json(`/jobs?${query}`, {
      method: 'POST',
      // So that it may be sent again where an answer was lost, and is not solved twice.
      headers: { 'content-type': type, 'idempotency-key': crypto.randomUUID() },
      body: isText ? (request as BodyInit) : JSON.stringify(request),
    })
  }

  async function* listJobs(): AsyncGenerator<JobView, void> {
    let cursor: string | null = null
    do {
      const query: string = cursor ? `?${new URLSearchParams({ cursor })}` : ''
      const list: JobList = await json(`/jobs${query}`)
      yield* list.jobs
      cursor = list.next
    } while (cursor)
  }

  async function* watchJob(id: string): AsyncGenerator<JobView, void> {
    let tag: string | null = null
    for (;;) {
      // The first look does not wait, so that there is something to show at once.
      const headers: Record<string, string> = tag ? { ...WAITING, 'if-none-match': tag } : {}
      const { response, body } = await send(pathOf(id), { headers })
      if (response.status === 304) await pause(FIRST_PAUSE_MS)
      else {
        const job: JobView = JSON.parse(textOf(body))
        yield job
        const mayChange: boolean | undefined = MAY_CHANGE[job.state]
        if (mayChange === undefined) throw new UnreachableError(`job ${id} is in the unknown state "${job.state}"`)
        if (!mayChange) return
      }
      if (tag) await pace(response)
      tag = response.headers.get('etag') ?? tag
    }
  }

  async function* results(id: string, { status, from = 1 }: ResultsOptions = {}): AsyncGenerator<PuzzleResult, void> {
    let line: number | null = from
    while (line !== null) {
      const { response, body } = await send(resultsPath(id, { from: line, status }), { headers: WAITING })
      const page: ResultsPage = JSON.parse(textOf(body))
      yield* page.results
      line = page.next
      if (line !== null && page.results.length === 0) await pace(response)
    }
  }

  async function* resultPages(
    id: string,
    { status, from = 1, format }: ResultsOptions & { format: PageFormat },
  ): AsyncGenerator<Page, void> {
    const fetchPage = async (begin: number, limit: number, isShort: boolean) => {
      // What follows is being solved: asked for at once, the next page would be shorter still.
      if (isShort) await pause(SHORT_PAGE_PAUSE_MS)
      return send(resultsPath(id, { from: begin, status, format, limit }), { headers: WAITING })
    }
    const coming: { begin: number; end: number; answer: Promise<Answer> }[] = []
    const ask = (begin: number, end: number, isShort: boolean) => {
      const answer = fetchPage(begin, end - begin, isShort)
      // It is awaited in its turn; should the reader leave before that, nobody misses it.
      answer.catch(() => {})
      return { begin, end, answer }
    }
    coming.push(ask(from, from + LINES_A_PAGE, false))
    for (let page = coming.shift(); page; page = coming.shift()) {
      const { response, body } = await page.answer
      const next = nextLine(response)
      // Nothing is there yet; what has come is at most the head of the first page, which comes again.
      const isEarly = next === page.begin
      if (isEarly) await pace(response)
      if (next !== null && (next !== page.end || status)) {
        const isShort = next < page.end
        coming.unshift(ask(next, isShort && !status ? page.end : next + LINES_A_PAGE, isShort))
      } else if (next !== null) {
        // Where a page comes whole, the next ones will, too: while one is unpacked the service makes another.
        while (coming.length < PAGES_AHEAD) {
          const begin = coming.at(-1)?.end ?? next
          coming.push(ask(begin, begin + LINES_A_PAGE, false))
        }
      }
      if (!isEarly) yield { bytes: body, next }
    }
  }
}

const JSON_BODY = { headers: { 'content-type': 'application/json' } }

/** Throws for what would be another address: dots lead up from where they stand. */
function pathOf(id: string): string {
  if (/^\.*$/.test(id)) throw new Error(`"${id}" is no job's id`)
  return `/jobs/${encodeURIComponent(id)}`
}

function resultsPath(id: string, query: Record<string, string | number | readonly string[] | undefined>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${pathOf(id)}/results?${new URLSearchParams(asked.map(([name, value]): [string, string] => [name, `${value}`]))}`
}

/** The line that a page of results says to read on from. */
function nextLine(response: Response): number | null {
  const found = /[?&]from=(\d+)/.exec(response.headers.get('link') ?? '')
  return found ? Number(found[1]) : null
}
