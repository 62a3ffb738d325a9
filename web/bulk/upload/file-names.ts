/** The names of the files that were sent from this browser: the service does not keep them. */

const KEY = 'sudoku-bulk-files'
/** Far more than there are jobs in the seven days that they are kept for. */
const MOST = 500

/** How a job's file was called; undefined where it came from elsewhere. */
export function fileNameOf(job: string): string | undefined {
  return names().find(([known]) => known === job)?.[1]
}

export function nameFile(job: string, name: string): void {
  try {
    const others = names().filter(([known]) => known !== job)
    localStorage.setItem(KEY, JSON.stringify([[job, name], ...others].slice(0, MOST)))
  } catch {
    // Without a place to keep it, the job is called by its id.
  }
}

function names(): readonly (readonly [job: string, name: string])[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isName) : []
  } catch {
    return []
  }
}

function isName(kept: unknown): kept is [string, string] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'string'
}
