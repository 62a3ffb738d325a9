import { keepText, keptText } from './kept.ts'

/** The names of the files that this browser submitted, by job: those are known to be its own, whatever the service calls them. */
export function jobNames(): ReadonlyMap<string, string> {
  return new Map(readNames())
}

/** A job by the name that it was given, or by its file where that is known; otherwise by the beginning of its id. */
export function jobName({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name ?? jobNames().get(id) ?? `Job ${id.slice(0, 8)}`
}

export function nameJob(job: string, name: string): void {
  const others = readNames().filter(([other]) => other !== job)
  keepText(ITEM, JSON.stringify([[job, name], ...others].slice(0, MOST_NAMES)))
}

const ITEM = 'sudoku-jobs'
/** More than most people submit in the seven days for which jobs are kept. */
const MOST_NAMES = 500

type JobName = readonly [job: string, name: string]

function readNames(): readonly JobName[] {
  try {
    const stored: unknown = JSON.parse(keptText(ITEM) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isJobName) : []
  } catch {
    return []
  }
}

function isJobName(stored: unknown): stored is JobName {
  return Array.isArray(stored) && typeof stored[0] === 'string' && typeof stored[1] === 'string'
}
