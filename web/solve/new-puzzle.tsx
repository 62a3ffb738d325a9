import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page/page-state.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { DIFFICULTIES, type Difficulty } from '../ui/difficulty.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { madePuzzles } from './puzzle-maker.ts'

/** Makes a puzzle of the size and the rules on the board. */
export function NewPuzzle({ puzzle }: { readonly puzzle: PuzzleText }) {
  const { edit } = usePage()
  const { rules, size } = puzzle
  const [making, setMaking] = useState<AbortController>()
  const [error, setError] = useState<unknown>()
  const [difficulty, setDifficulty] = useState<Difficulty>()
  const [clues, setClues] = useState('')
  // It ends with the form.
  useEffect(() => () => making?.abort(), [making])

  const make = async (event: Event) => {
    event.preventDefault()
    const abort = new AbortController()
    setMaking(abort)
    setError(undefined)
    const order = {
      rules,
      size,
      count: 1,
      clues: clues ? Number(clues) : undefined,
      difficulty,
      seed: crypto.randomUUID(),
    }
    try {
      const [text] = await madePuzzles(order, abort.signal)
      const made = puzzleIn(text, rules, size)
      if (!made.ok) throw new Error(made.error)
      edit(made.value)
      announce('A new puzzle is on the board.')
    } catch (caught) {
      if (!abort.signal.aborted) setError(caught)
    }
    setMaking(undefined)
  }
  return (
    <form class="stack" onSubmit={make}>
      <div class="panel-fields">
        <SelectField
          id="new-difficulty"
          label="Difficulty"
          value={difficulty}
          choices={[undefined, ...DIFFICULTIES].map((value) => ({
            value,
            title: value ? value[0].toUpperCase() + value.slice(1) : 'Any',
          }))}
          choose={setDifficulty}
        />
        <div class="field">
          <label for="new-clues">Givens</label>
          <input
            id="new-clues"
            type="number"
            min={0}
            max={size * size - 1}
            placeholder="as few as it needs"
            value={clues}
            onInput={({ currentTarget }) => setClues(currentTarget.value)}
          />
        </div>
      </div>
      {making ? (
        <Button onClick={() => making.abort()}>Cancel</Button>
      ) : (
        <button type="submit" class="primary">
          Make
        </button>
      )}
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}
