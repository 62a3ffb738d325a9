import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { VIEWS, type View } from './address.ts'
import { PageProvider, type PageState, usePageState } from './page-state.ts'
import { REGION } from './ui/browser.ts'
import { setApiKey, useHasKey } from './ui/key.tsx'
import { Trouble } from './ui/trouble.tsx'

type ViewComponent = FunctionComponent

const TITLES: Readonly<Record<View, string>> = {
  solve: 'Solve',
  watch: 'Watch',
  compare: 'Compare',
  bulk: 'Bulk',
}
/** Each view is loaded when it is asked for. */
const LOAD: Readonly<Record<View, () => Promise<ViewComponent>>> = {
  solve: async () => (await import('./solve/solve-view.tsx')).SolveView,
  watch: async () => (await import('./watch/watch-view.tsx')).WatchView,
  compare: async () => (await import('./compare/compare-view.tsx')).CompareView,
  bulk: async () => (await import('./bulk/bulk-view.tsx')).BulkView,
}

export function App() {
  const page = usePageState()
  const { view, refused } = page.address
  useEffect(() => {
    document.title = `${TITLES[view]} · Sudoku service`
  }, [view])
  return (
    <PageProvider value={page}>
      <button type="button" class="skip" onClick={toMain}>
        Skip to the content
      </button>
      <Header page={page} />
      <main id="main" tabIndex={-1}>
        {refused && <Trouble error={refused} />}
        <LoadedView key={view} view={view} />
      </main>
      <div id={REGION} class="unseen" role="status" aria-live="polite" />
    </PageProvider>
  )
}

function Header({ page }: { page: PageState }) {
  const load = (view: View) => () => {
    LOAD[view]().catch(() => {})
  }
  return (
    <header class="masthead">
      <a class="brand" href={page.hrefOf('solve')}>
        <span class="brand-mark" aria-hidden="true" />
        Sudoku service
      </a>
      <nav aria-label="Views">
        {VIEWS.map((view) => (
          <a
            key={view}
            href={page.hrefOf(view)}
            aria-current={page.address.view === view ? 'page' : undefined}
            onPointerEnter={load(view)}
            onFocus={load(view)}
          >
            {TITLES[view]}
          </a>
        ))}
        <a class="aside" href="/docs">
          API
        </a>
      </nav>
      {useHasKey() && (
        <button type="button" onClick={forgetKey}>
          Forget my key
        </button>
      )}
    </header>
  )
}

function LoadedView({ view }: { view: View }) {
  const [loaded, setLoaded] = useState<{ Component: ViewComponent } | { error: unknown } | undefined>(undefined)
  const load = () => {
    LOAD[view]().then(
      (Component) => setLoaded({ Component }),
      (error) => setLoaded({ error }),
    )
  }
  useEffect(load, [view])
  if (!loaded) return <p class="quiet">Loading…</p>
  return 'error' in loaded ? <Trouble error={loaded.error} retry={load} /> : <loaded.Component />
}

/** Nothing that it let in stays on the page. */
function forgetKey(): void {
  setApiKey(undefined)
  location.reload()
}

/** A link would change the address, which belongs to the views. */
function toMain(): void {
  document.getElementById('main')?.focus()
}
