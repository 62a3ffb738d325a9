import { SIZES, type BoxedSize as Size } from '../sudoku/grid/units.ts'
import { type BlockLine, isClean, isCleanPuzzle, smallerOf } from './block-line.ts'

/** The content of some lines of a block, from a place in it on: a puzzle that stands in one line, or the rows of a grid. */
interface BlockItem {
  readonly at: number
  readonly lines: readonly string[]
  /** The side of the grid; undefined for a puzzle in one line. */
  readonly width?: Size
}

/**
 * How much speaks against an explanation of a block, which is the sum over its lines; the cheapest explanation is
 * taken, so that one bad line does not turn its neighbours into something else. A puzzle in a line, and a row of as
 * many cells as its grid is wide, cost nothing. Whole numbers, whose sums are exact.
 */
const COST = {
  /** For each line that follows one where a grid ends without all of its rows: of two grids of which one lacks rows it is the later one. */
  early: 1,
  /** A row of 16×16 or 36×36 without a digit, or a rule that may be a puzzle without one. */
  blank: 1_000,
  /** A row with a character that no cell of its grid may hold. */
  flawedRow: 2_000,
  heading: 4_000,
  /** The same, where the grid above it lacks rows: that is where it ended. */
  headingBelowIncomplete: 2_000,
  /** A grid without all of its rows. */
  incomplete: 4_000,
  /** A line that is a bad puzzle by itself. */
  alone: 6_000,
  /** A line in the place of a row that has another number of cells. */
  badRow: 7_000,
} as const
/** More than any block can cost; several of them are a small integer, too, which a number without end is not. */
const NEVER = 500_000_000

/** More than two of the largest grids: so many lines are explained together at most, however long their block is. */
export const MOST_LINES = 96

/** An explanation of each line of a block. */
interface Explanation {
  /** The content of the first `lines` lines. */
  itemsOf(lines: number): BlockItem[]
  /** After how many lines, at most so many, an item ends; 0 where none does. */
  endBefore(most: number): number
}

/** Where the explanation stands after a line. Behind these, one for each grid that may be open. */
const ALONE = 0
const GRID_ENDED = 1
/** Headings and rules of which a grid has to follow; those under a grid may end the block. */
const HEADED = 2
const HEADED_OR_END = 3
const FIRST_OPEN = 4

/**
 * The cheapest explanation of a block, found as Viterbi did: for each line, and for each place where an explanation
 * can stand after it, the cheapest way there. Of explanations that cost the same the first is
 * taken.
 *
 * @param lines at most {@link MOST_LINES}
 * @param isWhole whether the block ends with them; otherwise it goes on
 */
export function explain(lines: readonly BlockLine[], size: Size | undefined, isWhole: boolean): Explanation {
  // A block that is nothing but rows of grids, as most are, has nothing to weigh.
  const width = SIZES.find((side) => {
    const isRow = (line: BlockLine) => {
      const cost = line.cells === side ? costOfRow(line, side, size) : NEVER
      return cost === 0 || cost === COST.flawedRow
    }
    return lines[0].cells === side && (!size || size === side) && lines.every(isRow)
  })
  return width ? explainRows(lines, width, isWhole) : explainAny(lines, size, isWhole)
}

function explainRows(lines: readonly BlockLine[], width: Size, isWhole: boolean): Explanation {
  return {
    itemsOf: (end) => {
      const rows = lines.slice(0, end).map(({ text }) => text)
      // A row twice is a flaw of the grid that has it.
      if (isWhole && end === width + 1) return [{ lines: rows, at: 0, width }]
      const places = Array.from({ length: Math.ceil(end / width) }, (_, i) => i * width)
      return places.map((at) => ({ lines: rows.slice(at, at + width), at, width }))
    },
    endBefore: (most) => Math.floor(Math.min(most, lines.length - 1) / width) * width,
  }
}

/** A grid that may be open after a line, by how many rows it has, which are not all. */
interface OpenGrid {
  readonly width: Size
  readonly rows: number
  /** The fewest rows that may be a grid: fewer are bad lines that happen to be as long as rows. */
  readonly fewest: number
  readonly place: number
  /** Where the explanation stands with one row more. */
  readonly next: number
}

/** The grids of a width, and the places of their first rows: one is expected below a grid or a heading, where few rows are a grid. */
interface OpenGrids {
  readonly width: Size
  readonly other: number
  readonly expected: number
  readonly grids: readonly OpenGrid[]
}

const OPEN_GRIDS: OpenGrids[] = []
let places = FIRST_OPEN
for (const width of SIZES) {
  const beginAt = (first: number, fewest: number): OpenGrid[] =>
    Array.from({ length: width - 1 }, (_, i) => {
      const next = i + 2 < width ? first + i + 1 : GRID_ENDED
      return { width, rows: i + 1, fewest, place: first + i, next }
    })
  const [other, expected] = [places, places + width - 1]
  const grids = [...beginAt(other, Math.ceil(width / 2)), ...beginAt(expected, 1)]
  OPEN_GRIDS.push({ width, other, expected, grids })
  places += grids.length
}

