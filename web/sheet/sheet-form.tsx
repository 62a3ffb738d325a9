import { useState } from 'preact/hooks'
import { answerOf, useWork } from '../page/stoppable-work.ts'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/browser.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, numberText } from '../ui/words.ts'
import type { Sheet, SheetReply, SheetRequest } from './sheet-worker.ts'

const PER_PAGE = [1, 2, 4, 6] as const

interface SheetFormProps {
  /** The puzzles, in any form. */
  readonly lines: Blob
  readonly title: string
  /** What stands under them. */
  readonly remarks?: readonly string[]
  /** Whether pencil marks are wanted; undefined of a file, which may have several puzzles, and where that is asked here. */
  readonly isMarked?: boolean
}

/** Makes a PDF of puzzles, for a printer. */
export function SheetForm({ lines, title, remarks = [], isMarked }: SheetFormProps) {
  const [perPage, setPerPage] = useState<(typeof PER_PAGE)[number]>(1)
  const [isTicked, tick] = useState(false)
  const isFile = isMarked === undefined
  const hasPencilMarks = isMarked ?? isTicked
  const [notes, setNotes] = useState<readonly string[]>([])
  const { work, stop, error } = useWork()
  const make = async (signal: AbortSignal) => {
    const paper = /-(US|CA)$/.test(navigator.language) ? 'letter' : 'a4'
    const request: SheetRequest = { lines, perPage, paper, title, remarks, hasPencilMarks }
    const reply = await answerOf<SheetReply>('sheet', request, signal)
    if ('why' in reply) throw new Error(`This cannot be printed: ${reply.why}.`)
    const { pdf, count } = reply
    save(new File([pdf as BlobPart], `${title}.pdf`, { type: 'application/pdf' }))
    announce(`A PDF of ${countOf(count, 'puzzle')} is saved.`)
    setNotes(notesOn(reply))
  }
  return (
    <div class="stack">
      <div class="panel-fields">
        {isFile && (
          <SelectField
            id="sheet"
            label="Puzzles on a page"
            value={perPage}
            choices={PER_PAGE.map((value) => ({ value, title: `${value}` }))}
            choose={setPerPage}
          />
        )}
        {isFile && (
          <label class="pair small">
            <input type="checkbox" checked={isTicked} onChange={() => tick(!isTicked)} /> With pencil marks
          </label>
        )}
        {stop ? <Button onClick={stop}>Stop</Button> : <Button onClick={() => work(make)}>Save PDF</Button>}
      </div>
      <p class="small quiet">With difficulty and rules, and the solutions on pages of their own.</p>
      {notes.map((note) => (
        <p class="small">{note}</p>
      ))}
      {error !== undefined && <Trouble error={error} />}
    </div>
  )
}

const LINES_NAMED = 10

/** What somebody who prints it would want to know. */
function notesOn({ count, open, none, left }: Sheet): string[] {
  const isAlone = count + none.length + left === 1
  const named = none.length > LINES_NAMED ? [...none.slice(0, LINES_NAMED), '…'] : none
  const notes = [
    open > 0 && `${isAlone ? 'It has' : `${countOf(open, 'puzzle')} with`} no solution or several, as the sheet says.`,
    none.length > 0 && `${countOf(none.length, 'line')} without a puzzle: ${named.join(', ')}.`,
    left > 0 && `${numberText(left)} more are not on it: a sheet has room for ${numberText(count + none.length)}.`,
  ]
  return notes.filter((note) => note !== false)
}
