import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AskedPuzzles } from '../../shared/job/asked-puzzles.ts'
import { RATING_WORDS, tenthsOfWord } from '../../shared/sudoku/rating/difficulty.ts'
import {
  DEFAULT_RULE_SET,
  HUMAN_TECHNIQUE_NAMES,
  RULE_SET_NAMES,
  RULE_SETS,
  type RuleSetName,
  techniquesOf,
  techniqueWords,
} from '../../shared/sudoku/rating/techniques.ts'
import { answerOf } from '../page/ask-once.ts'
import { usePage } from '../page/page-state.ts'
import { service } from '../page/service.ts'
import { type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { capitalised, numberText } from '../ui/words.ts'
import type { MakerReply, PuzzleOrder } from './maker-worker.ts'

/** Whose techniques a puzzle is chosen by. */
const WHOSE: Readonly<Record<RuleSetName, string>> = { 'se-1.2.1': 'Sudoku Explainer', 'human-1': 'A person' }

interface NewPuzzleProps {
  readonly puzzle: PuzzleText
  /** Where the board is. */
  readonly place: RefObject<HTMLElement>
}

/** Makes a puzzle of the size and the rules on the board. */
export function NewPuzzle({ puzzle, place }: NewPuzzleProps) {
  const { edit, address, setQuery, go } = usePage()
  const { rules, size } = puzzle
  const [making, setMaking] = useState<AbortController>()
  const [error, setError] = useState<unknown>()
  const [looked, setLooked] = useState(0)
  const isRated = rules === 'classic' && size === 9
  // In the address, so that a reload keeps what was wished for.
  const { level, by, technique: named, upto, clues = '', count = '' } = address.query
  // Under some rules extreme ones are seldom made, and each takes seconds to be told from others.
  const levels = isRated ? RATING_WORDS : RATING_WORDS.slice(0, -1)
  const word = levels.find((known) => known === level)
  const ruleSet = RULE_SET_NAMES.find((known) => known === by) ?? DEFAULT_RULE_SET
  const techniques = techniquesOf({ ruleSet })
  const technique = techniques.find((known) => known === named)
  const hardest = ruleSet === 'human-1' ? HUMAN_TECHNIQUE_NAMES.find((known) => known === upto) : undefined
  // It ends with the form.
  useEffect(() => () => making?.abort(), [making])

  const make = async (event: Event) => {
    event.preventDefault()
    const abort = new AbortController()
    setMaking(abort)
    setError(undefined)
    setLooked(0)
    const tenths = word && tenthsOfWord(word)
    const asked: AskedPuzzles = {
      ruleSet,
      ...(tenths && { er: `${tenths.from / 10}..${Number.isFinite(tenths.to) ? tenths.to / 10 : ''}` }),
      ...(technique && { technique }),
      ...(hardest && { level: [hardest] }),
      ...(clues && { clues: Number(clues) }),
    }
    const order: PuzzleOrder = {
      rules,
      size,
      clues: clues ? Number(clues) : undefined,
      ...(isRated ? { asked } : { difficulty: word }),
    }
    try {
      if (isRated && Number(count) > 1) {
        const generate = { ...asked, count: Number(count) }
        const { id } = await service(abort.signal).createJob({ generate, include: ['rating'] })
        return go('files', id)
      }
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
      place.current?.scrollIntoView({ block: 'nearest' })
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
          value={word}
          choices={[undefined, ...levels].map((value) => ({
            value,
            title: value ? capitalised(value) : 'Any',
          }))}
          choose={(level) => setQuery({ level })}
        />
        {isRated && (
          <>
            <SelectField
              id="new-by"
              label="As solved by"
              value={ruleSet}
              choices={RULE_SET_NAMES.map((value) => ({ value, title: WHOSE[value] }))}
              choose={(by) => setQuery({ by: by === DEFAULT_RULE_SET ? undefined : by })}
            />
            <SelectField
              id="new-technique"
              label="Technique"
              value={technique}
              choices={[undefined, ...techniques].map((value) => ({
                value,
                title: value ? `${techniqueWords(value)} (${RULE_SETS[ruleSet][value]?.toFixed(1)})` : 'Any',
              }))}
              choose={(technique) => setQuery({ technique })}
            />
          </>
        )}
        {isRated && ruleSet === 'human-1' && (
          <SelectField
            id="new-upto"
            label="Level"
            value={hardest}
            choices={[undefined, ...HUMAN_TECHNIQUE_NAMES].map((value) => ({
              value,
              title: value ? `up to ${techniqueWords(value)}` : 'Any',
            }))}
            choose={(upto) => setQuery({ upto })}
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
        {isRated && (
          <div class="field">
            <label for="new-count">How many</label>
            <input
              id="new-count"
              type="number"
              min={1}
              max={10_000}
              placeholder="1"
              value={count}
              onInput={({ currentTarget }) => setQuery({ count: currentTarget.value || undefined })}
            />
          </div>
        )}
      </div>
      {making ? (
        <div class="row">
          <Button onClick={() => making.abort()}>Stop</Button>
          {looked > 0 && <span class="small number">{numberText(looked)} puzzles looked at</span>}
        </div>
      ) : (
        <button type="submit" class="primary">
          {isRated && Number(count) > 1 ? 'Make them on the service' : 'Make'}
        </button>
      )}
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}
