import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { hasOwnRules, loadOwnRules, waitsForRules } from '../rules/own-rules.ts'
import { isSameBoard, isSamePuzzle, type PuzzleText } from '../rules/puzzle-text.ts'
import { keepText, keptText } from '../ui/browser.ts'
import { type Address, hashOf, parseAddress, type Query, type View } from './address.ts'

/** All views share this: the address, and the puzzle with its history of edits. */
export interface PageState {
  readonly address: Address
  readonly puzzle: PuzzleText
  /** Shows a puzzle; this can be undone. @param isOther whether it is no change of the last: its answer is hidden */
  edit(puzzle: PuzzleText, isOther?: boolean): void
  /** @returns the puzzle that is shown then */
  undo(): PuzzleText
  redo(): void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes what the view keeps in the address; a name that becomes undefined is removed. */
  setQuery(change: Readonly<Record<string, string | undefined>>): void
  /** A link to a view, with the puzzle that is shown and with what that view kept in its address last. */
  hrefOf(view: View, job?: string): string
  go(view: View, job?: string): void
  /** Begins an entry of the browser's history, so that Back leads to what is shown now. */
  mark(): void
  /** Whether the puzzle of the address waits for code that could not be loaded: then that is all there is to show. */
  readonly isLost: boolean
}

interface Edits {
  readonly past: readonly PuzzleText[]
  readonly now: PuzzleText
  readonly future: readonly PuzzleText[]
}

/** Far more than anybody undoes; each is one short text. */
const MOST_EDITS = 1000
/** Browsers refuse to change the address too often: Safari after 100 changes in half a minute. */
const ADDRESS_PAUSE_MS = 350

const Page = createContext<PageState | undefined>(undefined)
export const PageProvider = Page.Provider

export function usePage(): PageState {
  const page = useContext(Page)
  if (!page) throw new Error('no page is provided')
  return page
}

/** Puzzles that one view hands to the Files view: too many for an address, and kept nowhere else. */
let handed: File | undefined

export function handOver(file: File): void {
  handed = file
}

/** Takes what was handed over, once. */
export function takeHanded(): File | undefined {
  const file = handed
  handed = undefined
  return file
}

const ADDRESS_ITEM = 'address'

/** Goes to the address that the page was left with: a reload asks for the one before what was typed a moment ago. */
export function followReload(): void {
  const [{ type }] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (type === 'reload') history.replaceState(null, '', keptText(ADDRESS_ITEM, 'sessionStorage'))
}

/** Holds the state; for the topmost component, which provides it to all others. */
export function usePageState(): PageState {
  const [address, setAddress] = useState(() => parseAddress(location.hash))
  const [edits, setEdits] = useState(() => keptEdits(address.puzzle))
  const queries = useRef<Partial<Record<View, Query>>>({})
  const shown: Address = { ...address, puzzle: edits.now }
  // A view may edit the puzzle and leave at one stroke: the address it goes to must have that edit.
  const latest = useRef(edits)
  latest.current = edits
  const change = (next: Edits) => {
    latest.current = next
    setEdits(next)
  }
  useEffect(() => {
    // A browser that has no room for all of them keeps none.
    addEventListener('pagehide', () => keepText(EDITS_ITEM, JSON.stringify(latest.current), 'sessionStorage'))
  }, [])
  // A filter and whatever else the address says of a job belongs to that job alone.
  if (!address.job) queries.current = { ...queries.current, [address.view]: address.query }

  // What `main.tsx` has tried to load for it is not there.
  const [isLost, setLost] = useState(() => waitsForRules(location.hash))
  const mark = useAddressBar(isLost ? location.hash : hashOf(shown), (hash) => {
    setLost(waitsForRules(hash))
    if (waitsForRules(hash)) return
    const next = parseAddress(hash)
    const { now } = latest.current
    // Back to a puzzle before somebody played: what they played stays, to go on with.
    if (now.play && next.puzzle.play === undefined && isSamePuzzle(next.puzzle, now))
      return setAddress({ ...next, query: { ...next.query, playing: 'off' } })
    setAddress(next)
    change(edited(latest.current, next.puzzle))
  })

  const hrefOf = (view: View, job?: string) => {
    const query = (job === undefined && queries.current[view]) || {}
    return hashOf({ view, job, puzzle: latest.current.now, query })
  }
  const isPlaying = edits.now.play !== undefined && address.query.playing !== 'off'
  const setQuery: PageState['setQuery'] = (change) =>
    setAddress((before) => {
      const query = Object.entries({ ...before.query, ...change }).filter(([, value]) => value !== undefined)
      return { ...before, query: Object.fromEntries(query) as Query }
    })
  const changeByHand = (next: Edits) => {
    setAddress((before) => ({ ...before, refused: undefined }))
    change(next)
  }
  return {
    address: shown,
    puzzle: edits.now,
    edit: (puzzle, isOther) => {
      if (isOther) {
        queries.current = { ...queries.current, solve: {} }
        setQuery({ show: undefined })
      }
      changeByHand(edited(latest.current, puzzle))
    },
    undo: () => {
      changeByHand(undone(latest.current, isPlaying))
      return latest.current.now
    },
    redo: () => changeByHand(redone(latest.current)),
    canUndo: undone(edits, isPlaying) !== edits,
    canRedo: edits.future.length > 0,
    setQuery,
    mark,
    isLost,
    hrefOf,
    go: (view, job) => {
      // An edit at the same stroke is not in the address yet: whoever comes back finds it.
      history.replaceState(null, '', hashOf({ ...address, puzzle: latest.current.now }))
      location.hash = hrefOf(view, job)
    },
  }
}

