import { setTimeout as pause } from 'node:timers/promises'
import type { JobView } from '../shared/protocol/views.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { startService } from './bulk/service.ts'
import { bench, say, table, whole } from './measuring/bench.ts'

/** Until every function has started; does not count. */
const WARM_UP_S = 10

/**
 * The local service under many clients: submitters that send one job after the other, and pollers that follow those
 * jobs. Whatever is not answered as it should be is wrong.
 */
export const load = bench({ pollers: 200, submitters: 20, seconds: 60 }, async (asked) => {
  const sections: string[] = []
  const wrong: string[] = []
  for (const isPatient of [true, false]) {
    say(isPatient ? 'patient pollers' : 'pollers without a pause')
    // A service for each, so that neither finds what the other has left.
    await using service = await startService()
    await loadOn(service.url, { ...asked, isPatient, seconds: WARM_UP_S })
    const before = service.cpuSeconds()
    const requests = await loadOn(service.url, { ...asked, isPatient })
    const cpu = [...service.cpuSeconds()].map(([name, now]) => `${name} ${(now - (before.get(name) ?? 0)).toFixed(0)}`)
    sections.push(...sectionsOf({ ...asked, isPatient }, requests), `CPU seconds: ${cpu.join(', ')}.`)
    wrong.push(...requests.errors)
  }
  return {
    title: 'Load',
    about:
      'Clients, service, SQS and DynamoDB share these cores. Milliseconds; every request is sent once, on connections that are kept alive; anything but 2xx and 304, and every broken connection, is an error. Submitters send one job after the other, of 1 to 10,000 puzzles with 27 clues, and read its results; each poller follows the jobs of one of them: a third with `Prefer: wait=20`, a third with `If-None-Match`, a third with neither. A poll that waits is held until its job changes. Some seconds before that do not count.',
    sections,
    wrong,
  }
})

function sectionsOf({ pollers, submitters, seconds, isPatient }: Load, requests: Requests): string[] {
  const taken = requests.taken()
  const count = taken.reduce((sum, { count }) => sum + count, 0)
  return [
    `## Pollers that leave ${isPatient ? 'what Retry-After asks for' : 'nothing'} between two polls`,
    `${pollers} pollers, ${submitters} submitters, ${seconds} s: ${whole(count)} requests, ${whole(count / seconds)} a second, **${requests.errors.length} errors**.`,
    table(
      ['request', 'count', '304', 'p50', 'p99', 'worst'],
      taken.map(({ kind, ...of }) => [kind, ...[of.count, of.notModified, of.p50, of.p99, of.worst].map(whole)]),
    ),
  ]
}

/** How many clients do what, and for how long. */
interface Load {
  readonly pollers: number
  readonly submitters: number
  readonly seconds: number
  /** Whether pollers leave between two polls what `Retry-After` asks for; where not, nothing. */
  readonly isPatient: boolean
}

/** The jobs, in turn: one puzzle as the page sends it, some, a bulk, and what the workers of long jobs get. */
const JOBS = [
  { size: 1 },
  { size: 100 },
  { size: 1 },
  { size: 1_000 },
  { size: 1 },
  { size: 10_000 },
  { size: 1 },
  // Estimated as more than a second of work, done in a tenth of that.
  { size: 1_200, strategy: 'naked-singles' },
] as const
const ENDED = /^(completed|cancelled|expired)$/
const WAIT = { prefer: 'wait=20' }