/** The costs of the explanations that stand at a place after the last line, and after the next one; made once, as blocks are explained one after the other. */
const COSTS = new Int32Array(places)
const NEXT_COSTS = new Int32Array(places)
/** From where the explanation came, by line and place. */
const CAME_FROM = new Int16Array(MOST_LINES * places)

/** A way to a place after a line; of those that cost the same the first is taken. */
function step(line: number, to: number, before: number, cost: number): void {
  if (cost >= NEXT_COSTS[to]) return
  NEXT_COSTS[to] = cost
  CAME_FROM[line * COSTS.length + to] = before
}

function explainAny(lines: readonly BlockLine[], size: Size | undefined, isWhole: boolean): Explanation {
  const widths = widthsIn(lines, size)
  const open = OPEN_GRIDS.filter(({ width }) => widths.includes(width))
  const openGrids = open.flatMap(({ grids }) => grids)
  /** A grid that ends without all of its rows. */
  const costOfEnd = ({ width, rows, fewest, place }: OpenGrid) => {
    // Rows of sixteen that a grid lacks may as well be the puzzles of 4×4 around it.
    const lacking = smallerOf(width) && !size ? COST.badRow : 0
    return rows < fewest ? NEVER : COSTS[place] + COST.incomplete + (width - rows) * lacking
  }
  COSTS.fill(NEVER)
  COSTS[ALONE] = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    NEXT_COSTS.fill(NEVER)
    // Many grids could end here without all of their rows; what follows need only know the cheapest.
    let ended = NEVER
    let endedAt = 0
    for (const grid of openGrids) {
      const cost = isBetweenRows(line, grid.width) ? NEVER : costOfEnd(grid)
      if (cost >= ended) continue
      ended = cost
      endedAt = grid.place
    }
    ended += (lines.length - at) * COST.early

    const alone = costAlone(line, size)
    step(at, ALONE, ALONE, COSTS[ALONE] + alone)
    step(at, ALONE, GRID_ENDED, COSTS[GRID_ENDED] + alone)
    step(at, ALONE, endedAt, ended + alone)
    const isHeading =
      line.hasWord && !(line.strange === 0 && line.top <= line.cells && widths.includes(line.cells as Size))
    if (line.isRule || isHeading) {
      const heading = isHeading ? COST.heading : 0
      step(at, HEADED, ALONE, COSTS[ALONE] + heading)
      step(at, isHeading ? HEADED_OR_END : GRID_ENDED, GRID_ENDED, COSTS[GRID_ENDED] + heading)
      step(at, HEADED, HEADED, COSTS[HEADED] + heading)
      step(at, HEADED_OR_END, HEADED_OR_END, COSTS[HEADED_OR_END] + heading)
      if (isHeading) step(at, HEADED_OR_END, endedAt, ended + COST.headingBelowIncomplete)
    }

    let before = COSTS[HEADED] < COSTS[GRID_ENDED] ? HEADED : GRID_ENDED
    if (COSTS[HEADED_OR_END] < COSTS[before]) before = HEADED_OR_END
    // A grid that ended without all of its rows is above an expected one, too, and goes behind what costs the same.
    const goesFirst = COSTS[before] <= ended
    const expectedAt = goesFirst ? before : endedAt
    const expected = goesFirst ? COSTS[before] : ended
    const badRow = costOfBadRow(line, size)
    for (const { width, other, expected: begun, grids } of open) {
      const cost = line.cells === width ? costOfRow(line, width, size) : badRow
      const isBetween = isBetweenRows(line, width)
      step(at, other, ALONE, COSTS[ALONE] + cost)
      if (goesFirst) step(at, begun, expectedAt, expected + cost)
      for (const { place, next } of grids) {
        if (isBetween) step(at, place, place, COSTS[place])
        else step(at, next, place, COSTS[place] + cost)
      }
      if (!goesFirst) step(at, begun, expectedAt, expected + cost)
    }
    if (line.isRule) step(at, GRID_ENDED, endedAt, ended)
    COSTS.set(NEXT_COSTS)
  }

  let last = ALONE
  for (let place = ALONE; place < FIRST_OPEN; place++)
    if (COSTS[place] < COSTS[last] && !(isWhole && place === HEADED)) last = place
  let least = COSTS[last]
  for (const grid of openGrids) {
    const cost = isWhole ? costOfEnd(grid) : COSTS[grid.place]
    if (cost >= least) continue
    least = cost
    last = grid.place
  }
  const whole = isWhole ? wholeGrid(least) : undefined
  return whole ? { itemsOf: () => [whole], endBefore: () => 0 } : explanationOf(stretchesTo(last), isWhole)

  /** The stretches of an explanation that stands at a place at last. */
  function stretchesTo(last: number): Stretch[] {
    const stretches: Stretch[] = []
    let place = last
    for (let end = lines.length; end > 0; ) {
      if (place < FIRST_OPEN) {
        const item = place === ALONE ? { lines: [lines[end - 1].text], at: end - 1 } : undefined
        stretches.push({ end, place, item })
        end--
        place = CAME_FROM[end * COSTS.length + place]
        continue
      }
      const grid = place
      const { width, other, expected } = OPEN_GRIDS.findLast((grids) => grids.other <= grid) as OpenGrids
      let at = end
      for (let isBegun = false; !isBegun; ) {
        at--
        const before = CAME_FROM[at * COSTS.length + place]
        isBegun = (place === other || place === expected) && !(isBetweenRows(lines[at], width) && before === place)
        place = before
      }
      const rows = lines.slice(at, end).filter((line, i) => i === 0 || !isBetweenRows(line, width))
      const isCompleted = rows.length + 1 === width && stretches.at(-1)?.place === GRID_ENDED
      if (isCompleted) {
        stretches.pop()
        rows.push(lines[end])
      }
      const item = { lines: rows.map(({ text }) => text), at, width }
      stretches.push({ end: isCompleted ? end + 1 : end, place: grid, item })
      end = at
    }
    return stretches.reverse()
  }

  /** The block where it is nothing but a part of a grid, and that is cheaper than another explanation. */
  function wholeGrid(cost: number): BlockItem | undefined {
    for (const width of widths) {
      let count = 0
      for (const line of lines) if (!isBetweenRows(line, width)) count++
      if (count >= width) continue
      const rows = lines.filter((line) => !isBetweenRows(line, width))
      const smaller = smallerOf(width)
      if (smaller && !size && 2 * rows.filter(({ top }) => top > smaller).length <= rows.length) continue
      const sum = rows.reduce<number>((total, line) => total + costOfRow(line, width, size), COST.incomplete)
      if (sum < cost) return { lines: rows.map(({ text }) => text), at: lines.indexOf(rows[0]), width }
    }
  }
}

