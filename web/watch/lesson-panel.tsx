import { useLayoutEffect, useRef } from 'preact/hooks'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { SelectField } from '../ui/select-field.tsx'
import { useStore } from '../ui/use-store.ts'
import { GuessTree } from './guess-tree.tsx'
import { learnsOn } from './learned.ts'
import { textLessonOf } from './lesson-texts.ts'
import type { Playback } from './playback.ts'
import { lineAt, programFor, programsOf } from './programs.ts'
import { isWide } from './transport.tsx'
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
    const line = code?.querySelector<HTMLElement>('[aria-current]')
    if (line) {
      const lowest = line.offsetTop + line.offsetHeight - code.clientHeight
      code.scrollTop = Math.min(line.offsetTop, Math.max(code.scrollTop, lowest))
    }
    if (guesses) guesses.scrollTop = guesses.scrollHeight
  }, [frame, program, isLarge])
  if (!frame) return null
  // Whether the words of a text leave the program and the guesses their room.
  const hasRoom = !isLarge && isWide(true)
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
