/** What jobs that were submitted in this browser are called: the service keeps no names. */

const KEY = 'sudoku-jobs'
/** Of each kind, more than most people submit in the seven days that jobs are kept for. */
const MOST = 500

/** A file, or what a view submitted by itself. */
type Kind = 'file' | 'view'
type Named = readonly [job: string, name: string, kind: Kind]

/** How jobs are called, by id; those that come from elsewhere are not among them. */
export function jobNames(): ReadonlyMap<string, { readonly name: string; readonly kind: Kind }> {
  return new Map(names().map(([job, name, kind]) => [job, { name, kind }]))
}

export function nameJob(job: string, name: string, kind: Kind): void {
  try {
    const known = names().filter(([other]) => other !== job)
    // Each kind for itself: a comparison submits seven jobs, and is not to push out the names of files.
    const ofKind: Named[] = [[job, name, kind], ...known.filter(([, , other]) => other === kind)]
    const others = known.filter(([, , other]) => other !== kind)
    localStorage.setItem(KEY, JSON.stringify([...ofKind.slice(0, MOST), ...others]))
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
