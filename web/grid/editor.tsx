import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { rulesFor } from '../../shared/sudoku/rules.ts'
import { emptyPuzzle, isEmptyLine, type PuzzleText } from '../address.ts'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/browser.ts'
import { numberText } from '../ui/number-text.ts'
import { Board, SYMBOLS } from './board.tsx'
import { givenCountOf, shownPuzzle } from './cells.ts'
import { markSymbol, symbolWords, usePageKeys, withSymbol, writtenBy } from './edits.ts'
import { ExamplePicker } from './example-picker.tsx'
import { KindFields } from './kind-fields.tsx'
import { PasteField, pastedPuzzle } from './paste.tsx'
import { ShareLink } from './share-link.tsx'

/** Something to say about the puzzle that is shown, until it changes. */
interface Note {
  readonly about: PuzzleText
  readonly text: string
  readonly kind: 'refused' | 'many puzzles'
}

/** Files above this hold more than a puzzle, and are not read to find that out. */
const MAX_FILE_BYTES = 1_000_000

/**
 * The puzzle of the page, to be typed, pasted, dropped or chosen.
 *
 * @param share what a link to share says behind its `#`
 */
export function Editor({ share }: { readonly share: string }) {
  const { puzzle, edit, undo, redo, canUndo, canRedo, hrefOf } = usePage()
  const [place, setPlace] = useState(0)
  const [noted, setNote] = useState<Note | undefined>(undefined)
  const { cells, clashes } = useMemo(() => shownPuzzle(puzzle), [puzzle.line, puzzle.rules])
  const cursor = Math.min(place, cells.length - 1)
  const note = noted?.about.line === puzzle.line ? noted : undefined
  const say = useChangesSaid(puzzle, clashes)

  const change = (next: PuzzleText, words: string) => {
    say(words)
    setNote(undefined)
    edit(next)
  }
  const refuse = (text: string) => {
    setNote({ about: puzzle, text, kind: 'refused' })
    announce(text)
  }
  const write = (key: string) => {
    const written = writtenBy(key, puzzle, cursor)
    if (!written) return false
    if ('error' in written) refuse(written.error)
    else {
      change(withSymbol(puzzle, written.cell, written.symbol), symbolWords(written.symbol))
      setPlace(written.cursor)
    }
    return true
  }
  /** Puts what a text says on the board; otherwise says why not. */
  const take = (text: string): string | undefined => {
    const pasted = pastedPuzzle(text, puzzle.rules)
    if (!pasted.ok) return pasted.error
    const { puzzle: next, count } = pasted.value
    const many = count > 1 ? `That was ${numberText(count)} puzzles; the first one is on the board.` : ''
    change(next, many || `A ${next.size}×${next.size} grid with ${givenCountOf(next.line)} givens is on the board.`)
    if (many) setNote({ about: next, text: many, kind: 'many puzzles' })
  }
  const takeOrRefuse = (text: string) => {
    const error = take(text)
    if (error) refuse(error)
  }
  const stepBack = () => {
    if (canUndo) say('Undone.')
    undo()
  }
  const stepForth = () => {
    if (canRedo) say('Done again.')
    redo()
  }
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (!file) return takeOrRefuse(event.dataTransfer?.getData('text') ?? '')
    if (file.size > MAX_FILE_BYTES)
      refuse(`${file.name} is too large for one puzzle. The Bulk view takes files of any size.`)
    else takeOrRefuse(await file.text())
  }
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Who opens the page can type at once; who came through a link or a key keeps the focus there.
    if (document.activeElement !== document.body) return
    section.current?.querySelector<HTMLElement>('[data-cell="0"]')?.focus({ preventScroll: true })
  }, [])
  usePageKeys({ undo: stepBack, redo: stepForth, paste: takeOrRefuse })

  return (
    <section ref={section} class="card stack editor" aria-label="Puzzle">
      <div class="editor-fields no-print">
        <ExamplePicker />
        <KindFields puzzle={puzzle} change={change} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the keyboard has the paste field */}
      <div class="editor-board" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <Board
          label={`Puzzle, ${puzzle.size} by ${puzzle.size}`}
          size={puzzle.size}
          rules={puzzle.rules}
          cells={cells}
          cursor={cursor}
          onCursor={setPlace}
          onKey={(event) => {
            const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
            if (isPlain && write(event.key)) event.preventDefault()
          }}
        />
      </div>
      <div class="editor-notes small no-print">
        {!note && clashes.length === 0 && <p class="quiet">{countWords(puzzle)}</p>}
        {note && (
          <p class={note.kind === 'refused' ? 'bad' : ''}>
            {note.text} {note.kind === 'many puzzles' && <a href={hrefOf('bulk')}>Solve them all in the Bulk view</a>}
          </p>
        )}
        {clashes.slice(0, CLASHES_SHOWN).map((clash) => (
          <p key={clash} class="bad">
            {clash}
          </p>
        ))}
        {clashes.length > CLASHES_SHOWN && <p class="bad">And {clashes.length - CLASHES_SHOWN} more such places.</p>}
      </div>
      <Keypad puzzle={puzzle} cursor={cursor} onKey={write} />
      <div class="row editor-tools no-print">
        <button type="button" aria-disabled={`${!canUndo}`} onClick={stepBack}>
          Undo
        </button>
        <button type="button" aria-disabled={`${!canRedo}`} onClick={stepForth}>
          Redo
        </button>
        <button
          type="button"
          aria-disabled={`${isEmptyLine(puzzle.line)}`}
          onClick={() => change(emptyPuzzle(puzzle.size, puzzle.rules), 'The board is empty.')}
        >
          Clear
        </button>
        <ShareLink hash={share} />
        <PasteField take={take} />
      </div>
    </section>
  )
}