/** Loads a service; answers with what every request took, and what went wrong. */
async function loadOn(url: string, { pollers, submitters, seconds, isPatient }: Load): Promise<Requests> {
  const requests = new Requests(url)
  const ends = Date.now() + seconds * 1000
  const texts = new Map<number, string>()
  const made = [...puzzles({ rules: 'classic', size: 9, clues: 27, seed: 'load' }).take(100)]
  for (const { size } of JOBS) texts.set(size, Array.from({ length: size }, (_, i) => made[i % 100]).join('\n'))
  /** The job that each submitter waits for; pollers follow those. */
  const current: string[] = []
  const isOver = () => Date.now() >= ends

  await Promise.all([
    ...Array.from({ length: submitters }, (_, i) => submit(i)),
    ...Array.from({ length: pollers }, (_, i) => follow(i)),
  ])
  return requests

  /** One job after the other, each read to its end. */
  async function submit(submitter: number): Promise<void> {
    for (let turn = submitter; !isOver(); turn++) {
      const { size, ...options } = JOBS[turn % JOBS.length]
      const sent = await requests.send(
        `submit, ${size > 1_000 ? 'more' : 'up to 1,000'} puzzles`,
        `/jobs?${new URLSearchParams(options)}`,
        {
          method: 'POST',
          headers: { 'content-type': 'text/plain', 'idempotency-key': crypto.randomUUID() },
          body: texts.get(size) as string,
        },
      )
      if (!sent) continue
      const job: JobView = JSON.parse(sent.body)
      current[submitter] = job.id
      let lines = 0
      for (let next: string | undefined = `/jobs/${job.id}/results?format=text`; next; ) {
        const page = await requests.send('results, Prefer: wait', next, { headers: WAIT })
        if (!page) break
        lines += page.body.split('\n').length - 1
        next = /<(.*)>; rel="next"/.exec(page.response.headers.get('link') ?? '')?.[1]
      }
      if (lines !== size) requests.errors.push(`job ${job.id} has ${lines} results, expected ${size}`)
    }
  }

  /** One submitter's job after the other, each to its end: a third waits, a third sends the tag it has, a third neither. */
  async function follow(poller: number): Promise<void> {
    const kind = (['poll, Prefer: wait', 'poll, If-None-Match', 'poll'] as const)[poller % 3]
    for (let last: string | undefined; !isOver(); ) {
      const id = current[poller % submitters]
      if (!id || id === last) {
        await pause(20)
        continue
      }
      last = id
      for (let [tag, isRunning]: [string | null, boolean] = [null, true]; isRunning && !isOver(); ) {
        const headers = {
          ...(kind === 'poll, Prefer: wait' && tag && WAIT),
          ...(kind !== 'poll' && tag && { 'if-none-match': tag }),
        }
        // The first look of one that waits does not, and is a poll as any other.
        const seen = await requests.send(tag ? kind : 'poll', `/jobs/${id}`, { headers })
        if (!seen) break
        if (seen.response.status === 200) {
          const job: JobView = JSON.parse(seen.body)
          addsUp(job)
          isRunning = !ENDED.test(job.state)
          tag = seen.response.headers.get('etag')
        }
        const isHeld = seen.response.headers.has('preference-applied')
        const seconds = Number(seen.response.headers.get('retry-after') ?? 0)
        if (isRunning && isPatient && !isHeld) await pause(seconds * 1000)
      }
    }
  }

  function addsUp({ id, counts }: JobView): void {
    const { total, ...outcomes } = counts
    const sum = Object.values(outcomes).reduce((all, count) => all + count, 0)
    if (sum !== total) requests.errors.push(`job ${id}: ${sum} outcomes of ${total} puzzles`)
  }
}

/** The times that requests of one kind took. */
interface Taken {
  readonly kind: string
  readonly count: number
  readonly notModified: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** Sends requests, each once, and keeps what they took by their kind. */
class Requests {
  /** Whatever was not answered, or with neither 2xx nor 304, or not as it should be. */
  readonly errors: string[] = []
  readonly #url: string
  readonly #byKind = new Map<string, { ms: number[]; notModified: number }>()

  constructor(url: string) {
    this.#url = url
  }

  /** The answer, unless it is an error. */
  async send(kind: string, path: string, init: RequestInit): Promise<{ response: Response; body: string } | undefined> {
    const sentAt = performance.now()
    try {
      const response = await fetch(new URL(path, this.#url), init)
      const body = await response.text()
      const of = this.#byKind.get(kind) ?? { ms: [], notModified: 0 }
      this.#byKind.set(kind, of)
      of.ms.push(performance.now() - sentAt)
      if (response.status === 304) of.notModified++
      else if (!response.ok) throw new Error(`${response.status}: ${body.slice(0, 200)}`)
      return { response, body }
    } catch (error) {
      const { message, cause } = error as Error
      this.errors.push(`${kind} ${path}: ${message}${cause ? `, ${cause}` : ''}`)
      return undefined
    }
  }

  taken(): Taken[] {
    return [...this.#byKind].toSorted().map(([kind, { ms, notModified }]) => {
      const sorted = ms.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
      return { kind, count: ms.length, notModified, p50: at(0.5), p99: at(0.99), worst: at(1) }
    })
  }
}
