import type { InputHTMLAttributes, RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { valueIn } from '../../shared/checked.ts'
import type { AskedPuzzles } from '../../shared/job/asked-puzzles.ts'
import {
  DEFAULT_RULE_SET,
  HUMAN_TECHNIQUE_NAMES,
  RATING_WORDS,
  RULE_SET_NAMES,
  RULE_SETS,
  type RuleSetName,
  type TechniqueName,
  techniquesOf,
  techniqueWords,
  tenthsOfWord,
} from '../../shared/sudoku/rating/techniques.ts'
import { usePage } from '../page/page-state.ts'
import { service } from '../page/service.ts'
import { answerOf, useWork } from '../page/stoppable-work.ts'
import { puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { capitalised, countOf } from '../ui/words.ts'
import type { MakerReply, PuzzleOrder } from './maker-worker.ts'

/** Whose techniques a puzzle is chosen by. */
const WHOSE: Readonly<Record<RuleSetName, string>> = { 'se-1.2.1': 'Sudoku Explainer', 'human-1': 'A person' }

const orAny = <T extends string>(values: readonly T[], titleOf: (value: T) => string) => [
  { value: undefined, title: 'Any' },
  ...values.map((value) => ({ value, title: titleOf(value) })),
]

/**
 * Makes a puzzle of the size and the rules on the board.
 *
 * @param place where the board is
 */
export function NewPuzzle({ place }: { readonly place: RefObject<HTMLElement> }) {
  const { puzzle, edit, address, setQuery, go } = usePage()
  const { rules, size } = puzzle
  const { work, stop, error } = useWork()
  /** How far it has got, or that it was stopped. */
  const [news, setNews] = useState('')
  const isRated = rules === 'classic' && size === 9
  // In the address, so that a reload keeps what was wished for.
  const { level, by, technique: named, upto, clues = '', count = '' } = address.query
  // Under some rules extreme ones are seldom made, and each takes seconds to be told from others.
  const levels = isRated ? RATING_WORDS : RATING_WORDS.slice(0, -1)
  const word = levels.find((known) => known === level)
  const ruleSet = RULE_SET_NAMES.find((known) => known === by) ?? DEFAULT_RULE_SET
  const tenths = word && tenthsOfWord(word)
  const wished = techniquesOf({ ruleSet }).find((known) => known === named)
  const leastOf = (name: TechniqueName) => RULE_SETS[ruleSet][name] ?? 0
  const titleOf = (name: TechniqueName) => `${techniqueWords(name)} (${leastOf(name).toFixed(1)})`
  // No puzzle is easier than one of its steps.
  const techniques = techniquesOf({ ruleSet }).filter((name) => !tenths || leastOf(name) <= tenths.to / 10)
  const technique = techniques.find((known) => known === wished)
  const hardest = ruleSet === 'human-1' ? HUMAN_TECHNIQUE_NAMES.find((known) => known === upto) : undefined

  const make = (event: Event) => {
    event.preventDefault()
    setNews('')
    let looked = 0
    const asked: AskedPuzzles = {
      ...(clues && { clues: Number(clues) }),
      ...(!isRated && { rules, size }),
      ...(isRated && { ruleSet }),
      ...(isRated && tenths && { er: `${tenths.from / 10}..${Number.isFinite(tenths.to) ? tenths.to / 10 : ''}` }),
      ...(isRated && technique && { technique }),
      ...(isRated && hardest && { level: [hardest] }),
    }
    const order: PuzzleOrder = { asked, difficulty: isRated ? undefined : word }
    const run = async (signal: AbortSignal) => {
      if (isRated && Number(count) > 1) {
        const generate = { ...asked, count: Number(count) }
        const { id } = await service(signal).createJob({ generate, include: ['rating'] })
        return go('files', id)
      }
      type News = Extract<MakerReply, { looked: number }>
      const isNews = (reply: MakerReply): reply is News => {
        if (!('looked' in reply)) return false
        looked = reply.looked
        setNews(`${countOf(looked, 'puzzle')} looked at`)
        return true
      }
      const reply = await answerOf<Exclude<MakerReply, News>, News>('maker', order, signal, isNews)
      if ('refused' in reply) throw new Error(reply.refused)
      edit(valueIn(puzzleIn(reply.puzzle, rules, size)), true)
      place.current?.scrollIntoView({ block: 'nearest' })
      announce('A new puzzle is on the board.')
    }
    void work(run, () => {
      const stopped = looked > 0 ? `Stopped: of ${countOf(looked, 'puzzle')} none was as you wish.` : 'Stopped.'
      setNews(stopped)
      announce(stopped)
    })
  }
  const numberField = (name: string, label: string, shown: InputHTMLAttributes<HTMLInputElement>) => (
    <div class="field">
      <label for={`new-${name}`}>{label}</label>
      <input
        id={`new-${name}`}
        type="number"
        onInput={({ currentTarget }) => setQuery({ [name]: currentTarget.value || undefined })}
        {...shown}
      />
    </div>
  )
  return (
    <form class="stack" onSubmit={make}>
      <div class="panel-fields">
        <SelectField
          id="new-difficulty"
          label="Difficulty"
          value={word}
          choices={orAny(levels, capitalised)}
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
              choices={orAny(techniques, titleOf)}
              choose={(technique) => setQuery({ technique })}
            >
              {wished && !technique && <p class="tiny">{`No ${word} puzzle needs ${titleOf(wished)}.`}</p>}
            </SelectField>
          </>
        )}
        {isRated && ruleSet === 'human-1' && (
          <SelectField
            id="new-upto"
            label="Level"
            value={hardest}
            choices={orAny(HUMAN_TECHNIQUE_NAMES, (name) => `up to ${techniqueWords(name)}`)}
            choose={(upto) => setQuery({ upto })}
          />
        )}
        {numberField('clues', 'Givens', {
          min: 0,
          max: size * size - 1,
          value: clues,
          placeholder: 'as few as it needs',
        })}
        {isRated && numberField('count', 'How many', { min: 1, max: 10_000, value: count, placeholder: '1' })}
      </div>
      <div class="row">
        {stop ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <button type="submit" class="primary">
            {isRated && Number(count) > 1 ? 'Make them on the service' : 'Make'}
          </button>
        )}
        <span class="small number">{news}</span>
      </div>
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}
