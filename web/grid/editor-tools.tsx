import { useRef, useState } from 'preact/hooks'
import { usePage } from '../page/page-state.ts'
import { isEmptyPuzzle } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { copied } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'

interface EditorToolsProps {
  /** Whether somebody plays: then the keypad takes back, and no other puzzle comes on the board. */
  readonly isPlayed: boolean
  readonly undo: () => void
  readonly redo: () => void
  readonly clear: () => void
  /** The part of a link to share behind its `#`. */
  readonly share: string
  /** Puts what a text says on the board; otherwise returns why not. */
  readonly take: (text: string) => Promise<string | undefined>
  /** Whether the field for that is open. */
  readonly isPasting: boolean
  readonly setPasting: (isPasting: boolean) => void
  /** Whether constraints are drawn on the board. */
  readonly isDrawing: boolean
  /** Begins to draw them, or ends it. */
  readonly draw: () => void
}

/** The field for it, whose text is kept over a reload. */
export const PASTE = 'Puzzle as text'

const loadPasteField = async () => (await import('../ui/paste-field.tsx')).PasteField

/** Buttons for the puzzle as a whole; whatever one of them opens stands right above them. */
export function EditorTools(props: EditorToolsProps) {
  const { puzzle, canUndo, canRedo } = usePage()
  const { isPlayed, undo, redo, clear, share, take, isPasting, setPasting, isDrawing, draw } = props
  /** The link that was copied last. */
  const [shared, setShared] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const link = new URL(share, location.href).href
  const copyLink = async () => {
    if (!(await copied(link))) return void prompt('Copy this link; it holds the puzzle and the options.', link)
    setShared(link)
    announce('The link is copied.')
  }
  return (
    <div class="editor-tools stack no-print">
      {shared === link && <p class="small quiet">Copied. The link holds the puzzle and the options.</p>}
      {isPasting && !isPlayed && (
        <Loaded
          load={loadPasteField}
          props={{
            label: PASTE,
            button: 'Put it on the board',
            hint: 'A link of f-puzzles, SudokuPad or ISS, or a grid in any form. Empty cells are 0 or a dot.',
            take,
            close: () => {
              setPasting(false)
              opener.current?.focus()
            },
          }}
        />
      )}
      <ButtonRow label="The puzzle as a whole" class="row tight">
        {!isPlayed && (
          <Button aria-disabled={`${!canUndo}`} onClick={undo}>
            Undo
          </Button>
        )}
        <Button aria-disabled={`${!canRedo}`} onClick={redo}>
          Redo
        </Button>
        <Button aria-disabled={`${isEmptyPuzzle(puzzle)}`} onClick={clear}>
          Clear
        </Button>
        {!isPlayed && (
          <button
            ref={opener}
            type="button"
            aria-label="Paste a puzzle"
            aria-expanded={`${isPasting}`}
            onClick={() => setPasting(!isPasting)}
          >
            Paste
          </button>
        )}
        {/* The address bar does not do: it lags behind what is typed. */}
        <Button onClick={copyLink}>Copy link</Button>
        {(isDrawing || !isPlayed) && (
          <Button aria-pressed={`${isDrawing}`} onClick={draw}>
            Constraints
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}
