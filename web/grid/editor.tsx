import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { accept } from '../../shared/checked.ts'
import type { Shape, Side } from '../../shared/drawing/layers.ts'
import { wordsOfRules } from '../../shared/drawing/rule-sentences.ts'
import type { Mark } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { hashOf } from '../page/address.ts'
import { handOver, usePage } from '../page/page-state.ts'
import { loadOwnRules, ownRules, rulesInForce, rulesOf } from '../rules/own-rules.ts'
import {
  emptyPuzzle,
  isEmptyPuzzle,
  isEmptyText,
  isSameBoard,
  isSamePuzzle,
  type PuzzleText,
} from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { copied, keepText, keptText } from '../ui/browser.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { RulesField, SizeField } from '../ui/kind-fields.tsx'
import { Loaded } from '../ui/lazy.tsx'
import { Button } from '../ui/parts.tsx'
import { TryAgain } from '../ui/trouble.tsx'
import { isInField, useDocumentEvent } from '../ui/use-document-event.ts'
import { Board, type BoardCell, SYMBOLS } from './board.tsx'
import { markSymbol, SYMBOL_WORDS, withRules, withSymbol, writtenBy } from './edits.ts'
import { ExamplePicker } from './example-picker.tsx'
import { ZoomedBoard } from './zoomed-board.tsx'

/** The field for a puzzle as text, which is kept over a reload. */
const PASTE = 'Puzzle as text'

const NO_SHAPES: readonly Shape[] = []

/** How long the button says that a link is copied. */
const COPIED_MS = 3000

/** Larger files hold more than one puzzle, and are not read to find that out. */
const MAX_FILE_BYTES = 1_000_000

/** The board while somebody plays on from the givens: it is theirs, and no key writes into the puzzle. */
export interface PlayedBoard {
  readonly cells: readonly BoardCell[]
  /** A hint's drawing on it. */
  readonly shapes: Readonly<Record<Side, readonly Shape[]>>
  /** A cell of what the hint draws there, to which a board comes closer whose cells are too small to read it. */
  readonly near?: number | undefined
  /** In place of the one that writes givens. */
  readonly keypad: ComponentChildren
  readonly isSolved: boolean
  /** Takes back all that was played. */
  readonly clear: () => void
}

interface EditorProps {
  /** The puzzle as the board shows it, with what was found of it. */
  readonly cells: readonly BoardCell[]
  /** `loading` as long as what was played is not there yet: a key then would write into the puzzle. */
  readonly played?: PlayedBoard | 'loading' | undefined
  /** Where the board is, which strokes are taken from. */
  readonly place: RefObject<HTMLDivElement>
  /** The cells that a key writes into: the last one is at the cursor, and alone unless somebody plays. */
  readonly selected: readonly number[]
  readonly select: (change: (before: readonly number[]) => readonly number[]) => void
  readonly clashes: readonly string[]
  /** Whether constraints are drawn on it. */
  readonly isDrawing: boolean
  readonly setDrawing: (isDrawing: boolean) => void
  /** Which of its constraints rule each other out. */
  readonly conflict: readonly number[] | undefined
  readonly heading: ComponentChildren
  /** Everything known of the puzzle: beside the board, or right below it. */
  readonly verdict: ComponentChildren
  /** One more way to begin, besides an example and an empty grid. */
  readonly start: ComponentChildren
  readonly children: ComponentChildren
}

