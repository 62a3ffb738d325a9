import type { JobCounts, JobState } from '../../shared/job/job.ts'
import { OUTCOME_COUNTERS, STATUSES, type Status } from '../../shared/job/result.ts'
import { countOf, numberText } from '../ui/number-text.ts'

/** How amounts are written for people. */

const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const UNITS = ['KB', 'MB', 'GB', 'TB'] as const
const MINUTE_S = 60
const HOUR_S = 3600

/** `82 MB`, `4.1 MB`: in thousands, as files are shown by systems. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte')
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  return `${threeDigits(bytes / 1000 ** power)} ${UNITS[power - 1]}`
}

/** `227,000 a second`; below ten with a place more, so that a slow one is not 0. */
export function rateText(perSecond: number): string {
  return `${threeDigits(perSecond)} a second`
}

/** `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min` */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${Number(Math.max(0, seconds).toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < MINUTE_S) return `${whole} s`
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`
  const minutes = Math.round(seconds / MINUTE_S)
  return `${numberText(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** `12 Mar, 14:05`, in the reader's time zone. */
export function whenText(iso: string): string {
  return WHEN.format(new Date(iso))
}

/** A number of which nobody needs more than three digits. */
function threeDigits(number: number): string {
  if (number < 9.95) return numberText(Number(number.toFixed(1)))
  const step = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 2)
  return numberText(Math.round(number / step) * step)
}

/** How a badge looks. */
type Tone = 'good' | 'warn' | 'bad' | ''

/** What each status is called where there is room for a word or two. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  solved: 'solved',
  multiple: 'several solutions',
  'no-solution': 'no solution',
  invalid: 'invalid',
  aborted: 'given up',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** The same behind their number, where it would read oddly. */
const COUNTED_WORDS: Readonly<Partial<Record<Status, string>>> = {
  multiple: 'with several solutions',
  'no-solution': 'without a solution',
}

const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  solved: 'good',
  multiple: 'warn',
  'no-solution': 'warn',
  invalid: 'bad',
  aborted: 'warn',
  failed: 'bad',
  cancelled: '',
}

const STATE_TONES: Readonly<Record<JobState, Tone>> = {
  open: 'warn',
  running: '',
  cancelling: '',
  completed: 'good',
  cancelled: '',
  expired: '',
}

export function toneOfStatus(status: Status): Tone {
  return STATUS_TONES[status]
}

export function toneOfState(state: JobState): Tone {
  return STATE_TONES[state]
}

/** Whether its counts can still change by themselves. */
export function isWorking(state: JobState, { pending }: JobCounts): boolean {
  return state === 'running' || state === 'cancelling' || (state === 'open' && pending > 0)
}

/** How many puzzles ended in each way; those in which none did are left out. */
export function outcomesOf(counts: JobCounts): { readonly status: Status; readonly count: number }[] {
  return STATUSES.map((status) => ({ status, count: counts[OUTCOME_COUNTERS[status]] })).filter(
    ({ count }) => count > 0,
  )
}

/** `9,990 solved, 9 with several solutions, 1 invalid` */
export function outcomeWords(counts: JobCounts): string {
  return outcomesOf(counts)
    .map(({ status, count }) => `${numberText(count)} ${COUNTED_WORDS[status] ?? STATUS_WORDS[status]}`)
    .join(', ')
}
