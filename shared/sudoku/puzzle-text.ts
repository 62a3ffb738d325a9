import { BOX_SHAPE, SIZES, type Size } from './units.ts'

/**
 * The puzzles in a text, each as one string that `parseGrid` reads: one puzzle a line,
 * or a grid row by row with blank lines or headings between grids (and, as the texts
 * print them, blank lines between the bands of one grid). Lines that begin with `#` and
 * frames drawn with `|`, `-`, `=` and `+` are left out.
 *
 * @param size cells a side; settles what sixteen lines of sixteen characters are
 */
export function puzzlesIn(text: string, size?: Size): string[] {
  const puzzles: string[] = []
  /** Blocks of one band each that may make up one grid. */
  let bands: string[] = []
  const closeBands = () => {
    if (bands.length > 0) puzzles.push(bands.join('/'))
    bands = []
  }
  for (const block of blocksIn(text)) {
    const width = rowWidth(block, size)
    const grids = width ? gridsIn(block, width) : block.map((line) => [line])
    const isBand = width !== undefined && grids.length === 1 && grids[0].length === BOX_SHAPE[width].rows
    if (isBand) bands.push(...grids[0])
    else closeBands()
    if (isBand && bands.length === width) closeBands()
    if (!isBand) for (const rows of grids) puzzles.push(rows.join('/'))
  }
  closeBands()
  return puzzles
}

/** Runs of lines without a blank line between them. */
function blocksIn(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const content = line.replaceAll('|', ' ').trim()
    if (content.startsWith('#') || (content === '' && line.includes('|')) || /^[-=\s]*[+=][-+=\s]*$/.test(content))
      continue
    const block = blocks[blocks.length - 1]
    if (content !== '') block.push(content)
    else if (block.length > 0) blocks.push([])
  }
  return blocks.filter((block) => block.length > 0)
}

/** The rows of a block, grid by grid. A row that is too long or too short stays with its grid, and spoils no other. */
function gridsIn(block: readonly string[], width: Size): string[][] {
  const grids: string[][] = [[]]
  for (const line of block) {
    const isRow = cellsIn(line) === width
    const grid = grids[grids.length - 1]
    if (!isRow && /^[-\s]+$/.test(line)) continue
    // "Grid 01": no grid has two letters in a row that are no digits of its size.
    if (!isRow && /[a-z]{2}/i.test(line) && width < 16) {
      if (grid.length > 0) grids.push([])
    } else if (grid.length === width) grids.push([line])
    else grid.push(line)
  }
  return grids.filter((rows) => rows.length > 0)
}

/** Enough lines to tell rows from puzzles, however long the block. */
const LINES_LOOKED_AT = 32

/** The side of the grids that a block's lines are rows of; undefined where each line is a puzzle. */
function rowWidth(block: readonly string[], size?: Size): Size | undefined {
  const lines = block.slice(0, LINES_LOOKED_AT)
  const widths = lines.map(cellsIn)
  // Most lines decide, so that one bad line does not turn its neighbours into something else.
  return (size ? [size] : SIZES).find((width) => {
    if (widths.filter((found) => found === width).length * 2 <= widths.length) return false
    // Sixteen cells are also a whole 4×4 puzzle; a grid of 16×16 has a digit that no 4×4 has.
    return width !== 16 || size === 16 || lines.some((line) => /[5-9A-G]/i.test(line))
  })
}

function cellsIn(line: string): number {
  const words = line.split(/[\s,]+/).filter((word) => word !== '')
  // As many as a row has: "12 34" is a 4×4 row in two groups, not two numbers.
  const areNumbers = words.every((word) => word.length <= 2) && SIZES.some((size) => size === words.length)
  return areNumbers ? words.length : words.join('').length
}
