// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave out rows, of which there may be millions
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { memo } from '../ui/memo.ts'
import { countOf, numberText } from '../ui/words.ts'
import type { Rows } from './rows.ts'
import { STATUS_WORDS } from './status-words.ts'

/** A row that is to be seen, and whether somebody asked for it: then it is marked. */
export interface Goal {
  readonly row: number
  readonly isMarked: boolean
}

interface ResultsTableProps {
  readonly job: JobView
  readonly rows: Rows
  /** How many rows there will be in the end; undefined where that is not known. */
  readonly total: number | undefined
  /** The place whose details are open. */
  readonly openPlace: number | undefined
  readonly open: (place: number | undefined) => void
  /** A row to bring into the middle, each time with a new object. */
  readonly goal: Goal | undefined
}

/** Results row by row, of which only those in view are drawn. The table is one tab stop; arrow keys move in it. */
export function ResultsTable({ job, rows, total, openPlace, open, goal }: ResultsTableProps) {
  const count = rows.count + (rows.mayGrow ? 1 : 0)
  const { box, rowHeight, first, last, rowsInView, onScroll, show, centre } = useScroll(count)
  const [current, setCurrent] = useState(0)
  const here = Math.min(current, Math.max(0, rows.count - 1))
  const begin = Math.max(0, first - OVERSCAN)
  const end = Math.min(count - 1, last + OVERSCAN)

  useEffect(() => rows.look(begin, end), [rows, begin, end, count])
  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(row, rows.count - 1))
    setCurrent(next)
    show(next)
    const place = rows.placeAt(next)
    if (openPlace !== undefined && place !== undefined) open(place)
  }
  useEffect(() => {
    if (!goal) return
    setCurrent(goal.row)
    centre(goal.row)
  }, [goal])

  const isShown: Partial<Record<Column, boolean>> = { id: rows.hasIds, place: rows.hasPlaces, rating: !!job.ratings }
  const shown = COLUMNS.filter((name) => isShown[name] ?? true)
  const columns = shown.join()
  const maxSolutions = job.options.solutions
  const drawn = Array.from({ length: Math.max(0, end - begin + 1) }, (_, i) => begin + i)
  return (
    <div
      ref={box}
      class="results"
      role="grid"
      aria-label="Results"
      aria-readonly="true"
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-activedescendant={here >= begin && here <= end ? `row-${here}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={(event) => {
        const next = ROW_AFTER[event.key]?.(here, rowsInView, rows.count)
        const place = rows.placeAt(here)
        if (next !== undefined) moveTo(next)
        else if ((event.key === 'Enter' || event.key === ' ') && place !== undefined) open(place)
        else if (event.key === 'Escape' && openPlace !== undefined) open(undefined)
        else return
        event.preventDefault()
      }}
      onClick={(event) => {
        const row = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
        const place = row === undefined ? undefined : rows.placeAt(Number(row))
        if (place === undefined) return
        setCurrent(Number(row))
        open(place)
      }}
    >
      <div class="results-head label" role="rowgroup">
        <div class="result" role="row" aria-rowindex={1}>
          {shown.map((name) => (
            <span key={name} role="columnheader" class={`${name}-column`}>
              {HEADINGS[name]}
            </span>
          ))}
        </div>
      </div>
      <div class="results-rows" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
        {drawn.map((row) => {
          const result = rows.resultAt(row)
          const place = rows.placeAt(row)
          const waiting = rows.isPending(row) ? 'pending' : '…'
          const kind = `${row === here ? 'current-row' : ''} ${goal?.isMarked && row === goal.row ? 'marked-row' : ''}`
          const isOpen = place !== undefined && place === openPlace
          const props = { row, columns, place, result, waiting, top: row * rowHeight, maxSolutions, kind, isOpen }
          return <ResultRow key={row} {...props} />
        })}
      </div>
    </div>
  )
}

/** How many rows are drawn beyond each end of the view, so that a short scroll shows rows at once. */
const OVERSCAN = 5

/** The heading of each column, by the name that its cells have in their class. */
const HEADINGS = {
  line: 'Line',
  place: 'No.',
  id: 'Id',
  status: 'Status',
  rating: 'Difficulty',
  backtracks: 'Backtracks',
  solutions: 'Solutions',
  puzzle: 'Puzzle',
  solution: 'Solution or reason',
}

type Column = keyof typeof HEADINGS
const COLUMNS = Object.keys(HEADINGS) as Column[]

/** The row that a key leads to. */
const ROW_AFTER: Readonly<Record<string, (row: number, rowsInView: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, rowsInView) => row + rowsInView,
  PageUp: (row, rowsInView) => row - rowsInView,
  Home: () => 0,
  End: (_row, _rowsInView, count) => count - 1,
}

interface ResultRowProps {
  readonly row: number
  /** How many solutions were looked for. */
  readonly maxSolutions: number
  /** Those that are shown, as a text, so that equals are the same. */
  readonly columns: string
  readonly place: number | undefined
  /** Undefined as long as there is no result. */
  readonly result: PuzzleResult | undefined
  /** The words of the row meanwhile. */
  readonly waiting: string
  /** Where the row is drawn, in pixels. */
  readonly top: number
  /** The classes of the row that keys move, and of the one that somebody asked for. */
  readonly kind: string
  readonly isOpen: boolean
}

/** Drawn again only where something about the row changed: a scroll moves a few of them. */
const ResultRow = memo((props: ResultRowProps) => {
  const { row, columns, place, result, waiting, top, maxSolutions, kind, isOpen } = props
  const number = (of: number | null | undefined) => (typeof of === 'number' ? numberText(of) : '')
  const texts: Record<Column, string | undefined> = {
    // The line of a puzzle that is not solved yet is not known, if it is another number than its place.
    line: number(result?.line ?? (columns.includes('place') ? undefined : place)),
    place: number(place),
    id: result?.id,
    status: result ? STATUS_WORDS[result.status].title : waiting,
    rating: ratingText(result?.rating),
    backtracks: number(result?.backtracks),
    solutions: result && solutionsText(result, maxSolutions),
    puzzle: result?.puzzle,
    solution: result?.solution ?? (result && reasonText(result)),
  }
  return (
    <div
      id={`row-${row}`}
      class={`result ${kind} ${isOpen ? 'open-row' : ''}`}
      role="row"
      // The head is row 1.
      aria-rowindex={row + 2}
      aria-selected={`${isOpen}`}
      data-row={row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {(columns.split(',') as Column[]).map((name) => (
        <span key={name} role="gridcell" class={`${name}-column`} title={LONG.has(name) ? texts[name] : undefined}>
          {name === 'status' && result ? (
            <span class={`badge ${STATUS_WORDS[result.status].tone}`}>{texts.status}</span>
          ) : (
            texts[name]
          )}
        </span>
      ))}
    </div>
  )
})

/** Columns whose texts may be cut. */
const LONG: ReadonlySet<Column> = new Set(['id', 'puzzle', 'solution'])

/** Why there is no solution. Its line stands beside it. */
export function reasonText({ reason, line, status, searchBacktracks }: PuzzleResult): string | undefined {
  if (status === 'aborted' && reason === undefined && searchBacktracks !== null)
    return `after ${countOf(searchBacktracks, 'backtrack')}, the job’s limit`
  return reason?.replace(`line ${line}, `, '')
}

/** `7.1`; or `9.5+`, where no more is known. */
export function ratingText(rating: PuzzleResult['rating']): string {
  const { er, atLeast } = rating ?? {}
  return er?.toFixed(1) ?? (atLeast === undefined ? '' : `${atLeast.toFixed(1)}+`)
}

/** How many solutions are known, and whether there may be more. */
export function solutionsText({ status, unique, solutionCount }: PuzzleResult, maxSolutions: number): string {
  if (unique) return 'only one'
  if (status === 'no-solution') return 'none'
  if (!solutionCount) return ''
  const many = numberText(solutionCount)
  if (status !== 'multiple') return `${many} found`
  return solutionCount < maxSolutions ? many : `${many} or more`
}

/** Rows and the head are as tall as the style sheet says, in the size that the reader chose for text. */
const ROW_REM = 2.25

/** A box that scrolls through rows of equal height under a head as tall as they are. */
function useScroll(rows: number) {
  const box = useRef<HTMLDivElement>(null)
  const [rowHeight] = useState(() => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [viewport, setViewport] = useState(15 * rowHeight)
  const [top, setTop] = useState(0)
  /** A place to scroll to, once the box is as high as its rows. */
  const wanted = useRef<number | undefined>(undefined)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setViewport(Math.max(rowHeight, current.clientHeight - rowHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const scrollTo = (to: number) => {
    wanted.current = to
    setTop(Math.max(0, to))
  }
  useEffect(() => {
    if (wanted.current !== undefined) box.current?.scrollTo(0, wanted.current)
    wanted.current = undefined
  }, [top, rows])
  return {
    box,
    rowHeight,
    /** The first and the last row that are seen, if only partly. */
    first: Math.floor(top / rowHeight),
    last: Math.min(rows, Math.ceil((top + viewport) / rowHeight)) - 1,
    /** How many whole rows are seen at once. */
    rowsInView: Math.max(1, Math.floor(viewport / rowHeight)),
    onScroll: () => setTop(box.current?.scrollTop ?? 0),
    /** Scrolls as little as shows the whole of a row. */
    show: (row: number) => {
      const begin = row * rowHeight
      if (begin < top) scrollTo(begin)
      else if (begin + rowHeight > top + viewport) scrollTo(begin + rowHeight - viewport)
    },
    centre: (row: number) => scrollTo(row * rowHeight - (viewport - rowHeight) / 2),
  }
}
