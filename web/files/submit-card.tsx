import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_JOB_NAME_LENGTH, MAX_TEXT_BODY_BYTES } from '../../shared/job/limits.ts'
import type { ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { hashOf } from '../page/address.ts'
import { takeHanded, usePage } from '../page/page-state.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { keepText, keptText } from '../ui/kept.ts'
import { useHasKey } from '../ui/key.tsx'
import { Panel } from '../ui/loaded.tsx'
import { Button } from '../ui/parts.tsx'
import { PasteField } from '../ui/paste-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { shellQuoted } from '../ui/words.ts'
import { bytesText } from './amounts.ts'
import { BUTTON_ORDER, FORMATS } from './downloads.tsx'
import { startFileRun } from './file-run.ts'
import { type FileOptions, jobOptionsOf, OptionsForm, optionsIn, queryOf } from './options.tsx'
import { startUpload } from './uploads.ts'

const loadSheetForm = async () => (await import('../sheet/sheet-form.tsx')).SheetForm

/** The field to paste puzzles into, whose text is kept over a reload. */
const PASTE = 'Puzzles'
const PASTED = 'Pasted puzzles'

/** Where somebody chooses a file and submits it. */
export function SubmitCard() {
  const { address, puzzle, setQuery } = usePage()
  const options = optionsIn(address.query)
  const isChanged = Object.values(queryOf(options)).some((value) => value !== undefined)
  const change = (next: Partial<FileOptions>) => setQuery(queryOf(next))
  const [file, setFile] = useState<File | undefined>(takeHanded)
  const [name, setName] = useState('')
  const [isPasting, setPasting] = useState(() => keptText(PASTE, 'sessionStorage') !== undefined)
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const [format, setFormat] = useState<ResultFormat>('csv')
  const isHere = useRef(true)
  useEffect(
    () => () => {
      isHere.current = false
    },
    [],
  )

  useEffect(() => {
    // Until something else is chosen, or the view is left, pasted puzzles are in the field again after a reload.
    if (file?.name === PASTED) return () => keepText(PASTE, undefined, 'sessionStorage')
  }, [file])

  const choose = async (next: File) => {
    setError(undefined)
    try {
      await refuseOtherThanText(next)
    } catch (caught) {
      setError(caught)
      return
    }
    setFile(next)
    setName(nameOf(next))
    setPasting(false)
  }
  const start = async (chosen: File) => {
    setStarting(true)
    setError(undefined)
    try {
      const { id } = await startUpload(chosen, { ...jobOptionsOf(options), name: name.trim() || nameOf(chosen) })
      // Somebody who has left the view meanwhile finds the job in the list.
      if (isHere.current) location.hash = hashOf({ view: 'files', job: id, puzzle, query: {} })
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
        <ChosenFile
          file={file}
          name={name}
          setName={setName}
          isStarting={isStarting}
          start={() => start(file)}
          drop={() => setFile(undefined)}
        >
          <div class="row end">
            <button type="button" disabled={isStarting} onClick={() => solveHere(file)}>
              Solve it in this browser
            </button>
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
          <Panel summary="Print it" load={loadSheetForm} props={{ lines: file, isFile: true, title: nameOf(file) }} />
          <Request file={file} options={options} />
        </ChosenFile>
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
      {error !== undefined && <Trouble error={error} retry={file && (() => start(file))} />}
      <p class="quiet small">
        A puzzle per line, grids row by row, CSV with a header (the Kaggle sets, too), NDJSON, .sdm, .sdk or .ss, of any
        length. Empty cells are 0 or a dot.
      </p>
      <details open={isChanged}>
        <summary>Options</summary>
        <div class="options columns">
          <OptionsForm options={options} change={change} />
        </div>
      </details>
    </section>
  )
}

/** The name of a file's job: it has no control characters, and so many others at most. */
function nameOf({ name }: File): string {
  return name.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_JOB_NAME_LENGTH) || 'Puzzles'
}

interface ChosenFileProps {
  readonly file: File
  readonly name: string
  readonly setName: (name: string) => void
  readonly isStarting: boolean
  readonly start: () => void
  readonly drop: () => void
  /** What else can be done with it. */
  readonly children: ComponentChildren
}

function ChosenFile({ file, name, setName, isStarting, start, drop, children }: ChosenFileProps) {
  return (
    <div class="chosen">
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
        <Button class="primary" disabled={isStarting} onClick={start}>
          {isStarting ? 'Sending…' : 'Solve this file'}
        </Button>
        <Button disabled={isStarting} onClick={drop}>
          Choose another
        </Button>
      </div>
      {children}
    </div>
  )
}

/** Longer texts are none to read in a command. */
const MOST_SHOWN_BYTES = 2000

/** The very request as a command, to be used without the page; a longer file takes many requests, which the command line makes. */
function Request({ file, options }: { readonly file: File; readonly options: FileOptions }) {
  const hasKey = useHasKey()
  const query = new URLSearchParams(Object.entries(jobOptionsOf(options)).map(([name, value]) => [name, `${value}`]))
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isChosen = true
    setShown(undefined)
    // What is no UTF-8 would not be sent as it is.
    const show = (text: string) => isChosen && !text.includes('\ufffd') && setShown(text)
    if (file.size <= MOST_SHOWN_BYTES) file.text().then(show, () => {})
    return () => {
      isChosen = false
    }
  }, [file])
  // What was pasted has no name on anybody's disk.
  const path = shellQuoted(file.name === PASTED ? 'puzzles.txt' : file.name)
  const command = [
    `curl '${location.origin}/jobs?${query}'`,
    ...(hasKey ? ['-H "authorization: Bearer $SUDOKU_KEY"'] : []),
    "-H 'content-type: text/plain'",
    `--data-binary ${shown === undefined ? `@${path}` : shellQuoted(shown)}`,
  ].join(' \\\n  ')
  return (
    <details>
      <summary>The same by the API</summary>
      <pre>
        {file.size <= MAX_TEXT_BODY_BYTES
          ? command
          : `npm run -s sudoku -- solve ${path} --url ${location.origin} > solutions.txt`}
      </pre>
    </details>
  )
}

const HEAD_BYTES = 4096

/** Throws where a file cannot hold puzzles, so that not every line of it becomes an invalid one. */
async function refuseOtherThanText(file: File): Promise<void> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (head.includes(0))
    throw new Error(`${file.name} is not a text file: puzzles cannot be read from pictures, archives or spreadsheets.`)
}
