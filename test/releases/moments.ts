import type { Account, Answer } from './account.ts'

/**
 * Moments at which a deployment may come: what is in the table and in the queues then, some other release has to take
 * up. A row makes one; {@link endOf} then has all of it done.
 */

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/** Some ten thousand backtracks to `brute-force`. */
const HARD = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..'
const SMALL = '...3.1.2.2..4...'

/** Every status that a search has, and all that can come with a puzzle. */
const PUZZLES = [
  EASY,
  { id: 'checked', puzzle: EASY, solution: SOLVED },
  { id: 'wrong', puzzle: EASY, solution: SOLVED.replace('5', '6') },
  { id: 'many', puzzle: '.'.repeat(16) },
  { id: 'none', puzzle: '11..............' },
  { id: 'clash', puzzle: `55${'.'.repeat(79)}` },
  { id: 'no grid', puzzle: '1x' },
  { id: 'small', puzzle: SMALL },
  `.12345678${'9'.padEnd(72, '.')}`,
]
const LABELS = { name: 'évening', metadata: { order: '7' } }
/** As many as a summary is worth its write for, and one more. */
const PARTS = 9

export const MOMENTS = {
  'a job has just been accepted': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS }, { 'idempotency-key': 'once' })
  },
  'a job of another strategy has just been accepted': async (account) => {
    const options = { strategy: 'naked-singles', solutions: 3, backtrackLimit: 40, size: 9 }
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...options }, { 'x-correlation-id': 'asked' })
  },
  'a job under several rules has just been accepted': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, rules: ['diagonal', 'even'] })
  },
  'results are kept and not counted': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES })
    account.diesBeforeCount = true
    await account.work(1)
    account.diesBeforeCount = false
  },
  'half of the chunks are done': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: Array(40).fill(EASY), strategy: 'brute-force' })
    await account.work(account.holding().messages.length >> 1)
  },
  'a search is paused': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: [HARD, EASY], strategy: 'brute-force' })
    account.sliceMs = 0
    await account.work(1)
    account.sliceMs = Number.POSITIVE_INFINITY
  },
  'the search of the engine is paused': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: ['.'.repeat(81), EASY], solutions: 20_000 })
    account.sliceMs = 0
    await account.work(1)
    account.sliceMs = Number.POSITIVE_INFINITY
  },
  'a search is paused that no other puzzle waits for': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: [HARD], strategy: 'brute-force' })
    account.sliceMs = 0
    await account.work(1)
    account.sliceMs = Number.POSITIVE_INFINITY
  },
  'a job that asked for more has just been accepted': async (account) => {
    const include = ['minimal', 'canonical', 'canonicalSolution', 'counts']
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, include })
  },
  'what a job asked for is half computed': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: [EASY, HARD], include: ['minimal', 'counts'] })
    account.sliceMs = 0
    await account.work(3)
    account.sliceMs = Number.POSITIVE_INFINITY
  },
  'puzzles are under way without their chunks': async (account) => {
    await account.request('/jobs', 'POST', { open: true, solutions: 90_000 })
    await account.request('/jobs/job-1/parts/1', 'PUT', { puzzles: ['.'.repeat(81), EASY, EASY] })
    await account.request('/jobs/job-1/parts/2', 'PUT', { puzzles: ['.'.repeat(81), EASY] })
    account.sliceMs = 0
    await account.work(2)
    account.sliceMs = Number.POSITIVE_INFINITY
  },
  'a puzzle failed that its chunk went on without': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: [HARD, EASY], strategy: 'brute-force' })
    account.sliceMs = 0
    await account.work(1)
    account.sliceMs = Number.POSITIVE_INFINITY
    account.giveUp()
    await account.work()
  },
  'a job is done': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS }, { 'idempotency-key': 'once' })
    await account.work()
  },
  'a job was written with its results': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS }, { 'idempotency-key': 'once' })
    account.attempt = 1
    await account.work()
    account.attempt = 2
  },
  'a chunk is out of attempts': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES })
    account.giveUp()
  },
  'a job has failed': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS })
    account.giveUp()
    await account.work()
  },
  'failed puzzles are sent again': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES })
    account.giveUp()
    await account.work()
    await account.request('/jobs/job-1/redrive', 'POST')
  },
  'a job is cancelled half done': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: Array(40).fill(EASY), strategy: 'brute-force' })
    await account.work(account.holding().messages.length >> 1)
    await account.request('/jobs/job-1/cancel', 'POST')
    await account.work(1)
  },
  'an open job has some of its parts': async (account) => {
    await account.request('/jobs', 'POST', { open: true, ...LABELS })
    for (const part of [1, 2]) await account.request(`/jobs/job-1/parts/${part}`, 'PUT', { puzzles: [EASY, SMALL] })
    await account.work(1)
  },
  'a text has just been accepted whose lines are not its places': async (account) => {
    await account.request('/jobs', 'POST', `# mine\n\n${EASY}\n\n1x\n`)
  },
  'an open job has parts of a file': async (account) => {
    await account.request('/jobs', 'POST', { open: true })
    await account.request('/jobs/job-1/parts/1?line=1', 'PUT', `# mine\n${EASY}\n\n1x\n`)
    await account.request('/jobs/job-1/parts/2?line=5', 'PUT', `${EASY}\n1x\n`)
    await account.work(1)
  },
  'a job of many parts has a summary': async (account) => {
    await account.request('/jobs', 'POST', { open: true })
    for (let part = 1; part <= PARTS; part++) {
      await account.request(`/jobs/job-1/parts/${part}`, 'PUT', { puzzles: [EASY, { id: `${part}`, puzzle: '1x' }] })
      if (part < PARTS) await account.work()
    }
    await account.request('/jobs/job-1')
    await account.request('/jobs/job-1/seal', 'POST', { parts: PARTS })
  },
  'a job is deleted while it runs': async (account) => {
    await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS }, { 'idempotency-key': 'once' })
    await account.request('/jobs/job-1', 'DELETE')
  },
  'a job has ended, and nobody has been told': async (account) => {
    const webhook = { url: 'https://receiver.example/', secret: `whsec_${'A'.repeat(32)}` }
    await account.request('/jobs', 'POST', { puzzles: [EASY], webhook })
    await account.work(1)
  },
} as const satisfies Readonly<Record<string, (account: Account) => Promise<void>>>

