import { useEffect, useState } from 'preact/hooks'
import { RATING_WORDS, type RatingWord, tenthsOfWord } from '../../shared/sudoku/rating/difficulty.ts'
import { EXPLAINER_TECHNIQUES, type ExplainerTechnique, TECHNIQUES } from '../../shared/sudoku/rating/techniques.ts'
import { DIFFICULTIES, type Difficulty } from '../../shared/sudoku/search/singles-difficulty.ts'
import { answerOf } from '../page/ask-once.ts'
import { usePage } from '../page/page-state.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { capitalised, numberText } from '../ui/words.ts'
import type { MakerReply, PuzzleOrder } from './maker-worker.ts'

/** Makes a puzzle of the size and the rules on the board. */
export function NewPuzzle({ puzzle }: { readonly puzzle: PuzzleText }) {
  const { edit, address, setQuery } = usePage()
  const { rules, size } = puzzle
  const [making, setMaking] = useState<AbortController>()
  const [error, setError] = useState<unknown>()
  const [looked, setLooked] = useState(0)
  const isRated = rules === 'classic' && size === 9
  // In the address, so that a reload keeps what was wished for.
  const { level, technique: named, clues = '' } = address.query
  const levels: readonly (RatingWord | Difficulty)[] = isRated ? RATING_WORDS : DIFFICULTIES
  const word = isRated ? RATING_WORDS.find((known) => known === level) : undefined
  const difficulty = isRated ? undefined : DIFFICULTIES.find((known) => known === level)
  const technique = EXPLAINER_TECHNIQUES.find((known) => known === named)
  // It ends with the form.
  useEffect(() => () => making?.abort(), [making])

  const make = async (event: Event) => {
    event.preventDefault()
    const abort = new AbortController()
    setMaking(abort)
    setError(undefined)
    setLooked(0)
    const order: PuzzleOrder = {
      rules,
      size,
      clues: clues ? Number(clues) : undefined,
      ...(isRated ? { wish: wishOf(word, technique) } : { difficulty }),
    }
    try {
      type News = Extract<MakerReply, { looked: number }>
      const reply = await answerOf<Exclude<MakerReply, News>, News>('maker', order, {
        signal: abort.signal,
        failure: 'The part that makes puzzles could not be loaded.',
        isNews: (reply): reply is News => {
          if ('looked' in reply) setLooked(reply.looked)
          return 'looked' in reply
        },
      })
      if ('refused' in reply) throw new Error(reply.refused)
      const made = puzzleIn(reply.puzzle, rules, size)
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
          value={word ?? difficulty}
          choices={[undefined, ...levels].map((value) => ({
            value,
            title: value ? capitalised(value) : 'Any',
          }))}
          choose={(level) => setQuery({ level })}
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
            choose={(technique) => setQuery({ technique })}
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
            onInput={({ currentTarget }) => setQuery({ clues: currentTarget.value || undefined })}
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
function wishOf(word: RatingWord | undefined, technique: ExplainerTechnique | undefined): PuzzleOrder['wish'] {
  if (!word && !technique) return undefined
  return { ...(word && { er: tenthsOfWord(word) }), ...(technique && { techniques: [technique] }) }
}
