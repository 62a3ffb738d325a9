import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { numberText } from '../../ui/words.ts'
import { Swatch } from './chart.tsx'
import { type Choice, collection, SET_NAMES, SETS } from './choice.ts'
import type { Comparison } from './comparison.ts'

/** It reads puzzles in every format, and few bring their own. */
const loadOwnForm = async () => (await import('./own-set.tsx')).OwnForm

/** Where somebody chooses a set of puzzles. */
export function ChoiceForm({ choice }: { choice: Choice }) {
  const { set, job, choose } = choice
  return (
    <section class="card stack no-print" aria-label="What is counted">
      <fieldset class="row choices">
        <legend class="unseen">Puzzles</legend>
        {SET_NAMES.filter((name) => name !== 'job' || job !== undefined).map((name) => (
          <label key={name} class="pair">
            <input type="radio" name="set" checked={name === set} onChange={() => choose({ set: name })} />
            {SETS[name]}
          </label>
        ))}
      </fieldset>
      {set === 'texts' && (
        <p class="quiet">
          {collection.length} grids: those for which textbooks give backtrack counts, famous hard ones, and some like
          those in newspapers.
        </p>
      )}
      {set === 'own' && <Loaded load={loadOwnForm} props={{ choice }} />}
    </section>
  )
}

/** The strategies to compare, and how far each is. It is also the legend of what is drawn. */
export function StrategyList({ choice, comparison }: { readonly choice: Choice; readonly comparison: Comparison }) {
  const { wanted, choose } = choice
  const toggle = (strategy: StrategyName) => () =>
    choose({ wanted: STRATEGY_NAMES.filter((name) => wanted.includes(name) !== (name === strategy)) })
  return (
    <fieldset class="row choices compared">
      <legend class="unseen">Strategies</legend>
      {STRATEGY_NAMES.map((strategy) => {
        const read = comparison.read[strategy] ?? comparison.total
        return (
          <div key={strategy} class={`pair ${wanted.includes(strategy) ? '' : 'no-print'}`}>
            <label class="pair" title={STRATEGIES[strategy].sentence}>
              <input type="checkbox" class="no-print" checked={wanted.includes(strategy)} onChange={toggle(strategy)} />
              <Swatch strategy={strategy} />
              {STRATEGIES[strategy].title}
            </label>
            {read < comparison.total && (
              <span class="small quiet number">
                {numberText(read)} of {numberText(comparison.total)}
              </span>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
