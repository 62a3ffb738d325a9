import { isDeepStrictEqual } from 'node:util'
import { STATUSES } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'

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

/** That the counts of one poll make its total. */
export function addsUp({ id, counts }: JobView): void {
  const { total, pending } = counts
  const outcomes = STATUSES.reduce((sum, counter) => sum + counts[counter], 0)
  same(`a poll of job ${id}: pending and outcomes`, pending + outcomes, total)
}

const MOST_SHOWN = 300

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
