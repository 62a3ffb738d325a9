import { useState } from 'preact/hooks'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { PuzzleText } from '../address.ts'
import { Board } from '../grid/board.tsx'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { usePage } from '../page-state.ts'
import { Loaded } from '../ui/loaded.tsx'
import { numberText } from '../ui/number-text.ts'
import { Swatch } from './chart.tsx'
import { type Choice, collection, LIMITS, SETS, type SetName } from './choice.ts'
import type { Comparison, Run } from './comparison.ts'

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
    <div class="stack">
      <fieldset class="set-choices">
        <legend>Puzzles</legend>
        {SETS.map((name) => (
          <label key={name} class="set-choice">
            <input type="radio" name="set" value={name} checked={name === set} onChange={() => choose({ set: name })} />
            {NAMES[name]}
          </label>
        ))}
      </fieldset>
      {set === 'puzzle' && <PuzzlePanel puzzle={puzzle} />}
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
      <div class="field limit-field">
        <label for="limit">Give up on a puzzle after</label>
        <select
          id="limit"
          value={`${limit}`}
          onChange={({ currentTarget }) => choose({ limit: Number(currentTarget.value) })}
        >
          {LIMITS.map(({ backtracks, name }) => (
            <option key={backtracks} value={`${backtracks}`}>
              {name} backtracks
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function PuzzlePanel({ puzzle }: { puzzle: PuzzleText }) {
  const { hrefOf } = usePage()
  const [cursor, setCursor] = useState(0)
  const { size, rules } = puzzle
  const { cells, clashes } = shownPuzzle(puzzle)
  return (
    <div class="this-puzzle">
      <Board
        label="The puzzle to compare on"
        size={size}
        rules={rules}
        cells={cells}
        cursor={Math.min(cursor, size * size - 1)}
        onCursor={setCursor}
      />
      <div class="stack">
        <ExamplePicker />
        {clashes.map((clash) => (
          <p key={clash} class="small">
            {clash}
          </p>
        ))}
        <p class="small">
          <a href={hrefOf('solve')}>Change its cells</a>
        </p>
      </div>
    </div>
  )
}

interface StrategyListProps {
  readonly wanted: readonly StrategyName[]
  readonly onWanted: (strategies: readonly StrategyName[]) => void
  readonly comparison: Comparison
}

/** The strategies to compare, and how far each is. It is also the chart's legend. */
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
            {STRATEGIES[strategy].short}
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
