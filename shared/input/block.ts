import { MAX_PUZZLE_LENGTH } from '../job/limits.ts'
import { SIZES, type Size } from '../sudoku/units.ts'

/** What some lines of a block hold: a puzzle that stands in one line, or the rows of a grid. */
interface BlockItem {
  readonly lines: readonly string[]
  /** The side of the grid; undefined of a puzzle in one line. */
  readonly width?: Size
}

/** A line of a block, and what it could be. */
export interface BlockLine {
  readonly text: string
  readonly cells: number
  /** Dashes alone: a row of empty cells, or part of a frame. */
  readonly isRule: boolean
  /** Words, perhaps above a grid. */
  readonly hasWord: boolean
  /** The highest digit; 0 where there is none. */
  readonly top: number
  /** Cells that hold nothing that a grid of any size could. */
  readonly strange: number
}

/**
 * How much speaks against an explanation of a block, which is the sum over its lines; the cheapest explanation is
 * taken, so that one bad line does not turn its neighbours into something else. A puzzle in a line, and a row of as
 * many cells as its grid is wide, cost nothing.
 */
const COST = {
  /** A row with a character that no cell of its grid may hold. */
  flawedRow: 2,
  heading: 4,
  /** The same, where the grid above it lacks rows: that is where it ended. */
  headingBelowIncomplete: 2,
  /** A grid without all of its rows. */
  incomplete: 4,
  /** A line that is a bad puzzle by itself. */
  alone: 6,
  /** A line in the place of a row that has another number of cells. */
  badRow: 7,
} as const
const NEVER = 1e6

/** An explanation of each line of a block. */
export interface Explanation {
  /** What the first `lines` lines hold. */
  itemsOf(lines: number): BlockItem[]
  /** After how many lines, at most so many, an item ends; 0 where none does. */
  endBefore(most: number): number
}

/** Where the explanation stands after a line. Behind these, one for each number of rows of a grid that is not complete. */
const ALONE = 0
const GRID_ENDED = 1
/** Headings and rules of which a grid has to follow; those under a grid may end the block. */
const HEADED = 2
const HEADED_OR_END = 3
const FIRST_OPEN = 4

interface OpenGrid {
  readonly width: Size
  /** Which of the widths of its block that is. */
  readonly index: number
  readonly rows: number
  /** Whether it stands below a grid or a heading: few rows are a grid there. */
  readonly isExpected: boolean
}

/**
 * The cheapest explanation of a block, found as Viterbi did: for each line, and for each place where an explanation
 * can stand after it, the cheapest way there.
 *
 * @param isWhole whether the block ends with these lines
 */
export function explain(lines: readonly BlockLine[], size: Size | undefined, isWhole: boolean): Explanation {
  const width = commonWidth(lines, size)
  return width ? explainRows(lines, width, isWhole) : explainAny(lines, size, isWhole)
}

/** The width of a block that is nothing but rows of grids, as most are, so that there is nothing to weigh. */
function commonWidth(lines: readonly BlockLine[], size: Size | undefined): Size | undefined {
  return SIZES.find((width) => {
    const isRow = (line: BlockLine) => {
      const cost = line.cells === width ? costOfRow(line, width, size) : NEVER
      return cost === 0 || cost === COST.flawedRow
    }
    return lines[0].cells === width && (!size || size === width) && lines.every(isRow)
  })
}

function explainRows(lines: readonly BlockLine[], width: Size, isWhole: boolean): Explanation {
  return {
    itemsOf: (end) => {
      const rows = lines.slice(0, end).map(({ text }) => text)
      // A row twice is a flaw of the grid that has it.
      if (isWhole && end === width + 1) return [{ lines: rows, width }]
      const count = Math.ceil(end / width)
      return Array.from({ length: count }, (_, i) => ({ lines: rows.slice(i * width, (i + 1) * width), width }))
    },
    endBefore: (most) => Math.floor(Math.min(most, lines.length - 1) / width) * width,
  }
}

