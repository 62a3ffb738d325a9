import { Facts } from '../ui/facts.tsx'
import { numberText } from '../ui/words.ts'
import { type Outcomes as Counts, outcomesOf, STATUS_WORDS } from './status-words.ts'

/** How many puzzles ended with each status, and how many are pending where any are. */
export function Outcomes({ counts, pending }: { readonly counts: Counts; readonly pending?: number }) {
  const told = (status: string, count: number) => <span data-count={status}>{numberText(count)}</span>
  const outcomes = outcomesOf(counts).map(({ status, count }) => [STATUS_WORDS[status].title, told(status, count)])
  return <Facts facts={{ ...Object.fromEntries(outcomes), pending: pending ? told('pending', pending) : undefined }} />
}
