import { accept, type Checked, isObject, type JsonObject, refuse, shown, textIn } from '../../checked.ts'
import { constraintOf, isWhiteDot, type VariantConstraint } from '../../sudoku/constraints/constraint-json.ts'
import { inReadingOrder, isInside, nameOf, nameOfCell, placeOf, rayFrom } from '../../sudoku/grid/cell-name.ts'
import { symbolOfNumber } from '../../sudoku/grid/grid.ts'
import { ALL_SIZES, type Size } from '../../sudoku/grid/units.ts'
import {
  CELL_KEYS,
  DIRECTIONS,
  ENTRY_KEYS,
  type EntryKind,
  F_PUZZLES_KEYS,
  noteIn,
  type ShownKind,
  SIGNS,
  STYLE_KEYS,
  WINDOWS,
} from './f-puzzles-keys.ts'
import { checkedJson, jsonOfPayload } from './payload.ts'
import { leaveOut, leaveOutKey, remark, rulesNamedIn, untoldRule, WORDS_FOR, WORDS_FOR_COLOURS } from './prose-rules.ts'
import type { Remarks } from './remarks.ts'
import { boxAt, diagonalsOf, regionsOf, type VariantPuzzle, type VariantRule, variantOf } from './variant-puzzle.ts'

const LINK = /^(?:https?:\/\/)?(?:www\.)?f-puzzles\.com\/?\?(.*)$/i
/** How the payload of every f-puzzles puzzle begins: that of `{"`. */
const PAYLOAD = /^N4Ig[A-Za-z0-9+/]{12}/

