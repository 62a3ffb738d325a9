import { accept, type Checked, isObject, mismatch, refuse, shortened } from '../checked.ts'
import { MAX_ID_LENGTH, MAX_PUZZLE_LENGTH, MAX_RULES_LENGTH, maxRulesLength } from '../job/limits.ts'
import type { Entry } from '../job/puzzles.ts'
import { spend } from '../reading-budget.ts'
import { CONSTRAINT_TYPES } from '../sudoku/constraints/constraint-json.ts'
import { parseGrid } from '../sudoku/grid/grid.ts'
import { sizeOfRegions, VARIANT_SIZES } from '../sudoku/grid/units.ts'
import { marksOf, namesOf, RULES_NAMES, type RulesAsked } from '../sudoku/rules/rules.ts'
import { F_PUZZLES_KEYS } from './variants/f-puzzles-keys.ts'
import { readVariant } from './variants/variant-formats.ts'
import { isGrid, PUZZLE_FIELDS, textOf, type VariantPuzzle, variantOf } from './variants/variant-puzzle.ts'

/** A puzzle in JSON: a grid alone, or with what its author knows of it. */
export type PuzzleInput = GridInput | NamedPuzzle

/** An id or a solution that is `null`, or an empty text, is as good as left out. */
export interface NamedPuzzle {
  readonly puzzle: GridInput
  /** The caller's own name for it; a number comes back as text. */
  readonly id?: string | number | null
  /** To be checked. */
  readonly solution?: GridInput | null
  /** A character a cell, alike for the cells of one region; they take the place of the boxes. */
  readonly regions?: string | null
  /** Besides those of the job. */
  readonly rules?: string | readonly string[] | null
  readonly constraints?: readonly object[] | null
  /** The kinds of pairs of which all are shown: `difference`, `ratio`, `xv`. */
  readonly negative?: readonly string[] | null
  /** The digits of somebody who asks for a hint. */
  readonly placed?: GridInput | null
  /** For each cell, what somebody has noted in it. */
  readonly candidates?: readonly string[] | null
}

/**
 * A grid as text (`53..7…`), as rows of cells (numbers, or symbols as in a text; 0, null or "." for empty), as a list of all
 * cells, or as a list of rows that are texts.
 */
type GridInput = string | readonly (readonly Cell[])[] | readonly Cell[]
type Cell = number | string | null

export interface EntryError {
  /** The field that is wrong; none where it is the grid. */
  readonly field?: string
  /** Says what came, and what was expected. */
  readonly message: string
  /** The part that could be read before that. */
  readonly entry?: Entry
}

/**
 * The entry that some JSON stands for, in a request and in a line of NDJSON alike.
 *
 * @param otherFields what a puzzle of a request has beside the known fields is a slip and is refused; a line of a file
 *   may hold whatever else its author keeps, and that is ignored, unless it may be meant to hold rules
 */
export function entryOf(input: unknown, otherFields: 'refused' | 'ignored'): Checked<Entry, EntryError> {
  if (isGrid(input)) {
    const text = textOf(input)
    return text.ok ? accept(entryOfText(text.value)) : refuse({ message: text.error })
  }
  if (!isObject(input)) return refuse({ message: mismatch('a string, rows or an object', input) })
  const others = Object.keys(input).filter(
    (name) => !Object.hasOwn(PUZZLE_FIELDS, name) && !PLAYED_FIELDS.includes(name),
  )
  const other = others.find((name) => otherFields === 'refused' || mayHoldRules(name, input[name]))
  if (other !== undefined) return refuse(unknownField(other))
  const { puzzle, id, solution, regions, rules, constraints, negative } = input
  if (!isGrid(puzzle)) return refuse({ field: 'puzzle', message: mismatch('a string or rows', puzzle) })
  const text = textOf(puzzle)
  if (!text.ok) return refuse({ message: text.error })
  const entry = { text: text.value }
  const name = nameOf(id)
  if (!name.ok) return refuse({ field: 'id', message: name.error, entry })
  const given = isMissing(solution) ? accept('') : textOf(solution)
  if (!given.ok) return refuse({ field: 'solution', message: given.error, entry })
  const named = entryWith(text.value, name.value, given.value)
  if (!named.ok) return named
  const played = playedIn(input.placed, input.candidates)
  if (!played.ok) return refuse({ ...played.error, entry })
  const read = { ...named.value, ...played.value }
  const own = Object.entries({ regions, rules, constraints, negative }).filter(
    ([, value]) => !isMissing(value) && !(Array.isArray(value) && value.length === 0),
  )
  if (own.length === 0 || read.refused !== undefined) return accept(read)
  if (read.rules === undefined) {
    // Where they are wrong it is a puzzle that is found invalid, and harms no other.
    const sent = { puzzle: read.text, ...Object.fromEntries(own) }
    const variant = variantOf(sent, ['even', 'odd'])
    return accept(variant.ok ? entryOfVariant(variant.value, read) : refusedWhole(variant.error, sent, read))
  }
  // Nobody could say whether the one was to take the place of the other, or to be added to it.
  const message = 'the puzzle brings rules of its own, expected all in one place'
  return refuse({ field: own[0][0], message, entry: read })
}

