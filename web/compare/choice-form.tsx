import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { usePage } from '../page/page-state.ts'
import { Loaded } from '../ui/loaded.tsx'
import { numberText } from '../ui/number-text.ts'
import { SelectField } from '../ui/select-field.tsx'
import { Swatch } from './chart.tsx'
import { type Choice, collection, LIMITS, SETS, type SetName } from './choice.ts'
import type { Comparison, Run } from './comparison.ts'

/** Most who come with a puzzle come from Solve, and have the board already. */
const loadThisPuzzle = async () => (await import('./this-puzzle.tsx')).ThisPuzzle

/** It reads puzzles in every format, and few bring their own. */
const loadOwnForm = async () => (await import('./own-set.tsx')).OwnForm

const NAMES: Readonly<Record<SetName, string>> = {
  puzzle: 'This puzzle',
  texts: 'Easy to very hard',
  own: 'Your own set',
}

/** Where somebody chooses the puzzles to compare on, and when a search gives up. */
export function ChoiceForm({ choice }: { choice: Choice }) {
  const { puzzle } = usePage()
  const { set, own, ownRules, limit, choose } = choice
  return (
    <>
      <div class="apart">
        <fieldset class="row choices">
          <legend class="unseen">Puzzles</legend>
          {SETS.map((name) => (
            <label key={name} class="pair">
              <input
                type="radio"
                name="set"
                value={name}
                checked={name === set}
                onChange={() => choose({ set: name })}
              />
              {NAMES[name]}
            </label>
          ))}
        </fieldset>
        <SelectField
          id="limit"
          label="Give up on a puzzle after"
          class="field row in-line"
          value={limit}
          choices={LIMITS.map(({ backtracks, name }) => ({ value: backtracks, title: `${name} backtracks` }))}
          choose={(limit) => choose({ limit })}
        />
      </div>
      {set === 'puzzle' && <Loaded load={loadThisPuzzle} props={{ puzzle }} />}
      {set === 'texts' && (
        <p class="quiet">
          {collection.length} grids: those for which textbooks give backtrack counts, famous hard ones, and some like
          those in newspapers.
        </p>
      )}
      {set === 'own' && (
        <Loaded
          load={loadOwnForm}
          props={{
            set: own,
            onSet: (own) => choose({ own }),
            rules: ownRules,
            onRules: (ownRules) => choose({ ownRules }),
          }}
        />
      )}
    </>
  )
}

interface StrategyListProps {
  readonly wanted: readonly StrategyName[]
  readonly onWanted: (strategies: readonly StrategyName[]) => void
  readonly comparison: Comparison
}

/** The strategies to compare, and how far each is. It is also the legend of what is drawn. */
export function StrategyList({ wanted, onWanted, comparison }: StrategyListProps) {
  const toggle = (strategy: StrategyName) => () => {
    const isWanted = wanted.includes(strategy)
    onWanted(STRATEGY_NAMES.filter((name) => (name === strategy ? !isWanted : wanted.includes(name))))
  }
  return (
    <fieldset class="row choices">
      <legend class="unseen">Strategies</legend>
      {STRATEGY_NAMES.map((strategy) => (
        <div key={strategy} class={`pair ${wanted.includes(strategy) ? '' : 'no-print'}`}>
          <label class="pair" title={STRATEGIES[strategy].sentence}>
            <input type="checkbox" class="no-print" checked={wanted.includes(strategy)} onChange={toggle(strategy)} />
            <Swatch strategy={strategy} />
            {STRATEGIES[strategy].title}
          </label>
          <Progress strategy={strategy} run={comparison.runs[strategy]} />
        </div>
      ))}
    </fieldset>
  )
}

/** How far a strategy is, with its job where it has one; nothing where it was counted here to the end. */
function Progress({ strategy, run }: { strategy: StrategyName; run: Run | undefined }) {
  const { hrefOf } = usePage()
  if (!run) return null
  const { job, read, total } = run
  const isDone = read === total
  const progress = isDone ? 'done' : `${numberText(read)} of ${numberText(total)}`
  if (job === undefined) return isDone ? null : <span class="small quiet number">{progress}</span>
  return (
    <a
      class="small number no-print"
      href={hrefOf('bulk', job)}
      aria-label={`The job of ${STRATEGIES[strategy].title}: ${progress}`}
    >
      {progress}
    </a>
  )
}
