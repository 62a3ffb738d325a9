import { useEffect, useState } from 'preact/hooks'
import { announce } from '../ui/announcements.tsx'
import { numberText } from '../ui/number-text.ts'
import { Button } from '../ui/parts.tsx'

interface SolutionPagerProps {
  readonly solutions: readonly string[]
  /** How many were found, of which some may not have been kept. */
  readonly found: number
  /** Shows one; undefined when the pager goes. */
  readonly show: (solution: string | undefined) => void
}

/** Goes through several solutions, each shown where somebody says. */
export function SolutionPager({ solutions, found, show }: SolutionPagerProps) {
  const [at, setAt] = useState(0)
  const count = solutions.length
  useEffect(() => show(solutions[at]), [at])
  useEffect(() => () => show(undefined), [])
  const steps = [
    { name: 'First', to: 0 },
    { name: 'Previous', to: at - 1 },
    { name: 'Next', to: at + 1 },
    { name: 'Last', to: count - 1 },
  ]
  const isThere = (to: number) => to !== at && to >= 0 && to < count
  const goTo = (to: number) => {
    if (!isThere(to)) return
    setAt(to)
    announce(placeWords(to, count))
  }
  return (
    <div class="pager apart">
      <p class="number">{placeWords(at, count)}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in */}
      <div class="row no-print" role="group" aria-label="Solutions">
        {steps.map(({ name, to }) => (
          <Button
            key={name}
            // Not `disabled`, which would take the focus away from somebody who reaches the end.
            aria-disabled={`${!isThere(to)}`}
            onClick={() => goTo(to)}
          >
            {name}
          </Button>
        ))}
      </div>
      {found > count && (
        <p class="quiet small">
          The service keeps the first {count} of the {numberText(found)} it found.
        </p>
      )}
    </div>
  )
}

/** `Solution 3 of 18` */
export function placeWords(at: number, count: number): string {
  return `Solution ${at + 1} of ${count}`
}
