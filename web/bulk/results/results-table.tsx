import { useEffect, useState } from 'preact/hooks'
import { ResultRow } from './result-row.tsx'
import type { Rows } from './rows.ts'
import { useScroll } from './use-scroll.ts'

interface ResultsTableProps {
  readonly rows: Rows
  /** How many rows there are in the end; undefined where nobody knows. */
  readonly total: number | undefined
  /** How many solutions were looked for. */
  readonly asked: number
  /** The line whose details are open. */
  readonly openLine: number | undefined
  readonly onOpen: (line: number) => void
  readonly onClose: () => void
  /** A row to be shown; another object is another wish. */
  readonly goal: { readonly row: number } | undefined
}

/** Drawn beyond what is seen, so that a short scroll shows rows at once. */
const BEYOND = 5

/** Results row by row, of which only those are drawn that are seen. One tab stop, walked through by arrow keys. */
export function ResultsTable({ rows, total, asked, openLine, onOpen, onClose, goal }: ResultsTableProps) {
  const count = rows.count + (rows.mayGrow ? 1 : 0)
  const { box, height, first, last, page, topOf, onScroll, show } = useScroll(count)
  const [current, setCurrent] = useState(0)
  const here = Math.min(current, Math.max(0, rows.count - 1))
  const begin = Math.max(0, first - BEYOND)
  const end = Math.min(count - 1, last + BEYOND)

  useEffect(() => rows.look(begin, end), [rows, begin, end, count])
  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(row, rows.count - 1))
    setCurrent(next)
    show(next)
    const line = rows.lineAt(next)
    if (openLine !== undefined && line !== undefined) onOpen(line)
  }
  useEffect(() => {
    if (!goal) return
    setCurrent(goal.row)
    show(goal.row)
  }, [goal])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfter(event.key, here, page, rows.count)
    const line = rows.lineAt(here)
    if (to !== undefined) moveTo(to)
    else if ((event.key === 'Enter' || event.key === ' ') && line !== undefined) onOpen(line)
    else if (event.key === 'Escape' && openLine !== undefined) onClose()
    else return
    event.preventDefault()
  }
  const onClick = (event: Event) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    const line = row === undefined ? undefined : rows.lineAt(Number(row))
    if (line === undefined) return
    setCurrent(Number(row))
    onOpen(line)
  }
  const drawn = Array.from({ length: Math.max(0, end - begin + 1) }, (_, i) => begin + i)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out millions of rows
    <div
      ref={box}
      class={`results ${rows.hasIds ? 'with-ids' : ''}`}
      role="grid"
      aria-label="Results"
      aria-readonly="true"
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-activedescendant={here >= begin && here <= end ? `row-${here}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Head hasIds={rows.hasIds} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div class="results-rows" role="rowgroup" style={{ height: `${height}px` }}>
        {drawn.map((row) => {
          const result = rows.resultAt(row)
          const line = rows.lineAt(row)
          return (
            <ResultRow
              key={row}
              row={row}
              line={line}
              result={result}
              waiting={rows.isPending(row) ? 'pending' : '…'}
              top={topOf(row)}
              asked={asked}
              hasIds={rows.hasIds}
              isCurrent={row === here}
              isOpen={line !== undefined && line === openLine}
            />
          )
        })}
      </div>
    </div>
  )
}

/** By the name of the column, as its cells have it. */
const HEADINGS = {
  line: 'Line',
  id: 'Id',
  status: 'Status',
  backtracks: 'Backtracks',
  solutions: 'Solutions',
  puzzle: 'Puzzle',
  solution: 'Solution or reason',
}

function Head({ hasIds }: { readonly hasIds: boolean }) {
  const columns = Object.entries(HEADINGS).filter(([name]) => name !== 'id' || hasIds)
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div class="results-head" role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div class="result" role="row" aria-rowindex={1}>
        {columns.map(([name, heading]) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span key={name} role="columnheader" class={`${name}-column`}>
            {heading}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The row that a key leads to; undefined where it leads nowhere. */
function rowAfter(key: string, row: number, page: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return row + 1
    case 'ArrowUp':
      return row - 1
    case 'PageDown':
      return row + page
    case 'PageUp':
      return row - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
