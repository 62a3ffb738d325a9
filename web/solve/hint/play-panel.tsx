import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { hintLegend, type Stage } from '../../../shared/drawing/hint-shapes.ts'
import { groupedBy } from '../../../shared/grouped.ts'
import { nameOfCell } from '../../../shared/sudoku/grid/cell-name.ts'
import { countOf, type DigitSet, digitIn, hasDigit } from '../../../shared/sudoku/grid/digit-set.ts'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { type Mistakes, mistakesIn, mistakeWords } from '../../../shared/sudoku/hints/position.ts'
import type { Link } from '../../../shared/sudoku/rating/hint.ts'
import { SYMBOLS } from '../../grid/board.tsx'
import type { PlayedBoard } from '../../grid/editor.tsx'
import { usePage } from '../../page/page-state.ts'
import { ownRules, sentPuzzle } from '../../rules/own-rules.ts'
import { isClassic, isSameBoard, isSamePuzzle, type PuzzleText } from '../../rules/puzzle-text.ts'
import { announce } from '../../ui/announcements.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Trouble, TryAgain } from '../../ui/trouble.tsx'
import { chainLines, chainSentences, hintWords } from './hint-words.ts'
import {
  candidatesOn,
  cellsLike,
  erased,
  impossibleIn,
  isFull,
  lacksNotes,
  type Mode,
  type Play,
  playIn,
  positionIn,
  textOfPlay,
  withAllNotes,
  withDigit,
  withKey,
  withStep,
} from './play.ts'
import { LARGE, PlayKeypad, type Select, usePlayKeys } from './play-keypad.tsx'
import { PlayTimer } from './play-timer.tsx'
import { COLOURS, playedBoard, type Told } from './played-board.ts'
import { type Difficulty, type HintReply, useHints } from './use-hints.ts'

interface PlayPanelProps {
  /** The only solution of the page's puzzle; undefined of several. */
  readonly solution: string | undefined
  /** What each cell can hold in several solutions, where all of that is known. */
  readonly possible: readonly DigitSet[] | undefined
  /** Where the board is. */
  readonly place: RefObject<HTMLElement>
  readonly selected: readonly number[]
  readonly select: Select
  /** Puts what is played in the place of what was found; undefined where nobody plays. */
  readonly showBoard: (board: PlayedBoard | undefined) => void
  /** Says how hard the puzzle is. */
  readonly tell: (rated: Rated) => void
}

export interface Rated {
  readonly puzzle: PuzzleText
  readonly difficulty: Difficulty
}

/** What is said about the board, until that changes: that a step is looked for, the step, or else a sentence. */
interface Said extends Pick<Told, 'hint' | 'wrong'> {
  readonly isSearching?: boolean
  readonly words?: string
  /** Why no step follows. */
  readonly why?: 'mistakes' | 'stuck'
  readonly error?: unknown
}

/** As wide as a phone held upright, in CSS pixels. */
const PHONE_PX = 480

/** The words on the button that tells more, by what is told already. */
const MORE: Readonly<Record<Stage, string>> = { where: 'What is it?', what: 'Show it', drawn: 'Apply it' }

