import { isDeepStrictEqual } from 'node:util'
import type { JobView } from '../../shared/protocol/views.ts'
import { wrongSumsOf } from '../api/sums.ts'

/** The service did not do as it promises. */
export class Wrong extends Error {
  override name = 'Wrong'
}

export function same(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Wrong(`${what}: found ${shown(found)}, expected ${shown(expected)}`)
}

export function holds(what: string, isSo: boolean): void {
  if (!isSo) throw new Wrong(what)
}

/** That one poll of a job adds up. */
export function addsUp(job: JobView): void {
  same(`a poll of job ${job.id}: what does not hold of ${JSON.stringify(job.counts)}`, wrongSumsOf(job), [])
}

const MOST_SHOWN = 300

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
