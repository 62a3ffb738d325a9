import type { ComponentChildren } from 'preact'
import { numberText } from '../ui/number-text.ts'
import { type Outcomes as Counts, outcomesOf, STATUS_WORDS } from './status-words.ts'

interface OutcomesProps {
  readonly counts: Counts
  readonly children?: ComponentChildren
}

/** How many puzzles ended with each status. */
export function Outcomes({ counts, children }: OutcomesProps) {
  return (
    <dl class="facts outcomes">
      {outcomesOf(counts).map(({ status, count }) => (
        <div key={status}>
          <dt>{STATUS_WORDS[status]}</dt>
          <dd data-count={status}>{numberText(count)}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}
