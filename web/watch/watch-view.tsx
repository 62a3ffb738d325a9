import { useEffect } from 'preact/hooks'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { PuzzleBoard } from '../grid/board.tsx'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { hashOf, type Query } from '../page/address.ts'
import { type PageState, usePage } from '../page/page-state.ts'
import { Loaded } from '../ui/lazy.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { FASTEST, SLOWEST } from './playback.ts'
import { Theatre } from './theatre.tsx'
import { isWide, type ShownOptions } from './transport.tsx'
import { watchedPuzzle } from './watched-puzzle.ts'

/** The ways to look at searches, by the names that addresses have. */
const TABS = {
  steps: { title: 'Steps', heading: 'Watch the search' },
  counts: { title: 'Counts', heading: 'Backtracks on this puzzle' },
  sets: { title: 'Sets', heading: 'Backtracks on many puzzles' },
} as const
type Tab = keyof typeof TABS

/** Few who watch count, and it draws charts. */
const loadCounts = async () => (await import('./counts/counts-view.tsx')).CountsView

/** The Watch view: how strategies come to the solution of the puzzle on the board, step by step or by their counts. */
export function WatchView() {
  const page = usePage()
  const { left, right, step, searchesEmpty, ...shown } = optionsIn(page.address.query)
  const watched = watchedPuzzle(page.puzzle, searchesEmpty)
  const source = watched.ok ? watched.value.source : page.puzzle
  const { tab: asked } = page.address.query
  const { isLarge } = shown
  const { classList } = document.documentElement
  // Not in an effect: those of what is within come first, and measure what is scrolled.
  classList.toggle('large', isLarge)
  useEffect(() => () => classList.remove('large'), [])
  const tab: Tab = asked === 'counts' || asked === 'sets' ? asked : 'steps'
  const searches = [
    { id: 'left', label: 'Strategy', value: left, choices: SEARCHES },
    { id: 'right', label: 'Compare with', value: right ?? NONE.value, choices: [NONE, ...SEARCHES] },
  ].map(({ id, choices, ...field }) => {
    const choose = (name: string) => page.setQuery({ [id]: name === choices[0].value ? undefined : name })
    return <SelectField key={id} {...{ id, choices, choose, ...field }} />
  })
  return (
    <div class="watch stack">
      <div class="watch-head apart">
        <h1 class="unseen">{TABS[tab].heading}</h1>
        <Tabs tab={tab} page={page} />
        {tab !== 'sets' && (
          <>
            <div class="picks row end no-print">
              <ExamplePicker shown={source} />
              {tab === 'steps' && !isLarge && searches}
            </div>
            <a class="button no-print" href={page.hrefOf('solve')}>
              <span>
                Edit<span class="edit-what"> the grid</span>
              </span>
            </a>
          </>
        )}
      </div>
      {tab !== 'sets' && watched.ok && watched.value.standIn && <StandIn page={page} name={watched.value.standIn} />}
      {tab !== 'steps' ? (
        <Loaded key={tab} load={loadCounts} props={{ puzzle: tab === 'counts' ? source : undefined }} />
      ) : watched.ok ? (
        <Theatre
          watched={watched.value}
          strategies={right ? [left, right] : [left]}
          choices={!isLarge ? [] : right ? searches : [searches]}
          step={step}
          onStep={(now) => page.setQuery({ step: now === 0 ? undefined : `${now}` })}
          {...shown}
          change={(changed) => page.setQuery(queryOf(changed))}
        />
      ) : (
        <NothingToSearch page={page} reason={watched.error} />
      )}
    </div>
  )
}

function Tabs({ tab, page }: { readonly tab: Tab; readonly page: PageState }) {
  return (
    <nav class="tabs row tight no-print" aria-label="What to watch">
      {(Object.keys(TABS) as Tab[]).map((name) => {
        const { tab: _, ...query } = page.address.query
        const hash = hashOf({ ...page.address, query: name === 'steps' ? query : { ...query, tab: name } })
        return (
          <a key={name} href={hash} aria-current={name === tab ? 'true' : undefined}>
            {TABS[name].title}
          </a>
        )
      })}
    </nav>
  )
}

const SEARCHES = STRATEGY_NAMES.map((value) => ({ value: value as string, title: STRATEGIES[value].title }))
const NONE = { value: 'none', title: 'nothing' }

/** Says that an example is shown in place of an empty grid. */
function StandIn({ page, name }: { page: PageState; name: string }) {
  const { step: _, ...query } = page.address.query
  return (
    <p class="stand-in tiny">
      Your grid is empty; this is <strong>{name}</strong>.{' '}
      <a class="no-print" href={hashOf({ ...page.address, query: { ...query, empty: 'yes' } })}>
        Search the empty grid instead
      </a>
    </p>
  )
}

/** Says why nothing is searched, and shows a grid whose givens clash. */
function NothingToSearch({ page, reason }: { page: PageState; reason: string }) {
  const { clashes, cells } = shownPuzzle(page.puzzle)
  return (
    <>
      <div class="trouble" role="alert">
        <strong>There is nothing to search: {clashes.length > 0 ? 'some givens of this grid clash' : reason}.</strong>
        <ul class="bullets">
          {clashes.map((clash) => (
            <li key={clash}>{clash}</li>
          ))}
        </ul>
        <a href={page.hrefOf('solve')}>Edit the grid</a>
      </div>
      {clashes.length > 0 && (
        <div class="clashing">
          <PuzzleBoard label="Grid" puzzle={page.puzzle} cells={cells} />
        </div>
      )}
    </>
  )
}

/** In steps a second. */
const DEFAULT_SPEED = 20

/** The rest of an address, besides the puzzle: which searches are shown, at which step, and how. */
function optionsIn({ left, right, speed, step, candidates, lesson, type, program, empty }: Query) {
  const stepsASecond = Number(speed)
  const isLarge = type === 'large'
  return {
    left: strategyNamed(left) ?? 'brute-force',
    right: strategyNamed(right),
    speed: stepsASecond >= SLOWEST && stepsASecond <= FASTEST ? stepsASecond : DEFAULT_SPEED,
    step: /^\d{1,15}$/.test(step ?? '') ? Number(step) : 0,
    hasCandidates: candidates === 'on',
    // Where there is room for the boards alone, both are shown if somebody asks.
    hasLesson: lesson === undefined ? isWide(right !== undefined && !isLarge) : lesson === 'on',
    isLarge,
    program,
    searchesEmpty: empty === 'yes',
  }
}

/** What an address says of how searches are shown: defaults become undefined, which leaves them out. */
function queryOf(changed: Partial<ShownOptions>): Record<string, string | undefined> {
  const { speed, hasCandidates, hasLesson, isLarge, program } = changed
  return {
    ...(speed !== undefined && { speed: speed === DEFAULT_SPEED ? undefined : `${speed}` }),
    ...(hasCandidates !== undefined && { candidates: hasCandidates ? 'on' : undefined }),
    ...(hasLesson !== undefined && { lesson: hasLesson ? 'on' : 'off' }),
    ...(isLarge !== undefined && { type: isLarge ? 'large' : undefined }),
    ...(program !== undefined && { program }),
  }
}

function strategyNamed(name: string | undefined): StrategyName | undefined {
  return STRATEGY_NAMES.find((known) => known === name)
}
