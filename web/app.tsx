import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { VIEWS, type View } from './page/address.ts'
import { PageProvider, usePageState } from './page/page-state.ts'
import { Announcements } from './ui/announcements.tsx'
import { setApiKey, useHasKey } from './ui/api-key.tsx'
import { Loaded } from './ui/lazy.tsx'
import { Masthead } from './ui/masthead.tsx'
import { Button } from './ui/parts.tsx'
import { Trouble } from './ui/trouble.tsx'

/** The name of each view in the menu, and how it is loaded, which happens only when somebody asks for it. */
const ENTRIES: Readonly<Record<View, { readonly title: string; readonly load: () => Promise<FunctionComponent> }>> = {
  solve: { title: 'Solve', load: async () => (await import('./solve/solve-view.tsx')).SolveView },
  watch: { title: 'Watch', load: async () => (await import('./watch/watch-view.tsx')).WatchView },
  files: { title: 'Files', load: async () => (await import('./files/files-view.tsx')).FilesView },
}

/** As a failed import says it. */
const NOT_THERE = new TypeError()

/** The whole page: the header, and under it the view that the address names. */
export function App() {
  const page = usePageState()
  const { view, refused } = page.address
  useEffect(() => {
    document.title = `${ENTRIES[view].title} · Backtrack`
  }, [view])
  return (
    <PageProvider value={page}>
      <Masthead
        home={page.hrefOf('solve')}
        views={VIEWS.map((name) => (
          <a
            key={name}
            href={page.hrefOf(name)}
            aria-current={view === name ? 'page' : undefined}
            onPointerEnter={() => preload(name)}
            onFocus={() => preload(name)}
          >
            {ENTRIES[name].title}
          </a>
        ))}
      >
        {useHasKey() && <Button onClick={forgetKey}>Forget my key</Button>}
      </Masthead>
      <main id="main" tabIndex={-1}>
        {refused && <Trouble error={refused} />}
        {page.isLost ? <Trouble error={NOT_THERE} /> : <Loaded key={view} load={ENTRIES[view].load} props={{}} />}
      </main>
      <Announcements />
    </PageProvider>
  )
}

/** The view says what failed once it is shown; here a failed load only costs its head start. */
function preload(view: View): void {
  ENTRIES[view].load().catch(() => {})
}

/** The page is loaded anew, so that nothing the key gave access to stays on it. */
function forgetKey(): void {
  setApiKey(undefined)
  location.reload()
}
