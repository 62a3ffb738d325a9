import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { INCLUSION_NAMES, INCLUSIONS, type InclusionName } from '../../shared/job/inclusions.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { DEFAULT_BACKTRACK_LIMIT, MAX_BACKTRACK_LIMIT, MAX_SOLUTIONS } from '../../shared/job/limits.ts'
import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, type RulesName } from '../../shared/sudoku/rules/rules.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import type { Query } from '../page/address.ts'
import { RulesField, SizeField } from '../ui/kind-fields.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { numberText } from '../ui/words.ts'
import { toggled } from './results-filter.ts'

interface OptionsFormProps {
  readonly options: FileOptions
  readonly change: (options: Partial<FileOptions>) => void
}

const SOLUTIONS_WORDS: Readonly<Record<number, string>> = {
  1: 'One solution',
  2: 'Check that it is the only one',
}

const STRATEGY_CHOICES = STRATEGY_NAMES.map((value) => ({ value, title: STRATEGIES[value].title }))

/** The rules of a file, how to search, for how many solutions, when to give up, and what else to tell. */
export function OptionsForm({ options, change }: OptionsFormProps) {
  const { strategy, solutions, backtrackLimit, rules, size } = options
  const kind = { rules, size }
  const offered = [...new Set([1, 2, 10, 100, 1000, solutions])].sort((a, b) => a - b)
  return (
    <>
      <RulesField id="file-rules" {...kind} onRules={(rules) => change({ rules })} />
      <SizeField id="file-size" {...kind} none="each puzzle's own" onSize={(size) => change({ size })} />
      <SelectField
        id="strategy"
        label="Strategy"
        value={strategy}
        choices={STRATEGY_CHOICES}
        choose={(strategy) => change({ strategy })}
      >
        <p class="small quiet">
          In the API <code>{strategy}</code>: {STRATEGIES[strategy].sentence}
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
      <details class="whole" open={backtrackLimit !== DEFAULT_BACKTRACK_LIMIT}>
        <summary>More options</summary>
        <LimitField key={backtrackLimit} limit={backtrackLimit} change={change} />
      </details>
      <IncludeField options={options} change={change} />
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

/** The choice of what each result is to have besides. */
function IncludeField({ options: { include }, change }: OptionsFormProps) {
  const toggle = (name: InclusionName) => change({ include: toggled(include, name) })
  return (
    <fieldset class="include columns choices whole">
      <legend class="label">Include in each result</legend>
      {INCLUSION_NAMES.map((name) => (
        <label key={name} class="pair">
          <input type="checkbox" checked={include.includes(name)} onChange={() => toggle(name)} />
          <span>
            <code>{name}</code> <span class="quiet small">{INCLUSIONS[name].words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The options for every puzzle of a file; without a size, each puzzle's length tells it. */
export interface FileOptions extends Pick<JobOptions, 'strategy' | 'solutions' | 'backtrackLimit'> {
  readonly rules: RulesName
  readonly size: Size | undefined
  readonly include: readonly InclusionName[]
}

/** The names of options in an address, where they are others: its `rules` and `size` are the puzzle's, which all views share. */
const NAMES: Readonly<Record<string, string>> = { backtrackLimit: 'limit', rules: 'fileRules', size: 'fileSize' }

/**
 * The options that an address asks for; a wrong value counts as none. The defaults are the fastest strategy, and enough
 * solutions to tell whether one is the only one.
 */
export function optionsIn({ strategy, solutions, limit, fileRules, fileSize, include = '' }: Query): FileOptions {
  const included = include.split(',')
  return {
    strategy: STRATEGY_NAMES.find((name) => name === strategy) ?? 'bit-parallel',
    solutions: wholeNumber(solutions, 1, MAX_SOLUTIONS) ?? 2,
    backtrackLimit: limitIn(limit) ?? DEFAULT_BACKTRACK_LIMIT,
    rules: RULES_NAMES.find((name) => name === fileRules) ?? 'classic',
    size: SIZES.find((size) => `${size}` === fileSize),
    include: INCLUSION_NAMES.filter((name) => included.includes(name)),
  }
}

const DEFAULTS = optionsIn({})

/** These options as an address has them: defaults become undefined, which leaves them out. */
export function queryOf(options: Partial<FileOptions>): Record<string, string | undefined> {
  const named = Object.entries(options) as [keyof FileOptions, unknown][]
  return Object.fromEntries(
    named.map(([name, value]) => [NAMES[name] ?? name, `${value}` === `${DEFAULTS[name]}` ? undefined : `${value}`]),
  )
}

/** The options as the service takes them. */
export function jobOptionsOf({ size, include, ...options }: FileOptions): Partial<JobOptions> {
  return { ...options, ...(size && { size }), ...(include.length > 0 && { include }) }
}

/** A backtrack limit as people write it, with or without commas; undefined if the text is no such number. */
export function limitIn(text: string | undefined): number | undefined {
  return wholeNumber(text?.replaceAll(/[\s,_.’']/g, ''), 0, MAX_BACKTRACK_LIMIT)
}

function wholeNumber(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}
