import type { PuzzleInput } from '../input/entry.ts'
import type { InputFormat } from '../input/input-format.ts'
import type { AskedPuzzles } from '../job/asked-puzzles.ts'
import type { JobOptions, JobState, Labels, Webhook } from '../job/job.ts'
import type { ResultFormat } from '../job/output/result-media-types.ts'
import type { PACKED } from '../job/packed/result-frames.ts'
import type { PuzzleResult, Status } from '../job/result.ts'
import { GZIP_TYPE } from '../protocol/body-encoding.ts'
import type {
  DeliveryList,
  DeliveryView,
  EndedJob,
  JobList,
  JobView,
  PartView,
  ResultsPage,
} from '../protocol/views.ts'
import type { TechniqueName } from '../sudoku/rating/techniques.ts'
import { UnreachableError } from './api-error.ts'
import { type Answer, type ClientOptions, createHttp, FIRST_PAUSE_MS, textOf } from './http.ts'

/** A request to solve puzzles, as JSON: they come with it, or in parts once the job is open. */
export interface JobRequest extends Partial<JobOptions>, Labels {
  readonly puzzles?: readonly PuzzleInput[]
  /** In the place of puzzles: those that the service is to make. */
  readonly generate?: AskedPuzzles & { readonly count?: number }
  readonly open?: boolean
  /** An address that is told when the job has ended. */
  readonly webhook?: Webhook | undefined
}

/** The typed client of the service, for programs, the page and the command line alike. */
export type Client = ReturnType<typeof createClient>

/** A blob costs a page nothing to send; an array `fetch` copies before it returns, 1.7 MB in 180 ms. */
export type Bytes = Uint8Array | Blob

/**
 * A request; or a text, the options of its job, and what it is to be called. The same key with the same puzzles and options
 * makes one job, however often it is sent, by whichever program. By default each call has one of its own, so that only its
 * own attempts make one job.
 */
type Submission = readonly [
  JobRequest | string | Bytes,
  (Partial<JobOptions> & Labels & { readonly idempotencyKey?: string })?,
]

export interface PartOptions {
  /** By default the service tells the format from the first puzzles. */
  readonly format?: InputFormat
  /** Whether the puzzles are compressed. */
  readonly encoding?: 'gzip'
  /** The media type of puzzles that are not compressed; `text/plain` by default. */
  readonly type?: string
  /** The line of their file that their first line is; without it, results call a puzzle's place its line. */
  readonly line?: number | undefined
  /**
   * Whether the part waits for as long as its owner has no room for it, which it has once some of the puzzles in flight
   * are done; only the client's signal ends that.
   */
  readonly waitsForRoom?: boolean
}

interface ResultsOptions {
  readonly status?: readonly Status[]
  /** For a job that includes ratings, the lowest and the highest ER: `4.5..6.0`, `4.5..`, `..6.0` or `4.5`. */
  readonly er?: string | undefined
  /** The same by the technique of the hardest step. */
  readonly technique?: readonly TechniqueName[]
  /** The place of the first result, from 1. */
  readonly from?: number
}

/** Asks the server to hold a poll until there is something new, for 20 s at most. */
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

/** Asks it to hold a page until it is full, and no longer: slow results are read as they come. */
const FILLING = { prefer: 'wait=2' }
/** Results of one page: 4 MB of solutions, or half as much packed. */
const RESULTS_A_PAGE = 50_000

