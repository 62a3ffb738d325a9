import type { ComponentChildren } from 'preact'
import { Button } from './parts.tsx'

interface MastheadProps {
  /** Where the page's mark and name lead. */
  readonly home: string
  /** Whether the page is that of the API. */
  readonly isDocs?: boolean
  readonly views: ComponentChildren
  /** What stands behind the links. */
  readonly children?: ComponentChildren
}

/** What every page begins with. */
export function Masthead({ home, isDocs, views, children }: MastheadProps) {
  return (
    <>
      {/* A button: a link would change the address, which belongs to the views. */}
      <Button class="skip unseen no-print" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </Button>
      <header class="masthead row no-print">
        <a class="brand pair" href={home}>
          {/* A box of nine cells, and a way that is taken back in it; as in `icon.svg`. */}
          <svg viewBox="0 0 28 28" aria-hidden="true">
            <path d="M2 2h24v24H2zM10 2v24M18 2v24M2 10h24M2 18h24" />
            <path class="turn" d="M6 14h11a4 4 0 0 1 0 8h-3M10 10l-4 4 4 4" />
          </svg>
          <span class="brand-name">Backtrack</span>
        </a>
        <nav aria-label="Views">
          {views}
          <a class="aside" href="/docs" aria-current={isDocs ? 'page' : undefined}>
            API
          </a>
        </nav>
        {children}
      </header>
    </>
  )
}
