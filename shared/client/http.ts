import { accept, type Checked, refuse } from '../checked.ts'
import { CORRELATION_HEADER } from '../protocol/correlation.ts'
import type { Problem } from '../protocol/views.ts'
import { type Pause, pause as realPause } from './pause.ts'

/** The service said no; `problem` says why, in the service's words. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem
  /** What the request is found by in the service's log. */
  readonly correlationId: string | undefined

  constructor(problem: Problem, correlationId?: string) {
    super([problem.title, problem.detail, ...(problem.errors ?? [])].filter(Boolean).join('\n'))
    this.name = 'ApiError'
    this.status = problem.status
    this.problem = problem
    this.correlationId = correlationId
  }
}

/** The service could not be reached, or answered with something that is not its own. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

export interface ClientOptions {
  /** Where the service answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** The API key to carry, where the service asks for one. */
  readonly key?: string | undefined
  /** What all of its requests are found by in the service's log, and all that comes of them; a new one where none is given. */
  readonly correlationId?: string
  /** Ends every request and wait when aborted; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Waits between two tries, and between two polls; real time where none is given. */
  readonly pause?: Pause | undefined
}

/** What can stand in a header. */
const KEY = /^[\x21-\x7e]+$/
/** Tries of one request, where the service is busy or cannot be reached. */
const ATTEMPTS = 5
export const FIRST_PAUSE_MS = 250
/** HTTP as the service speaks it: errors thrown, patience where it asks for some. */
export interface Http {
  /** Sends a request; again where the service asks for patience, or an answer was lost. */
  send(path: string, init?: RequestInit): Promise<Answer>
  /** The same, its answer read as JSON. */
  json<T>(path: string, init?: RequestInit): Promise<T>
  /** Waits as long as an answer asks for, where the server did not hold the request. */
  pace(response: Response): Promise<void>
  pause(ms: number): Promise<void>
}

/** A response whose body has come in whole. */
export interface Answer {
  readonly response: Response
  readonly body: Uint8Array
}

export function createHttp({
  url,
  key,
  signal,
  correlationId = crypto.randomUUID(),
  pause: wait = realPause,
}: ClientOptions): Http {
  // Not quoted: it may be a secret with a slip of the keyboard in it.
  if (key !== undefined && !KEY.test(key)) {
    throw new ApiError({ type: 'about:blank', title: 'The API key has characters that none has', status: 401 })
  }
  const pause = (ms: number) => wait(ms, signal)
  return { send, pause, pace, json: async (path, init) => JSON.parse(textOf((await send(path, init)).body)) }

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const sent = await attemptTo(path, init)
      const answer = sent.ok ? sent.value : undefined
      if (answer && (answer.response.ok || answer.response.status === 304)) return answer
      // Whatever can be sent can be sent twice: jobs are created under a key, parts have a number.
      const mayRepeat = !answer || mayComeRight(answer)
      if (attempt === ATTEMPTS || !mayRepeat) throw sent.ok ? errorOf(sent.value) : sent.error
      const asked = answer && retryAfterMs(answer.response)
      const backOff = FIRST_PAUSE_MS * 2 ** (attempt - 1)
      await pause((asked ?? backOff) + Math.random() * FIRST_PAUSE_MS)
    }
  }

  async function attemptTo(path: string, init: RequestInit): Promise<Checked<Answer, UnreachableError>> {
    try {
      const headers = new Headers(init.headers)
      headers.set(CORRELATION_HEADER, correlationId)
      if (key) headers.set('authorization', `Bearer ${key}`)
      const response = await fetch(new URL(path, url), { ...init, headers, ...(signal && { signal }) })
      return accept({ response, body: new Uint8Array(await response.arrayBuffer()) })
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      return refuse(new UnreachableError(`${url} cannot be reached`, { cause }))
    }
  }

  /** A server that does not hold polls sets the pace with Retry-After. */
  async function pace(response: Response): Promise<void> {
    if (!response.headers.has('preference-applied')) await pause(retryAfterMs(response) ?? FIRST_PAUSE_MS)
  }
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

function errorOf(answer: Answer): Error {
  const { response, body } = answer
  if (isProblem(answer))
    return new ApiError(JSON.parse(textOf(body)), response.headers.get(CORRELATION_HEADER) ?? undefined)
  // What stands before the service has a throttle of its own, and says no more than that.
  if (response.status === 429) {
    return new ApiError({ type: 'about:blank', title: 'The service is asked too much at the moment', status: 429 })
  }
  return new UnreachableError(`${response.url} answered ${response.status}, and not as this service does`)
}

/** Busy, or an error of what stands before the service: where a function has crashed, there is another for the next try. */
function mayComeRight(answer: Answer): boolean {
  const { status } = answer.response
  return status === 429 || status === 503 || (status >= 500 && !isProblem(answer))
}

function isProblem({ response }: Answer): boolean {
  return response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  return seconds === null || Number.isNaN(Number(seconds)) ? undefined : Number(seconds) * 1000
}
