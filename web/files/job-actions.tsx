import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../shared/client/api-error.ts'
import type { Client } from '../../shared/client/client.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { service } from '../page/service.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, numberText } from '../ui/words.ts'
import { stopUpload } from './uploads.ts'

export interface JobActionsProps {
  readonly job: JobView
  readonly show: (job: JobView) => void
  /** Follows the job again, where it had ended. */
  readonly again: () => void
}

/** The buttons for a job in its state: cancel it, or try its failed puzzles again. */
export function JobActions({ job, show, again }: JobActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ readonly error: unknown; readonly retry: () => void } | undefined>(undefined)
  const { id, state, counts } = job

  const act = async (on: (client: Client) => Promise<JobView>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      show(await on(service()).catch(endedJob))
      again()
    } catch (error) {
      setFailure({ error, retry: () => act(on) })
    }
    setBusy(false)
  }
  /** A job may have ended before the request came; then what is shown is older than that. */
  const endedJob = (error: unknown): Promise<JobView> => {
    if (error instanceof ApiError && error.problem.code === 'job-ended') return service().getJob(id)
    throw error
  }
  const cancel = () => {
    setAsking(false)
    stopUpload(id)
    act((client) => client.cancelJob(id))
  }
  const mayCancel = state === 'open' || state === 'running'
  const mayRedrive = counts.failed > 0 && (state === 'completed' || state === 'running')
  return (
    <>
      {mayRedrive && (
        <Button disabled={isBusy} onClick={() => act((client) => client.redriveJob(id))}>
          Try {countOf(counts.failed, 'failed puzzle')} again
        </Button>
      )}
      {mayCancel && (
        <Button disabled={isBusy} onClick={() => setAsking(true)}>
          Cancel this job
        </Button>
      )}
      {isAsking && mayCancel && <CancelDialog job={job} cancel={cancel} leave={() => setAsking(false)} />}
      {failure && <Trouble error={failure.error} retry={failure.retry} />}
    </>
  )
}

function CancelDialog({ job, cancel, leave }: { job: JobView; cancel: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is drawn as a part of the page.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const { counts } = job
  return (
    <dialog ref={dialog} class="card stack" aria-labelledby="cancel-title" onClose={leave}>
      <h2 id="cancel-title">Cancel this job?</h2>
      <p>
        What is solved is kept.
        {counts.pending > 0 && ` The other puzzles, ${numberText(counts.pending)} now, will not be solved any more.`}
        {job.state === 'open' && ' No more puzzles can be added.'}
      </p>
      <div class="row">
        <Button class="primary" onClick={cancel}>
          Cancel the job
        </Button>
        <Button onClick={() => dialog.current?.close()}>Let it run</Button>
      </div>
    </dialog>
  )
}