/**
 * Keeps the browser's address up to date, after a short pause and at once when somebody is about to leave, and calls
 * `follow` with each address that somebody else goes to.
 *
 * @returns what begins an entry of the history
 */
function useAddressBar(hash: string, follow: (hash: string) => void): () => void {
  const latest = useRef({ hash, follow })
  latest.current = { hash, follow }
  /** The address that the page has written or followed last. */
  const known = useRef(location.hash)
  const write = () => {
    // Where somebody went elsewhere, the event that says so is on its way: to write the old address now would let the
    // next visit of it pass for no change at all, which no event tells.
    const hasMoved = location.hash !== known.current
    if (hasMoved || location.hash === latest.current.hash) return
    history.replaceState(null, '', latest.current.hash)
    known.current = location.hash
  }
  useEffect(() => {
    const timer = setTimeout(write, ADDRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [hash])
  // As long as there is a page.
  useEffect(() => {
    const onHashChange = () => {
      const { hash } = location
      // Not before: what waits to be written would take the visit back while its rules are loaded.
      const follow = () => {
        if (location.hash !== hash) return
        known.current = hash
        latest.current.follow(hash)
      }
      if (waitsForRules(hash)) loadOwnRules().then(follow, follow)
      else follow()
    }
    const writeBeforeLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a, .reload')) write()
    }
    addEventListener('hashchange', onHashChange)
    // Whoever goes back at once finds the same address, not written yet.
    addEventListener('popstate', () => location.hash === known.current && onHashChange())
    addEventListener('pagehide', () => {
      write()
      keepText(ADDRESS_ITEM, location.hash, 'sessionStorage')
    })
    document.addEventListener('click', writeBeforeLink, true)
    // Somebody who went elsewhere while the page was drawn was not heard.
    if (location.hash !== known.current) onHashChange()
  }, [])
  return () => {
    write()
    history.pushState(null, '', location.hash)
  }
}

const EDITS_ITEM = 'edits'

/** The edits that led to the puzzle of the address, if the page was left with it. */
function keptEdits(now: PuzzleText): Edits {
  const none = { past: [], now, future: [] }
  const text = keptText(EDITS_ITEM, 'sessionStorage') ?? JSON.stringify(none)
  // What knows other rules is there only if this puzzle needs it.
  if (text.includes('"own":') && !hasOwnRules()) return none
  const kept: Edits = JSON.parse(text)
  return isSameBoard(kept.now, now) ? kept : none
}

function edited(edits: Edits, puzzle: PuzzleText): Edits {
  const { past, now } = edits
  return isSameBoard(puzzle, now) ? edits : { past: [...past, now].slice(-MOST_EDITS), now: puzzle, future: [] }
}

/** While somebody plays, undoing ends where they began: what was typed before is no move of theirs. */
function undone(edits: Edits, isPlaying: boolean): Edits {
  const { past, now, future } = edits
  const before = past.at(-1)
  const isMove = before?.play !== undefined && isSamePuzzle(before, now)
  return before && (isMove || !isPlaying) ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : edits
}

function redone(edits: Edits): Edits {
  const { past, now, future } = edits
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest } : edits
}
