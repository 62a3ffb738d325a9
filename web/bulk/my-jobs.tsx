import { useEffect, useState } from 'hono/jsx/dom'
import type { JobView } from '../../shared/protocol/views.ts'
import { hashOf } from '../address.ts'
import { usePage } from '../page-state.ts'
import { service } from '../service.ts'
import { numberText } from '../ui/number-text.ts'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, whenText } from './amounts.ts'
import { isWorking, outcomeWords, toneOfState } from './outcomes.ts'
import { pause, untilVisible } from './patience.ts'
import { fileNameOf } from './upload/file-names.ts'

const JOBS_A_PAGE = 20
const REFRESH_MS = 3000

interface Listed {
  readonly jobs: readonly JobView[]
  readonly hasMore: boolean
}

/** The asker's jobs, newest first; looked at again as long as something runs and somebody sees it. */
export function MyJobs() {
  const [shown, setShown] = useState(JOBS_A_PAGE)
  const [round, setRound] = useState(0)
  const [listed, setListed] = useState<Listed | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      for (;;) {
        const found = await firstJobs(shown, signal)
        setListed(found)
        setError(undefined)
        if (!found.jobs.some(({ state, counts }) => isWorking(state, counts))) return
        await pause(REFRESH_MS, signal)
        await untilVisible(signal)
      }
    }
    follow().catch((caught) => {
      if (!signal.aborted) setError(caught)
    })
    return () => stop.abort()
  }, [shown, round])
  return (
    <section class="card stack" aria-labelledby="my-jobs">
      <h2 id="my-jobs">My jobs</h2>
      {error !== undefined && <Trouble error={error} retry={() => setRound(round + 1)} />}
      {!listed && error === undefined && <p class="quiet">Loading…</p>}
      {listed?.jobs.length === 0 && <p class="quiet">None yet. Jobs are kept for seven days.</p>}
      {listed && listed.jobs.length > 0 && (
        <ul class="jobs">
          {listed.jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
      )}
      {listed?.hasMore && (
        <div class="row">
          <button type="button" onClick={() => setShown(shown + JOBS_A_PAGE)}>
            Show more
          </button>
        </div>
      )}
    </section>
  )
}

async function firstJobs(count: number, signal: AbortSignal): Promise<Listed> {
  const jobs: JobView[] = []
  for await (const job of service(signal).listJobs()) {
    if (jobs.length === count) return { jobs, hasMore: true }
    jobs.push(job)
  }
  return { jobs, hasMore: false }
}

function JobItem({ job }: { readonly job: JobView }) {
  const { puzzle } = usePage()
  const { id, state, counts, options, createdAt } = job
  const done = counts.total - counts.pending
  const name = jobName(id)
  return (
    <li>
      <div class="job-head">
        <a href={hashOf({ view: 'bulk', job: id, puzzle, query: {} })}>{name}</a>
        <span class={`badge ${toneOfState(state)}`}>{state}</span>
      </div>
      <p class="quiet small">
        <time dateTime={createdAt}>{whenText(createdAt)}</time> · {options.strategy}
      </p>
      {isWorking(state, counts) ? (
        <div class="job-progress">
          <progress value={done} max={counts.total} aria-label={`${name}: puzzles done`} />
          <p class="small number">
            {numberText(done)} of {countOf(counts.total, 'puzzle')}
          </p>
        </div>
      ) : (
        <p class="small number job-counts">{outcomeWords(counts) || 'no puzzles'}</p>
      )}
    </li>
  )
}

/** A job by its file where that is known, else by the beginning of its id. */
export function jobName(id: string): string {
  return fileNameOf(id) ?? `Job ${id.slice(0, 8)}`
}
