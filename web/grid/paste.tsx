import { useEffect, useRef, useState } from 'preact/hooks'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules.ts'
import { SIZES } from '../../shared/sudoku/units.ts'
import { type PuzzleText, puzzleIn } from '../address.ts'

/** A field to paste a puzzle into, for those who have no key for it. */
export function PasteField({ take }: { readonly take: (text: string) => string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  const close = () => {
    setOpen(false)
    setError(undefined)
    opener.current?.focus()
  }
  /** Whether it was a puzzle; otherwise the text stays, to be mended. */
  const use = (text: string): boolean => {
    const refused = take(text)
    setError(refused)
    if (!refused) close()
    return !refused
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (field.current?.value === '' && use(text)) event.preventDefault()
  }
  return (
    <>
      <button ref={opener} type="button" aria-expanded={`${isOpen}`} onClick={() => (isOpen ? close() : setOpen(true))}>
        Paste a puzzle
      </button>
      {isOpen && (
        <div class="paste-field stack">
          <div class="field">
            <label for="paste">Puzzle as text</label>
            <textarea
              ref={field}
              id="paste"
              class="mono"
              rows={5}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              aria-invalid={error ? 'true' : undefined}
              aria-describedby={error ? 'paste-error' : 'paste-words'}
              onPaste={onPaste}
              onKeyDown={(event) => event.key === 'Escape' && close()}
            />
          </div>
          {error ? (
            <p id="paste-error" class="small bad" role="alert">
              {error}
            </p>
          ) : (
            <p id="paste-words" class="small quiet">
              One line or row by row; empty cells are 0 or a dot. Frames, tables and rows of CSV will do, too.
            </p>
          )}
          <div class="row">
            <button type="button" onClick={() => use(field.current?.value ?? '')}>
              Put it on the board
            </button>
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </div>
      )}
    </>
  )
}

/** A text understood as a puzzle. */
interface Pasted {
  readonly puzzle: PuzzleText
  /** How many puzzles stand in the text, from the one taken on. */
  readonly count: number
}

/** Headings and the like that may stand before a puzzle. */
const PLACES_LOOKED_AT = 10

/**
 * The first puzzle in a text that somebody pastes or drops, in whatever form the service takes: a line, rows, frames,
 * numbers, CSV with a header; and also as a row of such a CSV, or as cells of a spreadsheet.
 *
 * @param rules tried first; marks in the text may call for others
 */
export function pastedPuzzle(text: string, rules: RulesName): Pasted | { readonly error: string } {
  const read = readPuzzles(new TextEncoder().encode(withoutTabs(text)))
  if (!read.ok) return { error: `${read.error.reason}.` }
  const { puzzles } = read.value
  const entries = [...puzzles.slice(0, Math.min(puzzles.count, PLACES_LOOKED_AT))]
  let error: string | undefined
  for (const [place, { text, refused }] of entries.entries()) {
    const puzzle = puzzleFrom(text, rules)
    if (!('error' in puzzle)) return { puzzle, count: puzzles.count - place }
    error ??= refused ?? puzzle.error
  }
  return { error: error === undefined ? 'There is no puzzle in it.' : `It cannot be read: ${error}.` }
}

/** A grid of a spreadsheet has nothing where a cell is empty. */
function withoutTabs(text: string): string {
  const rows = text.split(/\r?\n/).map((row) => row.split('\t'))
  if (rows.at(-1)?.join('') === '') rows.pop()
  const isSheet = SIZES.some((size) => rows.length === size && rows.every((row) => row.length === size))
  return isSheet ? rows.map((row) => row.map((cell) => cell.trim() || '.').join(' ')).join('\n') : text
}

function puzzleFrom(text: string, rules: RulesName): PuzzleText | { readonly error: string } {
  const texts = [text, ...gridsAmong(text)]
  const refusals: { readonly error: string }[] = []
  for (const grid of texts) {
    for (const name of [rules, ...RULES_NAMES]) {
      const read = puzzleIn(grid, name)
      if (!('error' in read)) return read
      refusals.push(read)
    }
  }
  return refusals[0]
}

/** The fields of a row of CSV that are as long as a grid: a puzzle, and maybe its solution behind it. */
function gridsAmong(row: string): string[] {
  const fields = row.split(/[,;\t]/).map((field) => field.trim().replaceAll('"', ''))
  return fields.filter(({ length }) => SIZES.some((size) => size * size === length))
}
