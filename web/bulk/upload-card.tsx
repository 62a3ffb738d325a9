import { useState } from 'preact/hooks'
import { ApiError, UnreachableError } from '../../shared/client/http.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { jobNames } from '../ui/job-names.ts'
import { countOf } from '../ui/number-text.ts'
import { asksForKey, Trouble } from '../ui/trouble.tsx'
import { bytesText } from './amounts.ts'
import { FileDrop } from './submit.tsx'
import { type FileUpload, goOnWith, useUpload } from './uploads.ts'

/** How the file gets on that is sent to a job from here, or how to go on with one that is not all in. */
export function UploadCard({ job }: { readonly job: JobView }) {
  const upload = useUpload(job.id)
  if (job.state !== 'open') return null
  return (
    <section class="card stack" aria-label="Upload">
      {upload?.state === 'sending' || upload?.state === 'sealed' ? (
        <Sending upload={upload} />
      ) : (
        <BrokenOff job={job} upload={upload} />
      )}
    </section>
  )
}

function Sending({ upload }: { readonly upload: FileUpload }) {
  const { file, parts } = upload
  const sent = sentBytes(upload)
  return (
    <>
      <div class="job-head">
        <h2>Sending {file.name}</h2>
        <p class="quiet small number">
          {bytesText(sent)} of {bytesText(file.size)}, {countOf(parts.size, 'part')}
        </p>
      </div>
      <progress value={sent} max={file.size} aria-label="Bytes sent" />
      <p class="quiet small">Keep this tab open until the file is sent. Solving has begun, and goes on without it.</p>
    </>
  )
}

interface BrokenOffProps {
  readonly job: JobView
  /** The one that failed; undefined where none was made from this tab. */
  readonly upload: FileUpload | undefined
}

function BrokenOff({ job, upload }: BrokenOffProps) {
  const [error, setError] = useState<unknown>(undefined)
  const goOn = (file: File) => {
    setError(undefined)
    goOnWith(job, file).catch(setError)
  }
  const failure = error ?? upload?.error
  const isOtherFile = isConflict(failure)
  const mayGoOn = upload !== undefined && !isOtherFile && !isOfFile(failure)
  return (
    <>
      <h2>{upload ? 'The upload was broken off' : 'This job waits for the rest of its file'}</h2>
      {failure !== undefined && (
        // The file is in this tab only: with a key it goes on from where it is, and not from a new page.
        <Trouble error={failure} retry={upload && asksForKey(failure) ? () => goOn(upload.file) : undefined} />
      )}
      {mayGoOn ? (
        <>
          <p>
            {upload.failedPart !== undefined && `Part ${upload.failedPart} could not be sent. `}
            {bytesText(sentBytes(upload))} of {bytesText(upload.file.size)} are in, and stay so.
          </p>
          <div class="row">
            <button type="button" class="primary" onClick={() => goOn(upload.file)}>
              Go on
            </button>
          </div>
          <p class="quiet">If this is the wrong file, or it was moved, choose the right one.</p>
        </>
      ) : isOtherFile ? (
        <p>That looks like another file, or like one that has changed since: what is in was not cut from it.</p>
      ) : (
        <p class="quiet">
          {countOf(job.parts, 'part')} {job.parts === 1 ? 'is' : 'are'} in, and no upload runs in this tab. To go on,
          choose the same file again; what is in already changes nothing. Or cancel the job: what is solved stays.
        </p>
      )}
      <FileDrop
        label="The same file again"
        lead={`Drop ${jobNames().get(job.id)?.name ?? 'the same file'} here once more`}
        button="Choose the same file again"
        isPrimary={!mayGoOn}
        onFile={goOn}
      />
    </>
  )
}

/** Of CSV each part has the header, too: all of them together are longer than the file. */
function sentBytes({ file, parts }: FileUpload): number {
  return Math.min(
    file.size,
    [...parts.values()].reduce((sum, bytes) => sum + bytes, 0),
  )
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && /(part-conflict|missing-parts)$/.test(error.problem.type)
}

/** Whether it is the file that cannot be read or cut: then the same once more does not help. */
function isOfFile(error: unknown): boolean {
  const isStopped = error instanceof DOMException && error.name === 'AbortError'
  return !(error instanceof ApiError || error instanceof UnreachableError || isStopped)
}
