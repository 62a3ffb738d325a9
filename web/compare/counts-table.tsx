import { memo, useEffect, useRef } from 'hono/jsx/dom'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'
import { hashOf, puzzleIn } from '../address.ts'
import type { Row } from './comparison.ts'
import { textOfCount } from './count.ts'
import { lowestIn, summaryOf } from './summary.ts'

interface CountsTableProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly rules: RulesName
  /** The line of the puzzle that is pointed at, here or in the chart. */
  readonly marked: number
  /** Where that was not here but in the chart, its row is brought into sight. */
  readonly isElsewhere: boolean
  readonly onMark: (line: number) => void
}

/** The numbers behind the chart, in its order. */
export function CountsTable({ rows, strategies, rules, marked, isElsewhere, onMark }: CountsTableProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>('tr.marked')
    if (isElsewhere && frame.current && row) scrollTo(frame.current, row)
  }, [marked, isElsewhere])
  const onPoint = ({ target }: Event) => {
    const line = Number((target as Element).closest<HTMLElement>('[data-line]')?.dataset.line)
    if (line > 0 && line !== marked) onMark(line)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section ref={frame} class="table-frame counts-frame" tabIndex={0} aria-label="Backtracks by puzzle and strategy">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Puzzle</th>
            <th scope="col" class="number">
              Givens
            </th>
            {strategies.map((strategy) => (
              <th key={strategy} scope="col" class="number">
                {strategy}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerOver={onPoint} onFocusIn={onPoint}>
          {rows.map((row) => (
            <CountsRow
              key={row.line}
              row={row}
              strategies={strategies}
              rules={rules}
              isMarked={rows.length > 1 && row.line === marked}
            />
          ))}
        </tbody>
        {rows.length > 1 && <SummaryRows rows={rows} strategies={strategies} />}
      </table>
    </section>
  )
}

interface CountsRowProps extends Pick<CountsTableProps, 'strategies' | 'rules'> {
  readonly row: Row
  readonly isMarked: boolean
}

/** Drawn again only where something about it changed: there may be a thousand. */
const CountsRow = memo(({ row, strategies, rules, isMarked }: CountsRowProps) => {
  const { line, name, puzzle, givens, counts } = row
  const lowest = lowestIn(row, strategies)
  const read = puzzleIn(puzzle, rules)
  return (
    <tr data-line={line} class={isMarked ? 'marked' : ''}>
      <th scope="row">
        {'error' in read ? (
          name
        ) : (
          <a
            href={hashOf({ view: 'watch', job: undefined, puzzle: read, query: {} })}
            aria-label={`${name}: watch the search`}
            title={`${name}: watch the search`}
          >
            {name}
          </a>
        )}
      </th>
      <td class="number">{givens ?? '–'}</td>
      {strategies.map((strategy) => {
        const count = counts[strategy]
        const text = textOfCount(count)
        return (
          <td key={strategy} class={`number ${count?.kind ?? 'none'}`}>
            {lowest.includes(strategy) ? <strong>{text}</strong> : text}
          </td>
        )
      })}
    </tr>
  )
})

const SummaryRows = memo(({ rows, strategies }: Pick<CountsTableProps, 'rows' | 'strategies'>) => {
  const summaries = strategies.map((strategy) => ({ strategy, summary: summaryOf(rows, strategy) }))
  return (
    <tfoot>
      {(['median', 'mean', 'most'] as const).map((name) => (
        <tr key={name}>
          <th scope="row">{`${name[0].toUpperCase()}${name.slice(1)}`}</th>
          <td />
          {summaries.map(({ strategy, summary }) => (
            <td key={strategy} class={`number ${summary?.[name].kind ?? 'none'}`}>
              {textOfCount(summary?.[name])}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  )
})

/** Within the frame only: the page itself stays where it is. */
function scrollTo(frame: HTMLElement, row: HTMLElement): void {
  const head = frame.querySelector('thead')?.offsetHeight ?? 0
  const foot = frame.querySelector('tfoot')?.offsetHeight ?? 0
  const above = row.offsetTop - head
  const below = row.offsetTop + row.offsetHeight + foot - frame.clientHeight
  if (frame.scrollTop > above || frame.scrollTop < below) frame.scrollTop = (above + below) / 2
}