/** The puzzle of the page, which can be typed, pasted, dropped or chosen, with what is found of it in the same grid. */
export function Editor(props: EditorProps) {
  const { cells, played, place, selected, select, clashes, isDrawing, setDrawing, conflict } = props
  const { heading, verdict, start, children } = props
  const { address, puzzle, edit, undo, redo, canUndo, canRedo, go } = usePage()
  /** Something to say about the puzzle on the board, until that changes. */
  const [note, setNote] = useState<{ about: PuzzleText; text: string }>()
  const cursor = selected[selected.length - 1]
  const moveTo = (cell: number) => select(() => [cell])
  const say = useChangesSaid(puzzle, clashes)
  /** What could be taken of a text that was refused. */
  const [rest, setRest] = useState<{ readonly beside: PuzzleText; readonly puzzle: PuzzleText }>()
  // A text that was typed before a reload is there again.
  const [isPasting, setPasting] = useState(() => keptText(PASTE, 'sessionStorage') !== undefined)
  /** Whether a text waits for its reader. */
  const [isUnread, setUnread] = useState(false)
  const pasteButton = useRef<HTMLButtonElement>(null)
  const [isCopied, setCopied] = useState(false)
  const [draft, setDraft] = useState(NO_SHAPES)
  const isDrafted = draft.some(({ paint }) => paint === 'draft')
  /** Takes a key for what is drawn. */
  const pen = useRef<(key: string) => boolean>()
  const rules = rulesOf(puzzle)
  const sentences = rulesInForce(puzzle)
  const board = typeof played === 'object' ? played : undefined
  const drawn = useMemo(() => {
    const { under = NO_SHAPES, over = NO_SHAPES } = rules.shapes ?? {}
    const more = { under: board?.shapes.under ?? NO_SHAPES, over: [...(board?.shapes.over ?? NO_SHAPES), ...draft] }
    if (more.under.length + more.over.length === 0) return rules
    return { ...rules, shapes: { under: [...more.under, ...under], over: [...over, ...more.over] } }
  }, [rules, draft, board?.shapes])

  const change = (next: PuzzleText, words: string, isOther?: boolean) => {
    say(words)
    setNote(undefined)
    if (next.size !== puzzle.size) moveTo(0)
    edit(next, isOther)
  }
  const refuse = (text: string) => {
    setNote({ about: puzzle, text })
    announce(text)
  }
  const write = (key: string) => {
    if (played) return false
    const edited = writtenBy(key, puzzle, cursor)
    if (!edited) return false
    if ('error' in edited) refuse(edited.error)
    else {
      change(withSymbol(puzzle, edited.cell, edited.symbol), SYMBOL_WORDS[edited.symbol] ?? edited.symbol)
      moveTo(edited.cursor)
    }
    return true
  }
  /** Puts what a text says on the board, and all of several puzzles into Files; otherwise returns why not. */
  const take = async (text: string, name = 'Pasted puzzles'): Promise<string | undefined> => {
    // Reads texts in any form: 3 KB, gzipped, that nobody needs who types.
    const loading = Promise.all([import('./pasted-puzzle.ts'), loadOwnRules()])
    const [reader] = await loading.catch(() => [])
    setUnread(!reader)
    // The service cannot be reached.
    if (!reader) {
      // After a reload it is in the field.
      keepText(PASTE, text, 'sessionStorage')
      return 'The part of the page that reads puzzles could not be loaded.'
    }
    const pasted = reader.pastedPuzzle(text, puzzle.rules)
    if (!pasted.ok) {
      const without = reader.puzzleWithout(text)
      setRest(without && { beside: puzzle, puzzle: without.puzzle })
      return pasted.error
    }
    const words = reader.wordsFor(pasted.value)
    change(pasted.value.puzzle, words, true)
    place.current?.scrollIntoView({ block: 'nearest' })
    if (pasted.value.count === 1) return
    // The board says what has changed on it: nothing, where it held the first of them before.
    announce(words)
    handOver(new File([text], name, { type: 'text/plain' }))
    go('files')
  }
  const takeOrRefuse = async (text: string, name?: string) => {
    // Pasted before the field is there, or beside it.
    setPasting(false)
    const error = await take(text, name)
    if (error) refuse(error)
  }
  const keepsRules = !board && puzzle.own !== undefined && !isEmptyText(puzzle.text)
  /** A puzzle's rules and title stay until its grid is empty; without regions some sizes are none. */
  const clear = () => {
    if (board) return board.clear()
    beginAnew()
    const { size, rules, own, told } = puzzle
    if (own !== undefined && keepsRules)
      change({ ...emptyPuzzle(size, rules), own, told }, 'The givens are gone.', true)
    else change(emptyPuzzle(rulesNamed(rules).sizes.includes(size) ? size : 9, rules), 'The board is empty.', true)
  }
  const { play, ...bare } = puzzle
  const copyLink = async (shared: PuzzleText) => {
    const link = new URL(hashOf({ ...address, puzzle: shared }), location.href).href
    if (!(await copied(link))) return void prompt('Copy this link. It holds the puzzle and the options.', link)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
    announce('The link is copied.')
  }
  const stepBack = () => {
    if (pen.current?.('Undo')) return
    if (canUndo) say('Undone.')
    undo()
  }
  const stepForth = () => {
    if (canRedo) say('Done again.')
    redo()
  }
  const section = useRef<HTMLElement>(null)
  const beginAnew = () => {
    moveTo(0)
    section.current?.querySelector<HTMLElement>('[data-cell="0"]')?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // Whoever opens the page can type at once; the focus stays where it is after a link or a key.
    if (document.activeElement === document.body) beginAnew()
  }, [])
  // Undo, redo and paste work wherever on the page the focus is, except in a text field.
  useDocumentEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isInField(event)) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    if (isRedo) stepForth()
    else stepBack()
  })
  useDocumentEvent('paste', (event) => {
    if (isInField(event)) return
    event.preventDefault()
    takeOrRefuse(event.clipboardData?.getData('text/plain') ?? '')
  })

  const remedy = rest && isSameBoard(rest.beside, puzzle) && (
    <div class="row no-print">
      <Button
        onClick={() => {
          setRest(undefined)
          change(rest.puzzle, 'The rest is on the board.', true)
          setPasting(false)
          keepText(PASTE, undefined, 'sessionStorage')
        }}
      >
        Take it without that
      </Button>
    </div>
  )

  return (
    <section ref={section} class="editor" aria-label="Puzzle">
      <header class="editor-head">{heading}</header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the keyboard has the paste field */}
      <div
        ref={place}
        class={`editor-board ${isDrawing ? 'drawn' : played ? 'played' : ''} ${board?.isSolved ? 'solved' : ''}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={async (event) => {
          event.preventDefault()
          const [file] = event.dataTransfer?.files ?? []
          if (!file) return takeOrRefuse(event.dataTransfer?.getData('text') ?? '')
          if (file.size > MAX_FILE_BYTES)
            refuse(`${file.name} is too large for one puzzle. The Files view takes files of any size.`)
          else takeOrRefuse(await file.text(), file.name)
        }}
      >
        <ZoomedBoard size={puzzle.size} near={board?.near}>
          <Board
            label={`Puzzle, ${puzzle.size} by ${puzzle.size}`}
            rules={drawn}
            cells={cells}
            cursor={cursor}
            onCursor={(cell, isMore) => {
              if (isMore && played) select((before) => [...before.filter((other) => other !== cell), cell])
              else moveTo(cell)
            }}
            selected={played && selected}
            onKey={(event) => {
              const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
              if (isPlain && write(event.key)) event.preventDefault()
            }}
          />
        </ZoomedBoard>
      </div>
      <div class="editor-side">
        {/* Above all that is told, which is now longer and now shorter, so that no key ever moves. */}
        {board ? (
          board.keypad
        ) : (
          <Keypad cursor={cursor} isDrawing={isDrawing} onKey={(key) => pen.current?.(key) || write(key)} />
        )}
        {verdict}
        {/* Where they are drawn they have a list, which is not printed. */}
        {sentences.length > 0 && <p class={`small ${isDrawing ? 'only-print' : ''}`}>{sentences.join(' ')}</p>}
        {note && isSamePuzzle(note.about, puzzle) && <p class="small bad no-print">{note.text}</p>}
        {!isPasting && remedy}
        {isUnread && <TryAgain />}
        {isPasting && !played && (
          <div class="no-print">
            <Loaded
              load={async () => (await import('../ui/paste-field.tsx')).PasteField}
              props={{
                label: PASTE,
                button: 'Put it on the board',
                hint: 'A link of f-puzzles, SudokuPad or ISS, or a grid in any form. Empty cells are 0 or a dot.',
                take,
                remedy,
                close: () => {
                  setPasting(false)
                  pasteButton.current?.focus({ preventScroll: true })
                },
              }}
            />
          </div>
        )}
        <ButtonRow label="The puzzle as a whole" class="row tight editor-tools no-print">
          {!played && (
            <Button aria-disabled={`${!canUndo && !isDrafted}`} onClick={stepBack}>
              Undo
            </Button>
          )}
          <Button aria-disabled={`${!canRedo}`} onClick={stepForth}>
            Redo
          </Button>
          <Button aria-disabled={`${isEmptyPuzzle(puzzle)}`} onClick={clear}>
            {keepsRules ? 'Clear givens' : puzzle.own !== undefined && !board ? 'Clear rules' : 'Clear'}
          </Button>
          {!played && (
            <button
              ref={pasteButton}
              type="button"
              aria-label="Paste a puzzle"
              aria-expanded={`${isPasting}`}
              onClick={() => setPasting(!isPasting)}
            >
              Paste
            </button>
          )}
          {/* The address bar does not do: it lags behind what is typed. */}
          <Button onClick={() => copyLink(puzzle)}>{isCopied ? 'Copied' : 'Copy link'}</Button>
          {play !== undefined && <Button onClick={() => copyLink(bare)}>Copy the puzzle alone</Button>}
          {!played && (
            <Button aria-pressed={`${isDrawing}`} onClick={() => setDrawing(!isDrawing)}>
              Constraints
            </Button>
          )}
        </ButtonRow>
        {isDrawing && (
          <Loaded
            // Few draw constraints.
            load={async () => {
              await loadOwnRules()
              return (await import('./constraint-editor.tsx')).ConstraintEditor
            }}
            props={{ place, cursor, moveTo, change, show: setDraft, conflict, keys: pen }}
          />
        )}
        {children}
        {!played && (
          <section class="no-print stack" aria-labelledby="start">
            <h2 id="start">Start with</h2>
            <div class="panel-fields editor-fields">
              <ExamplePicker />
              <PuzzleKind change={change} refuse={refuse} hasRules={!isDrawing} />
            </div>
            {start}
          </section>
        )}
      </div>
    </section>
  )
}

const CLASHES_SHOWN = 3

/** Announces what was done and what clashes now, each time the puzzle has changed; not when the page opens. */
function useChangesSaid(puzzle: PuzzleText, clashes: readonly string[]): (words: string) => void {
  const now = useRef<{ words: string; clashes?: readonly string[] }>({ words: '' })
  // An effect that waits for the next frame would speak after the refusal of a key pressed before it.
  useLayoutEffect(() => {
    const { words, clashes: before } = now.current
    now.current = { words: '', clashes }
    if (!before) return
    const calm = before.length > 0 ? ['Nothing clashes any more.'] : []
    const news = clashes.length > 0 ? clashes.slice(0, CLASHES_SHOWN) : calm
    const said = [words, ...news].filter((sentence) => sentence !== '').join(' ')
    if (said !== '') announce(said)
  }, [puzzle.text, puzzle.rules, puzzle.own, puzzle.play])
  return (words) => {
    now.current.words = words
  }
}

interface PuzzleKindProps {
  readonly change: (next: PuzzleText, words: string, isOther?: boolean) => void
  readonly refuse: (words: string) => void
  /** Whether rules are chosen here, too. */
  readonly hasRules: boolean
}

const wordsForMark = (mark: Mark) =>
  `To mark the cell at the cursor press ${mark.charAt(0).toUpperCase()}, or the button.`

/** The kind of puzzle on the board: its size and its rules. */
function PuzzleKind({ change, refuse, hasRules }: PuzzleKindProps) {
  const { puzzle } = usePage()
  const { size } = puzzle
  const { mark } = rulesNamed(puzzle.rules)
  const resize = (size?: Size) => {
    if (size) change(emptyPuzzle(size, puzzle.rules), `An empty ${size}×${size} grid.`, true)
  }
  const rule = (rules: RulesName) => {
    const next = withRules(puzzle, rules)
    const held = next.own === undefined ? accept(next) : ownRules().unpackedPuzzle(next)
    const { title, mark } = rulesNamed(rules)
    const words = `${title} rules. ${wordsOfRules(rules)} ${mark ? wordsForMark(mark) : ''}`
    if (held.ok) change(held.value, words.trim())
    else refuse(`Under these rules it cannot be: ${held.error}.`)
  }
  return (
    <>
      <SizeField id="size" size={size} rules={puzzle.rules} onSize={resize} />
      {hasRules && <RulesField id="rules" rules={puzzle.rules} size={size} onRules={rule} />}
      {mark && <p class="quiet small whole">{wordsForMark(mark)}</p>}
    </>
  )
}

/** Keys for those without a keyboard; each writes into the cell at the cursor. */
function Keypad({ cursor, isDrawing, onKey }: { cursor: number; isDrawing: boolean; onKey: (key: string) => void }) {
  const { puzzle } = usePage()
  const { size, rules, text } = puzzle
  const mark = markSymbol(puzzle)
  const digits = SYMBOLS.slice(1, size + 1)
  return (
    <ButtonRow
      label="Keypad"
      class={`keypad keypad-${size} no-print`}
      // The focus stays where it is, so that the next digit can come from the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {digits.map((digit) => (
        <Button key={digit} onClick={() => onKey(digit)}>
          {digit}
        </Button>
      ))}
      {/* A sum may have a 0. */}
      {isDrawing && !digits.includes('0') ? (
        <Button onClick={() => onKey('0')}>0</Button>
      ) : (
        <Button aria-label="Leave empty" title="Leave empty" onClick={() => onKey('.')}>
          ·
        </Button>
      )}
      <Button aria-label="Erase" title="Erase" onClick={() => onKey('Backspace')}>
        ⌫
      </Button>
      {mark && (
        <Button
          class="mark"
          aria-label={`Mark ${rulesNamed(rules).mark}`}
          aria-pressed={`${text[cursor] === mark}`}
          onClick={() => onKey(mark)}
        >
          {rulesNamed(rules).mark}
        </Button>
      )}
    </ButtonRow>
  )
}
