import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type Address, hashOf, type PuzzleText, parseAddress, type Query, type View } from './address.ts'

/** What all views share: the address, and the puzzle with all that was edited. */
export interface PageState {
  readonly address: Address
  readonly puzzle: PuzzleText
  /** Shows another puzzle; can be undone. */
  edit(puzzle: PuzzleText): void
  undo(): void
  redo(): void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes what the view keeps in the address; undefined takes a name out. */
  setQuery(change: Readonly<Record<string, string | undefined>>): void
  /** A link to a view, with the puzzle that is shown and what the view kept last. */
  hrefOf(view: View, job?: string): string
  go(view: View, job?: string): void
}

interface Edits {
  readonly past: readonly PuzzleText[]
  readonly now: PuzzleText
  readonly future: readonly PuzzleText[]
}

/** Far more than anybody undoes; each is a line of text. */
const EDITS_KEPT = 1000
/** Browsers refuse an address that changes too often: Safari after 100 times in half a minute. */
const ADDRESS_PAUSE_MS = 350

const Page = createContext<PageState | undefined>(undefined)
export const PageProvider = Page.Provider

export function usePage(): PageState {
  const page = useContext(Page)
  if (!page) throw new Error('nothing above this component provides the page')
  return page
}

/** The state itself, for the one component on top. */
export function usePageState(): PageState {
  const [address, setAddress] = useState(() => parseAddress(location.hash))
  const [edits, setEdits] = useState<Edits>(() => ({ past: [], now: address.puzzle, future: [] }))
  const queries = useRef<Partial<Record<View, Query>>>({})
  const shown: Address = { ...address, puzzle: edits.now }
  // A view may edit and go elsewhere at one stroke: where it goes has to know of the edit.
  const latest = useRef(edits.now)
  latest.current = edits.now
  // What stands beside a job, a filter say, belongs to that job alone.
  if (!address.job) queries.current = { ...queries.current, [address.view]: address.query }

  useEffect(() => {
    const follow = () => {
      const next = parseAddress(location.hash)
      setAddress(next)
      if (!isSame(next.puzzle, latest.current)) setEdits((before) => edited(before, next.puzzle))
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  const hash = hashOf(shown)
  useWrittenAddress(hash)

  const hrefOf = (view: View, job?: string) =>
    hashOf({
      view,
      job,
      puzzle: latest.current,
      query: (job === undefined && queries.current[view]) || {},
    })
  const accept = () =>
    setAddress((before) => (before.refused === undefined ? before : { ...before, refused: undefined }))
  return {
    address: shown,
    puzzle: edits.now,
    edit: (puzzle) => {
      latest.current = puzzle
      accept()
      setEdits((before) => (isSame(puzzle, before.now) ? before : edited(before, puzzle)))
    },
    undo: () => {
      accept()
      setEdits(undone)
    },
    redo: () => {
      accept()
      setEdits(redone)
    },
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
    setQuery: (change) =>
      setAddress((before) => {
        const query = Object.entries({ ...before.query, ...change }).filter(([, value]) => value !== undefined)
        return { ...before, query: Object.fromEntries(query) as Query }
      }),
    hrefOf,
    go: (view, job) => {
      location.hash = hrefOf(view, job)
    },
  }
}

/** Keeps the address up to date: soon, and at once where the page is about to be left. */
function useWrittenAddress(hash: string): void {
  const latest = useRef(hash)
  latest.current = hash
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', hash), ADDRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [hash])
  useEffect(() => {
    const write = () => {
      if (location.hash !== latest.current) history.replaceState(null, '', latest.current)
    }
    const writeBeforeLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')) write()
    }
    addEventListener('pagehide', write)
    document.addEventListener('click', writeBeforeLink, true)
    return () => {
      removeEventListener('pagehide', write)
      document.removeEventListener('click', writeBeforeLink, true)
    }
  }, [])
}

function isSame(a: PuzzleText, b: PuzzleText | undefined): boolean {
  return a.line === b?.line && a.rules === b.rules
}

function edited({ past, now }: Edits, puzzle: PuzzleText): Edits {
  return { past: [...past, now].slice(-EDITS_KEPT), now: puzzle, future: [] }
}

function undone(edits: Edits): Edits {
  const { past, now, future } = edits
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : edits
}

function redone(edits: Edits): Edits {
  const { past, now, future } = edits
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest } : edits
}
