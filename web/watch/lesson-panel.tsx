import { useLayoutEffect, useRef } from 'preact/hooks'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { SelectField } from '../ui/select-field.tsx'
import { useStore } from '../ui/store.ts'
import { countOf } from '../ui/words.ts'
import { GuessTree } from './guess-tree.tsx'
import { learnsOn } from './load-lesson-words.ts'
import { lineAt, programFor, programsOf } from './programs.ts'
import { isWide, type PlayerProps } from './transport.tsx'
import type { WatchedPuzzle } from './watched-puzzle.ts'

/** Beside the board: what a text's puzzle teaches, the first search's program with its running line, and its tree. */
export function LessonPanel(props: PlayerProps & { readonly watched: WatchedPuzzle }) {
  const { playback, watched, isLarge, program: asked, change } = props
  const [tape] = playback.tapes
  const { frame, recording } = useStore(tape)
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
            class="field row no-print"
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

/** What a class can find out with a puzzle of the teaching texts, in three sentences, by the name of the example. */
const LESSONS: Readonly<Record<string, string>> = {
  'Devadas, input':
    'Brute force takes 579 guesses back here, the sweep after each guess 10. Go to the first dead end, and read which cell has no digit left. Then compare with single sweep: which guess does it never make?',
  'Devadas, inp2':
    'Four givens fewer than in the first grid, and brute force takes back eleven times as much: 6,363 guesses. The sweep takes back 33. Step over a few guesses, and see how little lies under each.',
  'Inkala 2006':
    'Once called the hardest Sudoku, and brute force takes 335,578 guesses back. Repeating the sweep until nothing changes leaves 11,536. Watch the depth curve: how deep is the search where it takes back most?',
  'Inkala 2010':
    'Also called the hardest, yet brute force takes back 9,949 guesses. What is hard for people and what is hard for a search are two things. Watch the depth curve: how often does the search come back to its first guesses?',
  'Liang, figure 2':
    'The grid of Liang’s case study, solved by his loop after 4,157 backtracks. Follow k: it goes up with each digit that fits, and down where none is left. Which free cell is the first to take all of its digits back?',
  'Liang, listing 1':
    'The grid in Liang’s program, with 1,538 backtracks by the loop and 3 by naked singles. Step to the first dead end with both side by side. What did the other search know by then?',
  'Devadas, even':
    'Cells with a square hold even digits: four candidates at most. Brute force still takes 2,056 guesses back. Show the candidates: what do the squares leave, and does the search use it?',
  'VIT, by hand':
    'A grid of 4×4 that can be followed by hand, with one backtrack. Step through it, and say before each step what comes next. Where is the dead end, and which guess has caused it?',
  'Liang, two givens short':
    'Liang’s grid without two of its givens has 18 solutions. The search stops at the first that it meets. Which digits could be exchanged in the solution that it found?',
}

/** The example of a teaching text that a puzzle is, with its lesson: those above are on brute force. */
export function textLessonOf(
  { text, rules, own }: PuzzleText,
  strategy: StrategyName,
): { name: string; words: string } | undefined {
  const example = own ? undefined : examples.find((each) => each.puzzle === text && each.rules === rules)
  if (!example) return undefined
  const { name, backtracks } = example
  if (strategy === 'brute-force') return { name, words: LESSONS[name] }
  const plain = countOf(backtracks['brute-force'] ?? 0, 'backtrack')
  const ask = 'How many does this search need, and what does it see that brute force does not?'
  return { name, words: `${STRATEGIES[strategy].sentence} Brute force needs ${plain} here. ${ask}` }
}