const PLAYED_FIELDS: readonly string[] = ['placed', 'candidates']

/** What somebody has played on a puzzle; whether it fits there is told with its result. */
function playedIn(placed: unknown, candidates: unknown): Checked<Pick<Entry, 'played'>, EntryError> {
  const text = isMissing(placed) ? accept(undefined) : textOf(placed)
  if (!text.ok) return refuse({ field: 'placed', message: text.error })
  const isList = Array.isArray(candidates) && candidates.every((set) => typeof set === 'string')
  if (!isMissing(candidates) && !isList)
    return refuse({ field: 'candidates', message: mismatch('a list of strings', candidates) })
  const played = { ...(text.value && { placed: text.value }), ...(isList && { candidates }) }
  return accept(Object.keys(played).length > 0 ? { played } : {})
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/**
 * A puzzle that was refused with its rules, as a whole: if its result had the grid alone, that would be another puzzle once it
 * is sent again. One that is too long is cut, and what is left of it reads as no puzzle.
 */
function refusedWhole(refused: string, sent: object, named?: Entry): Entry {
  const text = JSON.stringify(sent)
  return { ...named, text: text.length <= MAX_RULES_LENGTH ? text : shortened(text), refused }
}

/**
 * The entry of a text that holds a puzzle with its rules in one of the formats in which those travel; undefined of any
 * other text.
 */
export function variantEntry(text: string): Entry | undefined {
  const bare = text.trim()
  const mayBeLayout = LAYOUT_LENGTHS.includes(bare.length) && /^[0-9A-Za-z.]+$/.test(bare)
  if (!mayBeLayout && !TELLS_VARIANT.test(text)) return undefined
  const variant = readVariant(text)
  if (!variant) return undefined
  return variant.ok ? entryOfVariant(variant.value) : { text: shortened(bare), refused: variant.error }
}

/** The entry of a text in JSON or CSV, where it may be an object of JSON itself: that of a refused puzzle is, in results. */
function entryOfText(text: string): Entry {
  const value = /^\s*\{/.test(text) ? jsonIn(text) : undefined
  if (value === undefined) return variantEntry(text) ?? { text }
  const entry = entryOf(value, 'ignored')
  return entry.ok ? entry.value : refusedEntry(entry.error, shortened(text.trim()))
}

/**
 * The value of some JSON; undefined if the text is not JSON. As `JSON.parse` says that with an exception, which takes 4 µs,
 * most of what is not JSON is told by its ends.
 */
export function jsonIn(text: string): unknown {
  const bare = text.trim()
  const closing = CLOSINGS[bare.charAt(0)]
  if (closing ? bare.length < 2 || !bare.endsWith(closing) : !/^(?:-?\d[\d.eE+-]*|true|false|null)$/.test(bare))
    return undefined
  try {
    return JSON.parse(text)
  } catch {
    spend(FAILED_PARSE)
    return undefined
  }
}

/** The units of work that an exception of the parser takes. */
const FAILED_PARSE = 400

const CLOSINGS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' }

/** A character that each of the formats has, and a line of cells has not. */
const TELLS_VARIANT =
  /N4Ig|f-puzzles|sudokupad|^\s*(?:fpuz|scl|scf|ctc)|SumoCue|3x3:|~|q=|^[^\s]*[<>^v][^\s]*$|^\s*[1-9.]{729}\s*$/

/**
 * The puzzle of an entry with all that it carries, those rules among it that hold for every puzzle beside it; a refusal
 * says what is wrong with it.
 */
export function puzzleOfEntry(entry: Entry, rules: RulesAsked): Checked<VariantPuzzle> {
  const { text, id, given, refused, rules: own } = entry
  if (refused !== undefined) return refuse(refused)
  const names = [...namesOf(rules), ...(own?.rules ?? [])]
  const grid = parseGrid(text, marksOf(names), sizeOfRegions(own?.regions))
  if (!grid.ok) return grid
  const named = { ...(id !== undefined && { id }), ...(given !== undefined && { solution: given }) }
  return variantOf({ ...named, puzzle: text, ...own, rules: names })
}

/** How long the givens of a jigsaw and its layout are. */
const LAYOUT_LENGTHS: readonly number[] = VARIANT_SIZES.map((side) => 2 * side * side)

/** @param named what else is known of the puzzle */
function entryOfVariant({ puzzle, id, solution, ...own }: VariantPuzzle, named?: Entry): Entry {
  if (Object.keys(own).length === 0) return { ...named, text: puzzle }
  const { length } = JSON.stringify(own)
  const most = maxRulesLength(puzzle.length)
  if (length <= most) return { ...named, text: puzzle, rules: own }
  const refused = `found rules of ${length} characters, expected at most ${most}`
  return refusedWhole(refused, { puzzle, ...own }, named)
}

/** A puzzle, in any format of a text, with what came beside it; nothing came where that is empty. */
export function entryWith(text: string, id: string, solution: string): Checked<Entry, EntryError> {
  if (id.length > MAX_ID_LENGTH) return refuse({ field: 'id', message: tooLong(id, MAX_ID_LENGTH), entry: { text } })
  const puzzle = entryOfText(text)
  const entry = id === '' ? puzzle : { ...puzzle, id }
  if (solution.length > MAX_PUZZLE_LENGTH)
    return refuse({ field: 'solution', message: tooLong(solution, MAX_PUZZLE_LENGTH), entry })
  return accept(solution === '' ? entry : { ...entry, given: solution })
}

/**
 * The entry in the place of a bad one that is data among other data: it is found invalid when its turn comes, and
 * harms no other.
 *
 * @param written what stands there, which is shown where no puzzle could be read
 */
export function refusedEntry({ field, message, entry }: EntryError, written: string): Entry {
  return { ...(entry ?? { text: written }), refused: field === undefined ? message : `${field}: ${message}` }
}

/** A field that there is not, or whatever else has a name; of a long name, the beginning is told. */
export function unknownField(name: string, kind = 'field'): Pick<EntryError, 'field' | 'message'> {
  const beginning = shortened(name)
  if (beginning === name) return { field: name, message: `unknown ${kind}` }
  return { message: `unknown ${kind} ${JSON.stringify(beginning)}` }
}

/** An id as text. A number that is not safe came out of the JSON as another one than was written. */
function nameOf(id: unknown): Checked<string> {
  if (isMissing(id)) return accept('')
  if (typeof id === 'string') return accept(id)
  return Number.isSafeInteger(id) ? accept(String(id)) : refuse(mismatch('a string or a whole number', id))
}

function tooLong({ length }: string, most: number): string {
  return `found ${length} characters, expected at most ${most}`
}

/** The names under which programs keep rules of a puzzle, besides those of f-puzzles: of SudokuPad, and as people say it. */
const OTHER_NAMES =
  'underlay overlay thermo whisper kropki killer dot clue variant variation rule region area jigsaw box shape'

/** A name without what people write in different ways. */
function bareOf(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[\s_+-]/g, '')
  return letters.replace(/s$/, '')
}

const HOLD_RULES: ReadonlySet<string> = new Set(
  [
    ...Object.entries(F_PUZZLES_KEYS).flatMap(([key, known]) => ('isOther' in known ? [] : [key])),
    ...CONSTRAINT_TYPES,
    ...RULES_NAMES,
    ...OTHER_NAMES.split(' '),
  ].map(bareOf),
)

/**
 * Whether a field beside those of a puzzle, in a line of a file whose author may keep there what they like, is likely to be
 * meant for more: it is one of them but for a letter or two, or it holds what other programs have rules in. Without it
 * the line would be another puzzle.
 */
function mayHoldRules(name: string, value: unknown): boolean {
  const holds = value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
  if (holds && HOLD_RULES.has(bareOf(name))) return true
  // A result lists its solutions so, and is sent again.
  const isSaid = value !== null && value !== '' && value !== false && !(name === 'solutions' && Array.isArray(value))
  return isSaid && Object.keys(PUZZLE_FIELDS).some((field) => isNear(name.toLowerCase(), field))
}

/** Whether a name becomes another by few insertions, deletions and exchanges of letters: one for each three letters, two at most. */
function isNear(name: string, field: string): boolean {
  const most = Math.min(2, Math.floor(field.length / 3))
  if (Math.abs(name.length - field.length) > most) return false
  let row = Array.from({ length: field.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...name].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= field.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (letter === field[j - 1] ? 0 : 1)))
    row = next
  }
  return row[field.length] <= most
}
