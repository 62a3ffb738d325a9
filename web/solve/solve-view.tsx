import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Editor, type PlayedBoard } from '../grid/editor.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { type Address, ANSWER, hashOf } from '../page/address.ts'
import { usePage } from '../page/page-state.ts'
import { isClassic, isEmptyPuzzle, isSamePuzzle } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Loaded, Panel } from '../ui/loaded.tsx'
import { Button } from '../ui/parts.tsx'
import { TryAgain } from '../ui/trouble.tsx'
import { useDocumentEvent } from '../ui/use-document-event.ts'
import type { RatedWord } from './hint/play-panel.tsx'
import { useLiveAnswer } from './live-solver.ts'
import { type LiveWords, liveWords } from './live-words.ts'
import { type ChosenSolution, SHOWN, type Shown, shownAnswer } from './shown-answer.ts'

/** The Solve view: one grid, solved in the browser while it is typed; and whatever else can be done with it. */
export function SolveView() {
  const { puzzle, address, setQuery } = usePage()
  const { cells, clashes } = useMemo(() => shownPuzzle(puzzle), [puzzle.text, puzzle.rules, puzzle.own])
  const { answer, stop } = useLiveAnswer(puzzle, clashes.length === 0 && !isEmptyPuzzle(puzzle))
  const isPlayed = puzzle.play !== undefined
  const [lastPlayed, showBoard] = useState<PlayedBoard>()
  const [rated, tellWord] = useState<RatedWord>()
  const isWhole = answer?.solution !== undefined && isSamePuzzle(answer.puzzle, puzzle)
  const isRated = isClassic(puzzle) && isWhole
  const played = isPlayed ? lastPlayed : undefined
  const isLoading = isPlayed && !played && (isWhole || !answer?.solutions)
  const shown = isPlayed ? 'nothing' : (SHOWN.find((known) => known === address.query.show) ?? 'solution')
  const [chosen, choose] = useState<ChosenSolution>()
  const solution = chosen && isSamePuzzle(chosen.puzzle, puzzle) ? chosen.solution : undefined
  const drawn = useMemo(() => shownAnswer(puzzle, cells, answer, shown, solution), [cells, answer, shown, solution])
  return (
    <div class="solve">
      <Editor
        cells={played?.cells ?? drawn}
        played={isLoading ? 'loading' : played}
        clashes={clashes}
        share={shareHash(address)}
        heading={<h1>Solve a Sudoku</h1>}
        verdict={
          <>
            <VerdictLine
              words={liveWords(
                puzzle,
                clashes,
                answer,
                isRated ? { word: rated?.puzzle === puzzle.text ? rated.word : undefined } : undefined,
              )}
              isSaid={clashes.length === 0}
            />
            {answer?.failure && <TryAgain />}
            {answer?.search && answer.solutions !== 'open' && <Button onClick={stop}>Stop</Button>}
            <div class="play-room no-print">
              {isWhole && (
                <Loaded load={loadHints} props={{ puzzle, solution: answer.solution, showBoard, tellWord }} />
              )}
            </div>
          </>
        }
      >
        {!isPlayed && (
          <ShownSwitch shown={shown} show={(next) => setQuery({ show: next === 'solution' ? undefined : next })} />
        )}
        <Service clashes={clashes} choose={choose} begin={answer?.solutions ? undefined : stop} />
        <Panel
          class="panel no-print"
          summary="New puzzle"
          load={async () => (await import('./new-puzzle.tsx')).NewPuzzle}
          props={{ puzzle }}
        />
        <Panel
          class="panel no-print"
          summary="Save and print"
          load={async () => (await import('./export.tsx')).Export}
          props={{
            puzzle,
            cells: played?.cells ?? drawn,
            solution: solution ?? (answer && isSamePuzzle(answer.puzzle, puzzle) ? answer.solution : undefined),
          }}
        />
      </Editor>
    </div>
  )
}

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  solution: 'Solution',
  candidates: 'Candidates',
  nothing: 'Nothing',
}

function ShownSwitch({ shown, show }: { readonly shown: Shown; readonly show: (shown: Shown) => void }) {
  return (
    <fieldset class="switch no-print">
      <legend class="label">In empty cells</legend>
      {SHOWN.map((name) => (
        <label key={name}>
          <input type="radio" name="shown" checked={name === shown} onChange={() => show(name)} />
          <span>{SHOWN_WORDS[name]}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface ServiceProps {
  readonly clashes: readonly string[]
  readonly choose: (chosen: ChosenSolution | undefined) => void
  /** What else is to be done: two searches side by side would both be slower. */
  readonly begin: (() => void) | undefined
}

/** The rating, hints and playing, which only puzzles have that are whole. */
const loadHints = async () => (await import('./hint/play-panel.tsx')).PlayPanel

const loadService = async () => (await import('./service-panel.tsx')).ServicePanel

/** The service's part: one button, and a panel that is folded until somebody wants it. */
function Service({ clashes, choose, begin }: ServiceProps) {
  const { address } = usePage()
  const [isOpen, setOpen] = useState(address.query[ANSWER] !== undefined)
  const [isAsked, setAsked] = useState(false)
  const canStart = clashes.length === 0
  const start = () => {
    if (!canStart) return announce('Nothing was sent: these givens clash.')
    begin?.()
    setOpen(true)
    setAsked(true)
  }
  // Ctrl + Enter solves wherever on the page the focus is.
  useDocumentEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  })
  return (
    <section class="service no-print" aria-label="Service">
      <Button aria-disabled={`${!canStart}`} aria-keyshortcuts="Control+Enter" onClick={start}>
        Solve on the service
      </Button>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Strategy and request</summary>
        {isOpen && <Loaded load={loadService} props={{ isAsked, taken: () => setAsked(false), canStart, choose }} />}
      </details>
    </section>
  )
}

/** The puzzle and the options, without the answer: who gets the link may not see the job, but can solve it anew. */
function shareHash(address: Address): string {
  const { [ANSWER]: _, ...query } = address.query
  return hashOf({ ...address, query })
}

interface VerdictLineProps {
  readonly words: LiveWords
  /** Whether to say it to those who do not see it; what clashes is said already. */
  readonly isSaid: boolean
}

/** By then what belongs to it is there, too, mostly; and nothing is said in the middle of typing. */
const SETTLED_MS = 600

/** Everything known of the puzzle, in a line that changes with every digit. */
function VerdictLine({ words, isSaid }: VerdictLineProps) {
  const { tone, title, more } = words
  const [said, say] = useState('')
  const latest = useRef(words)
  latest.current = words
  // Once for a title: the numbers behind it may change many times a second.
  useEffect(() => {
    const timer = setTimeout(() => {
      const { title, more } = latest.current
      say(isSaid && tone !== 'quiet' ? [title, more].filter(Boolean).join(' ') : '')
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, isSaid])
  return (
    <>
      <div class="verdict" data-tone={tone}>
        <h2>{title}</h2>
        {more && <p class="small quiet">{more}</p>}
      </div>
      {/* A live region of its own: what somebody does is said in the page's, and neither cuts off the other. */}
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  )
}
