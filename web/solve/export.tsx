import { useState } from 'preact/hooks'
import { pictureOf } from '../../shared/drawing/picture.ts'
import { BOX_SHAPE, hasBoxes, type Size } from '../../shared/sudoku/grid/units.ts'
import type { BoardCell } from '../grid/board.tsx'
import { loadOwnRules, puzzleLine, rulesInForce, rulesOf } from '../rules/own-rules.ts'
import { givenCountOf, type PuzzleText } from '../rules/puzzle-text.ts'
import { SheetForm } from '../sheet/sheet-form.tsx'
import { announce } from '../ui/announcements.tsx'
import { copied, save } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { madePuzzles } from './puzzle-maker.ts'

interface ExportProps {
  readonly puzzle: PuzzleText
  /** The board as it is shown, with whatever was found. */
  readonly cells: readonly BoardCell[]
  readonly solution: string | undefined
}

/** Takes the board elsewhere: as text, as a picture, on paper. */
export function Export({ puzzle, cells, solution }: ExportProps) {
  const [form, setForm] = useState<TextFormName>('line')
  const [isSolved, setSolved] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const text = TEXT_FORMS[form].write((isSolved && solution) || puzzle.text, puzzle.size)
  const copy = async () =>
    announce((await copied(text)) ? 'The text is copied.' : 'Select the text, and copy it by hand.')
  const copyFPuzzles = async () => {
    const [{ fPuzzlesLinkOf }, { variantIn }] = await Promise.all([
      import('../../shared/input/variants/f-puzzles-writer.ts'),
      loadOwnRules(),
    ])
    const isCopied = await copied(fPuzzlesLinkOf(variantIn(puzzle)))
    announce(isCopied ? 'The link is copied.' : 'The browser does not let this page copy.')
  }
  return (
    <div class="stack">
      <div class="panel-fields">
        <SelectField id="form" label="As text" value={form} choices={FORM_CHOICES} choose={setForm} />
        {solution !== undefined && (
          <label class="panel-check pair small">
            <input type="checkbox" checked={isSolved} onChange={() => setSolved(!isSolved)} /> The solution
          </label>
        )}
      </div>
      <textarea class="mono" aria-label="The puzzle as text" readOnly rows={form === 'line' ? 2 : 5} value={text} />
      <div class="row">
        <Button onClick={copy}>Copy text</Button>
        <Button onClick={() => copyFPuzzles().catch(setTrouble)}>Copy f-puzzles link</Button>
        <Button onClick={() => save(svgFile(puzzle, cells))}>Save SVG</Button>
        <Button onClick={() => pngFile(puzzle, cells).then(save, () => setTrouble('This browser makes no PNG.'))}>
          Save PNG
        </Button>
      </div>
      {trouble !== undefined && <Trouble error={trouble} />}
      <SheetForm
        label="Puzzles on a page"
        title="Sudoku"
        note={puzzle.own === undefined ? 'This one, and new ones of its kind.' : ''}
        linesFor={(perPage, signal) => linesFor(puzzle, perPage, signal)}
      />
    </div>
  )
}

const TEXT_FORMS = {
  line: { title: 'One line', write: (text) => text },
  rows: { title: 'Rows', write: (text, size) => rowsOf(text, size).join('\n') },
  grid: { title: 'A drawn grid', write: drawnGrid },
  numbers: {
    title: 'Numbers, for a spreadsheet',
    write: (text, size) =>
      rowsOf(text, size)
        .map((row) => Array.from(row, numberFor).join('\t'))
        .join('\n'),
  },
} satisfies Record<string, { title: string; write: (text: string, size: Size) => string }>
type TextFormName = keyof typeof TEXT_FORMS

const TEXT_FORM_NAMES = Object.keys(TEXT_FORMS) as readonly TextFormName[]
const FORM_CHOICES = TEXT_FORM_NAMES.map((value) => ({ value, title: TEXT_FORMS[value].title }))

function rowsOf(text: string, size: Size): string[] {
  return Array.from({ length: size }, (_, row) => text.slice(row * size, (row + 1) * size))
}

/** Rows with lines between the boxes: `5 3 . | . 7 . | . . .`. */
function drawnGrid(text: string, size: Size): string {
  const { rows, columns } = hasBoxes(size) ? BOX_SHAPE[size] : { rows: size, columns: size }
  const rule = Array.from({ length: size / columns }, () => '-'.repeat(2 * columns + 1))
    .join('+')
    .slice(1, -1)
  const lines = rowsOf(text, size).map((row) =>
    Array.from({ length: size / columns }, (_, box) =>
      [...row.slice(box * columns, (box + 1) * columns)].join(' '),
    ).join(' | '),
  )
  return lines.flatMap((line, row) => (row > 0 && row % rows === 0 ? [rule, line] : [line])).join('\n')
}

const NUMBERS: Readonly<Record<string, string>> = { '.': '', e: '-2', o: '-1' }

/** Digits above 9 as numbers, an empty cell as nothing, marks as numbers that the service reads. */
function numberFor(symbol: string): string {
  if (symbol in NUMBERS) return NUMBERS[symbol]
  return /\d/.test(symbol) ? symbol : `${symbol.charCodeAt(0) - 'A'.charCodeAt(0) + 10}`
}

/** Pixels a cell: sharp on paper, too. */
const PNG_CELL_PX = 80

function svgFile(puzzle: PuzzleText, cells: readonly BoardCell[]): File {
  return new File([pictureOf(rulesOf(puzzle), cells, rulesInForce(puzzle))], 'sudoku.svg', { type: 'image/svg+xml' })
}

async function pngFile(puzzle: PuzzleText, cells: readonly BoardCell[]): Promise<File> {
  const svg = pictureOf(rulesOf(puzzle), cells, rulesInForce(puzzle))
  const [, across = 1, down = 1] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)?.map(Number) ?? []
  const width = PNG_CELL_PX * puzzle.size
  const height = Math.round((width * down) / across)
  const image = new Image(width, height)
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${width}" height="${height}" `))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error('no PNG')
  return new File([blob], 'sudoku.png', { type: 'image/png' })
}

/** Fewer givens than three in ten cells may be out of reach. */
const FEWEST_GIVENS = 0.3

/** The puzzle for a sheet, and others of its kind where there is room for several. */
async function linesFor(puzzle: PuzzleText, perPage: number, signal: AbortSignal): Promise<Blob> {
  const { rules, size, text } = puzzle
  const clues = Math.max(givenCountOf(text), Math.ceil(FEWEST_GIVENS * size * size))
  const order = { rules, size, clues, count: perPage - 1, seed: crypto.randomUUID() }
  // Nobody makes others with rules of its own.
  const others = perPage === 1 || puzzle.own !== undefined ? [] : await madePuzzles(order, signal, () => {})
  return new Blob([[puzzle, ...others.map((text) => ({ ...puzzle, text }))].map(puzzleLine).join('\n')])
}
