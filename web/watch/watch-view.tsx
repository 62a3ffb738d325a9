import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import type { Query } from '../page/address.ts'
import { type PageState, usePage } from '../page/page-state.ts'
import { Button } from '../ui/parts.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { FASTEST, SLOWEST } from './playback.ts'
import { Theatre } from './theatre.tsx'
import type { ShownOptions } from './transport.tsx'
import { watchedPuzzle } from './watched-puzzle.ts'

/** The Watch view: how one strategy or two come to the solution of the puzzle on the board. */
export function WatchView() {
  const page = usePage()
  const { left, right, step, searchesEmpty, ...shown } = optionsIn(page.address.query)
  const watched = watchedPuzzle(page.puzzle, searchesEmpty)
  return (
    <div class="watch">
      <div class="watch-head apart">
        <div class="watch-title">
          <h1>Watch the search</h1>
          {watched.ok && watched.value.standIn && <StandIn page={page} name={watched.value.standIn} />}
        </div>
        <div class="picks row no-print">
          <ExamplePicker />
          <SelectField
            id="left"
            label="Strategy"
            value={left}
            choices={SEARCHES}
            choose={(name) => page.setQuery({ left: name === 'brute-force' ? undefined : name })}
          />
          <SelectField
            id="right"
            label="Beside it"
            value={right ?? 'none'}
            choices={SEARCHES_BESIDE}
            choose={(name) => page.setQuery({ right: name === 'singles' ? undefined : name })}
          />
          <a class="button" href={page.hrefOf('solve')}>
            <span>
              Edit<span class="edit-what"> the grid</span>
            </span>
          </a>
        </div>
      </div>
      {!watched.ok && <NothingToSearch page={page} reason={watched.error} />}
      {watched.ok && (
        <Theatre
          watched={watched.value}
          strategies={right ? [left, right] : [left]}
          step={step}
          onStep={(now) => page.setQuery({ step: now === 0 ? undefined : `${now}` })}
          {...shown}
          change={(changed) => page.setQuery(queryOf(changed))}
        />
      )}
    </div>
  )
}

const SEARCHES = STRATEGY_NAMES.map((value) => ({ value, title: STRATEGIES[value].title }))
const SEARCHES_BESIDE = [{ value: 'none' as const, title: 'nothing' }, ...SEARCHES]

/** Says that an example is shown in place of an empty grid. */
function StandIn({ page, name }: { page: PageState; name: string }) {
  return (
    <p class="small">
      Your grid is empty, so this is <strong>{name}</strong>, a hard one.{' '}
      <Button class="as-link no-print" onClick={() => page.setQuery({ empty: 'yes', step: undefined })}>
        Search the empty grid instead
      </Button>
    </p>
  )
}

/** Says why nothing is shown. */
function NothingToSearch({ page, reason }: { page: PageState; reason: string }) {
  const { clashes } = shownPuzzle(page.puzzle)
  return (
    <div class="trouble" role="alert">
      <strong>There is nothing to search: {clashes.length > 0 ? 'some givens of this grid clash' : reason}.</strong>
      <ul>
        {clashes.map((clash) => (
          <li key={clash}>{clash}</li>
        ))}
      </ul>
      <a href={page.hrefOf('solve')}>Edit the grid</a>
    </div>
  )
}

/** The rest of the address, besides the puzzle: which searches are shown, and how. */
interface WatchOptions extends ShownOptions {
  readonly left: StrategyName
  readonly right: StrategyName | undefined
  /** How many steps were made where the search is shown. */
  readonly step: number
  /** Whether an empty grid is to be searched, and no example in its place. */
  readonly searchesEmpty: boolean
}

/** In steps a second. */
const DEFAULT_SPEED = 20

function optionsIn({ left, right, speed, step, heat, candidates, empty }: Query): WatchOptions {
  const stepsASecond = Number(speed)
  return {
    left: strategyNamed(left) ?? 'brute-force',
    right: right === 'none' ? undefined : (strategyNamed(right) ?? 'singles'),
    speed: stepsASecond >= SLOWEST && stepsASecond <= FASTEST ? stepsASecond : DEFAULT_SPEED,
    step: /^\d{1,15}$/.test(step ?? '') ? Number(step) : 0,
    isHeated: heat === 'on',
    hasCandidates: candidates === 'on',
    searchesEmpty: empty === 'yes',
  }
}

/** What an address says of how searches are shown: defaults become undefined, which leaves them out. */
function queryOf({ speed, isHeated, hasCandidates }: Partial<ShownOptions>): Record<string, string | undefined> {
  return {
    ...(speed !== undefined && { speed: speed === DEFAULT_SPEED ? undefined : `${speed}` }),
    ...(isHeated !== undefined && { heat: isHeated ? 'on' : undefined }),
    ...(hasCandidates !== undefined && { candidates: hasCandidates ? 'on' : undefined }),
  }
}

function strategyNamed(name: string | undefined): StrategyName | undefined {
  return STRATEGY_NAMES.find((known) => known === name)
}
