import { csvField } from '../../shared/job/output/csv-field.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import type { Count, Row } from './comparison.ts'

/** The counts as CSV (RFC 4180), one puzzle per line; a search that gave up at its limit reads `>1000000`. */
export function csvOf(rows: readonly Row[], strategies: readonly StrategyName[]): string {
  const records = rows.map(({ line, name, puzzle, givens, counts }) => [
    line,
    name,
    puzzle,
    givens ?? '',
    ...strategies.map((strategy) => cellOf(counts[strategy])),
  ])
  const head = ['line', 'name', 'puzzle', 'givens', ...strategies]
  return [head, ...records].map((record) => `${record.map(csvField).join(',')}\r\n`).join('')
}

function cellOf(count: Count | undefined): string {
  if (!count) return ''
  if (count.kind === 'none') return count.status
  return `${count.kind === 'limit' ? '>' : ''}${count.backtracks}`
}
