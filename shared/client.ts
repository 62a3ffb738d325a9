import type { JobState } from './job/job.ts'
import type { PuzzleResult, Status } from './job/result.ts'
import type { JobRequest, JobView, Problem, ResultsPage } from './protocol.ts'

/** The service said no; `problem` says why, in the service's words. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(problem: Problem) {
    super([problem.title, problem.detail, ...(problem.errors ?? [])].filter(Boolean).join('\n'))
    this.name = 'ApiError'
    this.status = problem.status
    this.problem = problem
  }
}

/** The service could not be reached, or answered with something that is not its own. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

export interface ClientOptions {
  /** Where the service answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** Ends every request and wait when aborted; its reason is thrown. */
  readonly signal?: AbortSignal
}

/** The typed client of the service, for programs, the page and the command line alike. */
export interface Client {
  /**
   * Submits puzzles. A text is sent as it is: one puzzle a line, or grids row by row.
   *
   * @throws {ApiError} where the request is refused
   */
  createJob(request: JobRequest): Promise<JobView>
  createJob(text: string, options?: Omit<JobRequest, 'puzzles'>): Promise<JobView>
  getJob(id: string): Promise<JobView>
  /** The job now and after each change, until it has ended. */
  watchJob(id: string): AsyncGenerator<JobView, void>
  /** Results in input order, waiting for those that are not there yet. */
  results(id: string, options?: { status?: readonly Status[] }): AsyncGenerator<PuzzleResult, void>
}

/** Asks the server to hold a poll where there is nothing new; it does so for 20 s at most. */
const WAITING = { prefer: 'wait=20' }
/** Tries of one request, where the service is busy or cannot be reached. */
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 250
/** Whether a job in this state can still change. A state that is not listed is an error, never a retry. */
const MAY_CHANGE: Readonly<Record<JobState, boolean>> = {
  open: true,
  running: true,
  cancelling: true,
  completed: false,
  cancelled: false,
  expired: false,
}

export function createClient({ url, signal }: ClientOptions): Client {
  return { createJob, getJob, watchJob, results }

  async function createJob(request: JobRequest | string, options: Omit<JobRequest, 'puzzles'> = {}): Promise<JobView> {
    const isText = typeof request === 'string'
    const query = new URLSearchParams(
      Object.entries(isText ? options : {}).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    const { body } = await send(`/jobs?${query}`, {
      method: 'POST',
      headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' },
      body: isText ? request : JSON.stringify(request),
    })
    return JSON.parse(body)
  }

  async function getJob(id: string): Promise<JobView> {
    return JSON.parse((await send(`/jobs/${encodeURIComponent(id)}`)).body)
  }

  async function* watchJob(id: string): AsyncGenerator<JobView, void> {
    let tag: string | null = null
    for (;;) {
      // The first look does not wait, so that there is something to show at once.
      const headers: Record<string, string> = tag ? { ...WAITING, 'if-none-match': tag } : {}
      const { response, body } = await send(`/jobs/${encodeURIComponent(id)}`, { headers })
      if (response.status === 304) await pause(FIRST_PAUSE_MS)
      else {
        const job: JobView = JSON.parse(body)
        yield job
        const mayChange: boolean | undefined = MAY_CHANGE[job.state]
        if (mayChange === undefined) throw new UnreachableError(`job ${id} is in the unknown state "${job.state}"`)
        if (!mayChange) return
      }
      if (tag) await paceOf(response)
      tag = response.headers.get('etag') ?? tag
    }
  }

  async function* results(
    id: string,
    options: { status?: readonly Status[] } = {},
  ): AsyncGenerator<PuzzleResult, void> {
    const filter = options.status ? { status: options.status.join(',') } : {}
    let cursor: string | null = null
    do {
      const query: URLSearchParams = new URLSearchParams({ ...filter, ...(cursor && { cursor }) })
      const { response, body } = await send(`/jobs/${encodeURIComponent(id)}/results?${query}`, { headers: WAITING })
      const page: ResultsPage = JSON.parse(body)
      yield* page.results
      cursor = page.next
      if (cursor && page.results.length === 0) await paceOf(response)
    } while (cursor)
  }

  /** Sends a request; again where the service asks for patience, or where a lost one does no harm. */
  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await attemptTo(path, init)
      if (!(answer instanceof Error) && (answer.response.ok || answer.response.status === 304)) return answer
      const status = answer instanceof Error ? 'lost' : answer.response.status
      // A POST that got no answer, or was given up on half-way, may have been accepted: sending it again would
      // solve everything twice.
      const mayRepeat = status === 429 || (init.method !== 'POST' && (status === 503 || status === 'lost'))
      if (attempt === ATTEMPTS || !mayRepeat) throw answer instanceof Error ? answer : errorOf(answer)
      const asked = answer instanceof Error ? undefined : retryAfterMs(answer.response)
      const backOff = FIRST_PAUSE_MS * 2 ** (attempt - 1)
      await pause((asked ?? backOff) + Math.random() * FIRST_PAUSE_MS)
    }
  }

  async function attemptTo(path: string, init: RequestInit): Promise<Answer | UnreachableError> {
    try {
      const response = await fetch(new URL(path, url), { ...init, ...(signal && { signal }) })
      return { response, body: await response.text() }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      return new UnreachableError(`${url} cannot be reached`, { cause })
    }
  }

  /** A server that does not hold polls sets the pace with Retry-After. */
  async function paceOf(response: Response): Promise<void> {
    if (!response.headers.has('preference-applied')) await pause(retryAfterMs(response) ?? FIRST_PAUSE_MS)
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal?.aborted) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  }
}

/** A response whose body has come in whole. */
interface Answer {
  readonly response: Response
  readonly body: string
}

function errorOf({ response, body }: Answer): Error {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    return new ApiError(JSON.parse(body))
  }
  return new UnreachableError(`${response.url} answered ${response.status}, and not as this service does`)
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  return seconds === null || Number.isNaN(Number(seconds)) ? undefined : Number(seconds) * 1000
}
