import type { JobOptions, Labels } from '../../shared/job/job.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { keepOpen } from '../page/keep-open.ts'
import { service } from '../page/service.ts'
import { Store } from '../ui/store.ts'
import { fileParts } from './file-reader.ts'

/** The upload of a file from this tab to a job. */
export interface FileUpload {
  readonly file: File
  readonly state: 'sending' | 'sealed' | 'failed'
  /** The bytes of each part that has arrived. */
  readonly parts: ReadonlyMap<number, number>
  readonly failedPart: number | undefined
  readonly error: unknown
}

/** By job. Uploads outlive the views, so that looking at another view stops none. */
export const uploads = new Store<ReadonlyMap<string, FileUpload & { readonly stop: AbortController }>>(new Map())

/** Ends an upload; the parts that have arrived are kept. */
export function stopUpload(job: string): void {
  uploads.state.get(job)?.stop.abort(new DOMException('The upload was stopped.', 'AbortError'))
}

/**
 * Submits a file. Returns as soon as its job is there; the rest of a large file is still on its way then.
 *
 * @param to an open job that takes it, and `before` the parts that it has already
 */
export async function startUpload(
  file: File,
  options: Partial<JobOptions> & Labels,
  to?: JobView,
  before: FileUpload['parts'] = new Map(),
): Promise<JobView> {
  const stop = new AbortController()
  let now: FileUpload = { file, state: 'sending', parts: before, failedPart: undefined, error: undefined }
  let id = to?.id
  const change = (next: Partial<FileUpload>) => {
    now = { ...now, ...next }
    if (id === undefined) return
    // News of an upload that was broken off must not count for the one that goes on with it.
    const shown = uploads.state.get(id)
    if (shown && shown.stop !== stop) return
    uploads.set(new Map(uploads.state).set(id, { ...now, stop }))
    const isSending = uploads.state.values().some(({ state }) => state === 'sending')
    keepOpen('upload', isSending)
  }
  uploads.set(new Map(uploads.state.entries().filter(([job]) => job !== to?.id)))
  change({})
  try {
    // The code that sends a file is loaded with the first one: most people open the view to look at a job.
    const { uploadParts } = await import('../../shared/client/upload.ts')
    const { size, include } = options
    const { job, sealed } = await uploadParts(fileParts({ file, size, include }), service(stop.signal), {
      asked: options,
      to,
      isIn: (part) => before.has(part),
      onProgress: ({ part, bytes, state }) => {
        if (state === 'in') change({ parts: new Map(now.parts).set(part, bytes) })
        // The first part that failed is what went wrong; others were stopped because of it.
        if (state === 'failed' && !stop.signal.aborted) change({ failedPart: now.failedPart ?? part })
      },
    })
    id = job.id
    // A file that went with one request is a job that takes no more parts.
    if (job.state !== 'open') return job
    change({})
    sealed.then(
      () => change({ state: 'sealed' }),
      (error) => {
        stop.abort()
        change({ state: 'failed', error })
      },
    )
    return job
  } catch (error) {
    change({ state: 'failed', error })
    throw error
  }
}
