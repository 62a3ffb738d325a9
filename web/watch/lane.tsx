import { useState } from 'preact/hooks'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { Board, placeOf } from '../grid/board.tsx'
import { memo } from '../ui/memo.ts'
import { numberText } from '../ui/number-text.ts'
import { STRATEGY_WORDS } from '../ui/strategy-words.ts'
import { Trouble } from '../ui/trouble.tsx'
import { useStore } from '../ui/use-store.ts'
import { DepthLine } from './depth-line.tsx'
import { asideWords, resultWords, stepWords } from './step-words.ts'
import type { Frame } from './tape/search-tape.ts'
import type { Recorded } from './tape/tape-protocol.ts'
import type { WatchedTape } from './tape/watched-tape.ts'
import { cellsOf, hottestOf } from './watched-cells.ts'
import type { WatchedPuzzle } from './watched-puzzle.ts'

interface LaneProps {
  readonly tape: WatchedTape
  readonly watched: WatchedPuzzle
  /** All that are played in step: they share a scale of heat. */
  readonly tapes: readonly WatchedTape[]
  readonly isHeated: boolean
  readonly retry: () => void
}

/** One search: its board, what its last step did, and its counts. The clock runs without it; it follows its tape. */
export const Lane = memo(({ tape, watched, tapes, isHeated, retry }: LaneProps) => {
  const { strategy } = tape
  const { recorded, frame, failure } = useStore(tape.subscribe, () => tape.watched)
  const [cursor, setCursor] = useState(0)
  const { size, rules } = watched.text
  const most = isHeated ? mostUndoneIn(tapes) : 0
  return (
    <section class={`lane lane-${size}`} aria-label={strategy}>
      <div class="lane-head">
        <h2>{strategy}</h2>
        <p class="quiet small">{STRATEGY_WORDS[strategy].sentence}</p>
      </div>
      {failure && <Trouble error={failure} retry={retry} />}
      {frame && (
        <>
          <div class={`lane-board${frame.last?.kind === 'undo' ? ' took-back' : ''}`}>
            <Board
              label={`Grid of ${strategy}`}
              size={size}
              rules={rules}
              cells={cellsOf(watched.puzzle, frame, most)}
              cursor={cursor}
              onCursor={setCursor}
            />
          </div>
          <Happening frame={frame} recorded={recorded} strategy={strategy} watched={watched} />
          <dl class="facts lane-facts">
            <div>
              <dt>Backtracks</dt>
              <dd>{numberText(frame.backtracks)}</dd>
            </div>
            <div>
              <dt>Depth</dt>
              <dd>{numberText(frame.depth)}</dd>
            </div>
            <div class="lane-step">
              <dt>Step</dt>
              <dd>
                {numberText(frame.step)}
                <span class="quiet"> of {numberText(recorded.length)}</span>
              </dd>
            </div>
          </dl>
          {isHeated && <p class="quiet small">{heatWords(frame, watched)}</p>}
          <DepthLine recorded={recorded} step={frame.step} />
        </>
      )}
    </section>
  )
})

interface HappeningProps {
  readonly frame: Frame
  readonly recorded: Recorded
  readonly strategy: StrategyName
  readonly watched: WatchedPuzzle
}

/** What the step did, what else could have stood there, and at the end how the search came out. */
function Happening({ frame, recorded, strategy, watched }: HappeningProps) {
  const result = resultWords(frame, recorded)
  return (
    <div class="happening">
      <p>
        <strong>{stepWords(frame, watched.text.size)}</strong>
      </p>
      {result ? (
        <p>
          <span class={`badge ${frame.isSolution ? 'good' : recorded.end === 'limit' ? 'warn' : 'bad'}`}>{result}</span>
        </p>
      ) : (
        <p class="quiet">{asideWords(frame, strategy, watched.text)}</p>
      )}
    </div>
  )
}

function heatWords(frame: Frame, { text }: WatchedPuzzle): string {
  const hottest = hottestOf(frame)
  if (!hottest) return 'Nothing was taken back so far.'
  return `Taken back most: ${placeOf(hottest.cell, text.size)}, ${numberText(hottest.count)} times.`
}

function mostUndoneIn(tapes: readonly WatchedTape[]): number {
  return Math.max(...tapes.map(({ watched: { frame } }) => (frame && hottestOf(frame)?.count) ?? 0))
}