/** Lines that belong together in an explanation: an item, or a line of its own that is a heading or part of a frame. */
interface Stretch {
  /** The line behind it. */
  readonly end: number
  /** Where the explanation stands behind it; of a grid, as long as that was open. */
  readonly place: number
  readonly item: BlockItem | undefined
}

function explanationOf(stretches: readonly Stretch[], isWhole: boolean): Explanation {
  const isHeading = ({ place }: Stretch) => place === HEADED || place === HEADED_OR_END
  return {
    itemsOf(most) {
      const items: BlockItem[] = []
      /** After how many items there is a heading. */
      const headed = new Set<number>([0])
      for (const stretch of stretches.filter(({ end }) => end <= most)) {
        if (stretch.item) items.push(stretch.item)
        else if (isHeading(stretch)) headed.add(items.length)
      }
      headed.add(items.length)
      return isWhole ? withDoubled(items, headed) : items
    },
    endBefore: (most) =>
      stretches.slice(0, -1).findLast((stretch) => stretch.end <= most && !isHeading(stretch))?.end ?? 0,
  }
}

/** Whether a line is part of the frame of a grid, between two of its rows. */
function isBetweenRows(line: BlockLine, width: Size): boolean {
  return line.isRule && line.cells !== width
}

/** The widths of grids that there may be among some lines. */
function widthsIn(lines: readonly BlockLine[], size: Size | undefined): Size[] {
  const rows = new Uint8Array(SIZES[SIZES.length - 1] + 1)
  // A block has fewer lines than a byte can count; one of more cells than any row has is not counted.
  for (const { cells, top } of lines) if (size === cells || top > (smallerOf(cells) ?? -1)) rows[cells]++
  return (size ? [size] : SIZES).filter((width) => rows[width] > 1)
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

/** Whether a line is a whole puzzle and can be nothing else: of sixteen cells, or 36, it may be a row, too. */
export function isPuzzle({ cells, isRule }: BlockLine, size?: Size): boolean {
  return !isRule && (size ? cells === size * size : smallerOf(cells) === undefined && IS_PUZZLE[cells] === 1)
}

/** By number of cells: asked several times for every line. */
const IS_PUZZLE = new Uint8Array(SIZES[SIZES.length - 1] ** 2 + 1)
for (const side of SIZES) IS_PUZZLE[side * side] = 1

function costAlone(line: BlockLine, size: Size | undefined): number {
  if (isPuzzle(line, size)) return 0
  if (line.isRule && IS_PUZZLE[line.cells] === 1) return COST.blank
  return !size && isCleanPuzzle(line) ? 0 : COST.alone
}

function costOfRow(line: BlockLine, width: Size, size: Size | undefined): number {
  if (line.cells !== width) return costOfBadRow(line, size)
  if (!size && line.top <= (smallerOf(width) ?? -1)) {
    // Sixteen cells are also a whole 4×4 puzzle; a grid of 16×16 has digits that no 4×4 has.
    return line.top === 0 ? COST.blank : COST.badRow
  }
  if (isClean(line, width)) return 0
  return 2 * line.strange <= width ? COST.flawedRow : COST.badRow
}

/** The fault of a line that has another number of cells than the rows of its grid. */
function costOfBadRow(line: BlockLine, size: Size | undefined): number {
  return isPuzzle(line, size) || (!size && isCleanPuzzle(line)) ? NEVER : COST.badRow
}
