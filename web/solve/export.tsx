import { useState } from 'preact/hooks'
import { pictureOf } from '../../shared/drawing/picture.ts'
import type { BoardCell } from '../grid/board.tsx'
import { loadOwnRules, rulesInForce, rulesOf } from '../rules/own-rules.ts'
import { givenCountOf, type PuzzleText } from '../rules/puzzle-text.ts'
import { SheetForm } from '../sheet/sheet-form.tsx'
import { announce } from '../ui/announcements.tsx'
import { copied, save } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { madePuzzles } from './puzzle-maker.ts'

interface ExportProps {
  readonly puzzle: PuzzleText
  /** A puzzle as a line of a file. */
  readonly lineOf: (puzzle: PuzzleText) => string
  /** The board as it is shown, with whatever was found. */
  readonly cells: readonly BoardCell[]
  readonly solution: string | undefined
}

/** Takes the board elsewhere: as text, as a picture, on paper. */
export function Export({ puzzle, lineOf, cells, solution }: ExportProps) {
  const [isSolved, setSolved] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const text = (isSolved && solution) || puzzle.text
  const copy = async (words: string, text: string) =>
    announce((await copied(text)) ? `${words} is copied.` : 'The browser does not let this page copy.')
  const copyFPuzzles = async () => {
    const [{ fPuzzlesLinkOf }, { variantIn }] = await Promise.all([
      import('../../shared/input/variants/f-puzzles-writer.ts'),
      loadOwnRules(),
    ])
    await copy('The link', fPuzzlesLinkOf(variantIn(puzzle)))
  }
  return (
    <div class="stack">
      <textarea class="mono" aria-label="The puzzle as text" readOnly rows={2} value={text} />
      {solution !== undefined && (
        <label class="pair small">
          <input type="checkbox" checked={isSolved} onChange={() => setSolved(!isSolved)} /> The solution
        </label>
      )}
      <div class="row">
        <Button onClick={() => copy('The text', text)}>Copy text</Button>
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
        linesFor={async (perPage, signal) => {
          const all = await puzzlesFor(puzzle, perPage, signal)
          return new Blob([all.map(lineOf).join('\n')])
        }}
      />
    </div>
  )
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
async function puzzlesFor(puzzle: PuzzleText, perPage: number, signal: AbortSignal): Promise<PuzzleText[]> {
  const { rules, size, text } = puzzle
  const clues = Math.max(givenCountOf(text), Math.ceil(FEWEST_GIVENS * size * size))
  const order = { rules, size, clues, count: perPage - 1, seed: crypto.randomUUID() }
  // Nobody makes others with rules of its own.
  const others = perPage === 1 || puzzle.own !== undefined ? [] : await madePuzzles(order, signal)
  return [puzzle, ...others.map((text) => ({ ...puzzle, text }))]
}
