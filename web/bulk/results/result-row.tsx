import type { ComponentChildren } from 'preact'
import type { PuzzleResult } from '../../../shared/job/result.ts'
import { memo } from '../../ui/memo.ts'
import { numberText } from '../../ui/number-text.ts'
import { STATUS_WORDS, toneOfStatus } from '../outcomes.ts'

interface ResultRowProps {
  readonly row: number
  readonly line: number | undefined
  /** Undefined where it is not there yet. */
  readonly result: PuzzleResult | undefined
  /** What stands there meanwhile. */
  readonly waiting: string
  /** Where it is drawn. */
  readonly top: number
  /** How many solutions were looked for. */
  readonly asked: number
  readonly hasIds: boolean
  readonly isCurrent: boolean
  readonly isOpen: boolean
}

/** Drawn again only where something about it changed: a scroll changes where a few of them are. */
export const ResultRow = memo((props: ResultRowProps) => {
  const { row, line, result, waiting, top, asked, hasIds, isCurrent, isOpen } = props
  const { id = '', puzzle = '', status, backtracks = null, solution, reason } = result ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out millions of rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={`row-${row}`}
      class={`result ${isCurrent ? 'current-row' : ''} ${isOpen ? 'open-row' : ''}`}
      role="row"
      // The head is the first.
      aria-rowindex={row + 2}
      aria-selected={isOpen ? 'true' : 'false'}
      data-row={row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cell name="line">{line === undefined ? '' : numberText(line)}</Cell>
      {hasIds && (
        <Cell name="id" title={id}>
          {id}
        </Cell>
      )}
      <Cell name="status">
        {status ? <span class={`badge ${toneOfStatus(status)}`}>{STATUS_WORDS[status]}</span> : waiting}
      </Cell>
      <Cell name="backtracks">{backtracks === null ? '' : numberText(backtracks)}</Cell>
      <Cell name="solutions">{result ? solutionsText(result, asked) : ''}</Cell>
      <Cell name="puzzle" title={puzzle}>
        {puzzle}
      </Cell>
      <Cell name="solution" title={solution ?? reason ?? ''}>
        {solution ?? reason ?? ''}
      </Cell>
    </div>
  )
})

interface CellProps {
  readonly name: string
  readonly title?: string
  readonly children: ComponentChildren
}

function Cell({ name, title, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <span role="gridcell" class={`${name}-column`} title={title || undefined}>
      {children}
    </span>
  )
}

/** How many solutions are known of, and whether there may be more. */
export function solutionsText({ status, unique, solutionCount }: PuzzleResult, asked: number): string {
  if (unique) return 'only one'
  if (status === 'multiple')
    return solutionCount < asked ? numberText(solutionCount) : `${numberText(solutionCount)} or more`
  if (status === 'no-solution') return 'none'
  return solutionCount > 0 ? `${numberText(solutionCount)} found` : ''
}
