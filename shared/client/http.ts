import { accept, type Checked, refuse } from '../checked.ts'
import { CORRELATION_HEADER } from '../protocol/correlation.ts'
import type { Problem } from '../protocol/views.ts'
import { ApiError, UnreachableError } from './api-error.ts'
import { type Pause, pause as realPause } from './pause.ts'

export interface ClientOptions {
  /** The address of the service, e.g. `http://127.0.0.1:3000`; behind a proxy it may have a path. */
  readonly url: string
  /** The API key, if the service asks for one. */
  readonly key?: string | undefined
  /**
   * The id under which the service's log has all requests of this client and all that follows from them; a new one by
   * default.
   */
  readonly correlationId?: string
  /** When it is aborted, every request and wait ends and throws its reason. */
  readonly signal?: AbortSignal
  /** Waits between two attempts, and between two polls; in real time by default. */
  readonly pause?: Pause | undefined
  /** Sends the requests; by default the runtime's own. */
  readonly fetch?: (address: URL, init: RequestInit) => Promise<Response>
  /** How often a request is sent at most, if the service is busy or cannot be reached; 5 by default, 1 for no retry. */
  readonly attempts?: number
  /**
   * Whether a request waits for as long as the service receives too many of them, and only `signal` ends that; by
   * default such an answer counts as an attempt. Parts of an upload wait in any case.
   */
  readonly isPatient?: boolean
  /**
   * After how many milliseconds an attempt is given up, and counts as one that did not reach the service; by default
   * the runtime says. An answer may be held for 20 s.
   */
  readonly timeoutMs?: number
  /** Told why an attempt has failed that is about to be repeated. */
  readonly onRetry?: ((error: Error) => void) | undefined
}

export type Http = ReturnType<typeof createHttp>

interface PatientInit extends RequestInit {
  /** Whether the request waits for any limit that it met (429), however long that takes. */
  readonly waitsForRoom?: boolean
}

/** A response whose whole body has been received. */
export interface Answer {
  readonly response: Response
  readonly body: Uint8Array
}

/** The characters that a key may have. */
const KEY = /^[\x21-\x7e]+$/
const ATTEMPTS = 5
export const FIRST_PAUSE_MS = 250
/** By so much of a pause somebody who polls comes late at most. */
const LATENESS = 1 / 8
/** A gateway that is busy does not say for how long. */
const LONGEST_PAUSE_MS = 16_000

/** HTTP as the service speaks it: errors are thrown, and requests repeated when the service asks for patience. */
export function createHttp(options: ClientOptions) {
  const { url, key, signal, correlationId = crypto.randomUUID(), attempts = ATTEMPTS, isPatient = false } = options
  const { pause: wait = realPause, timeoutMs, onRetry = () => {} } = options
  const fetchOnce = options.fetch ?? ((address: URL, init: RequestInit) => fetch(address, init))
  // The key is not quoted: it may be a secret with a typing error.
  if (key !== undefined && !KEY.test(key)) {
    const title = 'The API key contains characters that no key has'
    throw new ApiError({ type: 'about:blank', code: 'unauthorized', title, status: 401 })
  }
  const pause = (ms: number) => wait(ms, signal)
  return { send, json, pause, pace }

  /** Does the same as {@link send}, and parses the answer as JSON. */
  async function json<T>(path: string, init?: PatientInit): Promise<T> {
    return JSON.parse(textOf((await send(path, init)).body))
  }

  /** Sends a request, and sends it again if the service asks for patience or the answer was lost. */
  async function send(path: string, { waitsForRoom = false, ...init }: PatientInit = {}): Promise<Answer> {
    let failures = 0
    for (let backOff = FIRST_PAUSE_MS; ; backOff = Math.min(2 * backOff, LONGEST_PAUSE_MS)) {
      const sent = await attemptTo(path, init)
      const answer = sent.ok ? sent.value : undefined
      if (answer && (answer.response.ok || answer.response.status === 304)) return answer
      // Every request can be sent twice: jobs are created under an idempotency key, and parts have numbers.
      const { status = 503 } = answer?.response ?? {}
      // The service is busy, or something in front of it failed: if a function has crashed, another one takes the next attempt.
      const mayRepeat = status === 429 || status === 503 || (status >= 500 && answer && !isProblem(answer))
      const error = sent.ok ? errorOf(sent.value) : sent.error
      const isWaitedFor =
        error instanceof ApiError &&
        error.status === 429 &&
        (waitsForRoom || (isPatient && error.problem.code === TOO_MANY_REQUESTS))
      if (!isWaitedFor) failures++
      if (failures >= attempts || !mayRepeat) throw error
      onRetry(error)
      const requested = answer && retryAfterMs(answer.response)
      await pause((requested ?? backOff) + Math.random() * FIRST_PAUSE_MS)
    }
  }

  async function attemptTo(path: string, init: RequestInit): Promise<Checked<Answer, UnreachableError>> {
    try {
      const headers = new Headers(init.headers)
      headers.set(CORRELATION_HEADER, correlationId)
      if (key) headers.set('authorization', `Bearer ${key}`)
      const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter((end) => !!end)
      const signals = ends.length > 0 && { signal: ends.length === 1 ? ends[0] : AbortSignal.any(ends) }
      const response = await fetchOnce(addressOf(url, path), { ...init, headers, ...signals })
      return accept({ response, body: new Uint8Array(await response.arrayBuffer()) })
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      return refuse(new UnreachableError(`${url} cannot be reached`, { cause }))
    }
  }

  /** Waits as long as an answer asks for, and by chance a little more, unless the server held the request. */
  async function pace(response: Response, longestMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (response.headers.has('preference-applied')) return
    const ms = Math.min(longestMs, retryAfterMs(response) ?? FIRST_PAUSE_MS)
    // So that not all who watch come back at once.
    await pause(ms + Math.random() * Math.max(FIRST_PAUSE_MS, ms * LATENESS))
  }
}

/** Where a path of the API is, if the service is at a URL: below the URL's own path, if it has one. */
export function addressOf(url: string, path: string): URL {
  return new URL(new URL(url).pathname.replace(/\/+$/, '') + path, url)
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

/** The code of the problem that a limit of requests answers with, whoever sets it. */
const TOO_MANY_REQUESTS = 'too-many-requests'

function errorOf(answer: Answer): Error {
  const { response, body } = answer
  if (isProblem(answer))
    return new ApiError(JSON.parse(textOf(body)), response.headers.get(CORRELATION_HEADER) ?? undefined)
  // A firewall in front of the service, which cannot send that media type.
  const problem = response.headers.get('content-type') === 'application/json' ? problemIn(textOf(body)) : undefined
  if (problem) return new ApiError(problem)
  // API Gateway, in front of the service, has a throttle of its own, which says no more than the status.
  if (response.status === 429) {
    return new ApiError({
      type: 'about:blank',
      code: TOO_MANY_REQUESTS,
      title: 'The service is receiving too many requests at the moment',
      status: 429,
    })
  }
  return new UnreachableError(`${response.url} answered ${response.status}, and not as this service would`)
}

function isProblem({ response }: Answer): boolean {
  return response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
}

/** A problem in the service's words; undefined of a text that is none. */
function problemIn(text: string): Problem | undefined {
  try {
    const found: Partial<Problem> | null = JSON.parse(text)
    const { type, code, title, status } = found ?? {}
    return type && code && title && status ? { type, code, title, status } : undefined
  } catch {
    return undefined
  }
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  return seconds === null || Number.isNaN(Number(seconds)) ? undefined : Number(seconds) * 1000
}