/** Beside the answer: how hard the puzzle is, the next step for who wants it, and playing on from here. */
export function PlayPanel(props: PlayPanelProps) {
  const { solution, possible, place, selected, select, showBoard, tell } = props
  const { address, puzzle, edit, undo, canUndo, setQuery, mark } = usePage()
  const ask = useHints()
  const [lastSaid, setSaid] = useState<{ readonly about: string; readonly said: Said }>()
  const [mode, setMode] = useState<Mode>('digit')

  const latest = useRef(puzzle)
  latest.current = puzzle
  // What was played stays while somebody looks at the puzzle, or at its solution.
  const kept = useMemo(() => playIn(puzzle), [puzzle.text, puzzle.rules, puzzle.own, puzzle.play])
  const isKept = puzzle.play !== undefined
  const play = isKept && address.query.playing !== 'off' ? kept : undefined
  const said = play && lastSaid?.about === puzzle.text + puzzle.play ? lastSaid.said : undefined
  const { hint, wrong, why } = said ?? {}
  const drawnStep = hint?.stage === 'drawn' ? hint.step : undefined
  const isWhole = hint?.chain === undefined && drawnStep && drawnStep.links.length <= MOST_ARROWS
  const links = drawnStep?.links.filter(({ chain }) => isWhole || chain === hint?.chain) ?? []
  const lit = hint?.lit ?? (links.length > MOST_ARROWS ? [] : undefined)

  const begin = () => {
    mark()
    return put(kept)
  }
  const put = (next: Play): PuzzleText => {
    const played = { ...puzzle, play: textOfPlay(next) }
    edit(played)
    setQuery({ playing: undefined })
    return played
  }
  const say = (about: PuzzleText, next: Said) => {
    setSaid({ about: about.text + about.play, said: next })
    if (next.words) announce(next.words)
    if (!next.hint) return
    const { title, more } = hintWords(next.hint.step, next.hint.stage, puzzle.size)
    announce(`${title}. ${more}`)
  }
  const find = async (on: PuzzleText, stage: Stage) => {
    const board = playIn(on)
    if (isFull(board)) return check(on)
    const mistakes = mistakesOn(board)
    const words = 'Something on the board is wrong, so no step follows from it.'
    if (mistakes.digits.length + mistakes.notes.length > 0) return say(on, { words, why: 'mistakes' })
    say(on, { isSearching: true })
    try {
      const step = await ask<HintReply>({
        puzzle: sentPuzzle(on),
        hasOneSolution: solution !== undefined,
        placed: [...board.digits],
        candidates: candidatesOn(board),
      })
      // Somebody went on meanwhile.
      if (!isSameBoard(latest.current, on)) return
      if (!step) return say(on, { words: noStepOn(board), why: 'stuck' })
      // All chains are drawn at first where a reader can follow so many at once.
      const isClear = step.links.length <= MOST_ARROWS && step.links.every(({ chain }) => chain < MOST_CHAINS)
      say(on, { hint: { step, stage, chain: isClear ? undefined : 0 } })
    } catch (error) {
      say(on, { error })
    }
  }
  const noStepOn = ({ digits }: Play): string => {
    if (possible?.every((set, cell) => digits[cell] > 0 || countOf(set) > 1))
      return 'Nothing more follows: in the empty cells the solutions of this puzzle differ.'
    const looked = isClassic(puzzle) && solution !== undefined ? 'wings, loops and chains' : 'rules and contradictions'
    return `No step is left that can be explained: singles, locked candidates, sets, fish, ${looked} were looked for.`
  }
  /** An empty cell whose digit is known: the one with the fewest candidates. */
  const knownCell = (): readonly [cell: number, digit: number] | undefined => {
    if (!play) return undefined
    const digits = solution ? digitsOf(solution) : possible?.map((set) => (countOf(set) === 1 ? digitIn(set) : 0))
    const sets = candidatesOn(play)
    const open = [...sets.keys()].filter((cell) => play.digits[cell] === 0 && digits?.[cell])
    const [cell] = open.toSorted((a, b) => countOf(sets[a]) - countOf(sets[b]))
    return cell === undefined || !digits ? undefined : [cell, digits[cell]]
  }
  const mistakesOn = (board: Play): Mistakes =>
    solution === undefined ? impossibleIn(puzzle, board, possible) : mistakesIn(positionIn(board), digitsOf(solution))
  const isSolvedBy = (board: Play) => isFull(board) && mistakesOn(board).digits.length === 0
  /** Says what is wrong, which, apart from conflicts, nothing does unasked. */
  const check = (on: PuzzleText) => {
    const board = playIn(on)
    if (isSolvedBy(board)) return announce('Solved. Every digit is right.')
    const mistakes = mistakesOn(board)
    const breaches = puzzle.own === undefined ? [] : ownRules().breachesOf(puzzle, board.digits)
    const words = [mistakeWords(mistakes, board.on.rules), ...breaches.map(({ words }) => words)].join(' ')
    say(on, { words, wrong: [...mistakes.digits, ...mistakes.notes] })
  }
  /** Takes the step that is told, if one is, and draws the next. */
  const goOn = () => find(play ? (hint ? put(withStep(play, hint.step)) : puzzle) : begin(), 'drawn')
  const tellMore = () => {
    if (!play) void find(begin(), 'where')
    else if (why === 'mistakes') check(puzzle)
    else if (known) {
      const [cell, digit] = known
      const words = `${nameOfCell(cell, puzzle.size)} is ${SYMBOLS[digit]}: the answer has it there.`
      select(() => [cell])
      say(put(withDigit(play, cell, digit)), { words })
    } else if (!hint) void find(puzzle, 'where')
    else if (hint.stage === 'drawn') {
      put(withStep(play, hint.step))
      announce('Done. The next hint is one press away.')
    } else say(puzzle, { hint: { ...hint, stage: hint.stage === 'where' ? 'what' : 'drawn' } })
  }

  /** Writes into the selected cells; 0 erases. What is pressed before somebody plays begins it. */
  const press = (digit: number, as: Mode = mode) => {
    // So that this, too, can be taken back.
    if (!play) begin()
    const next = digit === 0 ? erased(kept, selected, as) : withKey(kept, selected, as, digit)
    const played = put(next)
    announce(wordsOfPress(kept, next, selected[selected.length - 1], as, digit))
    if (isFull(next) && !isFull(kept)) check(played)
  }
  const selectLike = (cell: number) => {
    if (play) select(() => cellsLike(play, cell))
  }
  // The keypad stays as it is while cells are selected.
  const hands = useRef({ press, selected, selectLike, canUndo })
  hands.current = { press, selected, selectLike, canUndo }
  usePlayKeys({ size: puzzle.size, isPlaying: play !== undefined, mode, setMode, press, select })
  const clear = () => {
    put(playIn({ ...puzzle, play: '' }))
    announce('What you played is taken back.')
  }
  const showsClashes = address.query.conflicts !== 'off'
  const drawn = useMemo(
    () => play && playedBoard(puzzle, play, { hint: hint && { ...hint, lit }, wrong, showsClashes }),
    [play, hint, wrong, showsClashes],
  )
  const isSolved = useMemo(() => play !== undefined && isSolvedBy(play), [play, solution, possible])
  const board = useMemo(() => {
    const keypad = (
      <PlayKeypad
        {...{ mode, setMode, place, select }}
        size={puzzle.size}
        press={(digit) => hands.current.press(digit)}
        undo={() => {
          if (hands.current.canUndo) announce('Undone.')
          undo()
        }}
        isSelected={(cell) => hands.current.selected.includes(cell)}
        selectLike={(cell) => hands.current.selectLike(cell)}
      />
    )
    return drawn && { ...drawn, keypad, clear, isSolved }
  }, [drawn, mode, isSolved])
  // Before the browser draws: what was found is not seen where somebody plays.
  useLayoutEffect(() => showBoard(board), [board])
  useEffect(() => () => showBoard(undefined), [])
  // On a phone a hint on a large board is then in sight, too.
  useEffect(() => {
    if (play && puzzle.size >= LARGE && innerWidth < PHONE_PX) place.current?.scrollIntoView()
  }, [play === undefined])

  const known = why === 'stuck' ? knownCell() : undefined
  // No further step, or not even a digit that could be told.
  const isEnd = isSolved || why === 'stuck'
  const isOver = isSolved || (why === 'stuck' && !known)
  const about = [puzzle.rules, puzzle.text, puzzle.own].join(' ')
  const words = hint && hintWords(hint.step, hint.stage, puzzle.size)
  const sentences = drawnStep ? chainSentences(drawnStep) : []
  const chains = Math.max(0, ...(drawnStep?.links.map(({ chain }) => chain + 1) ?? []))
  return (
    <section class="play-panel stack no-print" aria-label="Hints">
      <ButtonRow label="Hints" class="row tight hint-buttons">
        <Button class={isOver ? '' : 'primary'} aria-disabled={`${isOver}`} onClick={() => isOver || tellMore()}>
          {hint ? MORE[hint.stage] : why === 'mistakes' ? 'Tell what' : known ? 'Tell a digit' : 'Hint'}
        </Button>
        <Button aria-disabled={`${!(play && canUndo)}`} onClick={() => play && canUndo && void find(undo(), 'drawn')}>
          Previous step
        </Button>
        <Button aria-disabled={`${isEnd}`} onClick={() => isEnd || void goOn()}>
          Next step
        </Button>
      </ButtonRow>
      {said && (
        <div class="card hint stack tight breaking">
          {said.isSearching && <p class="quiet">Looking for the next step…</p>}
          {said.words && <p>{said.words}</p>}
          {'error' in said && <Trouble error={said.error} />}
          {words && <h3>{words.title}</h3>}
          {words && <p>{words.more}</p>}
          {drawnStep && drawn && (
            <ul class="row hint-legend small quiet">
              {hintLegend(drawnStep, drawn.shapes).map((sign) => (
                <li key={sign}>{sign}</li>
              ))}
            </ul>
          )}
          {hint && chains > 1 && (
            <SelectField
              id="chain"
              label="Chain"
              class="pair small"
              value={hint.chain}
              choices={[undefined, ...Array(chains).keys()].map((value) => ({
                value,
                title: value === undefined ? `All ${chains} at once` : `${value + 1} of ${chains}`,
              }))}
              choose={(chain) => say(puzzle, { hint: { ...hint, chain } })}
            />
          )}
          {links.length > 0 && (
            <ChainLinks
              links={links}
              light={(lit) => setSaid((before) => before && { ...before, said: { hint: hint && { ...hint, lit } } })}
            />
          )}
          {sentences.length > 0 && (
            <details>
              <summary>In words ({sentences.length})</summary>
              <ul class="small">
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
      <ButtonRow label="Playing" class="row tight hint-buttons playing">
        {/* In one place, to and fro. */}
        {play ? (
          <Button onClick={() => setQuery({ playing: 'off' })}>Back to the puzzle</Button>
        ) : (
          <Button
            onClick={() => {
              begin()
              place.current?.scrollIntoView({ block: 'nearest' })
            }}
          >
            {isKept ? 'Go on playing' : 'Play it yourself'}
          </Button>
        )}
        {play && !isSolved && (
          <>
            {lacksNotes(play) ? (
              <Button onClick={() => put(withAllNotes(play))}>Fill in notes</Button>
            ) : (
              // Notes under a digit are not seen.
              play.centre.some((set, cell) => set !== 0 && play.digits[cell] === 0) && (
                <Button onClick={() => put({ ...play, centre: play.centre.map(() => 0) })}>Remove notes</Button>
              )
            )}
            <Button
              aria-pressed={`${showsClashes}`}
              onClick={() => setQuery({ conflicts: showsClashes ? 'off' : undefined })}
            >
              Conflicts
            </Button>
            <Button onClick={() => check(puzzle)}>Check</Button>
            <Button onClick={() => setQuery({ playing: 'off', show: 'solution' })}>Show the solution</Button>
          </>
        )}
      </ButtonRow>
      {solution !== undefined && <Rating tell={tell} />}
      {play && <PlayTimer key={about} about={about} isOver={isSolved} />}
    </section>
  )
}

/** What a key did at the cursor. */
function wordsOfPress(before: Play, after: Play, cell: number, mode: Mode, digit: number): string {
  if (digit === 0) return 'Empty.'
  if (before === after) return before.on.givens[cell] > 0 ? 'A given stays.' : 'That is not for this cell.'
  if (mode === 'digit') return after.digits[cell] > 0 ? SYMBOLS[after.digits[cell]] : 'Empty.'
  const name = mode === 'colour' ? COLOURS[digit] : SYMBOLS[digit]
  return `${name} ${hasDigit(after[mode][cell], digit) ? 'noted' : 'is no longer noted'}.`
}

interface ChainLinksProps {
  readonly links: readonly Link[]
  /** Draws the arrows of these alone, or of all. */
  readonly light: (lit: readonly Link[] | undefined) => void
}

/** More arrows than these hide the digits that they lead over. */
const MOST_ARROWS = 24
const MOST_CHAINS = 3

/** A chain to be walked along, by mouse, finger or arrow keys. */
function ChainLinks({ links, light }: ChainLinksProps) {
  // What follows in two chains follows in each alone.
  const lines = [...groupedBy<number, Link>(links, ({ chain }) => chain)].flatMap(([chain, own]) =>
    chainLines(own).map((line) => ({ ...line, key: `${chain} ${line.words}` })),
  )
  return (
    <details open={links.length > MOST_ARROWS}>
      <summary>Link by link ({lines.length})</summary>
      {links.length > MOST_ARROWS && <p class="small quiet">Choose a line for its arrow: all would hide the board.</p>}
      <ButtonRow label="Links" class="hint-links stack tight">
        {lines.map(({ words, links, key }) => (
          <Button
            key={key}
            class="line"
            onMouseEnter={() => light(links)}
            onMouseLeave={() => light(undefined)}
            onFocus={() => light(links)}
            onBlur={() => light(undefined)}
          >
            {words}
          </Button>
        ))}
      </ButtonRow>
    </details>
  )
}

/** Finds out how hard the puzzle is for a person, which stands beside the answer; here is only said if it cannot. */
function Rating({ tell }: Pick<PlayPanelProps, 'tell'>) {
  const { puzzle } = usePage()
  const ask = useHints()
  const [failed, fail] = useState<PuzzleText>()
  useEffect(() => {
    ask<Difficulty>({ rated: sentPuzzle(puzzle) }).then(
      (difficulty) => tell({ puzzle, difficulty }),
      () => fail(puzzle),
    )
  }, [puzzle.text, puzzle.rules, puzzle.own])
  if (!failed || !isSamePuzzle(puzzle, failed)) return null
  return (
    <div class="small row">
      The part that rates puzzles could not be loaded. <TryAgain />
    </div>
  )
}
