import type { JobCounts, JobState } from '../../shared/job/job.ts'
import { STATUSES, type Status } from '../../shared/job/result.ts'
import type { DeliveryView, JobView } from '../../shared/protocol/views.ts'
import { numberText } from '../ui/words.ts'
import { whenText } from './amounts.ts'

/** How a badge looks. */
type Tone = 'good' | 'warn' | 'bad' | ''

interface StatusWords {
  /** Its name, in a word or two. */
  readonly title: string
  /** Its name behind a number, where the title would read oddly. */
  readonly counted?: string
  readonly tone: Tone
}

export const STATUS_WORDS: Readonly<Record<Status, StatusWords>> = {
  solved: { title: 'solved', tone: 'good' },
  multiple: { title: 'several solutions', counted: 'with several solutions', tone: 'warn' },
  'no-solution': { title: 'no solution', counted: 'without a solution', tone: 'warn' },
  invalid: { title: 'invalid', tone: 'bad' },
  aborted: { title: 'given up', tone: 'warn' },
  failed: { title: 'failed', tone: 'bad' },
  cancelled: { title: 'cancelled', tone: '' },
}

/** How a job's state looks; as nothing special, where it has no tone. */
export const STATE_TONES: Readonly<Partial<Record<JobState, Tone>>> = { open: 'warn', completed: 'good' }

/** Whether a job's counts can still change by themselves. */
export function isWorking(state: JobState, { pending }: JobCounts): boolean {
  return state === 'running' || state === 'cancelling' || (state === 'open' && pending > 0)
}

/** Whether there may be more to tell of a job: of one that is open, once more of its file comes. */
export function mayGetOn({ state, counts }: JobView): boolean {
  return state === 'open' || isWorking(state, counts)
}

/** How many puzzles are done, also as `300 of 60,000`. What was cancelled is done with, and yet no work that was finished. */
export function finishedIn({ total, pending, cancelled }: JobCounts) {
  const finished = total - pending - cancelled
  const words = `${numberText(finished)} of ${numberText(total)}`
  return { finished, words: cancelled > 0 ? `${words} done, ${numberText(cancelled)} cancelled` : words }
}

/** How many puzzles ended with each status. */
export type Outcomes = Readonly<Partial<Record<Status, number>>>

/** The same as a list; a status that none ended with is left out. */
export function outcomesOf(counts: Outcomes): { readonly status: Status; readonly count: number }[] {
  return STATUSES.map((status) => ({ status, count: counts[status] ?? 0 })).filter(({ count }) => count > 0)
}

/** `9,990 solved, 9 with several solutions, 1 invalid` */
export function outcomeWords(counts: Outcomes): string {
  return outcomesOf(counts)
    .map(({ status, count }) => `${numberText(count)} ${STATUS_WORDS[status].counted ?? STATUS_WORDS[status].title}`)
    .join(', ')
}

/** How the webhook of a job stands, as a sentence. */
export function webhookWords({ url, state, attempts = 0, nextAt }: NonNullable<JobView['webhook']>): string {
  const times = attempts === 1 ? 'once' : attempts === 2 ? 'twice' : `${numberText(attempts)} times`
  const next = nextAt === undefined ? '' : `; it is told again on ${whenText(nextAt, '2-digit')}`
  const told = `${url} was told ${times} that the job has ended`
  if (state === 'taken')
    return `${url} was told that the job has ended${attempts > 1 ? `, and took it at attempt ${attempts}` : ''}.`
  if (state === 'waiting') return `${told}, and did not take it${next}.`
  if (state === 'given-up') return `${told}, and never took it.`
  if (state === 'paused')
    return `${url} has not answered for a while, and is left alone for a quarter of an hour${next}.`
  return `${url} is told when the job ends.`
}

/** What came of an attempt to tell a webhook: `it answered 500`. */
export function attemptWords({ status, error }: Pick<DeliveryView, 'status' | 'error'>): string {
  if (status === undefined) return `no answer${error === undefined ? '' : ` (${error})`}`
  return status >= 200 && status < 300 ? 'it was taken' : `it answered ${status}`
}

/** A job by the name that it was given, which is that of its file mostly; otherwise by the beginning of its id. */
export function jobName({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name ?? `Job ${id.slice(0, 8)}`
}
