import { useEffect, useState } from 'preact/hooks'
import { capitalised } from '../../shared/capitalised.ts'
import { RATING_WORDS, type RatingWord, tenthsOfWord } from '../../shared/sudoku/rating/difficulty.ts'
import { EXPLAINER_TECHNIQUES, type ExplainerTechnique, TECHNIQUES } from '../../shared/sudoku/rating/techniques.ts'
import { usePage } from '../page/page-state.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { DIFFICULTIES, type Difficulty } from '../ui/difficulty.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { numberText } from '../ui/words.ts'
import { madePuzzles, type PuzzleOrder } from './puzzle-maker.ts'

/** Makes a puzzle of the size and the rules on the board. */
export function NewPuzzle({ puzzle }: { readonly puzzle: PuzzleText }) {
  const { edit } = usePage()
  const { rules, size } = puzzle
  const [making, setMaking] = useState<AbortController>()
  const [error, setError] = useState<unknown>()
  const [looked, setLooked] = useState(0)
  const isRated = rules === 'classic' && size === 9
  const [difficulty, setDifficulty] = useState<Difficulty | RatingWord>()
  const [technique, setTechnique] = useState<ExplainerTechnique>()
  const [clues, setClues] = useState('')
  // It ends with the form.
  useEffect(() => () => making?.abort(), [making])

  const make = async (event: Event) => {
    event.preventDefault()
    const abort = new AbortController()
    setMaking(abort)
    setError(undefined)
    setLooked(0)
    const order = {
      rules,
      size,
      count: 1,
      clues: clues ? Number(clues) : undefined,
      ...(isRated
        ? { wish: wishOf(difficulty, technique) }
        : { difficulty: DIFFICULTIES.find((known) => known === difficulty) }),
      seed: crypto.randomUUID(),
    }
    try {
      const [text] = await madePuzzles(order, abort.signal, setLooked)
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
          choices={[undefined, ...(isRated ? RATING_WORDS : DIFFICULTIES)].map((value) => ({
            value,
            title: value ? capitalised(value) : 'Any',
          }))}
          choose={setDifficulty}
        />
        {isRated && (
          <SelectField
            id="new-technique"
            label="Technique"
            value={technique}
            choices={[undefined, ...EXPLAINER_TECHNIQUES].map((value) => ({
              value,
              title: value ? `${value.replaceAll('-', ' ')} (${TECHNIQUES[value].toFixed(1)})` : 'Any',
            }))}
            choose={setTechnique}
          />
        )}
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
        <div class="row">
          <Button onClick={() => making.abort()}>Stop</Button>
          {looked > 0 && <span class="small number">{numberText(looked)} puzzles looked at</span>}
        </div>
      ) : (
        <button type="submit" class="primary">
          Make
        </button>
      )}
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}

/** How the puzzle is to be solved; where a technique is wished for besides a difficulty, it need not be the hardest. */
function wishOf(difficulty: string | undefined, technique: ExplainerTechnique | undefined): PuzzleOrder['wish'] {
  const word = RATING_WORDS.find((known) => known === difficulty)
  if (!word && !technique) return undefined
  return { ...(word && { er: tenthsOfWord(word) }), ...(technique && { techniques: [technique] }) }
}
