import {
  type Color,
  colorString,
  LineCapStyle,
  LineJoinStyle,
  PageSizes,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
  setLineJoin,
} from '@cantoo/pdf-lib'
import { type DigitSet, digitIn, eachOf } from '../sudoku/grid/digit-set.ts'
import { type Digits, type Mark, symbolOf } from '../sudoku/grid/grid.ts'
import { type BoardRules, marginOf, middleOf, type Point, type Shape, shapesOn } from './layers.ts'
import { PAINTS } from './paints.ts'
import { linesOf } from './picture.ts'

export interface SheetBoard {
  /** What stands above it. */
  readonly title: string
  readonly rules: BoardRules
  readonly digits: Digits
  /** Digits that are not given are lighter. */
  readonly givens: Digits
  readonly marks: ReadonlyMap<number, Mark>
  /** What is written small into each cell, if anything is. */
  readonly candidates?: readonly DigitSet[]
  /** What stands under it: rules that no drawing shows. */
  readonly sentences: readonly string[]
}

/** How many boards a page has, as columns and rows of them. */
const LAYOUTS = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 6: [2, 3], 12: [3, 4] } as const
export type PerPage = keyof typeof LAYOUTS
const PAPERS = { a4: PageSizes.A4, letter: PageSizes.Letter } as const
export type Paper = keyof typeof PAPERS

/** All lengths in points, 72 an inch. */
const MARGIN = 36
const GAP = 20
const TITLE = 11
/** Letters of the sentences under a board, of its width: the largest that leave it as wide as it can be; 11 to 16 points where it is alone on its page. */
const SENTENCES = [0.03, 0.027, 0.024, 0.021] as const
const LEAST_SENTENCE = 8

/** Boards on the pages of a PDF. Everything is drawn with lines and letters, so that it is sharp at any size. */
export async function sheetsOn(paper: Paper, title: string) {
  // Without its dates, the same puzzles are the same file.
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(title)
  const [plain, bold, signs] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Symbol].map((name) => pdf.embedFont(name)),
  )
  return {
    add(boards: readonly SheetBoard[], perPage: PerPage): void {
      const [columns, rows] = LAYOUTS[perPage]
      const [paperWidth, paperHeight] = PAPERS[paper]
      const width = (paperWidth - 2 * MARGIN - (columns - 1) * GAP) / columns
      const height = (paperHeight - 2 * MARGIN - (rows - 1) * GAP) / rows
      for (let first = 0; first < boards.length; first += perPage) {
        const page = pdf.addPage(PAPERS[paper])
        for (const [place, board] of boards.slice(first, first + perPage).entries()) {
          const left = MARGIN + (place % columns) * (width + GAP)
          const top = paperHeight - MARGIN - Math.floor(place / columns) * (height + GAP)
          drawBoard(page, { plain, bold, signs }, board, { left, top, width, height })
        }
      }
    },
    bytes: () => pdf.save(),
  }
}

function drawBoard(
  page: PDFPage,
  fonts: Fonts,
  board: SheetBoard,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
): void {
  const { rules, digits, givens, marks, candidates = [], title } = board
  const written = SENTENCES.map((share) => {
    const letters = Math.max(LEAST_SENTENCE, share * width)
    const fits = (line: string) => fonts.plain.widthOfTextAtSize(line, letters) <= width
    const sentences = board.sentences.flatMap((words) => linesOf(writable(words, fonts.plain), fits))
    return { letters, sentences, side: Math.min(width, height - 2 * TITLE - sentences.length * 1.3 * letters) }
  })
  const { letters, sentences, side } = written.reduce((best, next) => (next.side > best.side ? next : best))
  const edge = marginOf(rules)
  const cell = side / (rules.size + 2 * edge)
  const x = left + (width - side) / 2
  const [line] = linesOf(writable(title, fonts.bold), (words) => fonts.bold.widthOfTextAtSize(words, TITLE) <= width)
  page.drawText(line, { x, y: top - TITLE, size: TITLE, font: fonts.bold })
  const pen = penOn(page, fonts, { x: x + edge * cell, y: top - 2 * TITLE - edge * cell, cell })
  for (const shape of shapesOn('under', { rules, marks })) pen.draw(shape)
  for (const [at, digit] of digits.entries()) {
    if (digit === 0) continue
    const isGiven = givens[at] === digit
    const [font, color] = isGiven ? [fonts.bold, BLACK] : [fonts.plain, SOLVED]
    pen.write(symbolOf(digit), font, color, middleOf(at, rules.size), 0.66)
  }
  const across = Math.ceil(Math.sqrt(rules.size))
  for (const [at, set] of candidates.entries()) {
    const [x, y] = middleOf(at, rules.size)
    for (const digit of eachOf(set).map(digitIn)) {
      const [column, row] = [(digit - 1) % across, Math.floor((digit - 1) / across)]
      const place = [x - 0.5 + (column + 0.5) / across, y - 0.5 + (row + 0.5) / across] as const
      pen.write(symbolOf(digit), fonts.plain, SOLVED, place, 0.6 / across)
    }
  }
  for (const shape of shapesOn('over', { rules, marks })) pen.draw(shape)
  for (const [i, words] of sentences.entries()) {
    const y = top - 2 * TITLE - side - 1.3 * letters * (i + 1)
    page.drawText(words, { x: left, y, size: letters, font: fonts.plain })
  }
}

