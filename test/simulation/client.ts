import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { createHttp, type Http } from '../../shared/client/http.ts'
import type { JobList, JobView, ResultsPage } from '../../shared/protocol/views.ts'
import type { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import { JOB_HEADER, OWNER_HEADER, WEBHOOK } from './service.ts'
import type { World } from './world.ts'

const TRIES = 3
const MOST_POLLS = 12
const MOST_PAGES = 40
const EARLY_SEALS = 6
const ENDED: ReadonlySet<string> = new Set(['completed', 'cancelled', 'expired'])

/** A client of one job, over the HTTP of the real one. What it asks for is refused, or lost, now and then: it tries again, and gives up in the end. */
export class Client {
  readonly #world: World
  readonly #job: AskedJob
  readonly #http: Http = createHttp({ url: 'http://service', correlationId: 'simulated' })
  readonly #owner: string

  constructor(world: World, job: AskedJob, owner = job.owner) {
    this.#world = world
    this.#job = job
    this.#owner = owner
  }

  /** Brings the whole job in, its parts in any order and some of them twice; again, where that was begun before. */
  async submit(): Promise<void> {
    const { spec } = this.#job
    if (!spec.isOpen) {
      const headers: Record<string, string> = this.#world.chance.is(0.3) ? { prefer: 'wait=2' } : {}
      await this.#ask('/jobs', { method: 'POST', headers, body: { ...this.#asked(), puzzles: spec.parts[0] } })
      return
    }
    if (!(await this.#ask('/jobs', { method: 'POST', body: { ...this.#asked(), open: true } }))) return
    const { chance } = this.#world
    const numbers = spec.parts.map((_, i) => i + 1)
    const order = chance.shuffled([...numbers, ...numbers.filter(() => chance.is(0.2))])
    const sent = await Promise.all([0, 1].map(() => this.#sendParts(order)))
    if (sent.every(Boolean)) await this.seal(numbers.length)
  }

  /** The options of the job. */
  #asked() {
    const { spec, hasWebhook } = this.#job
    return { ...spec.options, ...(hasWebhook && { webhook: WEBHOOK }) }
  }

  async #sendParts(left: number[]): Promise<boolean> {
    for (let part = left.pop(); part; part = left.pop()) {
      const puzzles = this.#job.spec.parts[part - 1]
      if (!(await this.#ask(`${this.#job.path}/parts/${part}`, { method: 'PUT', body: { puzzles } }))) return false
    }
    return true
  }

  seal(parts: number): Promise<unknown> {
    this.#job.leastSealed = Math.min(this.#job.leastSealed, parts)
    return this.#ask(`${this.#job.path}/seal`, { method: 'POST', body: { parts } })
  }

  /** Asks for the seal while parts are on their way, a few times over. */
  async sealEarly(parts: number): Promise<void> {
    for (let i = 0; i < EARLY_SEALS; i++) {
      if (await this.seal(parts)) return
      await this.#world.pause(this.#world.chance.below(500))
    }
  }

  async cancel(): Promise<JobView | undefined> {
    if (this.#job.id === undefined) await this.find()
    this.#job.isCancelAsked = true
    return this.#ask(`${this.#job.path}/cancel`, { method: 'POST' })
  }

  redrive(): Promise<JobView | undefined> {
    this.#job.isRedriveAsked = true
    return this.#ask(`${this.#job.path}/redrive`, { method: 'POST' })
  }

  poll(headers: Record<string, string> = {}): Promise<JobView | undefined> {
    return this.#ask(this.#job.path, { headers })
  }

  /** Polls until the job has ended, ever more seldom. */
  async watch(): Promise<void> {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const view = await this.poll(this.#world.chance.is(0.05) ? { prefer: 'wait=2' } : {})
      if (view && ENDED.has(view.state)) return
      await this.#world.pause(this.#world.chance.between(1, 300) * 1.8 ** polls)
    }
  }

  /** Reads results from a line on until there are no more, a page at a time. */
  async read(from = 1, limit = this.#world.chance.between(1, 8)): Promise<number> {
    let line: number | null = from
    for (let pages = 0; line !== null && pages < MOST_PAGES; pages++) {
      const page: ResultsPage | undefined = await this.#ask(`${this.#job.path}/results?from=${line}&limit=${limit}`)
      if (!page || page.results.length === 0) return line - 1
      line = page.next
      if (line === null) return page.results[page.results.length - 1].place
    }
    return (line ?? 1) - 1
  }

  /** Reads all of a job that has ended. */
  async readAll(): Promise<void> {
    const view = await this.poll()
    if (!view || !ENDED.has(view.state) || view.state === 'expired') return
    const read = await this.read(1, 3)
    must(read === view.counts.total, 'every puzzle has a result', () => `${read} of ${JSON.stringify(view.counts)}`)
  }

  /** Looks for the job in the list, where it may be before its submission is answered. */
  async find(): Promise<void> {
    const list: JobList | undefined = await this.#ask('/jobs?limit=2')
    const [found] = list?.jobs ?? []
    if (!this.#job.isAlone || !found || this.#job.id !== undefined) return
    this.#job.id = found.id
    // Whoever learns of a job by the list alone knows by it, too, how long it is kept.
    this.#job.expiresAt = Date.parse(found.expiresAt)
  }

  /** Whatever there is to ask about a job. */
  intrude(): Promise<unknown> {
    const { path } = this.#job
    const empty = { method: 'POST' }
    return this.#world.chance.of([
      () => this.#ask(path),
      () => this.#ask(`${path}/results`),
      () => this.#ask(`${path}/cancel`, empty),
      () => this.#ask(`${path}/redrive`, empty),
      () => this.#ask(`${path}/seal`, { ...empty, body: { parts: 1 } }),
      () => this.#ask(`${path}/parts/1`, { method: 'PUT', body: { puzzles: ['1'] } }),
    ])()
  }

  /** @returns the answer; undefined where it was refused, or there was none */
  async #ask<T>(path: string, { body, headers, ...init }: Asked = {}): Promise<T | undefined> {
    const { key, name, id } = this.#job
    // Nobody asks for a job without having been told of it.
    if (id === undefined && path.startsWith('/jobs/')) return undefined
    const asked: RequestInit = {
      ...init,
      headers: {
        [OWNER_HEADER]: this.#owner,
        [JOB_HEADER]: name,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path === '/jobs' && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        return await this.#http.json<T>(path, asked)
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return undefined
        if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error
        await this.#world.pause(this.#world.chance.between(100, 5_000))
      }
    }
  }
}

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
