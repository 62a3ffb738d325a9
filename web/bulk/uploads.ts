import { type UploadProgress, upload } from '../../shared/client/upload.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { service } from '../service.ts'
import { nameJob } from '../ui/job-names.ts'
import { useStore } from '../ui/use-store.ts'

/** A file on its way from this tab to a job, and what has become of it. */
export interface FileUpload {
  readonly file: File
  readonly state: 'sending' | 'sealed' | 'failed'
  /** The parts that are in, with their bytes. */
  readonly parts: ReadonlyMap<number, number>
  readonly failedPart: number | undefined
  readonly error: unknown
}

/** By job. They outlive the views: whoever looks at another one meanwhile stops no upload. */
const uploads = new Map<string, FileUpload & { readonly stop: AbortController }>()
const watchers = new Set<() => void>()

/** The upload to a job from this tab, now and as it gets on. */
export function useUpload(job: string): FileUpload | undefined {
  return useStore(watch, () => uploads.get(job))
}

/** Submits a file; done once its job is there, while what is large is still on its way. */
export async function startUpload(file: File, asked: Partial<JobOptions>): Promise<JobView> {
  return send(file, { asked, to: undefined, parts: new Map() })
}

/** Goes on with an open job, with the file that it was opened for. Parts that this tab knows to be in are not sent again. */
export async function goOnWith(job: JobView, file: File): Promise<void> {
  const before = uploads.get(job.id)
  const parts = before?.file === file ? before.parts : new Map<number, number>()
  await send(file, { asked: job.options, to: job, parts })
}

/** Ends an upload; what is in stays. */
export function stopUpload(job: string): void {
  uploads.get(job)?.stop.abort(new DOMException('The upload was stopped.', 'AbortError'))
}

interface Sending {
  readonly asked: Partial<JobOptions>
  readonly to: JobView | undefined
  readonly parts: ReadonlyMap<number, number>
}

async function send(file: File, { asked, to, parts: before }: Sending): Promise<JobView> {
  const stop = new AbortController()
  let now: FileUpload = { file, state: 'sending', parts: before, failedPart: undefined, error: undefined }
  let id = to?.id
  const change = (next: Partial<FileUpload>) => {
    now = { ...now, ...next }
    if (id === undefined) return
    // What still comes in of an upload that was broken off is no news of the one that goes on with it.
    const shown = uploads.get(id)
    if (shown && shown.stop !== stop) return
    uploads.set(id, { ...now, stop })
    warnBeforeLeaving()
    for (const tell of watchers) tell()
  }
  const onProgress = ({ part, bytes, state }: UploadProgress) => {
    if (state === 'in') change({ parts: new Map(now.parts).set(part, bytes) })
    // Those that are stopped because another part failed are not what went wrong.
    if (state === 'failed' && !stop.signal.aborted) change({ failedPart: now.failedPart ?? part })
  }
  const isIn = (part: number) => before.has(part)
  if (to) uploads.delete(to.id)
  change({})
  try {
    const { job, sealed } = await upload(bytesOf(file), service(stop.signal), { asked, to, gzip, isIn, onProgress })
    id = job.id
    if (!to) nameJob(id, file.name, 'file')
    // What went with one request is a job that takes no more.
    if (job.state !== 'open') return job
    change({})
    sealed.then(
      () => {
        nameJob(job.id, file.name, 'file')
        change({ state: 'sealed' })
      },
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

/** The bytes of a file as they are read; a browser may have no loop over its streams. */
async function* bytesOf(file: File): AsyncGenerator<Uint8Array, void> {
  const reader = file.stream().getReader()
  const read = () =>
    reader.read().catch((cause) => {
      // What a browser says may be "network error".
      throw new Error('This file cannot be read any more. Was it moved or changed?', { cause })
    })
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** Whoever would leave while a file is on its way is asked first. */
function warnBeforeLeaving(): void {
  const isSending = [...uploads.values()].some(({ state }) => state === 'sending')
  if (isSending) addEventListener('beforeunload', hold)
  else removeEventListener('beforeunload', hold)
}

function hold(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
