import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Editor, type PlayedBoard } from '../grid/editor.tsx'
import { exampleName } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { usePage } from '../page/page-state.ts'
import { isEmptyPuzzle, isSamePuzzle } from '../rules/puzzle-text.ts'
import { Loaded, Panel } from '../ui/lazy.tsx'
import { Button } from '../ui/parts.tsx'
import { TryAgain } from '../ui/trouble.tsx'
import type { Rated } from './hint/play-panel.tsx'
import { useLiveAnswer } from './live-answer.ts'
import { countWords, isBeginning, type LiveWords, liveWords, SHOWN, SHOWN_WORDS, shownAnswer } from './shown-answer.ts'

/** The Solve view: one grid, solved in the browser while it is typed; and whatever else can be done with it. */
export function SolveView() {
  const { puzzle, address, setQuery } = usePage()
  const { cells, clashes } = useMemo(() => shownPuzzle(puzzle), [puzzle.text, puzzle.rules, puzzle.own])
  const { answer, stop } = useLiveAnswer(puzzle, clashes.length === 0 && !isEmptyPuzzle(puzzle))
  const isPlayed = puzzle.play !== undefined && address.query.playing !== 'off'
  const [lastPlayed, showBoard] = useState<PlayedBoard>()
  const place = useRef<HTMLDivElement>(null)
  const [lastSelected, select] = useState<readonly number[]>([0])
  // They may have been selected on a larger grid.
  const selected = lastSelected.every((cell) => cell < cells.length) ? lastSelected : [cells.length - 1]
  const [rated, tell] = useState<Rated>()
  const isOfThis = answer !== undefined && isSamePuzzle(answer.puzzle, puzzle)
  const solution = isOfThis ? answer.solution : undefined
  const possible = answer?.possible?.isWhole ? answer.possible.found : undefined
  // Newspapers misprint, and a puzzle with several solutions is played, too; not while its first givens are typed.
  const [isOpen, setDrawing] = useState(false)
  // Undoing may lead into a game.
  const isDrawing = isOpen && !isPlayed
  const isSeveral = isOfThis && answer.solutions === 'several' && !isBeginning(puzzle) && !isDrawing
  const canPlay = solution !== undefined || isSeveral
  const isAwaited = clashes.length === 0 && !answer?.solutions && !isEmptyPuzzle(puzzle) && !isBeginning(puzzle)
  const played = isPlayed ? lastPlayed : undefined
  const isLoading = isPlayed && !played && (canPlay || !answer?.solutions)
  // Whoever draws rules sees what they do.
  const usual = isDrawing ? 'candidates' : 'nothing'
  const shown = isPlayed ? 'nothing' : (SHOWN.find((known) => known === address.query.show) ?? usual)
  const show = (next: string) => setQuery({ show: next === usual ? undefined : next })
  const difficulty = rated && isSamePuzzle(rated.puzzle, puzzle) ? rated.difficulty : undefined
  const words = liveWords(puzzle, clashes, answer, difficulty, shown === 'nothing')
  const drawn = useMemo(() => shownAnswer(puzzle, cells, answer, shown), [cells, answer, shown])
  const name = exampleName(puzzle) ?? (puzzle.told?.split('\n', 1)[0] || 'Sudoku')
  return (
    <div class="solve">
      <Editor
        cells={played?.cells ?? drawn}
        played={isLoading ? 'loading' : played}
        {...{ place, selected, select, clashes, isDrawing, setDrawing }}
        conflict={answer?.conflict?.constraints}
        heading={<h1 data-printed={name}>Solve a Sudoku</h1>}
        start={
          <Panel
            summary="Make a puzzle"
            begins={['level', 'technique', 'clues'].some((wish) => wish in address.query)}
            load={async () => (await import('./new-puzzle.tsx')).NewPuzzle}
            props={{ place }}
          />
        }
        verdict={
          <>
            <VerdictLine
              words={played?.isSolved ? SOLVED : isPlayed ? { tone: words.tone, title: words.title } : words}
              isSaid={clashes.length === 0 && !isPlayed}
            >
              {answer?.search && !answer.solutions && (
                <Button class="no-print" onClick={stop}>
                  Stop
                </Button>
              )}
            </VerdictLine>
            {answer?.failure && <TryAgain />}
            <div class={canPlay || isAwaited ? 'play-room no-print' : ''}>
              {canPlay && (
                <Loaded
                  // The rating, hints and playing, which no puzzle has that is just being typed.
                  load={async () => (await import('./hint/play-panel.tsx')).PlayPanel}
                  props={{ solution, possible, place, selected, select, showBoard, tell }}
                />
              )}
            </div>
            {puzzle.told && (
              <Loaded load={async () => (await import('./export.tsx')).Remarks} props={{ told: puzzle.told }} />
            )}
          </>
        }
      >
        {!isPlayed && (
          <fieldset class="row choices small no-print" aria-label="Show">
            <span class="label">Show</span>
            {SHOWN.map((name) => (
              <label key={name} class="pair">
                <input type="radio" name="shown" checked={name === shown} onChange={() => show(name)} />
                {SHOWN_WORDS[name]}
              </label>
            ))}
          </fieldset>
        )}
        <Panel
          class="panel no-print"
          summary="Save, print or send"
          load={async () => (await import('./export.tsx')).Export}
          props={{
            name,
            isClear: clashes.length === 0,
            cells: played?.cells ?? drawn,
            marked: () => shownAnswer(puzzle, played?.cells ?? cells, answer, 'candidates'),
            solution,
          }}
        />
        {!isPlayed && isOfThis && answer.solution !== undefined && (
          <details class="panel no-print">
            <summary>Backtracks</summary>
            <p class="small">{countWords(answer)}</p>
            {answer.search && <Button onClick={stop}>Stop counting</Button>}
          </details>
        )}
      </Editor>
    </div>
  )
}

const SOLVED: LiveWords = { tone: 'good', title: 'Solved. Every digit is right.' }

interface VerdictLineProps {
  readonly words: LiveWords
  readonly children: ComponentChildren
  /** Whether to say it to those who do not see it; what clashes is said already. */
  readonly isSaid: boolean
}

/** By then what belongs to it is there, too, mostly; and nothing is said in the middle of typing. */
const SETTLED_MS = 600

/** Everything known of the puzzle, in a line that changes with every digit. */
function VerdictLine({ words, isSaid, children }: VerdictLineProps) {
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
        {children}
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
