import { useEffect, useState } from 'preact/hooks'
import { chunksOf, opened, UnreadableError, utf8From } from '../../shared/input/encoding.ts'
import { MAX_JOB_NAME_LENGTH } from '../../shared/job/limits.ts'
import type { ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { hashOf, parseAddress } from '../page/address.ts'
import { takeHanded, usePage } from '../page/page-state.ts'
import { keepText, keptText } from '../ui/browser.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { Panel } from '../ui/lazy.tsx'
import { Button } from '../ui/parts.tsx'
import { PasteField } from '../ui/paste-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { bytesText } from './amounts.ts'
import { BUTTON_ORDER, FORMATS } from './downloads.tsx'
import { FileRequest } from './file-request.tsx'
import { startFileRun } from './file-run.ts'
import { jobOptionsOf, OptionsForm, optionsIn, queryOf } from './options.tsx'
import { startUpload } from './uploads.ts'

/** The field to paste puzzles into, whose text is kept over a reload. */
const PASTE = 'Puzzles'
const PASTED = 'Pasted puzzles'

export function SubmitCard() {
  const { address, puzzle, setQuery } = usePage()
  const options = optionsIn(address.query)
  const isChanged = Object.values(queryOf(options)).some((value) => value !== undefined)
  const [file, setFile] = useState<File | undefined>(takeHanded)
  const [name, setName] = useState('')
  const [isPasting, setPasting] = useState(() => keptText(PASTE, 'sessionStorage') !== undefined)
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const [format, setFormat] = useState<ResultFormat>('csv')
  useEffect(() => {
    // Until something else is chosen, or the view is left, pasted puzzles are in the field again after a reload.
    if (file?.name === PASTED) return () => keepText(PASTE, undefined, 'sessionStorage')
  }, [file])

  const choose = async (next: File) => {
    setError(undefined)
    try {
      await refuseOtherThanText(next)
      setFile(next)
      setName(nameOf(next))
      setPasting(false)
    } catch (caught) {
      setError(caught)
    }
  }
  const start = async (chosen: File) => {
    setStarting(true)
    setError(undefined)
    try {
      const { id } = await startUpload(chosen, { ...jobOptionsOf(options), name: name.trim() || nameOf(chosen) })
      // Somebody who has left the view meanwhile finds the job in the list.
      const { view, job } = parseAddress(location.hash)
      if (view === 'files' && job === undefined) location.hash = hashOf({ view: 'files', job: id, puzzle, query: {} })
    } catch (caught) {
      setError(caught)
      setStarting(false)
    }
  }
  const solveHere = async (chosen: File) => {
    setError(undefined)
    setFile(undefined)
    await startFileRun(chosen, jobOptionsOf(options), format)
  }
  return (
    <section class="card stack" aria-label="A file to solve">
      {file ? (
        <div class="chosen stack">
          <p>
            <strong class="breaking">{file.name}</strong> <span class="quiet number">{bytesText(file.size)}</span>
          </p>
          <div class="field">
            <label for="job-name">Name of the job</label>
            <input
              id="job-name"
              value={name}
              maxLength={MAX_JOB_NAME_LENGTH}
              autocomplete="off"
              disabled={isStarting}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </div>
          <div class="row">
            <Button class="primary" disabled={isStarting} onClick={() => start(file)}>
              {isStarting ? 'Sending…' : 'Solve on the service'}
            </Button>
            <Button disabled={isStarting} onClick={() => setFile(undefined)}>
              Choose another
            </Button>
          </div>
          <div class="row end">
            <Button disabled={isStarting} onClick={() => solveHere(file)}>
              Solve it in this browser
            </Button>
            <SelectField
              id="run-format"
              label="Results as"
              value={format}
              choices={BUTTON_ORDER.map((value) => ({ value, title: FORMATS[value].label }))}
              choose={setFormat}
            />
          </div>
          <p class="quiet small">
            In this browser nothing is sent: this machine solves it, and the tab has to stay open.
          </p>
          <Panel
            summary="Print it"
            load={async () => (await import('../sheet/sheet-form.tsx')).SheetForm}
            props={{ lines: file, title: nameOf(file) }}
          />
          {/* What was pasted has no name on anybody's disk. */}
          <FileRequest
            file={file}
            name={file.name === PASTED ? 'puzzles.txt' : file.name}
            options={{ ...jobOptionsOf(options), name: name.trim() || nameOf(file) }}
          />
        </div>
      ) : isPasting ? (
        <PasteField
          label={PASTE}
          keepsTaken
          button="Take these"
          take={async (text) => {
            if (text.trim() === '') return 'Nothing is pasted yet.'
            choose(new File([text], PASTED, { type: 'text/plain' }))
          }}
          close={() => setPasting(false)}
        />
      ) : (
        <FileDrop label="A file of puzzles" lead="Drop a file of puzzles here" button="Choose a file" onFile={choose}>
          <Button onClick={() => setPasting(true)}>Paste puzzles</Button>
        </FileDrop>
      )}
      {error !== undefined && (
        // What is wrong with the file itself stays wrong.
        <Trouble error={error} retry={file && !(error instanceof UnreadableError) ? () => start(file) : undefined} />
      )}
      <p class="quiet small">
        A puzzle per line, grids row by row, CSV with a header (the Kaggle sets, too), NDJSON, .sdm, .sdk or .ss, of any
        length, or packed by gzip. Empty cells are 0 or a dot.
      </p>
      <details open={isChanged}>
        <summary>Options</summary>
        <div class="options columns">
          <OptionsForm options={options} change={(next) => setQuery(queryOf(next))} />
        </div>
      </details>
    </section>
  )
}

/** The name of a file's job: it has no control characters, and so many others at most. */
function nameOf({ name }: File): string {
  return name.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_JOB_NAME_LENGTH) || 'Puzzles'
}

const HEAD_BYTES = 4096

/** Throws where a file cannot hold puzzles, so that not every line of it becomes an invalid one. */
async function refuseOtherThanText(file: File): Promise<void> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  const text = utf8From(chunksOf(file.stream()))
  const { head } = await opened(text, HEAD_BYTES).catch((error: Error) => {
    throw new UnreadableError(`${file.name}: ${error.message}.`, { cause: error })
  })
  await text.return()
  if (head.includes(0))
    throw new Error(`${file.name} is not a text file: puzzles cannot be read from pictures, archives or spreadsheets.`)
  const isAll = head.length < HEAD_BYTES
  if (isAll && /^(\s*(#.*)?\n)*\s*(#.*)?$/.test(new TextDecoder().decode(head)))
    throw new Error(`${file.name} has no puzzle.`)
}