function explainAny(lines: readonly BlockLine[], size: Size | undefined, isWhole: boolean): Explanation {
  const widths = widthsIn(lines, size)
  const opens: OpenGrid[] = []
  const firstOf: number[] = []
  for (const [index, width] of widths.entries()) {
    firstOf.push(FIRST_OPEN + opens.length)
    for (const isExpected of [false, true]) {
      for (let rows = 1; rows < width; rows++) opens.push({ width, index, rows, isExpected })
    }
  }
  const count = FIRST_OPEN + opens.length
  const ends = opens.map((open) => (mayEnd(open) ? costOfEnd(open, size) : NEVER))
  const from = new Int16Array(lines.length * count)
  let next = new Float64Array(count)
  let costs = new Float64Array(count).fill(NEVER)
  costs[ALONE] = 0
  for (const [at, line] of lines.entries()) {
    // Of two grids of which one lacks rows it is the later one.
    const late = (lines.length - at) / 1000
    next.fill(NEVER)
    const step = (to: number, before: number, cost: number) => {
      if (cost >= next[to]) return
      next[to] = cost
      from[at * count + to] = before
    }
    const alone = costAlone(line, size)
    const isHeading = line.hasWord && !widths.some((width) => line.cells === width && isClean(line, width))
    const rowCosts = widths.map((width) => costOfRow(line, width, size))
    /** From where a line may begin something new. */
    const begin = (before: number, cost: number, place: number, heading: number) => {
      const isHeaded = place === HEADED || place === HEADED_OR_END
      if (!isHeaded) step(ALONE, before, cost + alone)
      const above = place === ALONE || place === HEADED ? HEADED : HEADED_OR_END
      if (isHeading) step(above, before, cost + heading)
      if (line.isRule) step(place === ALONE ? HEADED : place, before, cost)
      widths.forEach((width, i) => {
        step(firstOf[i] + (place === ALONE ? 0 : width - 1), before, cost + rowCosts[i])
      })
    }
    let leastEnd: number = NEVER
    let ended = 0
    for (let place = 0; place < count; place++) {
      const cost = costs[place]
      if (cost >= NEVER) continue
      if (place < FIRST_OPEN) {
        begin(place, cost, place, COST.heading)
        continue
      }
      const open = opens[place - FIRST_OPEN]
      if (line.isRule && line.cells !== open.width) {
        step(place, place, cost)
        continue
      }
      const after = open.rows + 1 === open.width ? GRID_ENDED : place + 1
      step(after, place, cost + rowCosts[open.index])
      const end = cost + ends[place - FIRST_OPEN]
      if (end < leastEnd) {
        leastEnd = end
        ended = place
      }
    }
    // Of all grids that could end here without all of their rows, what follows need only know the cheapest.
    if (leastEnd < NEVER) begin(ended, leastEnd + late, GRID_ENDED, COST.headingBelowIncomplete)
    ;[costs, next] = [next, costs]
  }
  if (isWhole) {
    costs[HEADED] = NEVER
    ends.forEach((end, i) => {
      costs[FIRST_OPEN + i] += end
    })
  }
  let place = costs.indexOf(Math.min(...costs))
  const places = new Int16Array(lines.length)
  for (let i = lines.length - 1; i >= 0; i--) {
    places[i] = place
    place = from[i * count + place]
  }
  const whole = isWhole ? wholeGrid(lines, widths, size, Math.min(...costs)) : undefined
  return {
    itemsOf: (end) => (whole ? [whole] : itemsAt(end)),
    endBefore: (most) => {
      for (let end = Math.min(most, lines.length - 1); end > 0; end--) if (isEnd(end)) return end
      return 0
    },
  }

  /** Whether an item ends after so many lines. */
  function isEnd(end: number): boolean {
    const place = places[end - 1]
    if (place === ALONE || place === GRID_ENDED) return true
    return place >= FIRST_OPEN && !goesOn(end)
  }

  /** Whether a line belongs to the grid of the line before it. */
  function goesOn(at: number): boolean {
    const before = places[at - 1]
    if (at === 0 || before < FIRST_OPEN) return false
    const open = opens[before - FIRST_OPEN]
    if (lines[at].isRule && lines[at].cells !== open.width) return true
    return places[at] === (open.rows + 1 === open.width ? GRID_ENDED : before + 1)
  }

  function itemsAt(end: number): BlockItem[] {
    const items: (BlockItem & { lines: string[] })[] = []
    /** After which items there is a heading. */
    const headed = new Set<number>([0])
    for (let at = 0; at < end; at++) {
      const { text } = lines[at]
      const place = places[at]
      if (place === ALONE) items.push({ lines: [text] })
      else if (place === HEADED || place === HEADED_OR_END) headed.add(items.length)
      else if (goesOn(at)) {
        if (place !== places[at - 1]) items[items.length - 1].lines.push(text)
      } else if (place >= FIRST_OPEN) items.push({ lines: [text], width: opens[place - FIRST_OPEN].width })
    }
    headed.add(items.length)
    return isWhole ? withDoubled(items, headed) : items
  }
}

/** Whether rows are a grid that lacks some, and not bad lines that happen to be as long as rows. */
function mayEnd({ width, rows, isExpected }: OpenGrid): boolean {
  return isExpected || 2 * rows >= width
}

/** Rows of sixteen that a grid lacks may as well be the puzzles of 4×4 around it. */
function costOfEnd({ width, rows }: OpenGrid, size: Size | undefined): number {
  return COST.incomplete + (width === 16 && !size ? (width - rows) * COST.badRow : 0)
}

/** The widths of grids that there may be among some lines. */
function widthsIn(lines: readonly BlockLine[], size: Size | undefined): Size[] {
  return (size ? [size] : SIZES).filter((width) => {
    const rows = lines.filter(({ cells, top }) => cells === width && (width !== 16 || size === 16 || top > 4))
    return rows.length > 1
  })
}

/** A block that is nothing but a part of a grid, where that is cheaper than another explanation. */
function wholeGrid(
  lines: readonly BlockLine[],
  widths: readonly Size[],
  size: Size | undefined,
  cost: number,
): BlockItem | undefined {
  for (const width of widths) {
    const rows = lines.filter(({ isRule, cells }) => !isRule || cells === width)
    const high = rows.filter(({ top }) => top > 4).length
    if (rows.length >= width || (width === 16 && !size && 2 * high <= rows.length)) continue
    const sum = rows.reduce<number>((total, line) => total + costOfRow(line, width, size), COST.incomplete)
    if (sum < cost) return { lines: rows.map(({ text }) => text), width }
  }
}

