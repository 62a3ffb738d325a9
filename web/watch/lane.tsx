import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { Board, type BoardCell } from '../grid/board.tsx'
import { Facts } from '../ui/facts.tsx'
import { memo } from '../ui/memo.ts'
import { useStore } from '../ui/store.ts'
import { Trouble } from '../ui/trouble.tsx'
import { numberText } from '../ui/words.ts'
import { inferenceOf, type Reason } from './inference.ts'
import { learnsOn, lessonWords } from './load-lesson-words.ts'
import { candidatesIn, ORIGINS } from './search-state.ts'
import type { Frame } from './search-tape.ts'
import { asideWords, exploredText, resultWords, stepWords } from './step-words.ts'
import type { WatchedPuzzle } from './watched-puzzle.ts'
import type { Recording, WatchedTape } from './watched-tape.ts'

interface LaneProps {
  readonly tape: WatchedTape
  readonly watched: WatchedPuzzle
  readonly hasCandidates: boolean
  /** Stands in place of the strategy's name, if it can be chosen here. */
  readonly choice: ComponentChildren
  readonly retry: () => void
}

/** One search: its board, what its last step did, and its counts. It follows its tape, and knows no clock. */
export const Lane = memo((props: LaneProps) => {
  const { tape, choice, retry } = props
  const { strategy } = tape
  const { puzzle } = props.watched
  const { recording, frame, failure } = useStore(tape)
  const [cursor, setCursor] = useState(0)
  const { title, sentence } = STRATEGIES[strategy]
  const inference = frame && inferenceOf(puzzle, frame, learnsOn(puzzle, strategy))
  const result = frame && resultWords(frame, recording)
  const isTurn = frame?.last && !('cell' in frame.last)
  const jump = isTurn && frame.lesson && lessonWords().jumpWords(puzzle, frame.lesson)
  return (
    <section class="lane" aria-label={title}>
      <div class="lane-fit stack">
        <div class="lane-head row">
          {choice}
          <h2 class={choice ? 'unseen' : ''} title={sentence}>
            {title}
          </h2>
        </div>
        {failure !== undefined && <Trouble error={failure} retry={retry} />}
        {frame && (
          <>
            <div class={`lane-board${frame.last?.kind === 'undo' ? ' took-back' : ''}`}>
              <Board
                label={`Grid of ${title}`}
                rules={puzzle.rules}
                cells={cellsOf(props, frame, inference)}
                cursor={cursor}
                onCursor={setCursor}
              />
            </div>
            <Facts
              class="lane-facts"
              facts={{
                Step: (
                  <>
                    {numberText(frame.step)}
                    <span class="quiet"> of {numberText(recording.length)}</span>
                  </>
                ),
                Backtracks: numberText(frame.backtracks),
                Depth: numberText(frame.path.length),
                Explored: exploredText(frame, recording),
              }}
            />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll has to be reached by keys */}
            <div class="lane-words number" tabIndex={0}>
              {/* What the step did, and why or what else could have stood there; at the end, how the search came out. */}
              <p>
                <strong>{stepWords(frame, puzzle)}</strong>
              </p>
              {(inference || jump || !result) && (
                <p class="quiet">
                  {inference?.words ?? asideWords(frame, strategy, puzzle)}
                  {jump && <span class="jump"> {jump}</span>}
                </p>
              )}
              {result && (
                <p>
                  <span
                    class={`badge ${!frame.digits.includes(0) ? 'good' : recording.end === 'limit' ? 'warn' : 'bad'}`}
                  >
                    {result}
                  </span>
                </p>
              )}
            </div>
            <DepthCurve recording={recording} step={frame.step} />
          </>
        )}
      </div>
    </section>
  )
})

/** The part of a frame that a board shows. */
function cellsOf(
  { tape, watched: { puzzle }, hasCandidates }: LaneProps,
  frame: Frame,
  inference?: Reason,
): BoardCell[] {
  const last = frame.last && 'cell' in frame.last ? frame.last : undefined
  const deadEnd = frame.lesson
    ? lessonWords().violationIn(puzzle, frame)
    : frame.left && lessonWords().deadEndOf(puzzle, frame, tape.strategy)
  const reasons = new Set(inference?.cells ?? deadEnd?.because)
  const standing = hasCandidates ? candidatesIn(puzzle, frame.digits) : []
  // Where the try ended, what was left is said, and not what is left without it.
  const inTry = hasCandidates ? candidatesIn(puzzle, frame.left?.digits ?? frame.digits) : []
  const isUndo = last?.kind === 'undo'
  const before = hasCandidates && last && !isUndo ? candidatesIn(puzzle, frame.digits.with(last.cell, 0)) : []
  let tried = 0
  for (const { cell, digit } of frame.tried) if (isUndo && cell === last.cell) tried |= 1 << (digit - 1)
  return Array.from(frame.digits, (digit, cell): BoardCell => {
    const isCurrent = cell === last?.cell
    const conflicts = deadEnd?.cells.has(cell) === true
    return {
      digit,
      kind: ORIGINS[frame.origins[cell]],
      mark: puzzle.marks.get(cell),
      isCurrent,
      conflicts,
      isReason: reasons.has(cell),
      candidates: isCurrent ? frame.candidates & ~tried : (conflicts ? inTry : standing)[cell],
      removed: isCurrent ? tried : (before[cell] ?? 0) & ~standing[cell],
    }
  })
}

const WIDTH = 1000
const HEIGHT = 100
/** Keeps a curve along the edge from being cut in half. */
const MARGIN = 4

/** How deep a search was over its steps, and at which of them it is shown. */
function DepthCurve({ recording, step }: { recording: Recording; step: number }) {
  const { depths, length } = recording
  const { stretches, stretchLength } = depths
  const most = Math.max(1, ...stretches.map((stretch) => stretch.most))
  // Along the greatest depths to the right, and back along the least: drawn again when more is recorded.
  const curve = useMemo(() => {
    const xOf = (i: number) => ((WIDTH * Math.min(i * stretchLength, length)) / Math.max(1, length)).toFixed(1)
    const yOf = (depth: number) => (HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * depth) / most).toFixed(1)
    const there = stretches.map(({ most }, i) => `${xOf(i)} ${yOf(most)}`)
    const back = stretches.map(({ least }, i) => `${xOf(i)} ${yOf(least)}`).reverse()
    return stretches.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`
  }, [recording])
  const place = length === 0 ? 0 : (step / length) * WIDTH
  return (
    <div class="lane-depth">
      <span class="depth-name tiny quiet">Depth curve</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Depth over all steps: up to ${numberText(most)} ${most === 1 ? 'guess' : 'guesses'} at once`}
      >
        <path d={curve} />
        <path class="depth-place" d={`M${place.toFixed(1)} 0V${HEIGHT}`} />
      </svg>
    </div>
  )
}
