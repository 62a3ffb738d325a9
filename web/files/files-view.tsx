import { useState } from 'preact/hooks'
import { pause } from '../../shared/client/pause.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { hashOf } from '../page/address.ts'
import { usePage } from '../page/page-state.ts'
import { service, untilVisible, useService } from '../page/service.ts'
import { Loaded } from '../ui/lazy.tsx'
import { Button } from '../ui/parts.tsx'
import { useStore } from '../ui/store.ts'
import { Trouble } from '../ui/trouble.tsx'
import { countOf } from '../ui/words.ts'
import { agoText, whenText } from './amounts.ts'
import { lastRun } from './file-run.ts'
import { finishedIn, isWorking, jobName, outcomeWords, STATE_TONES } from './status-words.ts'
import { SubmitCard } from './submit-card.tsx'

/** The Files view: a place to submit a file of puzzles, and the jobs; or one job. */
export function FilesView() {
  const { job } = usePage().address
  const run = useStore(lastRun)
  // Whoever comes with a file needs none of it.
  if (job)
    return <Loaded key={job} load={async () => (await import('./job-screen.tsx')).JobScreen} props={{ id: job }} />
  return (
    <div class="stack bulk">
      <div>
        <h1>Solve a file of puzzles</h1>
        <p class="quiet">Ten of them or millions: they are solved while the file is still on its way.</p>
      </div>
      {/* Where the file was that somebody has solved: below all options it would be out of sight. */}
      {run && <Loaded load={async () => (await import('./file-run-card.tsx')).FileRunCard} props={{ run }} />}
      <SubmitCard />
      <MyJobs />
    </div>
  )
}

/** How many more jobs each press of the button shows. */
const JOBS_AT_A_TIME = 20
const REFRESH_MS = 3000

/** The reader's jobs, newest first. The list is refreshed as long as a job runs and somebody sees the page. */
function MyJobs() {
  const [shown, setShown] = useState(JOBS_AT_A_TIME)
  const [list, setList] = useState<Awaited<ReturnType<typeof firstJobs>>>()
  const follow = async (signal: AbortSignal) => {
    for (;;) {
      const found = await firstJobs(shown, signal)
      setList(found)
      setError(undefined)
      if (!found.jobs.some(({ state, counts }) => isWorking(state, counts))) return
      await pause(REFRESH_MS, signal)
      await untilVisible(signal)
    }
  }
  const { error, setError, again } = useService(follow, [shown])
  return (
    <section class="card stack" aria-labelledby="my-jobs">
      <h2 id="my-jobs">Jobs</h2>
      {error !== undefined && <Trouble error={error} retry={again} />}
      {!list && error === undefined && <p class="quiet">Loading…</p>}
      {list?.jobs.length === 0 && <p class="quiet">None yet. Jobs are kept for seven days.</p>}
      {list && list.jobs.length > 0 && (
        <ul class="jobs">
          {list.jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
      )}
      {list?.hasMore && (
        <div class="row">
          <Button onClick={() => setShown(shown + JOBS_AT_A_TIME)}>Show more</Button>
        </div>
      )}
    </section>
  )
}

async function firstJobs(count: number, signal: AbortSignal) {
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
  const { finished, words } = finishedIn(counts)
  const name = jobName(job)
  return (
    <li class="apart">
      <div>
        <div class="row job-head">
          <strong>
            <a href={hashOf({ view: 'files', job: id, puzzle, query: {} })}>{name}</a>
          </strong>
          <span class={`badge ${STATE_TONES[state] ?? ''}`}>{state}</span>
        </div>
        <p class="quiet small">
          {agoText((Date.now() - Date.parse(createdAt)) / 1000)},{' '}
          <time dateTime={createdAt}>{whenText(createdAt)}</time> · {countOf(counts.total, 'puzzle')} ·{' '}
          {STRATEGIES[options.strategy].title}
        </p>
      </div>
      {isWorking(state, counts) ? (
        <div class="job-progress">
          <progress value={finished} max={counts.total} aria-label={`${name}: puzzles done`} />
          <p class="small number">{words}</p>
        </div>
      ) : (
        <p class="small number">{outcomeWords(counts) || 'no puzzles'}</p>
      )}
    </li>
  )
}
