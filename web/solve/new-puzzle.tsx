import { useEffect, useRef, useState } from 'preact/hooks'
import { RATING_WORDS, tenthsOfWord } from '../../shared/sudoku/rating/difficulty.ts'
import { TECHNIQUE_NAMES, TECHNIQUES } from '../../shared/sudoku/rating/techniques.ts'
import { handOver, usePage } from '../page/page-state.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { DIFFICULTIES } from '../ui/difficulty.ts'
import { countOf, numberText } from '../ui/number-text.ts'
import { Button } from '../ui/parts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { type MakingNews, madePuzzles, type PuzzleOrder } from './puzzle-maker.ts'

/** Enough for a book, and made in seconds where they are 9×9. */
const MOST_PUZZLES = 1000

type Making =
  | { readonly at: 'rest'; readonly error?: unknown }
  | { readonly at: 'making'; readonly news: MakingNews; readonly wanted: number; readonly abort: AbortController }

/** Makes puzzles of the size and the rules on the board: one for it, several for the Files view. */
export function NewPuzzle({ puzzle }: { readonly puzzle: PuzzleText }) {
  const { edit, go } = usePage()
  const { rules, size } = puzzle
  const isRated = rules === 'classic' && size === 9
  const [making, setMaking] = useState<Making>({ at: 'rest' })
  const form = useRef<HTMLFormElement>(null)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const make = async (event: Event) => {
    event.preventDefault()
    if (!form.current) return
    const fields = new FormData(form.current)
    const count = Number(fields.get('count'))
    const abort = new AbortController()
    running.current = abort
    setMaking({ at: 'making', news: { made: 0, looked: 0 }, wanted: count, abort })
    const order = {
      rules,
      size,
      count,
      clues: fields.get('clues') ? Number(fields.get('clues')) : undefined,
      ...(isRated
        ? { wish: wishOf(fields) }
        : { difficulty: DIFFICULTIES.find((known) => known === fields.get('difficulty')) }),
      seed: crypto.randomUUID(),
    }
    try {
      const puzzles = await madePuzzles(order, abort.signal, (news) =>
        setMaking({ at: 'making', news, wanted: count, abort }),
      )
      setMaking({ at: 'rest' })
      if (count > 1) {
        handOver(new File([puzzles.join('\n')], `${countOf(count, 'new puzzle')}.txt`, { type: 'text/plain' }))
        go('files')
        return
      }
      const made = puzzleIn(puzzles[0], rules, size)
      if (!made.ok) throw new Error(made.error)
      edit(made.value)
      announce('A new puzzle is on the board.')
    } catch (error) {
      if (abort.signal.aborted) setMaking({ at: 'rest' })
      else setMaking({ at: 'rest', error })
    }
  }
  return (
    <form ref={form} class="stack" onSubmit={make}>
      <div class="panel-fields">
        <div class="field">
          <label for="new-difficulty">Difficulty</label>
          <select id="new-difficulty" name="difficulty">
            <option value="">Any</option>
            {(isRated ? RATING_WORDS : DIFFICULTIES).map((name) => (
              <option key={name} value={name}>
                {name[0].toUpperCase() + name.slice(1)}
              </option>
            ))}
          </select>
        </div>
        {isRated && (
          <div class="field">
            <label for="new-technique">Technique</label>
            <select id="new-technique" name="technique">
              <option value="">Any</option>
              {TECHNIQUE_NAMES.map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll('-', ' ')} ({TECHNIQUES[name].toFixed(1)})
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="field">
          <label for="new-clues">Givens</label>
          <input
            id="new-clues"
            name="clues"
            type="number"
            min={0}
            max={size * size - 1}
            placeholder="as few as it needs"
          />
        </div>
        <div class="field">
          <label for="new-count">How many</label>
          <input id="new-count" name="count" type="number" required min={1} max={MOST_PUZZLES} defaultValue="1" />
        </div>
      </div>
      {making.at === 'rest' ? (
        <div class="row">
          <button type="submit" class="primary">
            Make
          </button>
          <span class="small quiet">One comes on the board, several go to Files.</span>
        </div>
      ) : (
        <div class="row">
          <span class="small number">
            {numberText(making.news.made)} of {numberText(making.wanted)} made
            {making.news.looked > 0 && `, ${numberText(making.news.looked)} looked at`}
          </span>
          <Button onClick={() => making.abort.abort()}>Stop</Button>
        </div>
      )}
      {making.at === 'rest' && making.error !== undefined && <Trouble error={making.error} />}
    </form>
  )
}

/** How the puzzle is to be solved; where a technique is wished for besides a difficulty, it need not be the hardest. */
function wishOf(fields: FormData): PuzzleOrder['wish'] {
  const word = RATING_WORDS.find((known) => known === fields.get('difficulty'))
  const technique = TECHNIQUE_NAMES.find((known) => known === fields.get('technique'))
  if (!word && !technique) return undefined
  return { ...(word && { er: tenthsOfWord(word) }), ...(technique && { techniques: [technique] }) }
}
