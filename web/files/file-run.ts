import type { JobOptions } from '../../shared/job/job.ts'
import type { ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { keepOpen } from '../page/keep-open.ts'
import { Store } from '../ui/store.ts'
import type { RunNews } from './solved-file.ts'

/** A file that this browser solves by itself. */
export interface FileRun extends RunNews {
  readonly file: File
  readonly asked: Partial<JobOptions>
  readonly format: ResultFormat
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly seconds: number
  /** The results, once it has ended. */
  readonly results?: Blob
  readonly error?: unknown
}

/** The file that is solved here, or was the last. It outlives the view, so that a look at a job does not stop it. */
export const lastRun = new Store<FileRun | undefined>(undefined)
let stopping = new AbortController()

export function stopFileRun(): void {
  stopping.abort(new DOMException('The search was stopped.', 'AbortError'))
}

/** Begins to solve a file on this machine, in the place of the one before; its results are written in a format. */
export async function startFileRun(file: File, asked: Partial<JobOptions>, format: ResultFormat): Promise<void> {
  stopFileRun()
  stopping = new AbortController()
  const { signal } = stopping
  const start = performance.now()
  const change = (next: Partial<FileRun>) => {
    // A run that another one has taken the place of tells nothing any more.
    if (!lastRun.state || signal !== stopping.signal) return
    const run = { ...lastRun.state, ...next, seconds: (performance.now() - start) / 1000 }
    keepOpen('run', run.state === 'running')
    lastRun.set(run)
  }
  lastRun.set({ file, asked, format, state: 'running', counts: {}, expected: undefined, seconds: 0 })
  change({})
  // Also where nothing is news for a while.
  const clock = setInterval(change, 1000, {})
  try {
    // Most people open the view to look at a job.
    const { solvedFile } = await import('./solved-file.ts')
    const results = await solvedFile({ file, asked, format, signal, tell: change })
    change({ state: signal.aborted ? 'stopped' : 'done', results })
  } catch (error) {
    change({ state: 'failed', error })
  } finally {
    clearInterval(clock)
  }
}
