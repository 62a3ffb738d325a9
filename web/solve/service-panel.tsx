import { useEffect, useState } from 'preact/hooks'
import { accept, type Checked } from '../../shared/checked.ts'
import { mostBacktracks } from '../../shared/job/limits.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { hashOf, parseAddress } from '../page/address.ts'
import { usePage } from '../page/page-state.ts'
import { isSamePuzzle, type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Facts } from '../ui/facts.tsx'
import { useHasKey } from '../ui/key.tsx'
import { numberText, searchWords } from '../ui/number-text.ts'
import { copied } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { OptionsForm, optionsIn, queryOf, type SolveOptions } from './options.tsx'
import type { ChosenSolution } from './shown-answer.ts'
import { SolutionPager } from './solution-pager.tsx'
import { type Answer, requestFor, useSolving } from './use-solving.ts'
import { verdictOf } from './verdict.ts'

interface ServicePanelProps {
  /** Whether somebody pressed the button; {@link taken} says that this was heard. */
  readonly isAsked: boolean
  readonly taken: () => void
  readonly canStart: boolean
  readonly choose: (chosen: ChosenSolution | undefined) => void
}

/** How the service is to solve the puzzle on the board, the very request, and what came of it. */
export function ServicePanel({ isAsked, taken, canStart, choose }: ServicePanelProps) {
  const { puzzle, address, setQuery } = usePage()
  const { activity, answer, solve, cancel } = useSolving()
  const options = optionsIn(address.query)
  const isBusy = activity.at === 'sending' || activity.at === 'searching'
  const change = (changed: Partial<SolveOptions>) => setQuery(queryOf(changed))
  const start = () => {
    if (!isBusy && canStart) solve(puzzle, options)
  }
  useEffect(() => {
    if (!isAsked) return
    taken()
    start()
  }, [isAsked])
  return (
    <div class="stack">
      {isBusy && <Progress cancel={cancel} search={activity.at === 'searching' ? activity.view?.search : undefined} />}
      {activity.at === 'trouble' && <Trouble error={activity.error} retry={activity.retry ?? start} />}
      {answer && (
        <ServiceAnswer
          key={answer.job.id}
          answer={answer}
          puzzle={puzzle}
          choose={choose}
          solveWith={(changed) => {
            change(changed)
            if (!isBusy) solve(puzzle, { ...options, ...changed })
          }}
        />
      )}
      <OptionsForm options={options} change={change} />
      <Request puzzle={puzzle} options={options} />
    </div>
  )
}

/** The very request as a command, for whoever wants to use the API. */
function Request({ puzzle, options }: { readonly puzzle: PuzzleText; readonly options: SolveOptions }) {
  const hasKey = useHasKey()
  const [isCopied, setCopied] = useState(false)
  const command = [
    `curl ${location.origin}/jobs`,
    ...(hasKey ? ['-H "authorization: Bearer $SUDOKU_API_KEY"'] : []),
    "-H 'content-type: application/json'",
    `-d '${JSON.stringify(requestFor(puzzle, options))}'`,
  ].join(' \\\n  ')
  const copy = async () => {
    const done = await copied(command)
    setCopied(done)
    announce(done ? 'The command is copied.' : 'The browser does not let this page copy. Select the command by hand.')
  }
  return (
    <figure class="request">
      <figcaption class="small quiet">
        The same by the <a href="/docs">API</a>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre class="mono" tabIndex={0}>
        {command}
      </pre>
      <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</Button>
    </figure>
  )
}

/** Most searches end before anybody could read that they go on. */
const BLINK_MS = 400

