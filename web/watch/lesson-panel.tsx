import { useLayoutEffect, useRef } from 'preact/hooks'
import { STRATEGIES } from '../../shared/sudoku/search/strategy-facts.ts'
import { SelectField } from '../ui/select-field.tsx'
import { useStore } from '../ui/use-store.ts'
import { GuessTree } from './guess-tree.tsx'
import { learnsOn } from './learned.ts'
import { textLessonOf } from './lesson-texts.ts'
import type { Playback } from './playback.ts'
import { lineAt, programFor, programsOf } from './programs.ts'
import { isWide, type PlayerSettings } from './transport.tsx'
import type { WatchedPuzzle } from './watched-puzzle.ts'

interface LessonPanelProps {
  readonly playback: Playback
  readonly watched: WatchedPuzzle
  readonly settings: PlayerSettings
}

/** Beside the board: what a text's puzzle teaches, the first search's program with its running line, and its tree. */
export function LessonPanel({ playback, watched, settings: { isLarge, program: asked, change } }: LessonPanelProps) {
  const [tape] = playback.tapes
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
  const running = lineAt(program, frame, recording, puzzle.rules.digits)
  return (
    <aside ref={panel} class="lesson stack" aria-label="Lesson">
      {/* The words of a text leave the program and the guesses their room only on a large screen. */}
      {text && (
        <details class="small" open={!isLarge && isWide(true)}>
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
            choose={(program) => change({ program })}
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
