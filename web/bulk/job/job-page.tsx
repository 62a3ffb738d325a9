import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '../../../shared/client/http.ts'
import type { JobView } from '../../../shared/protocol/views.ts'
import { hashOf } from '../../address.ts'
import { usePage } from '../../page-state.ts'
import { announce } from '../../ui/announce.ts'
import { countOf, numberText } from '../../ui/number-text.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { whenText } from '../amounts.ts'
import { jobName } from '../my-jobs.tsx'
import { outcomeWords, toneOfState } from '../outcomes.ts'
import { Results } from '../results/results.tsx'
import { UploadCard } from '../upload/upload-card.tsx'
import { Backtracks } from './backtracks.tsx'
import { Downloads } from './downloads.tsx'
import { JobActions } from './job-actions.tsx'
import { JobProgress } from './job-progress.tsx'
import { useJob } from './use-job.ts'

/** One job: how it gets on, what came out, and what can be done with it. */
export function JobPage({ id }: { readonly id: string }) {
  const { job, error, again, show } = useJob(id)
  useAnnounced(job)
  if (!job) return <NoJob id={id} error={error} retry={again} />
  if (job.state === 'expired') return <Expired job={job} />
  return (
    <div class="stack bulk">
      <Head job={job}>
        <JobActions job={job} show={show} again={again} />
      </Head>
      {error !== undefined && <Trouble error={error} retry={again} />}
      <UploadCard job={job} />
      <div class="job-columns">
        <JobProgress job={job} />
        <Backtracks job={job} />
      </div>
      {job.counts.total > 0 && <Results job={job} isAway={error !== undefined} />}
      {job.counts.total > 0 && <Downloads job={job} />}
    </div>
  )
}

const SEARCH_WORDS: Readonly<Record<number, string>> = {
  1: 'one solution each',
  2: 'with a look for a second solution',
}

function Head({ job, children }: { readonly job: JobView; readonly children: ComponentChildren }) {
  const { id, state, options, createdAt, expiresAt } = job
  const search = SEARCH_WORDS[options.solutions] ?? `up to ${numberText(options.solutions)} solutions each`
  return (
    <header class="job-top">
      <div>
        <ToList />
        <div class="job-head">
          <h1>{jobName(id)}</h1>
          <span class={`badge ${toneOfState(state)}`}>{state}</span>
        </div>
        <p class="quiet small">
          {options.strategy}, {options.rules} rules, {search} · submitted {whenText(createdAt)}, kept until{' '}
          {whenText(expiresAt)}
        </p>
      </div>
      <div class="row no-print">{children}</div>
    </header>
  )
}

function ToList() {
  const { puzzle } = usePage()
  return (
    <a class="small no-print" href={hashOf({ view: 'bulk', job: undefined, puzzle, query: {} })}>
      All jobs
    </a>
  )
}

interface NoJobProps {
  readonly id: string
  readonly error: unknown
  readonly retry: () => void
}

/** Before a job is seen, and where it never is. */
function NoJob({ id, error, retry }: NoJobProps) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <div class="stack bulk">
      <h1>{jobName(id)}</h1>
      {isUnknown ? (
        <div class="card stack">
          <p>
            <strong>There is no job with this address.</strong>
          </p>
          <p class="quiet">
            Jobs are kept for seven days, and only those who submitted them can see them. Part of the link may be
            missing.
          </p>
        </div>
      ) : error !== undefined ? (
        <Trouble error={error} retry={retry} />
      ) : (
        <p class="quiet">Loading…</p>
      )}
      <p>
        <ToList />
      </p>
    </div>
  )
}

function Expired({ job }: { readonly job: JobView }) {
  return (
    <div class="stack bulk">
      <h1>{jobName(job.id)}</h1>
      <div class="card stack">
        <p>
          <strong>This job has expired.</strong>
        </p>
        <p class="quiet">
          It was submitted on {whenText(job.createdAt)}; its results were kept until {whenText(job.expiresAt)}.
        </p>
      </div>
      <p>
        <ToList />
      </p>
    </div>
  )
}

/** Says when a job has come into another state: counts change too often to be read out. */
function useAnnounced(job: JobView | undefined): void {
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!job) return
    const { state, counts } = job
    const isNews = before.current !== undefined && before.current !== state
    before.current = state
    if (isNews) announce(`The job is ${state}: ${outcomeWords(counts) || countOf(counts.total, 'puzzle')}.`)
  }, [job?.state])
}
