import { accept, type Checked, type Refusal, refuse } from '../../shared/checked.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { type Remarks, textOfRemarks } from '../../shared/input/variants/remarks.ts'
import { readVariant } from '../../shared/input/variants/variant-formats.ts'
import type { VariantPuzzle } from '../../shared/input/variants/variant-puzzle.ts'
import { SIZES } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules/rules.ts'
import { parseAddress } from '../page/address.ts'
import { puzzleWith } from '../rules/packed-rules.ts'
import { givenCountOf, type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { refusalWords } from '../rules/refusal-words.ts'
import { numberText } from '../ui/words.ts'

interface PastedPuzzle {
  readonly puzzle: PuzzleText
  /** How many puzzles the text holds, counted from the one that was taken. */
  readonly count: number
}

/** How many entries of a text may be no puzzles, headings say, before the search for one ends. */
const MOST_ENTRIES = 10

/**
 * The first puzzle in a text that somebody pastes or drops. It may have any form that the service takes: a line, rows,
 * a drawn grid, numbers, CSV with a header; and it may also be a row of such a CSV, or cells of a spreadsheet.
 *
 * @param rules the rules to try first; marks in the text may call for others
 */
export function pastedPuzzle(text: string, rules: RulesName): Checked<PastedPuzzle> {
  const read = writtenPuzzle(text, rules)
  const linked = read.ok ? undefined : linkedPuzzle(text)
  if (linked) return accept({ puzzle: linked, count: 1 })
  const remarks: Remarks = {}
  // In JSON, other readers look for fields of the service.
  const variant = read.ok || /^\s*\{/.test(text) ? readVariant(text, remarks) : undefined
  if (read.ok) {
    const told = textOfRemarks(remarks)
    return told ? accept({ ...read.value, puzzle: { ...read.value.puzzle, told } }) : read
  }
  if (variant) return toldPuzzle(variant, remarks)
  const mended = [text.replaceAll(/[OlIS]/g, (letter) => SCANNED[letter]), text.replace(HEADING, '')]
  return mended.map((one) => writtenPuzzle(one, rules)).find(({ ok }) => ok) ?? read
}

/** A line above a grid that has a number, as if it were a row: `Puzzle 123`. */
const HEADING = /^\s*\p{L}{3,} [^,;\t\n]*\n(?=(?:.*\n){4})/u

/** The puzzle of a link that is refused, without what may show a rule that is not known here; it says what that is. */
export function puzzleWithout(text: string): PastedPuzzle | undefined {
  const remarks: Remarks = { leftOut: [] }
  const read = readVariant(text, remarks)
  const puzzle = read && toldPuzzle(read, remarks)
  return puzzle?.ok ? puzzle.value : undefined
}

function toldPuzzle(read: Checked<VariantPuzzle>, remarks: Remarks): Checked<PastedPuzzle> {
  const puzzle = read.ok ? puzzleWith({ ...read.value, id: undefined, solution: undefined }) : read
  if (!puzzle.ok) return refused(puzzle.error)
  return accept({ puzzle: { ...puzzle.value, told: textOfRemarks(remarks) }, count: 1 })
}

/** What is said of a puzzle that was taken. */
export function wordsFor({ puzzle, count }: PastedPuzzle): string {
  return count === 1
    ? `A ${puzzle.size}×${puzzle.size} grid with ${givenCountOf(puzzle.text)} givens is on the board.`
    : `That was ${numberText(count)} puzzles: here they all are. The first one is on the board in Solve.`
}

/** Letters that stand for digits in what was read from a picture. */
const SCANNED: Readonly<Record<string, string>> = { O: '0', l: '1', I: '1', S: '5' }

function writtenPuzzle(text: string, rules: RulesName): Checked<PastedPuzzle> {
  const found = readPuzzles(new TextEncoder().encode(withoutTabs(text)))
  if (!found.ok) {
    // One row of a table is a puzzle here, though a file of such rows is none.
    const grid = /\n./.test(text.trim()) ? undefined : puzzleFrom(text, rules)
    return grid?.ok ? accept({ puzzle: grid.value, count: 1 }) : refused(found.error.reason)
  }
  const { puzzles } = found.value
  const entries = [...puzzles.slice(0, Math.min(puzzles.count, MOST_ENTRIES))]
  let error: string | undefined
  for (const [place, { text, refused, rules: own }] of entries.entries()) {
    const puzzle = own ? puzzleWith({ ...own, puzzle: text }) : puzzleFrom(text, rules)
    if (puzzle.ok) return accept({ puzzle: puzzle.value, count: puzzles.count - place })
    error ??= refused ?? puzzle.error
  }
  return error === undefined ? refuse('There is no puzzle in this text.') : refused(error)
}

function refused(why: string): Refusal {
  return refuse(refusalWords('This cannot be read', why))
}

/** The part behind the `#` of a link to this page with a puzzle. */
const PAGE_LINK = /#\/\w+\?(?=[^\s#"'<>)\]]*(?:puzzle|own)=)[^\s#"'<>)\]]+/

/** The puzzle of a link that names rules of its own, which other readers refuse, as they would read another puzzle. */
function linkedPuzzle(text: string): PuzzleText | undefined {
  const [hash] = PAGE_LINK.exec(text) ?? []
  if (hash === undefined) return undefined
  const { puzzle, refused } = parseAddress(hash)
  return refused === undefined && (puzzle.rules !== 'classic' || puzzle.own !== undefined) ? puzzle : undefined
}

/** Cells copied from a spreadsheet: an empty cell of the grid has no text at all there. */
function withoutTabs(text: string): string {
  const rows = text.split(/\r?\n/).map((row) => row.split('\t'))
  if (rows.at(-1)?.join('') === '') rows.pop()
  const isSheet = SIZES.some((size) => rows.length === size && rows.every((row) => row.length === size))
  return isSheet ? rows.map((row) => row.map((cell) => cell.trim() || '.').join(' ')).join('\n') : text
}

function puzzleFrom(text: string, rules: RulesName): Checked<PuzzleText> {
  const first = puzzleIn(text, rules)
  if (first.ok) return first
  const names = [rules, ...RULES_NAMES]
  // The fields of a CSV row that are as long as a grid: a puzzle, and perhaps its solution behind it.
  const fields = text.split(/[,;\t]/).map((field) => field.trim().replaceAll('"', ''))
  const grids = fields.filter(({ length }) => SIZES.some((size) => size * size === length))
  const others = [text, ...grids].flatMap((grid) => names.map((name) => puzzleIn(grid, name)))
  return others.find(({ ok }) => ok) ?? first
}