const CLASHES_SHOWN = 3
/** Of 9×9 grids none with fewer has a single solution: more will be typed. */
const FEWEST_GIVENS = 17
const TO_LEAVE_EMPTY = 'The space bar, a dot or 0 leaves a cell empty.'

function countWords({ line }: PuzzleText): string {
  const givens = givenCountOf(line)
  if (givens === 0) return `Type it row by row. ${TO_LEAVE_EMPTY}`
  const count = givens === 1 ? '1 given' : `${givens} givens`
  return givens < FEWEST_GIVENS ? `${count}. ${TO_LEAVE_EMPTY}` : count
}

/** Tells what was done and what clashes now, once the puzzle has changed; not when the page opens. */
function useChangesSaid(puzzle: PuzzleText, clashes: readonly string[]): (words: string) => void {
  const words = useRef('')
  const before = useRef<readonly string[] | undefined>(undefined)
  useEffect(() => {
    const hadClashes = (before.current?.length ?? 0) > 0
    const isFirst = before.current === undefined
    before.current = clashes
    const news = clashes.length > 0 ? clashes.slice(0, CLASHES_SHOWN) : hadClashes ? ['Nothing clashes any more.'] : []
    const said = [words.current, ...news].filter((part) => part !== '').join(' ')
    words.current = ''
    if (!isFirst && said !== '') announce(said)
  }, [puzzle.line, puzzle.rules])
  return (said) => {
    words.current = said
  }
}

interface KeypadProps {
  readonly puzzle: PuzzleText
  readonly cursor: number
  readonly onKey: (key: string) => void
}

/** Keys for those without a keyboard; what is pressed goes to the cell at the cursor. */
function Keypad({ puzzle, cursor, onKey }: KeypadProps) {
  const { size, rules, line } = puzzle
  const mark = markSymbol(puzzle)
  const digits = SYMBOLS.slice(1, size + 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      class={`keypad keypad-${size} no-print`}
      role="group"
      aria-label="Keypad"
      // So that the focus stays where it is, and the next digit may come from the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {digits.map((digit) => (
        <button type="button" key={digit} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label="Leave empty" title="Leave empty" onClick={() => onKey('.')}>
        ·
      </button>
      <button type="button" aria-label="Erase" title="Erase" onClick={() => onKey('Backspace')}>
        ⌫
      </button>
      {mark && (
        <button type="button" class="wide" aria-pressed={`${line[cursor] === mark}`} onClick={() => onKey(mark)}>
          Mark {rulesFor(rules, size).mark}
        </button>
      )}
    </div>
  )
}
