import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Front } from '../infra/settings/front.ts'
import { createClient } from '../shared/client/client.ts'
import { upload } from '../shared/client/upload.ts'
import type { EndedJob, Problem } from '../shared/protocol/views.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { startService } from './bulk/service.ts'
import { bench, say, table, whole } from './measuring/bench.ts'
import type { Visit, Visited } from './measuring/stranger.ts'
import { ranked } from './measuring/turns.ts'

/** Who else wants the service while an owner solves single grids. */
export interface Contest {
  readonly front: Front
  readonly stranger: (typeof STRANGERS)[number]
  /** Submissions a second of the stranger, and of the owner. */
  readonly strangerPerS: number
  readonly gridsPerS: number
  /** Puzzles that another owner has in the queue. */
  readonly bulk: number
  /** Webhooks of a third owner that take an event and never answer. */
  readonly hanging: number
  readonly seconds: number
}

/** Nobody, or somebody without a key, or with made-up keys that look like real ones. */
const STRANGERS = ['nobody', 'no-key', 'made-up-keys'] as const
/** By then the front has usually noticed who sends too much. */
const NOTICED_S = 30

/**
 * What is left of the service, with the limits of `prod`, for an owner who solves one grid after the other, each sent once,
 * and now and then one whose end is told to a webhook.
 */
export const fair = bench(
  { seconds: 90, gridsPerS: 6, strangerPerS: 1_000, bulk: 1_000_000, hanging: 20, front: [], stranger: [] },
  async ({ front: fronts, stranger: strangers, ...asked }) => {
    const rows: string[][] = []
    const told: string[] = []
    const wrong: string[] = []
    for (const front of named(['cloudfront', 'none'] as const, fronts)) {
      for (const stranger of named(STRANGERS, strangers)) {
        say(`${stranger}, front: ${front}`)
        const outcome = await contest({ ...asked, front, stranger })
        rows.push([`${stranger}, front: ${front}`, ...rowOf(outcome)])
        told.push(`- ${stranger}, front: ${front}: ${wordsOf(outcome, asked)}\n`)
        if (outcome.pending === 0) wrong.push(`${stranger}, front: ${front}: the bulk job has ended`)
      }
    }
    return {
      title: 'Fair shares',
      about: `Single grids of one owner, ${asked.gridsPerS} a second for ${asked.seconds} s, each sent once with \`Prefer: wait=20\`, and a grid with a webhook every ${EVERY_S} s; meanwhile the stranger submits ${whole(asked.strangerPerS)} a second, another owner has ${whole(asked.bulk)} puzzles in the queue, and a third ${asked.hanging} webhooks that do not answer. Throttles, front, write units and reserved instances are those of \`prod\`; workers, clients, the stranger and the emulated AWS share these cores. Milliseconds, a webhook's from the submission on.`,
      sections: [
        table(['', 'grids', 'answered', `after ${NOTICED_S} s`, 'p50', 'p99', 'worst', 'told', 'p50', 'worst'], rows),
        told.join(''),
      ],
      wrong,
    }
  },
)

/** All of some words, or those that were asked for. */
function named<T extends string>(known: readonly T[], asked: readonly string[]): readonly T[] {
  return asked.length === 0 ? known : known.filter((word) => asked.includes(word))
}

type Outcome = Awaited<ReturnType<typeof contest>>

/** A grid that was sent, in milliseconds since the stranger came. */
interface Answered {
  readonly sentAt: number
  readonly ms: number
  /** The status and the problem, if it came with no solution. */
  readonly failed?: string
}

/** How often a grid has a webhook. */
const EVERY_S = 5
const SECRET = `whsec_${'A'.repeat(32)}`
/** Each plays a client elsewhere. */
const OWNER_ADDRESS = '127.0.0.2'
const STRANGER_ADDRESS = '127.0.0.9'
/** An answer is held for 20 s at most. */
const PATIENCE_MS = 30_000

