import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../shared/client/http.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { PuzzleText } from '../address.ts'
import { usePage } from '../page-state.ts'
import { hasEnded, service } from '../service.ts'
import { nameJob } from '../ui/job-names.ts'
import type { SolveOptions } from './options.tsx'

/** What became of a puzzle that was sent off; all of it can be read from the service again. */
export interface Answer {
  readonly job: JobView
  readonly result: PuzzleResult
  /** From the click to the answer, where this page saw both. */
  readonly tookMs: number | undefined
}

type Activity =
  | { readonly at: 'rest' }
  | { readonly at: 'sending' }
  | { readonly at: 'searching'; readonly job: string }
  /** Without a retry nothing was sent yet, and what is on the board may be sent again. */
  | { readonly at: 'trouble'; readonly error: unknown; readonly retry?: () => void }

interface Solving {
  readonly activity: Activity
  /** The last one, also while the next is being looked for. */
  readonly answer: Answer | undefined
  solve(puzzle: PuzzleText, options: SolveOptions): void
  cancel(): void
}

/** The name under which the address keeps the job. */
export const ANSWER = 'answer'

const REST: Activity = { at: 'rest' }

/**
 * Sends puzzles off and follows them. The job is kept in the address, so a search that takes long is found again after
 * a reload, and its answer when coming back from another view.
 */
export function useSolving(): Solving {
  const { address, setQuery } = usePage()
  const id = address.query[ANSWER]
  const [answer, setAnswer] = useState<Answer | undefined>(undefined)
  const [activity, setActivity] = useState<Activity>(REST)
  const [attempt, setAttempt] = useState(0)
  const [life] = useState(() => new AbortController())
  const sending = useRef<AbortController | undefined>(undefined)
  const clicked = useRef<{ readonly job: string; readonly at: number } | undefined>(undefined)

  const solve = async ({ line, rules, size }: PuzzleText, options: SolveOptions) => {
    const at = performance.now()
    sending.current?.abort()
    const abort = new AbortController()
    sending.current = abort
    const signal = AbortSignal.any([abort.signal, life.signal])
    setActivity({ at: 'sending' })
    try {
      const job = await service(signal).createJob({ ...options, rules, size, puzzles: [line] })
      nameJob(job.id, 'One puzzle', 'view')
      clicked.current = { job: job.id, at }
      setQuery({ [ANSWER]: job.id })
    } catch (error) {
      if (signal.aborted) return
      setActivity({ at: 'trouble', error })
    }
  }

  useEffect(() => {
    if (id === undefined) {
      setActivity(REST)
      setAnswer(undefined)
      return
    }
    const abort = new AbortController()
    const follow = async () => {
      const client = service(abort.signal)
      setActivity({ at: 'searching', job: id })
      let job: JobView | undefined
      for await (const view of client.watchJob(id)) job = view
      const { value: result } = await client.results(id).next()
      const tookMs = clicked.current?.job === id ? performance.now() - clicked.current.at : undefined
      setActivity(REST)
      if (job && result) setAnswer({ job, result, tookMs })
    }
    follow().catch((error) => {
      if (abort.signal.aborted) return
      // Kept for some days, and for its owner: a link may outlive it.
      const isGone = error instanceof ApiError && error.status === 404
      setActivity(isGone ? REST : { at: 'trouble', error, retry: () => setAttempt((before) => before + 1) })
      if (isGone) setQuery({ [ANSWER]: undefined })
    })
    return () => abort.abort()
  }, [id, attempt])
  useEffect(() => () => life.abort(), [])

  const cancel = async () => {
    sending.current?.abort()
    if (activity.at !== 'searching') return setActivity(REST)
    try {
      await service().cancelJob(activity.job)
    } catch (error) {
      // What ended just before it has its answer on the way.
      if (!life.signal.aborted && !hasEnded(error)) setActivity({ at: 'trouble', error, retry: cancel })
    }
  }
  return { activity, answer, solve, cancel }
}
