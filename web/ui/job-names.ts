/** A file, or something that a view submitted by itself. */
type JobKind = 'file' | 'view'

/** The names of the jobs that this browser submitted, by id: those are known to be its own, whatever the service calls them. */
export function jobNames(): ReadonlyMap<string, { readonly name: string; readonly kind: JobKind }> {
  return new Map(readNames().map(([job, name, kind]) => [job, { name, kind }]))
}

/** A job by the name that it was given, or by its file where that is known; otherwise by the beginning of its id. */
export function jobName({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name ?? jobNames().get(id)?.name ?? `Job ${id.slice(0, 8)}`
}

export function nameJob(job: string, name: string, kind: JobKind): void {
  try {
    const others = readNames().filter(([other]) => other !== job)
    // Each kind has its own limit: a comparison submits seven jobs, which must not push out the names of files.
    const ofKind: JobName[] = [[job, name, kind], ...others.filter(([, , other]) => other === kind)]
    const ofOtherKind = others.filter(([, , other]) => other !== kind)
    localStorage.setItem(ITEM, JSON.stringify([...ofKind.slice(0, MOST_OF_A_KIND), ...ofOtherKind]))
  } catch {
    // A browser that stores nothing calls the job by its id.
  }
}

const ITEM = 'sudoku-jobs'
/** More than most people submit in the seven days for which jobs are kept. */
const MOST_OF_A_KIND = 500

type JobName = readonly [job: string, name: string, kind: JobKind]

function readNames(): readonly JobName[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ITEM) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isJobName) : []
  } catch {
    return []
  }
}

function isJobName(stored: unknown): stored is JobName {
  if (!Array.isArray(stored)) return false
  const [job, name, kind] = stored
  return typeof job === 'string' && typeof name === 'string' && (kind === 'file' || kind === 'view')
}
