import { useState } from 'preact/hooks'
import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { Button } from '../ui/parts.tsx'
import { useStore } from '../ui/store.ts'
import { asksForKey, Trouble } from '../ui/trouble.tsx'
import { countOf } from '../ui/words.ts'
import { bytesText } from './amounts.ts'
import { type FileUpload, startUpload, uploads } from './uploads.ts'

/** How the upload of a job's file gets on, or how to go on with one that was broken off. */
export function UploadCard({ job }: { readonly job: JobView }) {
  const upload = useStore(uploads).get(job.id)
  if (job.state !== 'open') return null
  return (
    <section class="card stack" aria-label="Upload">
      {upload?.state === 'sending' || upload?.state === 'sealed' ? (
        <>
          <div class="row job-head">
            <h2>Sending {upload.file.name}</h2>
            <p class="quiet small number">
              {bytesText(sentBytes(upload))} of {bytesText(upload.file.size)}, {countOf(upload.parts.size, 'part')}
            </p>
          </div>
          <progress value={sentBytes(upload)} max={upload.file.size} aria-label="Bytes sent" />
          <p class="quiet small">
            Keep this tab open until the file is sent. Solving has begun, and does not need the tab.
          </p>
        </>
      ) : (
        <BrokenOff job={job} upload={upload} />
      )}
    </section>
  )
}

/** @param upload the one that failed; undefined where this tab made none */
function BrokenOff({ job, upload }: { readonly job: JobView; readonly upload: FileUpload | undefined }) {
  const [error, setError] = useState<unknown>(undefined)
  const goOn = (file: File) => {
    setError(undefined)
    // Without the parts that this tab knows to have arrived.
    startUpload(file, job.options, job, upload?.file === file ? upload.parts : undefined).catch(setError)
  }
  const failure = error ?? upload?.error
  const isOtherFile = failure instanceof ApiError && /(part-conflict|missing-parts)$/.test(failure.problem.type)
  const isStopped = failure instanceof DOMException && failure.name === 'AbortError'
  // Where the file itself cannot be read or cut, sending it again does not help.
  const isOfFile = !(failure instanceof ApiError || failure instanceof UnreachableError || isStopped)
  const mayGoOn = upload !== undefined && !isOtherFile && !isOfFile
  return (
    <>
      <h2>{upload ? 'The upload was broken off' : 'This job waits for the rest of its file'}</h2>
      {failure !== undefined && (
        // Only this tab has the file: once there is a key, the upload goes on from here and not from a new page.
        <Trouble error={failure} retry={upload && asksForKey(failure) ? () => goOn(upload.file) : undefined} />
      )}
      {mayGoOn ? (
        <>
          <p>
            {upload.failedPart !== undefined && `Part ${upload.failedPart} could not be sent. `}
            {bytesText(sentBytes(upload))} of {bytesText(upload.file.size)} have arrived and are kept.
          </p>
          <div class="row">
            <Button class="primary" onClick={() => goOn(upload.file)}>
              Go on
            </Button>
          </div>
          <p class="quiet">If this is the wrong file, or if it was moved, choose the right one.</p>
        </>
      ) : isOtherFile ? (
        <p>
          That looks like another file, or like one that has changed since: the parts that have arrived are not from it.
        </p>
      ) : (
        <p class="quiet">
          {countOf(job.parts, 'part')} {job.parts === 1 ? 'has' : 'have'} arrived, and no upload runs in this tab. To go
          on, choose the same file again: no part counts twice. Or cancel the job: what is solved is kept.
        </p>
      )}
      <FileDrop
        label="The same file again"
        lead={`Drop ${job.name ?? 'the same file'} here again`}
        button="Choose the same file again"
        isPrimary={!mayGoOn}
        onFile={goOn}
      />
    </>
  )
}

/** Each part of a CSV file has its header, so all parts together are longer than the file. */
function sentBytes({ file, parts }: FileUpload): number {
  const sent = parts.values().reduce((sum, bytes) => sum + bytes, 0)
  return Math.min(file.size, sent)
}
