import { useMemo, useState } from 'preact/hooks'
import { pictureOf } from '../../shared/drawing/picture.ts'
import { sudokuPadLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { issLinkOf, unknownToIss } from '../../shared/input/variants/iss-writer.ts'
import { remarksIn } from '../../shared/input/variants/remarks.ts'
import { PUZZLE_FORMATS, type PuzzleFormatName, puzzleFormats } from '../../shared/job/output/puzzle-formats.ts'
import type { BoardCell } from '../grid/board.tsx'
import { handOver, usePage } from '../page/page-state.ts'
import { rulesInForce, rulesOf } from '../rules/own-rules.ts'
import { variantIn } from '../rules/packed-rules.ts'
import { isEmptyPuzzle } from '../rules/puzzle-text.ts'
import { SheetForm } from '../sheet/sheet-form.tsx'
import { announce } from '../ui/announcements.tsx'
import { copied, save } from '../ui/browser.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { capitalised } from '../ui/words.ts'

interface ExportProps {
  /** What stands above it on paper. */
  readonly name: string
  /** Whether no givens clash. */
  readonly isClear: boolean
  /** The board as it is shown, with whatever was found. */
  readonly cells: readonly BoardCell[]
  /** The same with pencil marks in its empty cells. */
  readonly marked: () => readonly BoardCell[]
  readonly solution: string | undefined
}

/** Takes the board elsewhere: as text, as a picture, on paper. */
export function Export({ name, isClear, cells, marked, solution }: ExportProps) {
  const { puzzle, go } = usePage()
  const [form, setForm] = useState<TextForm>(puzzle.own === undefined ? 'lines' : 'ndjson')
  const [isSolved, setSolved] = useState(false)
  // As on the board, until somebody says otherwise.
  const areSeen = cells.some(({ digit, candidates }) => digit === 0 && candidates)
  const [isTicked, tick] = useState<boolean>()
  const isMarked = isTicked ?? areSeen
  const [trouble, setTrouble] = useState<unknown>()
  const { name: toldName, title, author, warning, ruleset } = remarksIn(puzzle.told)
  // What came with it stands under it where it goes elsewhere.
  const remarks = [warning, ...ruleset.split('\n')].filter(Boolean)
  const svg = () => {
    const withMarks = () => (areSeen ? cells : marked())
    const pictured = isMarked ? withMarks() : cells.map((cell) => ({ ...cell, candidates: 0, removed: 0 }))
    return pictureOf(rulesOf(puzzle), pictured, [...remarks, ...rulesInForce(puzzle)])
  }
  const text = isSolved && solution ? solution : puzzle.text
  const { write, notes } = puzzleFormats[form]
  // A search draws the board many times a second while it goes on, and links are packed.
  const { variant, links, written } = useMemo(() => {
    const variant = variantIn({ ...puzzle, text })
    const told = puzzle.told ? { title, author, ruleset } : { title: name, ruleset: rulesInForce(puzzle).join('\n') }
    const links = {
      SudokuPad: sudokuPadLinkOf(variant, told),
      ...(unknownToIss(variant).length === 0 && { ISS: issLinkOf(variant) }),
    }
    return { variant, links, written: write(variant).trimEnd() }
  }, [text, puzzle.rules, puzzle.own, puzzle.told, form])
  const line = useMemo(
    () => new Blob([puzzleFormats.ndjson.write(variantIn(puzzle))]),
    [puzzle.text, puzzle.rules, puzzle.own],
  )
  const canGo = isClear && !isEmptyPuzzle(puzzle)
  /** Hands the puzzle to Files, where a strategy is chosen, the request is shown, and jobs are. */
  const solve = () => {
    if (!canGo) return announce('Nothing was sent: there is no puzzle, or its givens clash.')
    handOver(new File([line], 'One puzzle', { type: 'text/plain' }))
    go('files')
  }
  const copy = async () =>
    announce((await copied(written)) ? 'The text is copied.' : 'Select the text, and copy it by hand.')
  return (
    <div class="stack">
      <div class="panel-fields">
        <SelectField id="form" label="As text" value={form} choices={TEXT_FORMS} choose={setForm} />
        {solution !== undefined && (
          <label class="pair small">
            <input type="checkbox" checked={isSolved} onChange={() => setSolved(!isSolved)} /> The solution
          </label>
        )}
      </div>
      <textarea class="mono" aria-label="The puzzle as text" readOnly rows={form === 'grid' ? 5 : 2} value={written} />
      {notes?.(variant).map((note) => (
        <p key={note} class="small quiet">
          {`${capitalised(note)}.`}
        </p>
      ))}
      <label class="pair small">
        <input type="checkbox" checked={isMarked} onChange={() => tick(!isMarked)} /> With pencil marks, in pictures and
        in the PDF
      </label>
      <div class="row">
        <Button onClick={copy}>Copy text</Button>
        {Object.entries(links).map(([program, href]) => (
          <a key={program} class="button" href={href} target="_blank" rel="noreferrer">
            Open in {program}
          </a>
        ))}
        <Button onClick={() => save(new File([svg()], 'sudoku.svg', { type: 'image/svg+xml' }))}>Save SVG</Button>
        <Button onClick={() => pngFile(svg(), puzzle.size).then(save, () => setTrouble('This browser makes no PNG.'))}>
          Save PNG
        </Button>
        <Button onClick={() => print()}>Print</Button>
        <Button aria-disabled={`${!canGo}`} onClick={solve}>
          Solve on the service
        </Button>
      </div>
      {trouble !== undefined && <Trouble error={trouble} />}
      <SheetForm
        title={`${toldName || name}, ${new Date().toISOString().slice(0, 10)}`}
        isMarked={isMarked}
        lines={line}
        remarks={remarks}
      />
    </div>
  )
}

/** What came with the puzzle for people, and is shown beside it. */
export function Remarks({ told }: { readonly told: string }) {
  const { name, warning, ruleset } = remarksIn(told)
  return (
    <div class="remarks small">
      <b>{name}</b>
      {warning && <p class="bad">{warning}</p>}
      <p>{ruleset}</p>
    </div>
  )
}

/** Pictures have buttons of their own. */
type TextForm = Exclude<PuzzleFormatName, 'svg'>
const TEXT_FORMS = PUZZLE_FORMATS.filter((name) => name !== 'svg')
  .toReversed()
  .map((value) => ({ value, title: capitalised(puzzleFormats[value].words) }))

/** Pixels a cell: sharp on paper, too. */
const PNG_CELL_PX = 80

async function pngFile(svg: string, size: number): Promise<File> {
  const [, across = 1, down = 1] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)?.map(Number) ?? []
  const width = PNG_CELL_PX * size
  const height = Math.round((width * down) / across)
  const image = new Image(width, height)
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${width}" height="${height}" `))}`
  await image.decode()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return new File([await canvas.convertToBlob()], 'sudoku.png', { type: 'image/png' })
}