/** Measures one contest, with a service of its own. */
export async function contest(asked: Contest) {
  await using service = await startService({ as: 'prod', front: asked.front })
  const made = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'fair' }).take(200)]
  const clientOf = async (owner: string) =>
    createClient({ url: service.url, key: await service.newKey(owner), isPatient: true })
  const authorization = `Bearer ${await service.newKey('ann')}`
  const agent = new Agent({ keepAlive: true, localAddress: OWNER_ADDRESS })
  const receivedAt = new Map<string, number>()
  await using receiver = await webhooks((path) => receivedAt.set(path, performance.now()))

  const bulkClient = await clientOf('bob')
  const bytes = new TextEncoder().encode(`${made.join('\n')}\n`)
  const many = Array.from({ length: Math.ceil(asked.bulk / made.length) }, () => bytes)
  // A strategy so slow that the job outlasts the contest.
  const { job, sealed } = await upload(piecesOf(many), bulkClient, { asked: { strategy: 'naked-singles' } })
  await sealed
  const hangingClient = await clientOf('hal')
  for (let i = 0; i < asked.hanging; i++) {
    const webhook = { url: `${receiver.url}/hang`, secret: SECRET }
    await hangingClient.createJob({ puzzles: [made[i % made.length] ?? ''], webhook })
  }
  // Until every function has started.
  for (const puzzle of made.slice(0, 5)) await solve(puzzle)

  const cpuBefore = service.cpuSeconds()
  const beganAt = performance.now()
  const visiting = visit()
  const grids: Promise<Answered>[] = []
  const webhookPaths: { readonly path: string; readonly sentAt: number }[] = []
  for (let i = 0; i < asked.seconds * asked.gridsPerS; i++) {
    await pause(Math.max(0, beganAt + (i * 1000) / asked.gridsPerS - performance.now()))
    const puzzle = made[i % made.length] ?? ''
    const isTold = i % (EVERY_S * asked.gridsPerS) === 0
    const sentAt = performance.now()
    const path = `/told/${i}`
    if (isTold) webhookPaths.push({ path, sentAt })
    const answering = solve(puzzle, isTold ? `${receiver.url}${path}` : undefined)
    grids.push(
      answering.then((failed) => ({
        sentAt: sentAt - beganAt,
        ms: performance.now() - sentAt,
        ...(failed && { failed }),
      })),
    )
  }
  const visited = await visiting
  const all = await Promise.all(grids)
  const refusals = await service.refusals()
  const isTold = ({ path }: { readonly path: string }) => receivedAt.has(path)
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until && !webhookPaths.every(isTold); )
    await pause(100)
  const cpu = service.cpuSeconds(cpuBefore)
  const { counts } = await bulkClient.getJob(job.id)
  agent.destroy()
  return {
    grids: all,
    /** Milliseconds until the webhook was told, for each grid that had one; undefined where it was not. */
    told: webhookPaths.map(({ path, sentAt }) => {
      const at = receivedAt.get(path)
      return at === undefined ? undefined : at - sentAt
    }),
    visited,
    refusals,
    /** Processor seconds by process. */
    cpu,
    /** The puzzles of the bulk job that are left in the end. */
    pending: counts.pending,
  }

  /** Sends a grid once; answers with what went wrong if that brings no solution. */
  async function solve(puzzle: string, webhook?: string): Promise<string | undefined> {
    const request = open(`${service.url}/jobs`, {
      method: 'POST',
      agent,
      headers: { authorization, prefer: 'wait=20', 'content-type': 'application/json' },
    })
    request.end(JSON.stringify({ puzzles: [puzzle], ...(webhook && { webhook: { url: webhook, secret: SECRET } }) }))
    const [response] = await once(request, 'response')
    const { results, code = '' }: Partial<EndedJob & Problem> = JSON.parse(await text(response))
    return results?.[0]?.status === 'solved' ? undefined : `${response.statusCode} ${code}`
  }

  async function visit(): Promise<Visited | undefined> {
    if (asked.stranger === 'nobody') return undefined
    const stranger = fork(new URL('./measuring/stranger.ts', import.meta.url))
    stranger.send({
      port: Number(new URL(service.url).port),
      address: STRANGER_ADDRESS,
      perS: asked.strangerPerS,
      seconds: asked.seconds,
      hasKeys: asked.stranger === 'made-up-keys',
    } satisfies Visit)
    const [visited] = await once(stranger, 'message')
    return visited
  }
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* pieces
}

/** Takes what webhooks are told; below `/hang` nothing is answered. */
async function webhooks(onTold: (path: string) => void): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const { url = '' } = request
    request.resume()
    if (url === '/hang') return
    onTold(url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function rowOf({ grids, told }: Outcome): string[] {
  const shareOf = (some: readonly Answered[]) => {
    const answered = some.filter(({ failed }) => failed === undefined).length
    return some.length === 0 ? '' : `${((100 * answered) / some.length).toFixed(2)} %`
  }
  const late = grids.filter(({ sentAt }) => sentAt >= NOTICED_S * 1000)
  const ms = grids.filter(({ failed }) => failed === undefined).map(({ ms }) => ms)
  const toldMs = told.filter((each) => each !== undefined)
  const at = (all: readonly number[], share: number) => (all.length === 0 ? '–' : whole(ranked(all, share)))
  return [
    ...[whole(grids.length), shareOf(grids), shareOf(late), at(ms, 0.5), at(ms, 0.99), at(ms, 1)],
    ...[`${toldMs.length} of ${told.length}`, at(toldMs, 0.5), at(toldMs, 1)],
  ]
}

function wordsOf({ grids, visited, refusals, cpu, pending }: Outcome, { seconds }: { seconds: number }): string {
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([what, count]) => `${what} ${whole(count)}`)
      .join(', ')
  const failed = Map.groupBy(grids, ({ failed }) => failed)
  const failures = [...failed].filter(([status]) => status !== undefined)
  return [
    visited && `the stranger sent ${whole(visited.sent / seconds)} a second, answered ${counted(visited.answers)}`,
    failures.length > 0 && `grids failed with ${failures.map(([status, of]) => `${status}: ${of.length}`).join(', ')}`,
    `requests: ${counted(refusals.requests)}`,
    `writes: ${counted(refusals.writes)}`,
    `puzzles left in bulk: ${whole(pending)}`,
    `CPU seconds: ${[...cpu].map(([name, s]) => `${name} ${s.toFixed(0)}`).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
}
