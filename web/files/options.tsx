import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { JobOptions } from '../../shared/job/job.ts'
import { DEFAULT_BACKTRACK_LIMIT, MAX_BACKTRACK_LIMIT, MAX_SOLUTIONS } from '../../shared/job/limits.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import type { Query } from '../page/address.ts'
import { numberText } from '../ui/number-text.ts'
import { SelectField } from '../ui/select-field.tsx'

interface OptionsFormProps {
  readonly options: SolveOptions
  readonly change: (options: Partial<SolveOptions>) => void
}

const SOLUTIONS_WORDS: Readonly<Record<number, string>> = {
  1: 'One solution',
  2: 'Check that it is the only one',
}

const STRATEGY_CHOICES = STRATEGY_NAMES.map((value) => ({
  value,
  title: `${STRATEGIES[value].title}: ${STRATEGIES[value].short}`,
}))

/** How to search, for how many solutions, and when to give up. */
export function OptionsForm({ options, change }: OptionsFormProps) {
  const { strategy, solutions } = options
  const offered = [...new Set([1, 2, 10, 100, 1000, solutions])].sort((a, b) => a - b)
  return (
    <>
      <SelectField
        id="strategy"
        label="Strategy"
        value={strategy}
        choices={STRATEGY_CHOICES}
        choose={(strategy) => change({ strategy })}
      >
        <p class="small quiet">
          In the API <code>{strategy}</code>
        </p>
      </SelectField>
      <SelectField
        id="solutions"
        label="Look for"
        value={solutions}
        choices={offered.map((value) => ({
          value,
          title: SOLUTIONS_WORDS[value] ?? `Up to ${numberText(value)} solutions`,
        }))}
        choose={(solutions) => change({ solutions })}
      />
      <details open={options.backtrackLimit !== DEFAULT_BACKTRACK_LIMIT}>
        <summary>More options</summary>
        <LimitField key={options.backtrackLimit} limit={options.backtrackLimit} change={change} />
      </details>
    </>
  )
}

/** The limit changes when the field is left, so that a number that is still being typed does not count. */
function LimitField({ limit, change }: { readonly limit: number; readonly change: OptionsFormProps['change'] }) {
  const [isWrong, setWrong] = useState(false)
  const take = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const entered = limitIn(currentTarget.value)
    setWrong(entered === undefined)
    if (entered !== undefined && entered !== limit) change({ backtrackLimit: entered })
  }
  return (
    <div class="field">
      <label for="limit">Give up after this many backtracks</label>
      <input
        id="limit"
        class="number"
        inputmode="numeric"
        autocomplete="off"
        defaultValue={numberText(limit)}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby="limit-words"
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take(event)}
      />
      <p id="limit-words" class={isWrong ? 'small bad' : 'small quiet'}>
        {isWrong
          ? `Expected a whole number from 0 to ${numberText(MAX_BACKTRACK_LIMIT)}; the limit is still ${numberText(limit)}.`
          : 'A backtrack is a digit that was tried and had to be taken back.'}
      </p>
    </div>
  )
}

/** How the service is to search; rules and size are the puzzle's own. */
export type SolveOptions = Pick<JobOptions, 'strategy' | 'solutions' | 'backtrackLimit'>

/** The fastest strategy, and enough solutions to tell whether one is the only one. */
const DEFAULTS: SolveOptions = { strategy: 'bit-parallel', solutions: 2, backtrackLimit: DEFAULT_BACKTRACK_LIMIT }

/** The options that an address asks for; a wrong value counts as none. */
export function optionsIn({ strategy, solutions, limit }: Query): SolveOptions {
  return {
    strategy: STRATEGY_NAMES.find((name) => name === strategy) ?? DEFAULTS.strategy,
    solutions: wholeNumber(solutions, 1, MAX_SOLUTIONS) ?? DEFAULTS.solutions,
    backtrackLimit: limitIn(limit) ?? DEFAULTS.backtrackLimit,
  }
}

/** A backtrack limit as people write it, with or without commas; undefined if the text is no such number. */
export function limitIn(text: string | undefined): number | undefined {
  return wholeNumber(text?.replaceAll(/[\s,_.’']/g, ''), 0, MAX_BACKTRACK_LIMIT)
}

/** These options as an address has them: defaults become undefined, which leaves them out. */
export function queryOf(options: Partial<SolveOptions>): Record<string, string | undefined> {
  const entryOf = (name: keyof SolveOptions) => (options[name] === DEFAULTS[name] ? undefined : `${options[name]}`)
  return {
    ...('strategy' in options && { strategy: entryOf('strategy') }),
    ...('solutions' in options && { solutions: entryOf('solutions') }),
    ...('backtrackLimit' in options && { limit: entryOf('backtrackLimit') }),
  }
}

function wholeNumber(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}
