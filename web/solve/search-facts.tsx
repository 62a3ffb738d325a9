import type { Answer } from './use-solving.ts'

/** What the search took. */
export function SearchFacts({ job, result, tookMs }: Answer) {
  const { backtracks, searchBacktracks, strategy } = result
  const workerMs = job.startedAt && job.finishedAt ? Date.parse(job.finishedAt) - Date.parse(job.startedAt) : undefined
  const isWholeSearchLonger = searchBacktracks !== null && searchBacktracks !== backtracks
  return (
    <dl class="facts">
      {backtracks !== null && (
        <div>
          <dt>{isWholeSearchLonger ? 'Backtracks to the first solution' : 'Backtracks'}</dt>
          <dd>{backtracks.toLocaleString('en')}</dd>
        </div>
      )}
      {isWholeSearchLonger && (
        <div>
          <dt>In the whole search</dt>
          <dd>{searchBacktracks.toLocaleString('en')}</dd>
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
  )
}

function durationOf(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
