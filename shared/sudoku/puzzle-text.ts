import { BOX_SHAPE, SIZES, type Size } from './units.ts'

/**
 * The puzzles in a text, each as one string that `parseGrid` reads: one puzzle a line,
 * or a grid row by row with blank lines between grids (and, as the texts print them,
 * between the bands of one grid). Lines that begin with `#` and frames drawn with `|`,
 * `-` and `+` are left out.
 *
 * @param size cells a side; settles what sixteen lines of sixteen characters are
 */
export function puzzlesIn(text: string, size?: Size): string[] {
  const puzzles: string[] = []
  for (const block of withBandsJoined(blocksIn(text), size)) {
    const width = rowWidth(block, size)
    if (!width) puzzles.push(...block)
    else for (let row = 0; row < block.length; row += width) puzzles.push(block.slice(row, row + width).join('/'))
  }
  return puzzles
}

/** Runs of lines without a blank line between them. */
function blocksIn(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const content = line.replaceAll('|', ' ').trim()
    if (content.startsWith('#') || /^[-+\s]*\+[-+\s]*$/.test(content)) continue
    const block = blocks[blocks.length - 1]
    if (content !== '') block.push(content)
    else if (block.length > 0) blocks.push([])
  }
  return blocks.filter((block) => block.length > 0)
}

/** Joins blocks of one band each (three rows of nine, say) as long as they make up one grid. */
function withBandsJoined(blocks: readonly string[][], size?: Size): string[][] {
  const joined: string[][] = []
  for (const block of blocks) {
    const width = rowWidth(block, size)
    const last = joined[joined.length - 1]
    const isBand = width !== undefined && block.length === BOX_SHAPE[width].rows
    const goesOn = isBand && last && rowWidth(last, size) === width && last.length % width !== 0
    if (goesOn && last.length % block.length === 0) last.push(...block)
    else joined.push([...block])
  }
  return joined
}

/** Enough lines to tell rows from puzzles, however long the block. */
const LINES_LOOKED_AT = 32

/** The side of the grids that a block's lines are rows of; undefined where each line is a puzzle. */
function rowWidth(block: readonly string[], size?: Size): Size | undefined {
  const widths = block.slice(0, LINES_LOOKED_AT).map(cellsIn)
  // Most lines decide, so that one bad line does not turn its neighbours into something else.
  return (size ? [size] : SIZES).find((width) => {
    if (widths.filter((found) => found === width).length * 2 <= widths.length) return false
    // Sixteen cells are also a whole 4×4 puzzle.
    return width !== 16 || size === 16 || block.length % 16 === 0
  })
}

function cellsIn(line: string): number {
  const words = line.split(/[\s,]+/).filter((word) => word !== '')
  // As many as a row has: "12 34" is a 4×4 row in two groups, not two numbers.
  const areNumbers = words.every((word) => word.length <= 2) && SIZES.some((size) => size === words.length)
  return areNumbers ? words.length : words.join('').length
}
