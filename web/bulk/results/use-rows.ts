import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JobView } from '../../../shared/protocol/views.ts'
import { service } from '../../service.ts'
import { LineRows } from './line-rows.ts'
import type { ResultsQuery } from './results-query.ts'
import type { FetchPage, Rows } from './rows.ts'
import { StatusRows } from './status-rows.ts'

/** The results of a job that an address shows, by row; whoever uses it is drawn again when more of them are there. */
export function useRows({ id, counts }: JobView, { status, from }: Pick<ResultsQuery, 'status' | 'from'>): Rows {
  const [, setDrawn] = useState(0)
  const redriven = useRedriven(counts.failed)
  const { rows, end } = useMemo(() => {
    const ending = new AbortController()
    const client = service(ending.signal)
    const fetchPage: FetchPage = (query) => client.resultsPage(id, query)
    const opened = status.length > 0 ? new StatusRows(fetchPage, status, from) : new LineRows(fetchPage, counts.total)
    opened.onChange = () => {
      if (!ending.signal.aborted) setDrawn((count) => count + 1)
    }
    return { rows: opened, end: ending }
  }, [id, status.join(), from, redriven])
  if (rows instanceof LineRows) rows.count = counts.total
  useEffect(() => () => end.abort(), [end])
  useEffect(() => rows.renew(), [rows, counts.total, counts.pending])
  return rows
}

/** How often there were fewer failed puzzles than before: they have been sent again, and what is known of them is old. */
function useRedriven(failed: number): number {
  const before = useRef({ failed, times: 0 })
  const { current } = before
  if (failed < current.failed) current.times++
  current.failed = failed
  return current.times
}
