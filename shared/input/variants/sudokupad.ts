import { accept, type Checked, isObject, type JsonObject, refuse, shown, textIn } from '../../checked.ts'
import { constraintOf, type VariantConstraint } from '../../sudoku/constraints/constraint-json.ts'
import { nameOf, nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { symbolOf } from '../../sudoku/grid/grid.ts'
import { type Size, VARIANT_SIZES } from '../../sudoku/grid/units.ts'
import { readFPuzzlesPayload } from './f-puzzles.ts'
import { NOTE_NAMES, noteIn } from './f-puzzles-keys.ts'
import { jsonOfPayload } from './payload.ts'
import { leaveOut, leaveOutKey, remark, rulesNamedIn, untoldRule } from './prose-rules.ts'
import type { Remarks } from './remarks.ts'
import { regionsOf, type VariantPuzzle, type VariantRule, variantOf } from './variant-puzzle.ts'
import { unzipped } from './zipped-json.ts'

const LINK =
  /^(?:https?:\/\/)?(?:(?:www|beta|alpha|app)\.)?(?:sudokupad\.app|sudokupad\.svencodes\.com|crackingthecryptic\.com|cracking-the-cryptic\.web\.app)\/(.*)$/i

/** The beginning of an id that holds its puzzle: of two that begin alike the longer one first. */
const FORMATS: Readonly<Record<string, (payload: string, remarks?: Remarks) => Checked<VariantPuzzle>>> = {
  fpuzzles: readFPuzzlesPayload,
  fpuz: readFPuzzlesPayload,
  scl: readScl,
  ctc: readScl,
  scf: readClassic,
}

/** How many characters an id without an address around it has at least, that it is no word. */
const LEAST_OF_ID = 24

/** The puzzle that a SudokuPad link, or the id of one, holds; undefined if the text is something else. */
export function readSudokuPad(text: string, remarks?: Remarks): Checked<VariantPuzzle> | undefined {
  const address = LINK.exec(text)?.[1]
  const query = /[?&]puzzleid=([^&#]*)/i.exec(address ?? '')?.[1]
  const written = query ?? address?.replace(/^(?:sudoku|puzzle)\//i, '').replace(/[?#&].*$/s, '') ?? text
  const format = Object.keys(FORMATS).find((beginning) => written.startsWith(beginning))
  const isId = address !== undefined || (written.length >= LEAST_OF_ID && !/\s/.test(written))
  if (format !== undefined && isId) return FORMATS[format](written.slice(format.length), remarks)
  if (address === undefined) return undefined
  const stored = `what ${shown(written)} stands for is stored on the server of SudokuPad`
  const expected = `expected an id that begins with ${Object.keys(FORMATS).join(', ')}`
  return refuse(`the link: ${written === '' ? 'it holds no puzzle' : stored}, ${expected}`)
}

/** Each character a cell and the empty ones behind it, up to five: the digit, and ten for each of them. */
const RUNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx'
const CLASSIC_CELLS = 81
const CLASSIC_RULES: Readonly<Record<string, VariantRule>> = { w: 'windoku', x: 'diagonal' }

function readClassic(written: string): Checked<VariantPuzzle> {
  let puzzle = ''
  let at = 0
  for (; puzzle.length < CLASSIC_CELLS; at++) {
    const run = written[at] === undefined ? -1 : RUNS.indexOf(written[at])
    if (run < 0)
      return refuse(`the payload: found ${shown(written[at])} for cell ${puzzle.length + 1}, expected 0–9, A–Z or a–x`)
    puzzle += String(run % 10) + '0'.repeat(Math.floor(run / 10))
  }
  if (puzzle.length > CLASSIC_CELLS)
    return refuse(`the payload: found ${puzzle.length} cells, expected ${CLASSIC_CELLS}`)
  const rules: VariantRule[] = []
  for (const letter of written.slice(at)) {
    const rule = CLASSIC_RULES[letter]
    if (!rule)
      return refuse(`the payload: found ${shown(letter)} behind the cells, expected w (windoku) or x (diagonals)`)
    rules.push(rule)
  }
  return variantOf({ puzzle, rules })
}

/** The keys of a puzzle, by what becomes of them; of any other nobody can say whether it holds a rule. */
const KEYS = {
  read: ['cells', 'regions', 'cages', 'metadata'],
  // The puzzle's name, how large it is shown and what the page offers beside it; and where cells are hidden from who
  // solves by hand: the solution is the same.
  ignored: ['id', 'cellSize', 'settings', 'title', 'author', 'foglight'],
  // Whatever a rule is drawn with, it is drawing only.
  drawing: ['lines', 'arrows', 'overlays', 'underlays'],
} as const
const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.values(KEYS).flat())

/** A cell may hold these besides its digit: notes that somebody has made. */
const CELL_NOTES: ReadonlySet<string> = new Set(['pencilMarks', 'centremarks', 'cornermarks'])
/** How a cage looks, and whether it is seen. */
const CAGE_KEYS: ReadonlySet<string> = new Set('cells value sum unique hidden style type fontC outlineC'.split(' '))
const METADATA_RULES: Readonly<Record<string, VariantRule>> = { antiknight: 'anti-knight', antiking: 'anti-king' }

/** A puzzle in SudokuPad's own form: digits, regions, cages, and drawings for whatever else holds. */
function readScl(payload: string, remarks: Remarks = {}): Checked<VariantPuzzle> {
  const text = jsonOfPayload(payload)
  if (!text.ok) return text
  const json = unzipped(text.value)
  if (!json.ok) return refuse(`the payload: ${json.error}`)
  if (!isObject(json.value)) return refuse('the payload: it holds no puzzle')
  const puzzle = json.value
  for (const key of Object.keys(puzzle).filter((key) => !KNOWN_KEYS.has(key))) {
    const left = leaveOutKey(remarks, key)
    if (!left.ok) return left
  }
  const cells = cellsOf(puzzle.cells)
  if (!cells.ok) return refuse(`cells: ${cells.error}`)
  const size = Math.sqrt(cells.value.length)
  const regions = areasOf(puzzle.regions, size)
  if (!regions.ok) return refuse(`regions: ${regions.error}`)
  const notes = { rules: '', solution: '' }
  const cages = cagesIn(puzzle.cages, size, notes)
  if (!cages.ok) return cages
  const rules = rulesOf(puzzle.metadata, notes)
  if (!rules.ok) return rules
  const { solution, rules: prose } = notes
  const variant = variantOf({
    puzzle: cells.value.join(''),
    rules: rules.value,
    constraints: cages.value,
    regions: regions.value,
    solution: solution.length === size * size && /^[1-9A-P]+$/i.test(solution) ? solution : undefined,
  })
  if (!variant.ok) return variant
  for (const key of KEYS.drawing) {
    const drawn = puzzle[key]
    if (drawn !== undefined && !(Array.isArray(drawn) && drawn.length === 0)) {
      const named = rulesNamedIn(prose, variant.value.constraints ?? [])
      const why = `${key}: they are drawings, and may show a rule that no constraint here holds${named}`
      const left = leaveOut(remarks, key, why)
      if (!left.ok) return left
    }
  }
  remark(remarks, { ...puzzle, ...notes }, prose)
  const untold = untoldRule(prose, variant.value)
  return untold === undefined ? variant : refuse(`rules: ${untold}`)
}

/** Cages that hold a rule, checked; what else goes by that name goes to the notes. */
function cagesIn(found: unknown, size: number, notes: Notes): Checked<readonly VariantConstraint[]> {
  if (found === undefined) return accept([])
  if (!Array.isArray(found)) return refuse(`cages: found ${shown(found)}, expected a list`)
  const constraints: VariantConstraint[] = []
  for (const [i, cage] of found.entries()) {
    if (!isObject(cage)) return refuse(`cage ${i + 1}: found ${shown(cage)}, expected an object`)
    const { cells, value } = cage
    const note = typeof value === 'string' && ![cells].flat().some(Array.isArray) ? noteIn(value) : undefined
    if (note) {
      addNote(notes, note.name, note.text)
      continue
    }
    const constraint = cageOf(cage, size)
    if (!constraint.ok) return refuse(`cage ${i + 1}: ${constraint.error}`)
    constraints.push(constraint.value)
  }
  return accept(constraints)
}

function cellsOf(rows: unknown): Checked<readonly string[]> {
  const size = Array.isArray(rows) ? rows.length : 0
  if (!VARIANT_SIZES.includes(size as Size)) return refuse(`found ${size} rows, expected ${VARIANT_SIZES.join(', ')}`)
  const cells: string[] = []
  for (const row of rows as readonly unknown[]) {
    if (!Array.isArray(row) || row.length !== size) return refuse(`expected ${size} cells in each row`)
    for (const cell of row) {
      const where = nameOfCell(cells.length, size)
      if (!isObject(cell)) return refuse(`${where}: found ${shown(cell)}, expected an object`)
      const other = Object.keys(cell).find((key) => key !== 'value' && !CELL_NOTES.has(key))
      if (other !== undefined) return refuse(`${where}: ${other.slice(0, 40)}: unknown key, which may hold a rule`)
      const { value } = cell
      const isEmpty = value === undefined || value === '' || value === null
      const digit = isEmpty ? 0 : typeof value === 'string' ? Number(value) : value
      if (typeof digit !== 'number' || !Number.isInteger(digit) || digit < 0 || digit > size)
        return refuse(`${where}: found ${shown(value)}, expected 1–${size}`)
      cells.push(symbolOf(digit))
    }
  }
  return accept(cells)
}

function areasOf(regions: unknown, size: number): Checked<string | undefined> {
  if (!Array.isArray(regions)) return refuse('found none, and a grid of rows and columns alone is not known here')
  const marks: number[] = Array(size * size).fill(-1)
  for (const [i, region] of regions.entries()) {
    if (!arePlaces(region)) return refuse(`region ${i + 1}: found ${shown(region)}, expected a list of [row, column]`)
    for (const [row, column] of region) {
      const cell = row * size + column
      if (row >= size || column >= size)
        return refuse(`region ${i + 1}: found ${nameOf({ row: row + 1, column: column + 1 })}, which is outside`)
      if (marks[cell] >= 0) return refuse(`${nameOfCell(cell, size)} is in two regions`)
      marks[cell] = i
    }
  }
  const none = marks.indexOf(-1)
  return none >= 0 ? refuse(`${nameOfCell(none, size)} is in none`) : regionsOf(marks, size)
}

/** Whether something is a list of pairs of row and column, from 0. */
function arePlaces(cells: unknown): cells is readonly (readonly [row: number, column: number])[] {
  const isPlace = (cell: unknown) =>
    Array.isArray(cell) && cell.length === 2 && cell.every((number) => Number.isInteger(number) && number >= 0)
  return Array.isArray(cells) && cells.every(isPlace)
}

/** A cage that holds no digit twice, with its sum. */
function cageOf(cage: JsonObject, size: number): Checked<VariantConstraint> {
  const other = Object.keys(cage).find((key) => !CAGE_KEYS.has(key))
  if (other !== undefined) return refuse(`${other.slice(0, 40)}: unknown key, which may hold a rule`)
  const { value = '', sum = value, unique } = cage
  if (!arePlaces(cage.cells)) return refuse(`cells: found ${shown(cage.cells)}, expected a list of [row, column]`)
  const cells = cage.cells.map(([row, column]) => nameOf({ row: row + 1, column: column + 1 }))
  const written = textIn(value).trim()
  if (unique === false) return refuse('unique: found false: cages in which digits repeat are not known here')
  if (written === '' && unique !== true)
    return refuse(`a drawn cage at ${cells[0]} shows a rule that no constraint here holds`)
  if (written !== '' && !/^\d{1,4}$/.test(written)) return refuse(`value: found ${shown(value)}, expected a number`)
  if (textIn(sum).trim() !== written) return refuse(`sum: found ${shown(sum)}, expected ${shown(value)}`)
  return constraintOf({ type: 'cage', cells, ...(written === '' ? {} : { sum: Number(written) }) }, size)
}

/**
 * Facts about a puzzle: cages without cells, and metadata, tell them as `name: text`. Those of `rules` are put together, and
 * of any other the last counts.
 */
type Notes = Record<string, string> & Record<'rules' | 'solution', string>

function addNote(notes: Notes, name: string, text: string): void {
  notes[name] = name === 'rules' ? `${notes.rules}\n${text}` : text
}

/** The rules that metadata switch on; what else they tell goes to the notes. */
function rulesOf(metadata: unknown = {}, notes: Notes): Checked<readonly VariantRule[]> {
  if (!isObject(metadata)) return refuse(`metadata: found ${shown(metadata)}, expected an object`)
  const rules: VariantRule[] = []
  for (const [name, value] of Object.entries(metadata)) {
    const rule = Object.hasOwn(METADATA_RULES, name) ? METADATA_RULES[name] : undefined
    if (rule && typeof value === 'boolean') rules.push(...(value ? [rule] : []))
    else if (NOTE_NAMES.has(name.toLowerCase())) addNote(notes, name.toLowerCase(), textIn(value))
    else return refuse(`metadata: ${name.slice(0, 40)}: unknown key, which may hold a rule`)
  }
  return accept(rules)
}
