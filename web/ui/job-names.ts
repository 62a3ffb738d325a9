/** What jobs that were submitted in this browser are called: the service keeps no names. */

const KEY = 'sudoku-jobs'
/** Far more than there are jobs in the seven days that they are kept for. */
const MOST = 500

/** A file, or what a view submitted by itself. */
type Kind = 'file' | 'view'
type Named = readonly [job: string, name: string, kind: Kind]

/** How a job is called; undefined where it comes from elsewhere. */
export function jobNamed(job: string): { readonly name: string; readonly kind: Kind } | undefined {
  const found = names().find(([known]) => known === job)
  return found && { name: found[1], kind: found[2] }
}

export function nameJob(job: string, name: string, kind: Kind): void {
  try {
    const others = names().filter(([known]) => known !== job)
    localStorage.setItem(KEY, JSON.stringify([[job, name, kind], ...others].slice(0, MOST)))
  } catch {
    // Without a place to keep it, the job is called by its id.
  }
}

function names(): readonly Named[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isNamed) : []
  } catch {
    return []
  }
}

function isNamed(kept: unknown): kept is Named {
  if (!Array.isArray(kept)) return false
  const [job, name, kind] = kept
  return typeof job === 'string' && typeof name === 'string' && (kind === 'file' || kind === 'view')
}
