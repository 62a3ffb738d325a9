import { useEffect, useState } from 'preact/hooks'
import { answerOf } from '../page/ask-once.ts'
import { announce } from '../ui/announcements.tsx'
import { save } from '../ui/output.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { countOf, numberText } from '../ui/words.ts'
import type { SheetReply, SheetRequest } from './sheet-worker.ts'

/** How many puzzles a page may have. */
const PER_PAGE = [1, 2, 4, 6] as const

interface SheetFormProps {
  /** The puzzles, in any form. */
  readonly lines: Blob
  /** Whether there may be several. */
  readonly isFile: boolean
  readonly title: string
}

/** Makes a PDF of puzzles, for a printer. */
export function SheetForm({ lines, isFile, title }: SheetFormProps) {
  const [perPage, setPerPage] = useState<(typeof PER_PAGE)[number]>(1)
  const [hasPencilMarks, setPencilMarks] = useState(false)
  const [making, setMaking] = useState<AbortController>()
  const [left, setLeft] = useState(0)
  const [error, setError] = useState<unknown>()
  useEffect(() => () => making?.abort(), [making])
  const make = async () => {
    const abort = new AbortController()
    setMaking(abort)
    setError(undefined)
    try {
      const paper = /-(US|CA)$/.test(navigator.language) ? 'letter' : 'a4'
      const request: SheetRequest = { lines, perPage, paper, title, hasPencilMarks }
      const reply = await answerOf<SheetReply>('sheet', request, {
        signal: abort.signal,
        failure: 'The part that makes sheets could not be loaded.',
      })
      if ('why' in reply) throw new Error(`This cannot be printed: ${reply.why}.`)
      const { pdf, count, left } = reply
      save(new File([pdf as BlobPart], `${title}.pdf`, { type: 'application/pdf' }))
      announce(`A PDF of ${countOf(count, 'puzzle')} is saved.`)
      setLeft(left)
    } catch (caught) {
      if (!abort.signal.aborted) setError(caught)
    }
    setMaking(undefined)
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
        <label class="pair small">
          <input type="checkbox" checked={hasPencilMarks} onChange={() => setPencilMarks(!hasPencilMarks)} /> With
          pencil marks
        </label>
        {making ? <Button onClick={() => making.abort()}>Stop</Button> : <Button onClick={make}>Save PDF</Button>}
      </div>
      <p class="small quiet">
        A puzzle with one solution has it on a page behind, and its difficulty above it where it is a classic 9×9.
      </p>
      {left > 0 && <p class="small">{numberText(left)} more are not on it: they are no puzzles, or too many.</p>}
      {error !== undefined && <Trouble error={error} />}
    </div>
  )
}
