import { type Job, newPart, type Part, type Summary } from '../../shared/job/job.ts'
import { NO_BACKTRACKS, NO_OUTCOMES } from '../../shared/job/result.ts'

export const NOW = Date.now()
const OPTIONS = { strategy: 'brute-force', rules: 'classic', solutions: 1, backtrackLimit: 9 } as const

/** A job that no other test knows, of an owner that none does. */
export function newJob(more: Partial<Job> = {}): Job {
  const [id, owner] = [crypto.randomUUID(), crypto.randomUUID()]
  return { id, owner, options: OPTIONS, createdAt: NOW, expiresAt: Math.ceil(NOW / 1000) + 3600, ...more }
}

export function partOf(number: number, more: Partial<Part> = {}): Part {
  const asked = { number, total: 100, perChunk: 2, digest: 'd', format: 'json', state: 'sending' } as const
  return { ...newPart(asked, NOW), ...more }
}

export function summaryTo(upTo: number, except: readonly number[] = []): Summary {
  const counts = { outcomes: { ...NO_OUTCOMES, solved: upTo }, mismatches: 0, backtracks: NO_BACKTRACKS }
  const summary = { ...counts, upTo, total: upTo, formats: ['json'], startedAt: NOW, updatedAt: NOW }
  return { ...summary, parts: upTo - except.length, ...(except.length > 0 && { except }) }
}

/** How many ask at once: enough to meet, few enough for one partition of a real table. */
export const AT_ONCE = 10

/** The answers to several who ask at the same time. */
export function atOnce<T>(ask: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(i)))
}

/** How many of several were told yes. */
export function granted(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length
}