/** How the puzzle of such a payload begins, which f-puzzles itself exports. */
const BOARD = /^\{\s*"size"\s*:\s*\d+.*"grid"\s*:\s*\[\s*\[/s

/** The puzzle that an f-puzzles link or payload holds, or what that unpacks to; undefined if the text is something else. */
export function readFPuzzles(text: string, remarks?: Remarks): Checked<VariantPuzzle> | undefined {
  if (BOARD.test(text)) return readBoard(checkedJson(text), remarks)
  const query = LINK.exec(text)?.[1]
  const payload = PAYLOAD.test(text) ? text : /(?:^|&)load=([^&#]*)/.exec(query ?? '')?.[1]
  if (payload !== undefined) return readFPuzzlesPayload(payload, remarks)
  if (query === undefined) return undefined
  return refuse(
    'the link: found no puzzle in it, expected ?load=…: what an id stands for is stored on the server of f-puzzles',
  )
}

export function readFPuzzlesPayload(payload: string, remarks?: Remarks): Checked<VariantPuzzle> {
  return readBoard(jsonOfPayload(payload), remarks)
}

function readBoard(json: Checked<string>, remarks: Remarks = {}): Checked<VariantPuzzle> {
  if (!json.ok) return json
  let board: unknown
  try {
    board = JSON.parse(json.value)
  } catch {
    return refuse('the payload: it holds no JSON')
  }
  return isObject(board) ? new FPuzzlesReader(board, remarks).read() : refuse('the payload: it holds no puzzle')
}

/** A text at the cells of a part of a constraint that was read, which a drawing may show. */
interface Shown {
  readonly kind: ShownKind
  readonly value: string
}

class FPuzzlesReader {
  readonly #board: JsonObject
  readonly #remarks: Remarks
  #size = 0
  readonly #constraints: VariantConstraint[] = []
  /** By place. */
  readonly #shown = new Map<string, Shown[]>()
  #prose = ''

  constructor(board: JsonObject, remarks: Remarks) {
    this.#board = board
    this.#remarks = remarks
  }

  read(): Checked<VariantPuzzle> {
    const known = this.#checkKeys()
    if (!known.ok) return known
    const { size, grid } = this.#board
    const side = size ?? (Array.isArray(grid) ? grid.length : undefined)
    if (!ALL_SIZES.includes(side as Size)) return refuse(`size: found ${shown(side)}, expected ${ALL_SIZES.join(', ')}`)
    this.#size = side as number
    const cells = this.#cells()
    if (!cells.ok) return cells
    const constraints = this.#readConstraints(cells.value)
    if (!constraints.ok) return constraints
    this.#readSigns()
    const puzzle = this.#puzzle(cells.value)
    if (!puzzle.ok) return puzzle
    const drawings = this.#checkDrawings()
    if (!drawings.ok) return drawings
    remark(this.#remarks, this.#board, this.#prose)
    const untold = untoldRule(this.#prose, puzzle.value)
    if (untold !== undefined) return refuse(`ruleset: ${untold}`)
    const colours = this.#checkColours(cells.value)
    return colours.ok ? puzzle : colours
  }

  #checkKeys(): Checked<void> {
    for (const [key, value] of Object.entries(this.#board)) {
      if (isNothing(value)) continue
      const known = Object.hasOwn(F_PUZZLES_KEYS, key) ? F_PUZZLES_KEYS[key] : undefined
      const left = known ? accept() : leaveOutKey(this.#remarks, key)
      if (!left.ok) return left
      if (!known || 'isOther' in known) continue
      if (('rule' in known || 'diagonal' in known) && value !== true)
        return refuse(`${key}: found ${shown(value)}, expected true or false`)
      const isList = 'constraint' in known || 'drawing' in known
      if (isList && !(Array.isArray(value) && value.every(isObject)))
        return refuse(`${key}: found ${shown(value)}, expected a list of objects`)
    }
    const { ruleset } = this.#board
    if (typeof ruleset === 'string') this.#prose = ruleset
    else if (!isNothing(ruleset)) return refuse(`ruleset: found ${shown(ruleset)}, expected a text`)
    return accept()
  }

  #cells(): Checked<readonly JsonObject[]> {
    const { grid } = this.#board
    const size = this.#size
    const rows: readonly unknown[] = Array.isArray(grid) ? grid : []
    if (rows.length !== size || !rows.every((row) => Array.isArray(row) && row.length === size))
      return refuse(`grid: expected ${size} rows of ${size} cells`)
    const cells = rows.flat()
    for (const [i, cell] of cells.entries()) {
      const where = `grid: ${nameOfCell(i, size)}`
      if (!isObject(cell)) return refuse(`${where}: found ${shown(cell)}, expected an object`)
      const other = Object.keys(cell).find((key) => !CELL_KEYS.has(key) && !isNothing(cell[key]))
      if (other !== undefined) return refuse(`${where}: ${other.slice(0, 40)}: unknown key, which may hold a rule`)
      if (!isNothing(cell.parity) && !/^(?:even|odd)$/i.test(textIn(cell.parity)))
        return refuse(`${where}: parity: found ${shown(cell.parity)}, expected Even or Odd`)
    }
    return accept(cells as readonly JsonObject[])
  }

  #puzzle(cells: readonly JsonObject[]): Checked<VariantPuzzle> {
    const size = this.#size
    const board = this.#board
    const marks = cells.map(({ region }, i) => (region === undefined ? boxAt(i, size) : region))
    const wrong = marks.findIndex((mark) => typeof mark !== 'number' && typeof mark !== 'string')
    if (wrong >= 0)
      return refuse(`grid: ${nameOfCell(wrong, size)}: region: found ${shown(marks[wrong])}, expected a number`)
    const areas = regionsOf(marks.map(String), size)
    if (!areas.ok) return refuse(`grid: ${areas.error}`)
    const rules = Object.entries(F_PUZZLES_KEYS).flatMap(([key, known]) =>
      'rule' in known && board[key] === true ? [known.rule] : [],
    )
    // Beside white dots it says that all of them are there.
    const isNegative = rules.includes('non-consecutive') && this.#constraints.some(isWhiteDot)
    const diagonals = diagonalsOf(
      { isRising: board['diagonal+'] === true, isFalling: board['diagonal-'] === true },
      size,
    )
    this.#constraints.push(...diagonals.constraints)
    const negative = isNothing(board.negative) ? [] : board.negative
    const digits = cells.map(({ given, value }) => (given === true ? value : 0) ?? 0)
    return variantOf({
      puzzle: Array.from({ length: size }, (_, row) => digits.slice(row * size, (row + 1) * size)),
      rules: [
        ...rules.filter((rule) => rule !== 'non-consecutive' || !isNegative),
        ...diagonals.rules,
        ...this.#windows(),
      ],
      constraints: this.#constraints,
      regions: areas.value,
      negative: isNegative ? ['difference', negative].flat() : negative,
      solution: this.#solution(),
    })
  }

  /** Windoku, as extra regions. */
  #windows(): VariantRule[] {
    const windows = WINDOWS.map(keyOf)
    const keys = this.#constraints.map((constraint) =>
      constraint.type === 'extra-region' && this.#size === 9 ? keyOf(constraint.cells) : '',
    )
    if (!windows.every((key) => keys.includes(key))) return []
    const others = this.#constraints.filter((_, i) => !windows.includes(keys[i]))
    this.#constraints.splice(0, this.#constraints.length, ...others)
    return ['windoku']
  }

  /** A solution that is whole; whatever else stands there may be a part of one. */
  #solution(): string | undefined {
    const { solution } = this.#board
    const digits: readonly unknown[] =
      typeof solution === 'string' ? solution.split(solution.includes(',') ? ',' : '') : [solution].flat()
    const text = digits.map((digit) => symbolOfNumber(Number(textIn(digit)), this.#size) ?? '').join('')
    const isWhole = digits.length === this.#size ** 2 && text.length === digits.length
    return isWhole && /^[1-9A-P]+$/.test(text) ? text : undefined
  }

  #readConstraints(cells: readonly JsonObject[]): Checked<void> {
    const size = this.#size
    for (const [key, known] of Object.entries(F_PUZZLES_KEYS)) {
      if (!('constraint' in known)) continue
      const { constraint: type, kind } = known
      const listed = this.#listed(key)
      const marked = (kind === 'cell' ? cells : []).flatMap(({ parity }, i): JsonObject[] =>
        textIn(parity).toLowerCase() === key ? [{ cell: nameOfCell(i, size) }] : [],
      )
      for (const [i, entry] of [...listed, ...marked].entries()) {
        const where = `${key} ${i + 1}`
        const read = readEntry(entry, kind, size)
        if (!read.ok) return refuse(`${where}: ${read.error}`)
        const value = writtenIn(entry)
        for (const fields of read.value.constraints) {
          // Other programs mean German whispers, of 5, on every size.
          const constraint = constraintOf({ type, ...(type === 'whispers' && { value: 5 }), ...fields }, size)
          if (!constraint.ok) return refuse(`${where}: ${constraint.error}`)
          // It would change what such a line means.
          if ((kind === 'line' || kind === 'bulb line') && !isNothing(entry.value))
            return refuse(`${where}: value: found ${shown(entry.value)}, expected none`)
          this.#constraints.push(constraint.value)
          if (kind === 'bulb line') this.#show(keyOf([fields.cells].flat().slice(0, 1)), { kind: 'bulb', value })
        }
        for (const place of read.value.places) this.#show(place, { kind, value })
      }
      // Programs draw one outline for all regions of a list.
      const all = kind === 'region' ? keyOf(listed.flatMap((entry) => entry.cells)) : ''
      if (all !== '') this.#show(all, { kind, value: '' })
    }
    for (const [i, { givenPencilMarks: digits }] of cells.entries()) {
      if (isNothing(digits)) continue
      const name = nameOfCell(i, size)
      const constraint = constraintOf({ type: 'candidates', cells: [name], digits }, size)
      if (!constraint.ok) return refuse(`grid: ${name}: givenPencilMarks: ${constraint.error}`)
      this.#constraints.push(constraint.value)
    }
    return accept()
  }

  /** The entries of a list of the board, which was found to be one if it is there. */
  #listed(key: string): readonly JsonObject[] {
    return isNothing(this.#board[key]) ? [] : (this.#board[key] as readonly JsonObject[])
  }

  /** Signs between two neighbours, which the editor has only as texts: inequalities, where the prose speaks of them. */
  #readSigns(): void {
    if (!WORDS_FOR['greater-than'].test(this.#prose)) return
    for (const { cells, value, angle } of this.#listed('text')) {
      const opens = SIGNS[textIn(value)]
      if (opens === undefined || !Array.isArray(cells) || cells.length !== 2) continue
      const [first, second] = inReadingOrder(cells)
      // Clockwise from a sign that opens to the left.
      const turned = (opens + Number(angle ?? 0) + 360) % 360
      const isAcross = placeOf(first)?.row === placeOf(second)?.row
      if (turned % 180 !== (isAcross ? 0 : 90)) continue
      const ordered = turned < 180 ? [first, second] : [second, first]
      const constraint = constraintOf({ type: 'greater-than', cells: ordered }, this.#size)
      if (!constraint.ok) continue
      this.#constraints.push(constraint.value)
      this.#show(keyOf(cells), { kind: 'pair', value: textIn(value) })
    }
  }

  #show(place: string, shown: Shown): void {
    const others = this.#shown.get(place)
    if (others) others.push(shown)
    else this.#shown.set(place, [shown])
  }

  /**
   * A drawing holds no rule where it lies on the very cells of a constraint of a kind that is drawn so, and says no more
   * than that does. Any other may show a rule that only the prose tells, or that nobody tells.
   */
  #checkDrawings(): Checked<void> {
    for (const [key, known] of Object.entries(F_PUZZLES_KEYS)) {
      if (!('drawing' in known)) continue
      for (const [i, entry] of this.#listed(key).entries()) {
        const keys = checkEntryKeys(entry, key === 'line' ? ['lines'] : ['cells', 'value'])
        if (!keys.ok) return refuse(`${key} ${i + 1}: ${keys.error}`)
        const value = writtenIn(entry)
        const note = key === 'cage' ? noteIn(value) : undefined
        if (note?.name === 'rules') this.#prose += `\n${note.text}`
        const isFog = key === 'cage' && /^(?:FOW|FOGLIGHT)$/.test(value)
        if (isFog) this.#remarks.hasFog = true
        if (note || isFog || (key === 'text' && value === '')) continue
        const places = (key === 'line' && Array.isArray(entry.lines) ? entry.lines : [entry.cells]).map(keyOf)
        const isDrawnFor = typeof entry.fromConstraint === 'string'
        const explains = (shown: Shown) =>
          known.shows.includes(shown.kind) && (value === '' || value === shown.value || isDrawnFor)
        if (places.every((place) => this.#shown.get(place)?.some(explains))) continue
        const says = value === '' ? '' : ` ${shown(value)}`
        const drawnFor = isDrawnFor ? ` for ${shown(entry.fromConstraint)}` : ''
        const at = `${known.drawing}${says} at ${places[0]?.split(' ')[0]}${drawnFor}`
        const named = rulesNamedIn(this.#prose, this.#constraints)
        const why = `${key} ${i + 1}: ${at} shows a rule that no constraint here holds${named}`
        const left = leaveOut(this.#remarks, at, why)
        if (!left.ok) return left
      }
    }
    return accept()
  }

  #checkColours(cells: readonly JsonObject[]): Checked<void> {
    if (!WORDS_FOR_COLOURS.test(this.#prose)) return accept()
    const coloured = [...this.#shown].filter(([, shown]) => shown.some(({ kind }) => COLOURED_KINDS.includes(kind)))
    const told = new Set(coloured.flatMap(([place]) => place.split(' ')))
    const at = cells.findIndex(
      ({ c, cArray }, cell) => !(isNothing(c) && isNothing(cArray)) && !told.has(nameOfCell(cell, this.#size)),
    )
    if (at < 0) return accept()
    const where = `grid: ${nameOfCell(at, this.#size)}`
    const why = `${where}: its colour: the ruleset speaks of colours, and no constraint here does`
    return leaveOut(this.#remarks, 'colours of cells', why)
  }
}

/** The constraints that colours of cells may show. */
const COLOURED_KINDS: readonly ShownKind[] = ['cell', 'clone', 'region', 'cage']

/** The fields of the constraints that an entry is, besides their type, and the places at which they are drawn. */
type ReadEntry = Checked<{ readonly constraints: readonly JsonObject[]; readonly places: readonly string[] }>

function readEntry(entry: JsonObject, kind: EntryKind, size: number): ReadEntry {
  const known = checkEntryKeys(entry, ENTRY_KEYS[kind])
  if (!known.ok) return known
  const value = valueIn(entry, kind)
  return value.ok ? READERS[kind](entry, value.value, size) : refuse(`value: ${value.error}`)
}

/** @param value of those kinds that have one, as {@link valueIn} reads it */
type EntryReader = (entry: JsonObject, value: unknown, size: number) => ReadEntry

const READERS: Readonly<Record<EntryKind, EntryReader>> = {
  cage: ({ cells }, sum) => oneAt(cells, { cells, sum }),
  'diagonal clue': ({ cell, cells, direction }, sum, size) => {
    const way = typeof direction === 'string' && Object.hasOwn(DIRECTIONS, direction) && DIRECTIONS[direction]
    if (!way) return refuse(`direction: found ${shown(direction)}, expected ${Object.keys(DIRECTIONS).join(', ')}`)
    const place = placeOf(cell)
    const ray = place ? rayFrom({ row: place.row + way[0], column: place.column + way[1] }, way, size) : []
    if (!place || isInside(place, size) || ray.length === 0) {
      const expected = `expected one outside of the grid, from which a diagonal goes ${shown(direction)}`
      return refuse(`cell: found ${shown(cell)}, ${expected}`)
    }
    if (!isNothing(cells) && keyOf(cells) !== keyOf(ray))
      return refuse(`cells: expected those from ${ray[0]} to ${ray.at(-1)}`)
    return oneAt([nameOf(place)], { cells: ray, sum })
  },
  'outside clue': ({ cell }, value, size) => {
    const { row = -1, column = -1 } = placeOf(cell) ?? {}
    const isIn = (place: number) => place >= 1 && place <= size
    const isBeside = (place: number) => place === 0 || place === size + 1
    if (!(isIn(row) && isBeside(column)) && !(isIn(column) && isBeside(row)))
      return refuse(`cell: found ${shown(cell)}, expected one beside a row or column`)
    const line = isIn(row)
      ? { row, from: column === 0 ? 'left' : 'right' }
      : { column, from: row === 0 ? 'top' : 'bottom' }
    return oneAt([nameOf({ row, column })], { ...line, value })
  },
  // A line begins in the circle.
  arrow: ({ lines, cells }) => {
    if (!Array.isArray(lines) || !Array.isArray(cells)) return refuse('expected lines and cells')
    const names = cells.map((cell) => textIn(cell).toLowerCase())
    const arrows: (readonly unknown[])[] = lines.map((line) => (Array.isArray(line) ? line : []))
    const wrong = arrows.findIndex(([first]) => !names.includes(textIn(first).toLowerCase()))
    if (wrong >= 0)
      return refuse(`lines: ${wrong + 1}: found ${shown(arrows[wrong][0])} first, expected a cell of its circle`)
    const constraint = { circle: inReadingOrder(cells), arrows: arrows.map((line) => line.slice(1)) }
    return accept({ constraints: [constraint], places: [...lines, cells].map(keyOf) })
  },
  line: eachLine,
  'valued line': eachLine,
  'bulb line': eachLine,
  pair: ({ cells }, value) => oneAt(cells, { cells, value }),
  clone: ({ cells, cloneCells: copy }) => {
    const both = [cells, copy, [cells, copy].flat()]
    return accept({ constraints: [{ cells, copy }], places: both.map(keyOf) })
  },
  quadruple: ({ cells, values: written }) => {
    const inNumbers = (digit: unknown) => (typeof digit === 'string' ? Number(digit) : digit)
    return oneAt(cells, { cells, digits: Array.isArray(written) ? written.map(inNumbers) : written })
  },
  cell: ({ cell }) => oneAt([cell], { cells: [cell] }),
  region: ({ cells }) => oneAt(cells, { cells }),
  own: (entry) => {
    const fields = ENTRY_KEYS.own.filter((key) => entry[key] !== undefined)
    return accept({ constraints: [Object.fromEntries(fields.map((key) => [key, entry[key]]))], places: [] })
  },
}

function oneAt(cells: unknown, constraint: JsonObject): ReadEntry {
  return accept({ constraints: [constraint], places: [keyOf(cells)] })
}

function eachLine({ lines }: JsonObject, value: unknown): ReadEntry {
  if (!Array.isArray(lines)) return refuse(`lines: found ${shown(lines)}, expected a list`)
  const fields = value === undefined ? {} : { value }
  return accept({ constraints: lines.map((cells) => ({ cells, ...fields })), places: lines.map(keyOf) })
}

function writtenIn({ value }: JsonObject): string {
  return isNothing(value) ? '' : textIn(value)
}

function checkEntryKeys(entry: JsonObject, known: readonly string[]): Checked<void> {
  const other = Object.keys(entry).find((key) => !known.includes(key) && !STYLE_KEYS.has(key) && !isNothing(entry[key]))
  return other === undefined ? accept() : refuse(`${other.slice(0, 40)}: unknown key, which may hold a rule`)
}

/** The value by which an entry of a kind is a constraint: a number, or a letter of a pair. Clues always have one. */
function valueIn({ value }: JsonObject, kind: EntryKind): Checked<number | string | undefined> {
  const isClue = kind === 'diagonal clue' || kind === 'outside clue'
  const isRead = isClue || (!isNothing(value) && (kind === 'cage' || kind === 'valued line' || kind === 'pair'))
  if (!isRead) return accept(undefined)
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (kind === 'pair' && /^[xv]$/i.test(textIn(value))) return accept(textIn(value).toUpperCase())
  return /^\d{1,4}$/.test(text) ? accept(Number(text)) : refuse(`found ${shown(value)}, expected a number`)
}

/** Cells as a text that is the same whatever their order. */
function keyOf(cells: unknown): string {
  const names = Array.isArray(cells) ? cells.map((cell) => textIn(cell).toLowerCase()) : []
  return [...new Set(names)].toSorted().join(' ')
}

/** Whether a value is as good as none. */
function isNothing(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value && value !== 0
}
