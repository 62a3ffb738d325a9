import { numberText } from '../ui/number-text.ts'
import type { Answer } from './use-solving.ts'

/** What the search took. */
export function SearchFacts({ job, result, tookMs }: Answer) {
  const { backtracks, searchBacktracks, strategy } = result
  const workerMs = job.startedAt && job.finishedAt ? Date.parse(job.finishedAt) - Date.parse(job.startedAt) : undefined
  const isWholeSearchLonger = searchBacktracks !== null && searchBacktracks !== backtracks
  return (
    <>
      <dl class="facts">
        {backtracks !== null && (
          <div>
            <dt>Backtracks</dt>
            <dd>{numberText(backtracks)}</dd>
          </div>
        )}
        {isWholeSearchLonger && (
          <div>
            <dt>Backtracks in all</dt>
            <dd>{numberText(searchBacktracks)}</dd>
          </div>
        )}
        <div>
          <dt>Strategy</dt>
          <dd>{strategy}</dd>
        </div>
        {tookMs !== undefined && (
          <div>
            <dt>From click to answer</dt>
            <dd>{durationOf(tookMs)}</dd>
          </div>
        )}
        {workerMs !== undefined && (
          <div>
            <dt>In the worker</dt>
            <dd>{durationOf(workerMs)}</dd>
          </div>
        )}
      </dl>
      {backtracks !== null && (
        <p class="quiet small">
          A backtrack is a digit that the search tried and had to take back
          {isWholeSearchLonger && ': so often before its first solution, and in all until the search ended'}.
        </p>
      )}
    </>
  )
}

function durationOf(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
