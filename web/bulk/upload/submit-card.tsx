import { useRef, useState } from 'hono/jsx/dom'
import { hashOf } from '../../address.ts'
import { usePage } from '../../page-state.ts'
import { OptionsForm } from '../../solve/options-form.tsx'
import { RulesField, SizeField } from '../../ui/kind-fields.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { useEffect } from '../../ui/use-effect.ts'
import { bytesText } from '../amounts.ts'
import { FileDrop } from './file-drop.tsx'
import { askedOf, type FileOptions, optionsIn, queryOf } from './options.ts'
import { PasteForm } from './paste-form.tsx'
import { startUpload } from './uploads.ts'

/** Where a file is chosen, and sent off. */
export function SubmitCard() {
  const { address, puzzle, setQuery } = usePage()
  const options = optionsIn(address.query)
  const change = (next: Partial<FileOptions>) => setQuery(queryOf(next))
  const [file, setFile] = useState<File | undefined>(undefined)
  const [isPasting, setPasting] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const isHere = useRef(true)
  useEffect(
    () => () => {
      isHere.current = false
    },
    [],
  )

  const choose = (next: File) => {
    setFile(next)
    setPasting(false)
    setError(undefined)
  }
  const start = async (sent: File) => {
    setStarting(true)
    setError(undefined)
    try {
      await refuseOtherThanText(sent)
      const { id } = await startUpload(sent, askedOf(options))
      // Who has gone elsewhere meanwhile finds the job in the list.
      if (isHere.current) location.hash = hashOf({ view: 'bulk', job: id, puzzle, query: {} })
    } catch (caught) {
      setError(caught)
      setStarting(false)
    }
  }
  return (
    <section class="card stack" aria-label="A file to solve">
      {file ? (
        <ChosenFile file={file} isStarting={isStarting} start={() => start(file)} drop={() => setFile(undefined)} />
      ) : isPasting ? (
        <PasteForm take={choose} leave={() => setPasting(false)} />
      ) : (
        <FileDrop label="A file of puzzles" lead="Drop a file of puzzles here" button="Choose a file" onFile={choose}>
          <button type="button" onClick={() => setPasting(true)}>
            Paste puzzles
          </button>
        </FileDrop>
      )}
      {error !== undefined && <Trouble error={error} retry={file && (() => start(file))} />}
      <p class="quiet small">
        A puzzle a line, grids row by row, CSV with a header (the Kaggle sets too), NDJSON, .sdm, .sdk or .ss; of any
        length. Empty cells are 0 or a dot.
      </p>
      <details open={Object.keys(askedInAddress(options)).length > 0}>
        <summary>Options</summary>
        <div class="options">
          <RulesField
            id="file-rules"
            rules={options.rules}
            size={options.size}
            onRules={(rules) => change({ rules })}
          />
          <SizeField
            id="file-size"
            size={options.size}
            none="told from each puzzle"
            rules={options.rules}
            onSize={(size) => change({ size })}
          />
          <OptionsForm options={options} change={change} />
        </div>
      </details>
    </section>
  )
}

interface ChosenFileProps {
  readonly file: File
  readonly isStarting: boolean
  readonly start: () => void
  readonly drop: () => void
}

function ChosenFile({ file, isStarting, start, drop }: ChosenFileProps) {
  return (
    <div class="chosen">
      <p>
        <strong class="file-name">{file.name}</strong> <span class="quiet number">{bytesText(file.size)}</span>
      </p>
      <div class="row">
        <button type="button" class="primary" disabled={isStarting} onClick={start}>
          {isStarting ? 'Sending…' : 'Solve this file'}
        </button>
        <button type="button" disabled={isStarting} onClick={drop}>
          Choose another
        </button>
      </div>
    </div>
  )
}

const HEAD_BYTES = 4096

/** Throws where a file can hold no puzzle, before every line of it becomes an invalid one. */
async function refuseOtherThanText(file: File): Promise<void> {
  if (file.size === 0) throw new Error('This file is empty.')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (head.includes(0))
    throw new Error('This is no text file: pictures, archives and spreadsheets hold no puzzles to read.')
}

/** Which options the address does not leave at their defaults. */
function askedInAddress(options: FileOptions) {
  return Object.fromEntries(Object.entries(queryOf(options)).filter(([, value]) => value !== undefined))
}
