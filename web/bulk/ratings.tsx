import type { ComponentChildren } from 'preact'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import type { TechniqueName } from '../../shared/sudoku/rating/technique-names.ts'
import { usePage } from '../page-state.ts'
import { countOf } from '../ui/number-text.ts'
import { Histogram } from './histogram.tsx'
import { erWith, filterIn } from './results-filter.ts'

interface RatingsProps {
  readonly ratings: NonNullable<JobView['ratings']>
}

/** How many puzzles are how hard, by ER and by technique; a click on one shows its results alone. */
export function Ratings({ ratings }: RatingsProps) {
  const { address, setQuery } = usePage()
  const { er: range, technique: chosen } = filterIn(address.query)
  const chosenEr = range === undefined ? undefined : parseErRange(range)
  const isChosen = (er: number) => chosenEr?.ok === true && isInRange(er, chosenEr.value)
  const toggle = (name: TechniqueName) => {
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]
    setQuery({ technique: next.join() || undefined, from: undefined })
  }
  return (
    <div class="job-columns">
      <section class="card stack" aria-labelledby="ratings">
        <h2 id="ratings">Rating</h2>
        {ratings.er.length === 0 ? (
          <p class="quiet">Nothing has been rated yet.</p>
        ) : (
          <>
            <p class="quiet small">
              As Sudoku Explainer rates them. Choose one to see its results, and another for all between them.
            </p>
            <Histogram
              caption="Puzzles by their rating"
              heading="ER"
              rows={ratings.er.map(({ er, puzzles }) => ({
                key: er,
                label: (
                  <Choice isChosen={isChosen(er)} choose={() => setQuery({ er: erWith(range, er), from: undefined })}>
                    {er.toFixed(1)}
                  </Choice>
                ),
                puzzles,
              }))}
            />
          </>
        )}
        {ratings.atLeast > 0 && (
          <p class="quiet small">The rating of {countOf(ratings.atLeast, 'puzzle')} would take too much work.</p>
        )}
      </section>
      <section class="card stack" aria-labelledby="techniques">
        <h2 id="techniques">Hardest step</h2>
        {ratings.technique.length === 0 ? (
          <p class="quiet">Nothing has been rated yet.</p>
        ) : (
          <Histogram
            caption="Puzzles by the technique of their hardest step"
            heading="Technique"
            rows={ratings.technique.map(({ technique, puzzles }) => ({
              key: technique,
              label: (
                <Choice isChosen={chosen.includes(technique)} choose={() => toggle(technique)}>
                  {technique.replaceAll('-', ' ')}
                </Choice>
              ),
              puzzles,
            }))}
          />
        )}
      </section>
    </div>
  )
}

interface ChoiceProps {
  readonly isChosen: boolean
  readonly choose: () => void
  readonly children: ComponentChildren
}

function Choice({ isChosen, choose, children }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={isChosen ? 'true' : 'false'} onClick={choose}>
      {children}
    </button>
  )
}
