import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, UnreachableError } from '../../shared/client/api-error.ts'
import { pause } from '../../shared/client/pause.ts'
import type { DeliveryView, JobView } from '../../shared/protocol/views.ts'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { hashOf } from '../page/address.ts'
import { usePage } from '../page/page-state.ts'
import { service, untilVisible, useService } from '../page/service.ts'
import { announce } from '../ui/announcements.tsx'
import { Facts } from '../ui/facts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, numberText, searchWords } from '../ui/words.ts'
import { durationText, isTelling, rateText, whenText } from './amounts.ts'
import { Downloads } from './downloads.tsx'
import { JobActions, type JobActionsProps } from './job-actions.tsx'
import { Outcomes } from './outcomes.tsx'
import { HistogramCard, Ratings } from './ratings.tsx'
import { Results } from './results.tsx'
import { attemptWords, finishedIn, jobName, mayGetOn, outcomeWords, STATE_TONES, webhookWords } from './status-words.ts'
import { UploadCard } from './upload-card.tsx'

/** One job: how it gets on, what came out, and what can be done with it. */
export function JobScreen({ id }: { readonly id: string }) {
  const { puzzle } = usePage()
  const { job, error, again, show } = useJob(id)
  const announced = useRef<string | undefined>(undefined)
  // Each new state is announced; counts change too often to be read out.
  useEffect(() => {
    if (!job) return
    const { state, counts } = job
    if (announced.current !== undefined && announced.current !== state)
      announce(`The job is ${state}: ${outcomeWords(counts) || countOf(counts.total, 'puzzle')}.`)
    announced.current = state
  }, [job?.state])
  // A service that has started anew may have forgotten a job that was seen.
  if (error instanceof ApiError && error.status === 404) {
    return (
      <NoJob name={jobName({ id })} title="There is no job with this address.">
        Jobs are kept for seven days, and only those who submitted them can see them. The link may be incomplete, too.
      </NoJob>
    )
  }
  const trouble = error !== undefined && <Trouble error={error} retry={again} />
  if (!job) return <NoJob name={jobName({ id })}>{trouble || 'Loading…'}</NoJob>
  if (job.state === 'expired') {
    return (
      <NoJob name={jobName(job)} title="This job has expired.">
        It was submitted on {whenText(job.createdAt)}; its results were kept until {whenText(job.expiresAt)}.
      </NoJob>
    )
  }
  // The counts of every strategy, against ratings where the job has them.
  const compare = hashOf({ view: 'watch', job: undefined, puzzle, query: { tab: 'sets', set: 'job', job: id } })
  const hasPuzzles = job.counts.total > 0
  return (
    <div class="stack bulk">
      <JobHead job={job} show={show}>
        {job.options.include?.includes('counts') && job.backtracks.histogram.length > 0 && (
          <a href={compare}>Compare strategies</a>
        )}
        <JobActions job={job} show={show} again={again} />
      </JobHead>
      {trouble}
      <UploadCard job={job} />
      {hasPuzzles && <Downloads job={job} />}
      {hasPuzzles || job.state === 'open' ? (
        <div class="job-columns columns">
          <JobProgress job={job} />
          <Backtracks job={job} />
        </div>
      ) : (
        <p class="card quiet">No puzzle came before it ended.</p>
      )}
      {hasPuzzles && job.ratings && <Ratings job={job} ratings={job.ratings} />}
      {hasPuzzles && <Results job={job} isAway={error !== undefined} />}
    </div>
  )
}

/** How long to wait for a service that is away, once the client's own retries have failed. */
const AWAY_MS = 5000
/** Somebody looks on: what they see is no older than in the list of jobs. */
const LOOK_MS = 2000

/**
 * Follows a job as long as it can change and somebody sees the page. There is an error while it cannot be seen.
 *
 * @returns also how to look at once, even if it had ended, and how to show the job as another request has returned it
 */
function useJob(id: string) {
  const [job, setJob] = useState<JobView>()
  const follow = async (signal: AbortSignal) => {
    for (;;) {
      try {
        for await (const next of service(signal).watchJob(id, LOOK_MS)) {
          setJob(next)
          setError(undefined)
          await untilVisible(signal)
        }
        return
      } catch (caught) {
        if (signal.aborted || !(caught instanceof UnreachableError)) throw caught
        setError(caught)
      }
      await pause(AWAY_MS, signal)
      await untilVisible(signal)
    }
  }
  const { error, setError, again } = useService(follow, [id])
  return { job, error, again, show: setJob }
}

type ShownJob = Pick<JobActionsProps, 'job' | 'show'>

const SEARCH_WORDS: Readonly<Record<number, string>> = {
  1: 'one solution each',
  2: 'with a look for a second solution',
}

function JobHead({ job, show, children }: ShownJob & { readonly children: ComponentChildren }) {
  const { state, options, createdAt, expiresAt } = job
  const search = SEARCH_WORDS[options.solutions] ?? `up to ${numberText(options.solutions)} solutions each`
  return (
    <header class="apart">
      <div>
        <ToList />
        <div class="row job-head">
          <h1>{jobName(job)}</h1>
          <span class={`badge ${STATE_TONES[state] ?? ''}`}>{state}</span>
        </div>
        <p class="quiet small">
          {STRATEGIES[options.strategy].title}, {[options.rules].flat().join(' and ')} rules, {search}
          {options.include && `, includes ${options.include.join(', ')}`} · submitted {whenText(createdAt)}, kept until{' '}
          {whenText(expiresAt)}
        </p>
        <Webhook job={job} show={show} />
      </div>
      <div class="row no-print">{children}</div>
    </header>
  )
}

