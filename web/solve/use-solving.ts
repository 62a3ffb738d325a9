import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../shared/client/api-error.ts'
import type { JobRequest } from '../../shared/client/client.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ANSWER } from '../page/address.ts'
import { usePage } from '../page/page-state.ts'
import { hasEnded, service } from '../page/service.ts'
import { sentPuzzle } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { nameJob } from '../ui/job-names.ts'
import type { SolveOptions } from './options.tsx'

/** The service's finding for a puzzle; it can be read again at any time while the job is kept. */
export interface Answer {
  readonly job: JobView
  readonly result: PuzzleResult
  /** Time from the click to the answer; undefined where this page did not see the click. */
  readonly tookMs: number | undefined
  /** The puzzle that this page sent; undefined where it did not, as results do not tell what a puzzle brought. */
  readonly asked: PuzzleText | undefined
}

type Activity =
  | { readonly at: 'rest' }
  | { readonly at: 'sending' }
  | { readonly at: 'searching'; readonly job: string; readonly view?: JobView }
  /** No retry means that nothing was accepted yet: the puzzle on the board can be sent again. */
  | { readonly at: 'trouble'; readonly error: unknown; readonly retry?: () => void }

/** The request to solve a puzzle. */
export function requestFor(puzzle: PuzzleText, options: SolveOptions): JobRequest {
  const { text, rules, size, own } = sentPuzzle(puzzle)
  return { ...options, rules, size, puzzles: [own ? { puzzle: text, ...own } : text] }
}

const REST: Activity = { at: 'rest' }

/**
 * Sends puzzles to the service and follows their jobs. The address has the job's id, so that a long search is found
 * again after a reload, and its answer after a visit to another view.
 */
export function useSolving() {
  const { address, setQuery } = usePage()
  const id = address.query[ANSWER]
  /** The last one, which stays while the next is being looked for. */
  const [answer, setAnswer] = useState<Answer>()
  const [activity, setActivity] = useState<Activity>(REST)
  const [attempt, setAttempt] = useState(0)
  const [life] = useState(() => new AbortController())
  const sending = useRef<AbortController | undefined>(undefined)
  const clicked = useRef<{ readonly job: string; readonly at: number; readonly puzzle: PuzzleText }>()

  const solve = async (puzzle: PuzzleText, options: SolveOptions) => {
    const at = performance.now()
    sending.current?.abort()
    const abort = new AbortController()
    sending.current = abort
    const signal = AbortSignal.any([abort.signal, life.signal])
    setActivity({ at: 'sending' })
    try {
      const job = await service(signal).createJob(requestFor(puzzle, options))
      nameJob(job.id, 'One puzzle', 'view')
      clicked.current = { job: job.id, at, puzzle }
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
      for await (const view of client.watchJob(id)) {
        job = view
        setActivity({ at: 'searching', job: id, view })
      }
      const { value: result } = await client.results(id).next()
      const click = clicked.current?.job === id ? clicked.current : undefined
      const tookMs = click && performance.now() - click.at
      setActivity(REST)
      if (job && result) setAnswer({ job, result, tookMs, asked: click?.puzzle })
    }
    follow().catch((error) => {
      if (abort.signal.aborted) return
      // A job is kept for some days, and only its owner sees it: a link to it may outlive it.
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
      // A job that ended just before has its answer on the way.
      if (!life.signal.aborted && !hasEnded(error)) setActivity({ at: 'trouble', error, retry: cancel })
    }
  }
  return { activity, answer, solve, cancel }
}
