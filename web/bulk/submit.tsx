import type { ComponentChildren, TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JobOptions } from '../../shared/job/job.ts'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules.ts'
import { SIZES, type Size } from '../../shared/sudoku/units.ts'
import { hashOf, type Query } from '../address.ts'
import { usePage } from '../page-state.ts'
import * as solve from '../solve/options.tsx'
import { OptionsForm } from '../solve/options.tsx'
import { RulesField, SizeField } from '../ui/kind-fields.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { bytesText } from './amounts.ts'
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

interface PasteFormProps {
  readonly take: (file: File) => void
  readonly leave: () => void
}

/** Puzzles from the clipboard, or typed: a small file. */
function PasteForm({ take, leave }: PasteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => field.current?.focus(), [])
  const done = (event: Event) => {
    event.preventDefault()
    take(new File([field.current?.value ?? ''], 'Pasted puzzles', { type: 'text/plain' }))
  }
  return (
    <form class="stack" onSubmit={done}>
      <div class="field">
        <label for="pasted">Puzzles</label>
        <textarea
          id="pasted"
          ref={field}
          class="mono"
          rows={8}
          spellcheck={false}
          onInput={({ currentTarget }) => setEmpty(currentTarget.value.trim() === '')}
        />
      </div>
      <div class="row">
        <button type="submit" class="primary" disabled={isEmpty}>
          Take these
        </button>
        <button type="button" onClick={leave}>
          Choose a file instead
        </button>
      </div>
    </form>
  )
}

interface FileDropProps {
  readonly label: string
  readonly onFile: (file: File) => void
  /** What else there is to do, beside the button that chooses a file. */
  readonly children?: ComponentChildren
  /** What the button says. */
  readonly button: string
  readonly lead: string
  /** Whether it is what a view is there for; it is, unless told otherwise. */
  readonly isPrimary?: boolean
}

/** A place to drop a file on, and a button that chooses one. A file that misses the place is taken, too. */
export function FileDrop({ label, lead, button, isPrimary = true, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = useRef(onFile)
  take.current = onFile

  useEffect(() => {
    const listening = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      document.addEventListener(name, hear, { signal: listening.signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Without this the browser would leave the page and show the file.
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (!event.relatedTarget) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      take.current(file)
    })
    return () => listening.abort()
  }, [])

  const choose = ({ currentTarget: field }: TargetedEvent<HTMLInputElement>) => {
    const file = field.files?.[0]
    // So that the same file chosen again is an event again.
    field.value = ''
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class={`drop ${isOver ? 'over' : ''}`} role="group" aria-label={label}>
      <p class="drop-lead">{lead}</p>
      <div class="row">
        <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => input.current?.click()}>
          {button}
        </button>
        {children}
      </div>
      <input ref={input} type="file" hidden onChange={choose} />
    </div>
  )
}

/** What is asked of every puzzle of a file; without a size each puzzle's length says. */
type FileOptions = Omit<JobOptions, 'size'> & { readonly size: Size | undefined }

/** The options that an address asks for. `rules` and `size` in it are those of the one puzzle that all views share. */
export function optionsIn(query: Query): FileOptions {
  return { ...solve.optionsIn(query), rules: rulesIn(query.fileRules), size: sizeIn(query.fileSize) }
}

/** What of the options an address has to say: defaults are left out. */
export function queryOf(options: Partial<FileOptions>): Record<string, string | undefined> {
  const { rules, size } = options
  return {
    ...solve.queryOf(options),
    ...('rules' in options && { fileRules: rules === 'classic' ? undefined : rules }),
    ...('size' in options && { fileSize: size && `${size}` }),
  }
}

/** The options as the service is asked. */
export function askedOf({ size, ...options }: FileOptions): Partial<JobOptions> {
  return { ...options, ...(size && { size }) }
}

function rulesIn(text: string | undefined): RulesName {
  return RULES_NAMES.find((name) => name === text) ?? 'classic'
}

function sizeIn(text: string | undefined): Size | undefined {
  return SIZES.find((size) => `${size}` === text)
}