/** That of signs has Σ, which the others have not. */
type Fonts = Readonly<Record<'plain' | 'bold' | 'signs', PDFFont>>

const BLACK = rgb(0, 0, 0)
const WHITE = rgb(1, 1, 1)
const SOLVED = rgb(0.35, 0.35, 0.35)
/** The height of capitals, of their font's size. */
const CAPITAL = 0.718

/** Draws on a board, in cells: its first corner is 0, 0, and y goes down. */
function penOn(page: PDFPage, fonts: Fonts, { cell, ...origin }: Record<'x' | 'y' | 'cell', number>) {
  function draw(shape: Shape): void {
    const paint = PAINTS[shape.paint]
    if ('d' in shape) {
      const dashes = `${paint['stroke-dasharray'] ?? ''}`.split(' ').filter(Boolean).map(Number)
      const isRound = paint['stroke-linejoin'] === 'round'
      page.pushOperators(setLineJoin(isRound ? LineJoinStyle.Round : LineJoinStyle.Miter))
      page.drawSvgPath(shape.d, {
        ...origin,
        scale: cell,
        ...(paint.fill !== undefined && { color: colorOf(paint.fill) }),
        ...(paint.stroke !== undefined && { borderColor: colorOf(paint.stroke) }),
        borderWidth: Number(paint['stroke-width'] ?? 0),
        borderLineCap: CAPS[`${paint['stroke-linecap'] ?? 'butt'}`],
        ...(dashes.length > 0 && { borderDashArray: dashes }),
      })
      return
    }
    const size = Number(paint['font-size'])
    const { plain, bold, signs } = fonts
    const isSign = writable(shape.text, plain) !== shape.text && writable(shape.text, signs) === shape.text
    const font = isSign ? signs : paint['font-weight'] === 700 ? bold : plain
    const text = writable(shape.text, font)
    const width = font.widthOfTextAtSize(text, size)
    const middle = paint['text-anchor'] === 'start' ? shape.x + width / 2 : shape.x
    if (paint['paint-order']) {
      // As it does in SVG: lines end before the letters.
      const place = { x: origin.x + (middle - width / 2 - 0.02) * cell, y: origin.y - (shape.y + 0.42 * size) * cell }
      page.drawRectangle({ ...place, width: (width + 0.04) * cell, height: 0.84 * size * cell, color: WHITE })
    }
    write(text, font, colorOf(paint.fill), [middle, shape.y], size)
  }

  /** Writes around a point, in letters whose size is in cells, too. */
  function write(text: string, font: PDFFont, color: Color, [x, y]: Point, size: number): void {
    const from = x - font.widthOfTextAtSize(text, size) / 2
    const base = y + (CAPITAL * size) / 2
    page.drawText(text, { x: origin.x + from * cell, y: origin.y - base * cell, size: size * cell, font, color })
  }

  return { draw, write }
}

const CAPS: Readonly<Record<string, LineCapStyle>> = {
  butt: LineCapStyle.Butt,
  round: LineCapStyle.Round,
  square: LineCapStyle.Projecting,
}

/** A text with a question mark for each letter that a font has not: names of puzzles may have any. */
function writable(text: string, font: PDFFont): string {
  const known = font.getCharacterSet()
  return [...text].map((letter) => (known.includes(letter.codePointAt(0) ?? 0) ? letter : '?')).join('')
}

function colorOf(written: string | number = '#000'): Color {
  return colorString(`${written}`).rgb
}
