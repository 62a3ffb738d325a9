import { STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/strategies/strategy-facts.ts'
import { usePage } from '../../page-state.ts'
import { numberText } from '../../ui/number-text.ts'
import { STRATEGY_WORDS } from '../../ui/strategy-words.ts'
import { Swatch } from '../chart/swatch.tsx'
import type { Comparison, Run } from '../comparison.ts'

interface StrategyListProps {
  readonly wanted: readonly StrategyName[]
  readonly onWanted: (strategies: readonly StrategyName[]) => void
  readonly comparison: Comparison
}

/** The strategies to compare, which is the chart's legend, too, and how far each is. */
export function StrategyList({ wanted, onWanted, comparison }: StrategyListProps) {
  const toggle = (strategy: StrategyName) => () => {
    const isWanted = wanted.includes(strategy)
    onWanted(STRATEGY_NAMES.filter((name) => (name === strategy ? !isWanted : wanted.includes(name))))
  }
  return (
    <fieldset class="compared-strategies">
      <legend>Strategies</legend>
      {STRATEGY_NAMES.map((strategy) => (
        <div key={strategy} class="compared-strategy">
          <label>
            <input
              type="checkbox"
              checked={wanted.includes(strategy)}
              onChange={toggle(strategy)}
              aria-describedby={`does-${strategy}`}
            />
            <Swatch strategy={strategy} />
            {strategy}
          </label>
          <RunLink strategy={strategy} run={comparison.runs[strategy]} />
          <p id={`does-${strategy}`} class="quiet small">
            {STRATEGY_WORDS[strategy].short}
          </p>
        </div>
      ))}
    </fieldset>
  )
}

function RunLink({ strategy, run }: { strategy: StrategyName; run: Run | undefined }) {
  const { hrefOf } = usePage()
  if (!run) return null
  const { job, read, total } = run
  const isDone = read === total
  const progress = isDone ? 'done' : `${numberText(read)} of ${numberText(total)}`
  return (
    <a class="small number" href={hrefOf('bulk', job)} aria-label={`The job of ${strategy}: ${progress}`}>
      {progress}
    </a>
  )
}