export type Moment = keyof typeof MOMENTS
export const MOMENT_NAMES = Object.keys(MOMENTS) as Moment[]

/** What comes of a moment: what every reader of the job is answered at its end. */
export interface End {
  /** Whether every message was handled. */
  readonly isDone: boolean
  readonly answers: Readonly<Record<string, Answer>>
  /** The ids of all events that were told, where the release tells any. */
  readonly told?: readonly string[]
}

/** Has all work done that there is at a moment, what failed once more, and asks for what came of it. */
export async function endOf(account: Account): Promise<End> {
  let isDone = await account.work()
  if ((await stateOf(account)) === 'open') await account.request('/jobs/job-1/seal', 'POST', { parts: 2 })
  await account.request('/jobs/job-1/redrive', 'POST')
  isDone &&= await account.work()
  const once = { 'idempotency-key': 'once' }
  return {
    ...(account.told && { told: [...account.told] }),
    isDone,
    answers: {
      again: timeless(await account.request('/jobs', 'POST', { puzzles: PUZZLES, ...LABELS }, once)),
      job: timeless(await account.request('/jobs/job-1')),
      list: timeless(await account.request('/jobs')),
      parts: timeless(await account.request('/jobs/job-1/parts')),
      results: timeless(await account.request('/jobs/job-1/results')),
    },
  }
}

async function stateOf(account: Account): Promise<unknown> {
  return ((await account.request('/jobs/job-1')).body as { state?: unknown }).state
}

/** When, and how fast, and not what: these differ from run to run. */
const TIMES = new Set(['createdAt', 'startedAt', 'finishedAt', 'expiresAt', 'puzzlesPerSecond', 'secondsLeft'])

function timeless({ status, body }: Answer): Answer {
  const text = JSON.stringify(body, (name, value) => (TIMES.has(name) ? undefined : value))
  return { status, body: text === undefined ? undefined : JSON.parse(text) }
}
