import { Facts } from '../ui/facts.tsx'
import { numberText } from '../ui/words.ts'
import { type Outcomes as Counts, outcomesOf, STATUS_WORDS } from './status-words.ts'

interface OutcomesProps {
  readonly counts: Counts
  /** Those without an outcome, where they are to be told. */
  readonly pending?: number | undefined
}

/** How many puzzles ended with each status. */
export function Outcomes({ counts, pending }: OutcomesProps) {
  const told = (status: string, count: number) => <span data-count={status}>{numberText(count)}</span>
  const outcomes = outcomesOf(counts).map(({ status, count }) => [STATUS_WORDS[status], told(status, count)])
  return (
    <Facts
      facts={{ ...Object.fromEntries(outcomes), pending: pending === undefined ? undefined : told('pending', pending) }}
    />
  )
}