export function createClient(options: ClientOptions) {
  const { send, json, pace, pause } = createHttp(options)
  const post = (path: string): Promise<JobView> => json(path, { method: 'POST' })
  return {
    createJob,
    solve,
    putPart,
    /** Seals an open job: fixes how many parts it has. */
    sealJob: (id: string, parts: number): Promise<JobView> =>
      json(`${pathOf(id)}/seal`, { method: 'POST', ...JSON_BODY, body: JSON.stringify({ parts }) }),
    cancelJob: (id: string) => post(`${pathOf(id)}/cancel`),
    deleteJob,
    /** Makes the service try the failed puzzles of a job again. */
    redriveJob: (id: string) => post(`${pathOf(id)}/redrive`),
    /** The last attempts to tell a job's webhook, newest first. */
    listDeliveries: async (id: string): Promise<readonly DeliveryView[]> =>
      (await json<DeliveryList>(`${pathOf(id)}/deliveries`)).deliveries,
    /** Has the webhook of an ended job told again. */
    sendAgain: (id: string) => post(`${pathOf(id)}/deliveries`),
    getJob,
    listJobs,
    watchJob,
    results,
    /**
     * The selected results that are there now, up to the first that is not.
     *
     * @param line of the file to begin with: where it holds no puzzle, with the first below that does
     */
    resultsPage: (
      id: string,
      { from = 1, ...query }: ResultsOptions & { readonly line?: number; readonly limit: number },
    ): Promise<ResultsPage> => json(resultsPath(id, { from, ...query })),
    resultPages,
  }

  /**
   * Submits puzzles that fit one request, some 60,000; or opens a job for parts. A text is sent as it is: one puzzle a
   * line, grids row by row, CSV or NDJSON.
   *
   * @throws {ApiError} if the request is refused
   */
  async function createJob(...of: Submission): Promise<JobView> {
    return JSON.parse(textOf((await submit(of)).body))
  }

  function submit([request, how = {}]: Submission, more: Record<string, string> = {}): Promise<Answer> {
    const { idempotencyKey = crypto.randomUUID(), metadata = {}, ...options } = how
    const isText = typeof request === 'string' || request instanceof Uint8Array || request instanceof Blob
    // Every key of the metadata is a parameter.
    const named = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])
    const query = queryOf(isText ? { ...options, ...Object.fromEntries(named) } : {})
    const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
    return send(`/jobs?${query}`, {
      method: 'POST',
      // With a key the request can be sent again if its answer was lost, and the job is still made only once.
      headers: { 'content-type': type, 'idempotency-key': idempotencyKey, ...more },
      body: isText ? (request as BodyInit) : JSON.stringify(request),
    })
  }

  /**
   * Submits puzzles and waits for their results, which it returns in input order. A job of at most 1,000 puzzles that
   * ends within 20 s takes one request.
   *
   * @throws {ApiError} if the request is refused
   */
  async function solve(...of: Submission): Promise<{ job: JobView; results: readonly PuzzleResult[] }> {
    const { response, body } = await submit(of, WAITING)
    const { results: found, next, ...job }: Partial<EndedJob> & JobView = JSON.parse(textOf(body))
    const all = [...(found ?? [])]
    if (next !== null) for await (const result of results(job.id, { from: next ?? 1 })) all.push(result)
    return { job: response.status === 200 ? job : await getJob(job.id), results: all }
  }

  /** Adds puzzles to an open job. Parts are numbered from 1, and may be sent in any order and more than once. */
  function putPart(id: string, part: number, puzzles: Bytes, how: PartOptions = {}): Promise<PartView> {
    const { format, encoding, type = 'text/plain', line, waitsForRoom } = how
    // Not a text in an encoding: API Gateway may take any text for UTF-8, which destroys it.
    const headers = { 'content-type': encoding === 'gzip' ? GZIP_TYPE : type }
    const query = queryOf({ format, line })
    return json(`${pathOf(id)}/parts/${part}${query && '?'}${query}`, {
      method: 'PUT',
      headers,
      body: puzzles as BodyInit,
      ...(waitsForRoom && { waitsForRoom }),
    })
  }

  /** Deletes a job with its puzzles and results: cancels it first, if it runs. */
  async function deleteJob(id: string): Promise<void> {
    for (;;) {
      const { response } = await send(pathOf(id), { method: 'DELETE' })
      if (response.status !== 202) return
      await pace(response)
    }
  }

  function getJob(id: string): Promise<JobView> {
    return json(pathOf(id))
  }

  /** The caller's jobs, newest first. */
  async function* listJobs(): AsyncGenerator<JobView, void> {
    for (let from: string | null = ''; from !== null; ) {
      const list: JobList = await json(`/jobs${from && '?from='}${encodeURIComponent(from)}`)
      yield* list.jobs
      from = list.next
    }
  }

  /**
   * The job now and after each change, until it has ended.
   *
   * @param longestMs the longest pause between two looks; by default the service says, which has long ones for long jobs
   */
  async function* watchJob(id: string, longestMs?: number): AsyncGenerator<JobView, void> {
    let tag: string | null = null
    for (;;) {
      // The first request does not wait, so that there is something to show at once.
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
      if (tag) await pace(response, longestMs)
      tag = response.headers.get('etag') ?? tag
    }
  }

  /** Results in input order, waiting for those that are not there yet. */
  async function* results(id: string, options: ResultsOptions = {}): AsyncGenerator<PuzzleResult, void> {
    const { from = 1, ...filter } = options
    let place: number | null = from
    while (place !== null) {
      const { response, body } = await send(resultsPath(id, { from: place, ...filter }), { headers: WAITING })
      const page: ResultsPage = JSON.parse(textOf(body))
      yield* page.results
      place = page.next
      if (place !== null && (page.results.length === 0 || isEarlyAnswer(response))) await pace(response)
    }
  }

  /**
   * All results in pages, formatted, or still packed as `job/packed/result-frames.ts` draws them; each with the place to
   * read on from, null at the end of the job. The next page is requested while one is read.
   */
  async function* resultPages(
    id: string,
    options: ResultsOptions & { format: ResultFormat | typeof PACKED },
  ): AsyncGenerator<{ readonly bytes: Uint8Array; readonly next: number | null }, void> {
    const { from = 1, format, ...filter } = options
    const ask = (begin: number, isAwaited = false) => {
      // While nothing is there, the first results are waited for, however few they are.
      const limit = isAwaited ? undefined : RESULTS_A_PAGE
      const headers = isAwaited ? WAITING : FILLING
      const answer = send(resultsPath(id, { from: begin, ...filter, format, limit }), { headers })
      // The answer is awaited in its turn. If the reader leaves before that, a failure concerns nobody.
      answer.catch(() => {})
      return { begin, answer }
    }
    for (let page: ReturnType<typeof ask> | undefined = ask(from); page; ) {
      const { response, body } = await page.answer
      const found = /[?&]from=(\d+)/.exec(response.headers.get('link') ?? '')
      const next: number | null = found && Number(found[1])
      // No result is there yet. The body is at most the head of the first page, which will come again.
      const isEarly: boolean = next === page.begin
      const isAhead = !isEarly && !isEarlyAnswer(response)
      // What is there is handed on before the pause that the service asks for, and not after it.
      if (!isEarly && !isAhead) yield { bytes: body, next }
      if (next !== null && !isAhead) await pace(response)
      // The service makes the next page while this one is unpacked. Where that begins only this one tells: it may be full.
      page = next === null ? undefined : ask(next, isEarly)
      if (isAhead) yield { bytes: body, next }
    }
  }
}

/** Whether the service asks for a pause, as it did not hold the answer. */
function isEarlyAnswer({ headers }: Response): boolean {
  return headers.has('retry-after') && !headers.has('preference-applied')
}

const JSON_BODY = { headers: { 'content-type': 'application/json' } }

/** @throws if the id would change the address, as dots lead up from their place in a path */
function pathOf(id: string): string {
  if (/^\.*$/.test(id)) throw new Error(`"${id}" is not the id of a job`)
  return `/jobs/${encodeURIComponent(id)}`
}

function resultsPath(id: string, query: Readonly<Record<string, unknown>>): string {
  return `${pathOf(id)}/results?${queryOf(query)}`
}

/** Those that are given. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`])).toString()
}
