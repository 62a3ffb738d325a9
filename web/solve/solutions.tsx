import { useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { PuzzleText } from '../address.ts'
import { Board } from '../grid/board.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { announce } from '../ui/announcements.tsx'
import { numberText } from '../ui/number-text.ts'

interface SolutionsProps {
  readonly asked: PuzzleText
  readonly result: PuzzleResult
}

/** The solutions, one at a time; for an invalid puzzle, its clashes. */
export function Solutions({ asked, result }: SolutionsProps) {
  const [at, setAt] = useState(0)
  const [cursor, setCursor] = useState(0)
  const solutions = result.solutions ?? (result.solution === undefined ? [] : [result.solution])
  if (solutions.length === 0 && result.status !== 'invalid') return null
  const { cells } = shownPuzzle(asked, solutions[at])
  const many = solutions.length > 1
  const label = solutions.length === 0 ? 'What clashes' : many ? placeWords(at, solutions.length) : 'Solution'
  return (
    <div class="stack solutions">
      <Board label={label} size={asked.size} rules={asked.rules} cells={cells} cursor={cursor} onCursor={setCursor} />
      {many && <Pager at={at} count={solutions.length} show={setAt} />}
      {result.solutionCount > solutions.length && (
        <p class="quiet small">
          The service keeps the first {solutions.length} of the {numberText(result.solutionCount)} it found.
        </p>
      )}
    </div>
  )
}

interface PagerProps {
  readonly at: number
  readonly count: number
  readonly show: (at: number) => void
}

function Pager({ at, count, show }: PagerProps) {
  const steps = [
    { name: 'First', to: 0 },
    { name: 'Previous', to: at - 1 },
    { name: 'Next', to: at + 1 },
    { name: 'Last', to: count - 1 },
  ]
  const goTo = (to: number) => {
    if (to === at || to < 0 || to >= count) return
    show(to)
    announce(placeWords(to, count))
  }
  return (
    <div class="pager">
      <p class="number">{placeWords(at, count)}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in */}
      <div class="row no-print" role="group" aria-label="Solutions">
        {steps.map(({ name, to }) => (
          <button
            type="button"
            key={name}
            // Not `disabled`, which would take the focus away from somebody who reaches the end.
            aria-disabled={`${to === at || to < 0 || to >= count}`}
            onClick={() => goTo(to)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

function placeWords(at: number, count: number): string {
  return `Solution ${at + 1} of ${count}`
}