/** A row twice, or one too many, in a grid that stands by itself is a flaw of that grid, and no grid of one row. */
function withDoubled(items: readonly BlockItem[], headed: ReadonlySet<number>): BlockItem[] {
  const merged: BlockItem[] = []
  items.forEach((item, i) => {
    const last = merged.at(-1)
    const isDoubled =
      item.width !== undefined &&
      item.lines.length === 1 &&
      last?.width === item.width &&
      last.lines.length === item.width
    const isBegun = headed.has(i - 1) || items[i - 2]?.width === undefined
    const isEnded = headed.has(i + 1) || items[i + 1]?.width === undefined
    if (last && isDoubled && isBegun && isEnded && !headed.has(i)) {
      merged[merged.length - 1] = { ...last, lines: [...last.lines, ...item.lines] }
    } else merged.push(item)
  })
  return merged
}

/** Whether a line is a whole puzzle and can be nothing else: of sixteen cells it may be a row, too. */
export function isPuzzle({ cells, isRule }: BlockLine, size?: Size): boolean {
  return !isRule && (size ? cells === size * size : cells !== 16 && SIZES.some((side) => cells === side * side))
}

function costAlone(line: BlockLine, size: Size | undefined): number {
  if (isPuzzle(line, size)) return 0
  if (line.isRule && SIZES.some((side) => line.cells === side * side)) return 1
  return !size && line.cells === 16 && isClean(line, 4) ? 0 : COST.alone
}

function costOfRow(line: BlockLine, width: Size, size: Size | undefined): number {
  if (isPuzzle(line, size)) return NEVER
  if (line.cells !== width) return line.cells === 16 && !size && isClean(line, 4) ? NEVER : COST.badRow
  if (width === 16 && !size && line.top <= 4) {
    // Sixteen cells are also a whole 4×4 puzzle; a grid of 16×16 has digits that no 4×4 has.
    return line.top === 0 ? 1 : COST.badRow
  }
  if (isClean(line, width)) return 0
  return 2 * line.strange <= width ? COST.flawedRow : COST.badRow
}

function isClean({ top, strange }: BlockLine, width: Size): boolean {
  return strange === 0 && top <= width
}

/** What no grid holds. */
const NO_DIGIT = 255
/** By character code, the digit that a symbol is; 0 for empty cells and marks. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (const [digit, symbol] of [...'0123456789ABCDEFGHIJKLMNOP'].entries()) {
  DIGITS[symbol.charCodeAt(0)] = digit
  DIGITS[symbol.toLowerCase().charCodeAt(0)] = digit
}
for (const symbol of '.*_-eo') DIGITS[symbol.charCodeAt(0)] = 0

/** The characters of a heading: the lines of the largest grids have words in them, too. */
const MOST_OF_HEADING = 80

/** What a line of a block could be. */
export function lookAt(text: string): BlockLine {
  if (text.length > MAX_PUZZLE_LENGTH) {
    return { text, cells: text.length, isRule: false, hasWord: false, top: 0, strange: text.length }
  }
  const symbols = symbolsIn(text)
  let top = 0
  let strange = 0
  for (let i = 0; i < symbols.length; i++) {
    const digit = typeof symbols === 'string' ? (DIGITS[symbols.charCodeAt(i)] ?? NO_DIGIT) : digitOf(symbols[i])
    if (digit === NO_DIGIT) strange++
    else if (digit > top) top = digit
  }
  const isRule = text.startsWith('-') && top === 0 && !/[^-\s]/.test(text)
  // A row of digits up to 9 has no letter in it but marks.
  return { text, cells: symbols.length, isRule, hasWord: (strange > 0 || top > 9) && hasWordIn(text), top, strange }
}

/** "Grid 01" or "7. hard"; but no row of a large grid, which has letters among its digits. */
function hasWordIn(text: string): boolean {
  if (text.length > MOST_OF_HEADING || !/[a-z]{2}/i.test(text)) return false
  const letters = text.match(/[a-z]/gi) ?? []
  return /^[a-z]{2}/i.test(text) || 2 * letters.length > text.length
}

/** The cells of a line as they are written: characters, or numbers with blanks or commas between. */
function symbolsIn(text: string): string | string[] {
  if (!/[\s,]/.test(text)) return text
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  // As many as a row has: "12 34" is a 4×4 row in two groups, not two numbers.
  const areNumbers = words.every((word) => word.length <= 2) && SIZES.some((size) => size === words.length)
  return areNumbers ? words : words.join('')
}

/** Of a number as it is written. */
function digitOf(number: string): number {
  if (number === '-1' || number === '-2') return 0
  const digit = number.length === 1 ? DIGITS[number.charCodeAt(0)] : Number(number)
  return digit >= 0 && digit <= SIZES[SIZES.length - 1] ? digit : NO_DIGIT
}
