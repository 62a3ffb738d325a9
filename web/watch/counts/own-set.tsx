import { useState } from 'preact/hooks'
import { readPuzzles } from '../../../shared/input/input-format.ts'
import { MARKS, parseGrid } from '../../../shared/sudoku/grid/grid.ts'
import { announce } from '../../ui/announcements.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { RulesField } from '../../ui/kind-fields.tsx'
import { Button } from '../../ui/parts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { countOf, numberText } from '../../ui/words.ts'
import { type Choice, NO_SET, type OwnSet } from './choice.ts'
import { MOST_PUZZLES } from './comparison.ts'

/** Takes a set of somebody's own puzzles, which they paste, choose or drop. */
export function OwnForm({ choice: { own: set, ownRules, choose } }: { readonly choice: Choice }) {
  const onSet = (own: OwnSet) => choose({ own })
  const [error, setError] = useState<unknown>(undefined)
  const take = async (file: File) => {
    try {
      const next = await fileSet(file)
      setError(undefined)
      onSet(next)
      announce(`${file.name}: ${wordsFor(next)}`)
    } catch (cause) {
      setError(new Error(`${file.name} cannot be read.`, { cause }))
    }
  }
  const { file, text } = set
  return (
    <div class="own-set stack">
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
        <p class="row apart">
          <strong class="breaking">{file}</strong>
          <Button onClick={() => onSet(NO_SET)}>Take out</Button>
        </p>
      )}
      <p id="own-count" class="small quiet">
        {wordsFor(set)}
      </p>
      {error !== undefined && <Trouble error={error} />}
      <div class="columns">
        <RulesField id="own-rules" rules={ownRules} onRules={(ownRules) => choose({ ownRules })} />
        {file === undefined && (
          <FileDrop
            label="A file of puzzles"
            lead="Or drop a file here"
            button="Choose a file"
            isPrimary={false}
            onFile={take}
          />
        )}
      </div>
    </div>
  )
}

export function wordsFor({ puzzles, unread, isCut, error }: OwnSet): string {
  if (error) return error
  if (puzzles.length === 0) return `Up to ${numberText(MOST_PUZZLES)} puzzles are compared.`
  const [first, ...more] = unread
  const others = more.length === 0 ? '' : ` ${countOf(more.length, 'other line')} cannot be read either.`
  const left = first ? ` Line ${numberText(first.line)} cannot be read: ${first.why}.${others}` : ''
  const count = puzzles.length - unread.length
  if (isCut) return `The first ${numberText(count)} puzzles are compared; what follows is left out.${left}`
  return `${countOf(count, 'puzzle')}.${left}`
}

/** Enough for a thousand of the largest grids; the rest of a longer file is not even read. */
const MOST_BYTES = 2 * 1024 * 1024

export function pastedSet(text: string): OwnSet {
  return { ...setOf(new TextEncoder().encode(text)), text }
}

/** @throws where the file cannot be read, because it was moved, say */
export async function fileSet(file: File): Promise<OwnSet> {
  const head = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer())
  const set = { ...setOf(head), file: file.name }
  return file.size > MOST_BYTES && !set.error ? { ...set, isCut: true } : set
}

function setOf(bytes: Uint8Array): OwnSet {
  const found = readPuzzles(bytes.subarray(0, MOST_BYTES))
  if (!found.ok) return { ...NO_SET, error: `This cannot be read: ${found.error.reason}.` }
  const { puzzles, lines } = found.value
  const taken = Array.from(puzzles.slice(0, Math.min(puzzles.count, MOST_PUZZLES)))
  const unread = taken.flatMap(({ text }, i) => {
    const grid = parseGrid(text, MARKS)
    return grid.ok ? [] : [{ line: lines?.[i] ?? i + 1, why: grid.error }]
  })
  // A bad line among others is named here and among the results; a set of nothing but bad lines is not run at all. What is a grid
  // under any rules counts: somebody may choose the rules afterwards.
  if (unread.length > 0 && unread.length === taken.length)
    return { ...NO_SET, error: `No puzzle here is a grid. The first: ${unread[0].why}.` }
  const compared = taken.map(({ text, id, rules: own }) => ({ puzzle: text, id, own }))
  return { ...NO_SET, puzzles: compared, unread, isCut: puzzles.count > taken.length }
}
