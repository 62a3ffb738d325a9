import type { Checked } from '../../shared/checked.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Query } from '../address.ts'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { type PageState, usePage } from '../page-state.ts'
import { FASTEST, SLOWEST } from './playback.ts'
import { Theatre } from './theatre.tsx'
import { type WatchedPuzzle, watchedPuzzle } from './watched-puzzle.ts'

/** The Watch view: how one strategy or two come to the solution of the puzzle on the board. */
export function WatchView() {
  const page = usePage()
  const { left, right, speed, isHeated, searchesEmpty } = optionsIn(page.address.query)
  const watched = watchedPuzzle(page.puzzle, searchesEmpty)
  return (
    <div class="watch stack">
      <div>
        <h1>Watch the search</h1>
        <p class="quiet">See step by step how a strategy gets to the solution, and what it takes back on the way.</p>
      </div>
      <div class="card picks no-print">
        <ExamplePicker />
        <StrategyPicker
          label="Strategy"
          id="left"
          value={left}
          onPick={(name) => page.setQuery({ left: name === 'brute-force' ? undefined : name })}
        />
        <StrategyPicker
          label="Beside it"
          id="right"
          value={right ?? 'none'}
          allowsNone
          onPick={(name) => page.setQuery({ right: name === 'singles' ? undefined : name })}
        />
        <a class="button" href={page.hrefOf('solve')}>
          Edit the grid
        </a>
      </div>
      <Subject page={page} watched={watched} />
      {watched.ok && (
        <Theatre
          watched={watched.value}
          strategies={right ? [left, right] : [left]}
          speed={speed}
          onSpeed={(now) => page.setQuery({ speed: now === DEFAULT_SPEED ? undefined : `${now}` })}
          isHeated={isHeated}
          onHeated={(now) => page.setQuery({ heat: now ? 'on' : undefined })}
        />
      )}
    </div>
  )
}

interface PickerProps {
  readonly label: string
  readonly id: string
  readonly value: StrategyName | 'none'
  readonly allowsNone?: boolean
  readonly onPick: (name: string) => void
}

function StrategyPicker({ label, id, value, allowsNone, onPick }: PickerProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        {allowsNone && <option value="none">nothing</option>}
        {STRATEGY_NAMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Explains what is shown where that is not the grid on the board: nothing, or an example in place of an empty grid. */
function Subject({ page, watched }: { page: PageState; watched: Checked<WatchedPuzzle> }) {
  if (!watched.ok) {
    return (
      <div class="trouble" role="alert">
        <strong>There is nothing to search: some givens of this grid clash.</strong>
        <ul>
          {shownPuzzle(page.puzzle).clashes.map((clash) => (
            <li key={clash}>{clash}</li>
          ))}
        </ul>
        <a href={page.hrefOf('solve')}>Edit the grid</a>
      </div>
    )
  }
  if (watched.value.standIn) {
    return (
      <p class="row">
        <span>
          Your grid is empty, so this is <strong>{watched.value.standIn}</strong>, a hard one.
        </span>
        <button type="button" class="as-link no-print" onClick={() => page.setQuery({ empty: 'yes' })}>
          Search the empty grid instead
        </button>
      </p>
    )
  }
  return null
}

/** What the address says besides the puzzle: which searches are shown, and how. */
interface WatchOptions {
  readonly left: StrategyName
  readonly right: StrategyName | undefined
  readonly speed: number
  readonly isHeated: boolean
  /** Whether an empty grid is to be searched, and no example in its place. */
  readonly searchesEmpty: boolean
}

/** In steps a second. */
const DEFAULT_SPEED = 20

function optionsIn({ left, right, speed, heat, empty }: Query): WatchOptions {
  const stepsASecond = Number(speed)
  return {
    left: strategyNamed(left) ?? 'brute-force',
    right: right === 'none' ? undefined : (strategyNamed(right) ?? 'singles'),
    speed: stepsASecond >= SLOWEST && stepsASecond <= FASTEST ? stepsASecond : DEFAULT_SPEED,
    isHeated: heat === 'on',
    searchesEmpty: empty === 'yes',
  }
}

function strategyNamed(name: string | undefined): StrategyName | undefined {
  return STRATEGY_NAMES.find((known) => known === name)
}