/** Says that a search goes on, for how long and how far it is, and can end it. Shows nothing while the search has hardly begun. */
function Progress({ cancel, search }: { readonly cancel: () => void; readonly search: JobView['search'] }) {
  const [seconds, setSeconds] = useState<number>()
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    const begin = performance.now()
    const look = () => setSeconds(Math.floor((performance.now() - begin) / 1000))
    const first = setTimeout(() => {
      look()
      announce('Searching.')
    }, BLINK_MS)
    const timer = setInterval(look, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  if (seconds === undefined) return null
  return (
    <div class="row apart">
      <span class="pair">
        <span class="spinner" aria-hidden="true" />
        {isEnding ? 'Cancelling…' : 'Searching…'} {seconds > 0 && <span class="number">{seconds} s</span>}
      </span>
      {search && <span class="quiet small number">{searchWords(search)}</span>}
      <Button
        aria-disabled={`${isEnding}`}
        onClick={() => {
          if (!isEnding) cancel()
          setEnding(true)
        }}
      >
        Cancel
      </Button>
    </div>
  )
}

interface ServiceAnswerProps {
  readonly answer: Answer
  /** The puzzle on the board now; the answer may be to an earlier one. */
  readonly puzzle: PuzzleText
  readonly choose: ServicePanelProps['choose']
  readonly solveWith: (options: Partial<SolveOptions>) => void
}

/** The service's finding, and where to go from there. */
function ServiceAnswer({ answer, puzzle, choose, solveWith }: ServiceAnswerProps) {
  const { hrefOf } = usePage()
  const { job, result, tookMs } = answer
  const asked = askedIn(answer, puzzle)
  const isStale = !asked.ok || !isSamePuzzle(asked.value, puzzle)
  const { tone, title, more } = verdictOf(result, job.options)
  const solutions = result.solutions ?? []
  useEffect(() => {
    if (tookMs !== undefined) announce([title, more ?? ''].join(' '))
  }, [])
  const show = (solution: string | undefined) =>
    choose(solution !== undefined && asked.ok ? { puzzle: asked.value, solution } : undefined)
  return (
    <section class={`card stack answer ${isStale ? 'stale' : ''}`} aria-label="Answer">
      {isStale && <p class="badge warn">For the grid before your edits</p>}
      <div>
        <h3 class={tone}>{title}</h3>
        {more && <p class="small quiet">{more}</p>}
      </div>
      {result.status === 'aborted' && <WhatNext options={job.options} size={puzzle.size} solveWith={solveWith} />}
      {solutions.length > 1 && !isStale && (
        <SolutionPager solutions={solutions} found={result.solutionCount} show={show} />
      )}
      <SearchFacts job={job} result={result} tookMs={tookMs} />
      <nav class="row" aria-label="More about this search">
        {result.backtracks !== null && (
          <>
            <a class="button" href={watchHref(hrefOf('watch'), asked.ok ? asked.value : puzzle, result)}>
              Watch this search
            </a>
            <a class="button" href={hrefOf('compare')}>
              Compare strategies
            </a>
          </>
        )}
        <a class="small" href={hrefOf('bulk', job.id)}>
          Its job in the Bulk view
        </a>
      </nav>
    </section>
  )
}

/** The puzzle that was asked about: with the rules of the one on the board, where this page does not know with which. */
function askedIn({ job: { options }, result, asked }: Answer, { own }: PuzzleText): Checked<PuzzleText> {
  if (asked) return accept(asked)
  const read = puzzleIn(result.puzzle, options.rules, options.size)
  return read.ok && own !== undefined ? accept({ ...read.value, own }) : read
}

/** A link that watches the puzzle that was asked about, which need not be on the board any more. */
function watchHref(href: string, puzzle: PuzzleText, { strategy: left }: PuzzleResult): string {
  const address = parseAddress(href)
  return hashOf({ ...address, puzzle, query: { ...address.query, left } })
}

interface WhatNextProps extends Pick<ServiceAnswerProps, 'solveWith'> {
  readonly options: SolveOptions
  readonly size: Size
}

/** Advice if the limit was too low. */
function WhatNext({ options, size, solveWith }: WhatNextProps) {
  const { strategy, backtrackLimit } = options
  const higher = Math.min(mostBacktracks(strategy, size), Math.max(1000, backtrackLimit * 10))
  return (
    <div class="row">
      {higher > backtrackLimit && (
        <Button onClick={() => solveWith({ backtrackLimit: higher })}>Try up to {numberText(higher)} backtracks</Button>
      )}
      {strategy !== 'bit-parallel' && (
        <Button onClick={() => solveWith({ strategy: 'bit-parallel' })}>
          Solve with {STRATEGIES['bit-parallel'].title}
        </Button>
      )}
    </div>
  )
}

/** The work of the search. */
function SearchFacts({ job, result, tookMs }: Omit<Answer, 'asked'>) {
  const { backtracks, searchBacktracks, strategy } = result
  const workerMs = job.startedAt && job.finishedAt ? Date.parse(job.finishedAt) - Date.parse(job.startedAt) : undefined
  const isWholeSearchLonger = searchBacktracks !== null && searchBacktracks !== backtracks
  return (
    <>
      <Facts
        facts={{
          Backtracks: backtracks === null ? undefined : numberText(backtracks),
          'Backtracks in all': isWholeSearchLonger ? numberText(searchBacktracks) : undefined,
          Strategy: STRATEGIES[strategy].title,
          'From click to answer': tookMs === undefined ? undefined : durationOf(tookMs),
          'In the worker': workerMs === undefined ? undefined : durationOf(workerMs),
        }}
      />
      {backtracks !== null && (
        <p class="quiet small">
          A backtrack is a digit that the search tried and had to take back
          {isWholeSearchLonger && '. The first count stops at the first solution, the second at the end of the search'}.
        </p>
      )}
    </>
  )
}

function durationOf(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
