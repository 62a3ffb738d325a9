import { useState } from 'preact/hooks'
import type { RulesName } from '../../../shared/sudoku/rules.ts'
import { announce } from '../../ui/announce.ts'
import { RulesField } from '../../ui/kind-fields.tsx'
import { countOf, numberText } from '../../ui/number-text.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { MOST_PUZZLES } from '../comparison.ts'
import { fileSet, NO_SET, type OwnSet, pastedSet } from './own-set.ts'

interface OwnFormProps {
  readonly set: OwnSet
  readonly onSet: (set: OwnSet) => void
  readonly rules: RulesName
  readonly onRules: (rules: RulesName) => void
}

/** Takes a set of somebody's own: pasted, chosen or dropped. */
export function OwnForm({ set, onSet, rules, onRules }: OwnFormProps) {
  const [error, setError] = useState<unknown>(undefined)
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      const read = await fileSet(file)
      setError(undefined)
      onSet(read)
      announce(`${file.name}: ${wordsFor(read)}`)
    } catch (cause) {
      setError(new Error(`${file.name} cannot be read.`, { cause }))
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer?.files[0])
  }
  const onOver = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  const { file, text } = set
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by the field, too
    <div
      class={`own-set stack ${isOver ? 'over' : ''}`}
      onDrop={onDrop}
      onDragOver={onOver(true)}
      onDragLeave={onOver(false)}
    >
      {file === undefined ? (
        <div class="field">
          <label for="own-text">Puzzles, one a line, or grids, CSV, NDJSON</label>
          <textarea
            id="own-text"
            class="mono"
            rows={5}
            spellcheck={false}
            aria-describedby="own-count"
            value={text}
            onInput={({ currentTarget }) => onSet(pastedSet(currentTarget.value))}
          />
        </div>
      ) : (
        <p class="row own-set-file">
          <strong>{file}</strong>
          <button type="button" onClick={() => onSet(NO_SET)}>
            Take out
          </button>
        </p>
      )}
      <p id="own-count" class="small quiet">
        {wordsFor(set)}
      </p>
      {error !== undefined && <Trouble error={error} />}
      <div class="own-set-fields">
        {file === undefined && (
          <div class="field">
            <label for="own-file">Or a file (drop it here)</label>
            <input id="own-file" type="file" onChange={({ currentTarget }) => take(currentTarget.files?.[0])} />
          </div>
        )}
        <RulesField id="own-rules" rules={rules} onRules={onRules} />
      </div>
    </div>
  )
}

function wordsFor({ puzzles, isCut, error }: OwnSet): string {
  if (error) return error
  if (puzzles.length === 0) return `Up to ${numberText(MOST_PUZZLES)} puzzles are compared.`
  if (isCut) return `The first ${numberText(puzzles.length)} puzzles are compared; what follows is left out.`
  return `${countOf(puzzles.length, 'puzzle')}.`
}