function ToList() {
  return (
    <a class="small no-print to-list" href={usePage().hrefOf('files')}>
      All jobs
    </a>
  )
}

/** What there is to say in the place of a job. */
function NoJob({ name, title, children }: { name: string; title?: string; children: ComponentChildren }) {
  return (
    <div class="stack bulk">
      <h1>{name}</h1>
      <div class={title ? 'card stack quiet' : 'quiet'}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      <ToList />
    </div>
  )
}

/** How far a job is: what became of its puzzles, how fast it is and how long it takes. */
function JobProgress({ job }: { readonly job: JobView }) {
  const { state, counts, mismatches, search, puzzlesPerSecond, secondsLeft } = job
  const { total, pending } = counts
  const { finished, words } = finishedIn(counts)
  // The service forgets how far a search was that is cancelled; the page has seen it.
  const seen = useRef(search)
  seen.current = search ?? seen.current
  const longest = counts.cancelled > 0 ? seen.current : search
  // Until the counts changed last, by the service's clock.
  const seconds = puzzlesPerSecond === null ? undefined : (total - pending) / puzzlesPerSecond
  const secondsNow = useRunning(seconds, pending > 0)
  return (
    <section class="card stack" aria-labelledby="progress">
      <div class="row job-head">
        <h2 id="progress">Puzzles</h2>
        <p class="quiet small number">
          {words}
          {state === 'open' && ' so far'}
        </p>
      </div>
      <progress value={finished} max={Math.max(1, total)} aria-label="Puzzles done" />
      <Outcomes counts={counts} pending={pending} />
      <Facts
        facts={{
          [pending > 0 ? 'Time so far' : 'Time']: secondsNow === undefined ? undefined : durationText(secondsNow),
          Speed: isTelling(finished, seconds) ? rateText(finished / seconds) : undefined,
          'Time left': state === 'running' && secondsLeft !== null ? durationText(secondsLeft) : undefined,
        }}
      />
      {state === 'cancelling' && (
        <p class="quiet small">Waits for the searches that are under way to stop, and cancels the rest.</p>
      )}
      {longest && (
        <p class="quiet small number">
          The longest search{search === undefined && ', when it was cancelled'}: {searchWords(longest)}.
        </p>
      )}
      {mismatches > 0 && (
        <p class="bad">
          {countOf(mismatches, 'solution')} that came with the puzzles {mismatches === 1 ? 'is' : 'are'} wrong; the
          details of a puzzle say where.
        </p>
      )}
    </section>
  )
}

/** A time that runs on from answer to answer: from the earliest begin that any of them tells of, so that it never goes back. */
function useRunning(seconds: number | undefined, isRunning: boolean): number | undefined {
  const begin = useRef(Number.POSITIVE_INFINITY)
  const [, draw] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => draw(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (seconds === undefined || !isRunning) return seconds
  begin.current = Math.min(begin.current, performance.now() - seconds * 1000)
  return (performance.now() - begin.current) / 1000
}

/** How many backtracks the puzzles took: in all, at most, and as a histogram. */
function Backtracks({ job }: { readonly job: JobView }) {
  const { sum, max, histogram } = job.backtracks
  const none = job.counts.cancelled > 0 ? 'No search was finished.' : 'No puzzle was searched.'
  // A job of hard puzzles alone would begin with a screen of empty rows.
  const ranges = histogram.slice(histogram.findIndex(({ puzzles }) => puzzles > 0))
  return (
    <HistogramCard
      id="backtracks"
      title="Backtracks"
      caption="Puzzles by the backtracks that they took"
      heading="Backtracks"
      empty={mayGetOn(job) ? 'No puzzle is done yet.' : none}
      rows={ranges.map(({ from, to, puzzles }) => ({
        key: from,
        label: from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`,
        count: puzzles,
      }))}
    >
      <Facts facts={{ 'In all': numberText(sum), 'The hardest puzzle': numberText(max) }} />
    </HistogramCard>
  )
}

/** How the webhook of a job stands; and what came of each attempt to tell it, once somebody asks. */
function Webhook({ job, show }: ShownJob) {
  const { id, webhook, finishedAt } = job
  const [attempts, setAttempts] = useState<readonly DeliveryView[]>([])
  const [error, setError] = useState<unknown>(undefined)
  const look = () => {
    Promise.all([service().listDeliveries(id).then(setAttempts), service().getJob(id).then(show)]).catch(setError)
  }
  // A job that has ended is not followed, but it is told later, and again.
  useEffect(() => {
    if (!webhook || !finishedAt || (webhook.state && !webhook.nextAt)) return
    const dueMs = webhook.nextAt ? Date.parse(webhook.nextAt) - Date.now() : Date.now() - Date.parse(finishedAt)
    const timer = setTimeout(look, Math.max(2000, dueMs))
    return () => clearTimeout(timer)
  }, [job])
  if (!webhook) return null
  const words = webhookWords({ ...webhook, attempts: Math.max(attempts.length, webhook.attempts ?? 0) })
  if (webhook.state === undefined) return <p class="quiet small">{words}</p>
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && look()}>
      <summary>{words}</summary>
      {error !== undefined && <Trouble error={error} retry={look} />}
      <ul class="small bullets">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            {whenText(attempt.at, '2-digit')}: {attemptWords(attempt)}, after {durationText(attempt.tookMs / 1000)}
          </li>
        ))}
      </ul>
    </details>
  )
}
