import type { RulesName } from '../../../shared/sudoku/rules/rules.ts'
import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { hashOf } from '../../page/address.ts'
import { puzzleIn } from '../../rules/puzzle-text.ts'
import { logPlace } from '../../ui/histogram.tsx'
import { memo } from '../../ui/memo.ts'
import { capitalised, countOf } from '../../ui/words.ts'
import { type Count, isCounted, lowestIn, mostIn, type Row, summaryOf, textOfCount } from './comparison.ts'
import { colourOf, Swatch } from './strategy-markers.tsx'

interface CountsTableProps {
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  readonly rules: RulesName
  /** Whether each count has a bar on a logarithmic axis. */
  readonly hasBars: boolean
  /** Whether counts are still to come, which change what sums them up. */
  readonly isCounting: boolean
}

/** The numbers, as wide as the page and as long as they are. */
export const CountsTable = memo(({ rows, strategies, rules, hasBars, isCounting }: CountsTableProps) => {
  const most = hasBars ? mostIn(rows, strategies) : 0
  const summaries = strategies.map((strategy) => ({ strategy, summary: summaryOf(rows, strategy) }))
  return (
    <table class="counts">
      <caption class="unseen">
        Backtracks on {countOf(rows.filter(({ reason }) => reason === undefined).length, 'puzzle')}
      </caption>
      <thead>
        <tr>
          <th scope="col">Puzzle</th>
          <th scope="col" class="number">
            Givens
          </th>
          {strategies.map((strategy) => (
            <th key={strategy} scope="col" class="number" style={colourOf(strategy)}>
              <span class="count-name">{STRATEGIES[strategy].title}</span>
              <Swatch strategy={strategy} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountsRow key={row.line} row={row} strategies={strategies} rules={rules} most={most} />
        ))}
      </tbody>
      <tfoot>
        {(['median', 'mean', 'most'] as const).map((name) => (
          <tr key={name}>
            <th scope="row">
              {capitalised(name)}
              {isCounting && ' so far'}
            </th>
            <td />
            {summaries.map(({ strategy, summary }) => (
              <td key={strategy} class={`number ${summary?.[name].kind ?? 'none'}`}>
                <CountText count={summary?.[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tfoot>
    </table>
  )
})

interface CountsRowProps extends Pick<CountsTableProps, 'strategies' | 'rules'> {
  readonly row: Row
  /** The count that a bar of the full width stands for; 0 for no bars. */
  readonly most: number
}

/** Drawn again only where something about it changed. */
const CountsRow = memo(({ row, strategies, rules, most }: CountsRowProps) => {
  const { name, puzzle, givens, counts } = row
  const lowest = lowestIn(row, strategies)
  const watched = puzzleIn(puzzle, rules)
  const isLeftOut = strategies.every((strategy) => counts[strategy]?.kind === 'none')
  return (
    <tr>
      <th scope="row">
        {!watched.ok ? (
          name
        ) : (
          <a
            href={hashOf({ view: 'watch', job: undefined, puzzle: watched.value, query: {} })}
            aria-label={`${name}: watch the search`}
            title={`${name}: watch the search`}
          >
            {name}
          </a>
        )}
      </th>
      <td class="number">{givens ?? '–'}</td>
      {isLeftOut && (
        <td class="none" colSpan={strategies.length}>
          left out: {textOfCount(counts[strategies[0]])}
        </td>
      )}
      {(isLeftOut ? [] : strategies).map((strategy) => {
        const count = counts[strategy]
        const text = <CountText count={count} />
        return (
          <td key={strategy} class={`number ${count?.kind ?? 'none'}`} style={colourOf(strategy)}>
            {lowest.includes(strategy) ? <strong>{text}</strong> : text}
            {most > 0 && isCounted(count) && count.backtracks > 0 && (
              <span class="count-cell-bar" style={{ width: `${logPlace(count.backtracks, most)}%` }} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** A count as it is, or, where there is no room for seven of these, in a few characters: `336K`. */
function CountText({ count }: { count: Count | undefined }) {
  if (!isCounted(count)) return textOfCount(count)
  const brief = `${count.kind === 'limit' ? '>' : ''}${BRIEF.format(count.backtracks)}`
  return (
    <span class="count-text" data-brief={brief}>
      <span>{textOfCount(count)}</span>
    </span>
  )
}

/** Rounded down, as some are lower bounds. */
const BRIEF = new Intl.NumberFormat('en-GB', { notation: 'compact', roundingMode: 'floor' })
