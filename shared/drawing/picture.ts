import { type DigitSet, hasDigit, unionOf } from '../sudoku/grid/digit-set.ts'
import { type Mark, symbolOf } from '../sudoku/grid/grid.ts'
import { type BoardRules, marginOf, middleOf, type Shape, shapesOn, shortOf } from './layers.ts'
import { type Attributes, PAINTS } from './paints.ts'

export interface PictureCell {
  /** 0 in an empty cell. */
  readonly digit: number
  /** Digits that are not given are written otherwise. */
  readonly kind: string
  readonly mark?: Mark | undefined
  readonly candidates?: DigitSet
  /** Those that have just been removed. */
  readonly removed?: DigitSet
}

const FONT = 'Helvetica Neue, Arial, sans-serif'

/** The height of a line under the board, and its letters, in cells. */
const SENTENCE = { height: 0.45, fontSize: 0.28 }
/** How wide a letter is on average, of its font's size. */
const LETTER_WIDTH = 0.5

/**
 * A board as a picture in SVG: for files and for paper.
 *
 * @param sentences on the rules, which stand under it
 */
export function pictureOf(rules: BoardRules, cells: readonly PictureCell[], sentences: readonly string[] = []): string {
  const { size } = rules
  const marks = new Map(cells.flatMap(({ mark }, cell): [number, Mark][] => (mark ? [[cell, mark]] : [])))
  const edge = marginOf(rules) + 0.1
  const width = size + 2 * edge
  const fits = ({ length }: string) => length <= size / (LETTER_WIDTH * SENTENCE.fontSize)
  const lines = sentences.flatMap((words) => linesOf(words, fits))
  const height = width + SENTENCE.height * lines.length
  const written = lines.map((words, i) => {
    const y = shortOf(width - edge + SENTENCE.height * (i + 0.5))
    return element('text', { x: 0, y, 'font-size': SENTENCE.fontSize, fill: '#000' }, escaped(words))
  })
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${-edge} ${-edge} ${width} ${height}`,
      fill: 'none',
      'font-family': FONT,
    },
    element('title', {}, `A ${size}×${size} Sudoku`),
    element('rect', { x: -edge, y: -edge, width, height, fill: '#fff' }),
    ...shapesOn('under', { rules, marks }).map(painted),
    ...cells.map((cell, at) => cellText(cell, at, rules)),
    ...shapesOn('over', { rules, marks }).map(painted),
    ...written,
  )
}

/** Words in lines, each as long as it fits; a longer word has a line of its own. */
export function linesOf(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** @param inside elements, and texts without any character that means something in XML */
function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  const content = inside.join('')
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

function painted(shape: Shape): string {
  if ('d' in shape) return element('path', { d: shape.d, ...PAINTS[shape.paint] })
  return element('text', { x: shape.x, y: shape.y, ...PAINTS[shape.paint] }, escaped(shape.text))
}

/** Signs between cells may be `<` and `>`. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cellText(
  { digit, kind, candidates = 0, removed = 0 }: PictureCell,
  cell: number,
  { size, corners }: BoardRules,
): string {
  const [x, y] = middleOf(cell, size)
  const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' }
  if (digit > 0) {
    const style = kind === 'given' ? { fill: '#000', 'font-weight': 700 } : { fill: '#24418f', 'font-style': 'italic' }
    return element('text', { x, y, 'font-size': 0.66, ...middle, ...style }, symbolOf(digit))
  }
  const pencilled = unionOf(candidates, removed)
  if (pencilled === 0) return ''
  const across = Math.ceil(Math.sqrt(size))
  // Pencil marks have one size all over the grid, stay within the dashes of cages, and leave a corner to what stands there.
  const share = corners?.size ? 0.7 : 1
  const aside = corners?.has(cell) ? 0.06 : 0
  const at = (middle: number, place: number) => shortOf(middle + aside + share * ((place + 0.5) / across - 0.5))
  // A text for each row of them, and an x for each digit: pictures of whole grids are a third as large.
  const texts = Array.from({ length: Math.ceil(size / across) }, (_, row) => {
    const places = Array.from({ length: across }, (_, i) => row * across + i)
    const digits = places.filter((i) => i < size && hasDigit(pencilled, i + 1))
    const xs = digits.map((i) => at(x, i % across)).join(' ')
    const symbols = digits.map((i) => symbolOf(i + 1)).join('')
    return digits.length === 0 ? '' : element('text', { x: xs, y: at(y, row) }, symbols)
  })
  return element('g', { 'font-size': shortOf((0.72 * share) / across), fill: '#555', ...middle }, ...texts)
}
