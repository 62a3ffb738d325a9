import { useEffect, useState } from 'preact/hooks'
import type { JobView } from '../../../shared/protocol/views.ts'
import { countOf, numberText } from '../../ui/number-text.ts'
import { durationText, rateText } from '../amounts.ts'
import { isWorking, outcomesOf, STATUS_WORDS } from '../outcomes.ts'

/** How far a job is: what became of its puzzles, how fast, how long. */
export function JobProgress({ job }: { readonly job: JobView }) {
  const { state, counts, mismatches, puzzlesPerSecond, secondsLeft } = job
  const { total, pending } = counts
  const isOpen = state === 'open'
  const works = isWorking(state, counts)
  return (
    <section class="card stack" aria-labelledby="progress">
      <div class="job-head">
        <h2 id="progress">Puzzles</h2>
        <p class="quiet small number">
          {numberText(total - pending)} of {numberText(total)}
          {isOpen && ' so far'}
        </p>
      </div>
      <progress value={total - pending} max={Math.max(1, total)} aria-label="Puzzles done" />
      <dl class="facts outcomes">
        {outcomesOf(counts).map(({ status, count }) => (
          <div key={status}>
            <dt>{STATUS_WORDS[status]}</dt>
            <dd data-count={status}>{numberText(count)}</dd>
          </div>
        ))}
        {(pending > 0 || total === 0) && (
          <div>
            <dt>pending</dt>
            <dd data-count="pending">{numberText(pending)}</dd>
          </div>
        )}
      </dl>
      <dl class="facts">
        <div>
          <dt>Time</dt>
          <dd>
            <Elapsed job={job} />
          </dd>
        </div>
        {puzzlesPerSecond !== null && (
          <div>
            <dt>Rate</dt>
            <dd>{rateText(puzzlesPerSecond)}</dd>
          </div>
        )}
        {works && !isOpen && secondsLeft !== null && (
          <div>
            <dt>Time left</dt>
            <dd>{durationText(secondsLeft)}</dd>
          </div>
        )}
      </dl>
      {mismatches > 0 && (
        <p class="mismatches">
          {countOf(mismatches, 'solution')} that came with the puzzles {mismatches === 1 ? 'is' : 'are'} wrong; the
          details of a puzzle say where.
        </p>
      )}
    </section>
  )
}

/** Since a worker began with it, or since it was submitted. */
function Elapsed({ job: { createdAt, startedAt = createdAt, finishedAt } }: { readonly job: JobView }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (finishedAt) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [finishedAt])
  const end = finishedAt ? Date.parse(finishedAt) : Math.max(now, Date.now())
  return <>{durationText((end - Date.parse(startedAt)) / 1000)}</>
}
