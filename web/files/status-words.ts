import type { JobCounts, JobState } from '../../shared/job/job.ts'
import { STATUSES, type Status } from '../../shared/job/result.ts'
import { numberText } from '../ui/words.ts'

/** How a badge looks. */
type Tone = 'good' | 'warn' | 'bad' | ''

/** The name of each status, in a word or two. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  solved: 'solved',
  multiple: 'several solutions',
  'no-solution': 'no solution',
  invalid: 'invalid',
  aborted: 'given up',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** The names of some behind their number, where the words above would read oddly. */
const COUNTED_WORDS: Readonly<Partial<Record<Status, string>>> = {
  multiple: 'with several solutions',
  'no-solution': 'without a solution',
}

export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  solved: 'good',
  multiple: 'warn',
  'no-solution': 'warn',
  invalid: 'bad',
  aborted: 'warn',
  failed: 'bad',
  cancelled: '',
}

export const STATE_TONES: Readonly<Record<JobState, Tone>> = {
  open: 'warn',
  running: '',
  cancelling: '',
  completed: 'good',
  cancelled: '',
  expired: '',
}

/** Whether a job's counts can still change by themselves. */
export function isWorking(state: JobState, { pending }: JobCounts): boolean {
  return state === 'running' || state === 'cancelling' || (state === 'open' && pending > 0)
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
    .map(({ status, count }) => `${numberText(count)} ${COUNTED_WORDS[status] ?? STATUS_WORDS[status]}`)
    .join(', ')
}

/** A job by the name that it was given, which is that of its file mostly; otherwise by the beginning of its id. */
export function jobName({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name ?? `Job ${id.slice(0, 8)}`
}
