import { useLayoutEffect, useRef } from 'preact/hooks'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { SYMBOLS } from '../grid/board.tsx'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useStore } from '../ui/use-store.ts'
import { numberText } from '../ui/words.ts'
import { learnsOn } from './learned.ts'
import { textLessonOf } from './lesson-texts.ts'
import type { Playback } from './playback.ts'
import { lineAt, programFor, programsOf } from './programs.ts'
import type { StandingGuess, TriedGuess } from './search-state.ts'
import type { Frame } from './search-tape.ts'
import type { WatchedPuzzle } from './watched-puzzle.ts'
import type { WatchedTape } from './watched-tape.ts'

interface LessonPanelProps {
  readonly playback: Playback
  /** The search that it explains. */
  readonly tape: WatchedTape
  readonly watched: WatchedPuzzle
  readonly isLarge: boolean
  /** The title of the program that somebody chose. */
  readonly program: string | undefined
  readonly onProgram: (title: string) => void
}

/** Beside the board: what a text's puzzle teaches, the program with its running line, and the tree of guesses. */
export function LessonPanel({ playback, tape, watched, isLarge, program: asked, onProgram }: LessonPanelProps) {
  const { frame, recording } = useStore(tape.subscribe, () => tape.state)
  const { puzzle, source } = watched
  const text = textLessonOf(source, tape.strategy)
  const programs = programsOf(tape.strategy, learnsOn(puzzle, tape.strategy))
  const program = programFor(programs, asked, text?.name)
  const panel = useRef<HTMLElement>(null)
  // Where they are longer than their room, the running line and the latest guess stay in sight; nothing else scrolls.
  useLayoutEffect(() => {
    const [code, guesses] = panel.current?.querySelectorAll<HTMLElement>('.program, .guesses') ?? []
    if (!code) return
    // It tells their size at once, before anything is painted, and when the window or Large makes them lower.
    const observer = new ResizeObserver(() => {
      const line = code.querySelector<HTMLElement>('[aria-current]')
      if (line) {
        const lowest = line.offsetTop + line.offsetHeight - code.clientHeight
        code.scrollTop = Math.min(line.offsetTop, Math.max(code.scrollTop, lowest))
      }
      guesses.scrollTop = guesses.scrollHeight
    })
    observer.observe(code)
    return () => observer.disconnect()
  }, [frame, program])
  if (!frame) return null
  // Whether the words of a text leave the program and the guesses their room.
  const hasRoom = !isLarge && matchMedia('(min-width: 60rem) and (min-height: 44rem)').matches
  const running = lineAt(program, frame, recording, puzzle.rules.digits)
  return (
    <aside ref={panel} class="lesson stack" aria-label="Lesson">
      {text && (
        <details class="small" open={hasRoom}>
          <summary>{text.name}</summary>
          {text.words}
        </details>
      )}
      <div>
        {playback.tapes.length > 1 && <h3>{STRATEGIES[tape.strategy].title}, on the left</h3>}
        {programs.length > 1 ? (
          <SelectField
            id="program"
            label="Written as"
            class="field row in-line no-print"
            value={program.title}
            choices={programs.map(({ title }) => ({ value: title, title }))}
            choose={onProgram}
          />
        ) : (
          <h3>{program.title}</h3>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll has to be reached by keys */}
        <ol class="program mono" tabIndex={0} aria-label={`Program: ${program.title}`}>
          {program.lines.map(({ text }, i) => (
            <li
              key={i}
              aria-current={i === running ? 'step' : undefined}
              style={{ '--hang': `${text.search(/\S/) + 4}ch` }}
            >
              {text}
            </li>
          ))}
        </ol>
      </div>
      <GuessTree frame={frame} size={puzzle.rules.size} to={(step) => playback.to(step)} />
    </aside>
  )
}

/** So many of the latest guesses are shown unfolded: what happens, happens there. */
const UNFOLDED = 6

interface GuessTreeProps {
  readonly frame: Frame
  readonly size: number
  readonly to: (step: number) => void
}

/** The guesses that stand, one under the other, each behind those that were tried in its place and led to dead ends. */
function GuessTree({ frame: { path, tried }, size, to }: GuessTreeProps) {
  const folded = Math.max(0, path.length - UNFOLDED)
  const level = (guess: StandingGuess) => (
    <Level key={guess.step} guess={guess} tried={guess.tried} size={size} to={to} />
  )
  return (
    <details class="guesses" open>
      <summary>Guesses that stand: {numberText(path.length)}</summary>
      {folded > 0 && (
        <details>
          <summary class="small">The first {folded > 1 && `${numberText(folded)} `}of them</summary>
          <ol class="row">{path.slice(0, folded).map(level)}</ol>
        </details>
      )}
      <ol class="row">
        {path.slice(folded).map(level)}
        {tried.length > 0 && <Level tried={tried} size={size} to={to} />}
      </ol>
    </details>
  )
}

interface LevelProps extends Pick<GuessTreeProps, 'size' | 'to'> {
  /** Undefined where the search is about to choose. */
  readonly guess?: StandingGuess
  readonly tried: readonly TriedGuess[]
}

/** A choice of the search: dead ends lead to where they were left, the guess that stands to where it was made. */
function Level({ guess, tried, size, to }: LevelProps) {
  const nameOf = ({ cell, digit }: { cell: number; digit: number }) => `${nameOfCell(cell, size)} = ${SYMBOLS[digit]}`
  return (
    <li class="row">
      {tried.map((dead) => (
        <Button key={dead.from} class="guess dead" title="To its dead end" onClick={() => to(dead.to)}>
          <s>{nameOf(dead)}</s>
        </Button>
      ))}
      {guess && (
        <Button class="guess" title="To this guess" onClick={() => to(guess.step)}>
          {nameOf(guess)}
        </Button>
      )}
    </li>
  )
}
