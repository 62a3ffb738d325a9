import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { pictureOf } from '../../shared/drawing/picture.ts'
import type { BoardCell } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { loadOwnRules, rulesInForce, rulesOf } from '../rules/own-rules.ts'
import { givenCountOf, type PuzzleText } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { countOf } from '../ui/number-text.ts'
import { copied, save } from '../ui/output.ts'
import { Button, Wrong } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { errorWords, Trouble } from '../ui/trouble.tsx'
import { madePuzzles } from './puzzle-maker.ts'

interface ExportProps {
  readonly puzzle: PuzzleText
  /** The board as it is shown, with whatever was found. */
  readonly cells: readonly BoardCell[]
  readonly solution: string | undefined
}

/** Takes the board elsewhere: as text, as a picture, on paper. */
export function Export({ puzzle, cells, solution }: ExportProps) {
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
      <PrintForm puzzle={puzzle} />
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

/** A sheet of paper with the puzzle, and with others of its kind where it is for several. */
function PrintForm({ puzzle }: Pick<ExportProps, 'puzzle'>) {
  const [count, setCount] = useState<number>(1)
  const sheet = puzzle.own === undefined ? count : 1
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [life] = useState(() => new AbortController())
  useEffect(() => () => life.abort(), [])
  const print = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { rules, size, text } = puzzle
      const clues = Math.max(givenCountOf(text), Math.ceil(FEWEST_GIVENS * size * size))
      const order = { rules, size, clues, difficulty: undefined, count: sheet - 1, seed: crypto.randomUUID() }
      const others = sheet === 1 ? [] : await madePuzzles(order, life.signal)
      await printSheet([puzzle, ...others.map((other) => ({ ...puzzle, text: other }))])
    } catch (caught) {
      if (life.signal.aborted) return
      setError(errorWords(caught, 'The sheet could not be made.'))
    }
    setBusy(false)
  }
  return (
    <div class="row">
      <SelectField
        id="sheet"
        label="Puzzles on a sheet"
        class="pair small"
        value={sheet}
        // Nobody makes others with rules like these.
        choices={SHEETS.map((value) => ({
          value,
          title: `${value}`,
          isDisabled: value > 1 && puzzle.own !== undefined,
        }))}
        choose={setCount}
      />
      <Button aria-disabled={`${isBusy}`} onClick={() => isBusy || print()}>
        {isBusy ? 'Making the others…' : 'Print'}
      </Button>
      {sheet > 1 && <span class="small quiet">This one, and new ones of its kind.</span>}
      <Wrong words={error} />
    </div>
  )
}

/** How many puzzles a sheet may have. */
const SHEETS = [1, 2, 4, 6] as const

function Picture({ puzzle }: Pick<ExportProps, 'puzzle'>) {
  // It is made of digits and shapes alone.
  return <div dangerouslySetInnerHTML={{ __html: pictureOf(rulesOf(puzzle), shownPuzzle(puzzle).cells) }} />
}

/** Prints puzzles on one sheet, without the page around them. */
async function printSheet(puzzles: readonly PuzzleText[]): Promise<void> {
  const root = document.createElement('div')
  root.className = `sheet sheet-${puzzles.length}`
  document.body.append(root)
  render(
    puzzles.map((puzzle) => (
      <figure key={puzzle.text}>
        <Picture puzzle={puzzle} />
        <figcaption>
          {rulesInForce(puzzle).map((words) => (
            <div key={words}>{words}</div>
          ))}
          {countOf(givenCountOf(puzzle.text), 'given')}
        </figcaption>
      </figure>
    )),
    root,
  )
  // Some browsers return from `print` before anything is printed.
  await new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true })
    print()
  })
  root.remove()
}
