import type { ComponentChildren } from 'preact'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { type RuleSetName, type TechniqueName, techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import { usePage } from '../page/page-state.ts'
import { Histogram, type HistogramProps } from '../ui/histogram.tsx'
import { countOf } from '../ui/words.ts'
import { erWith, filterIn } from './results-filter.ts'

interface RatingsProps {
  readonly ratings: NonNullable<JobView['ratings']>
  readonly ruleSet: RuleSetName | undefined
}

/** How many puzzles are how hard, by ER and by technique; a click on one shows its results alone. */
export function Ratings({ ratings, ruleSet }: RatingsProps) {
  const { address, setQuery } = usePage()
  const { er: range, technique: chosen } = filterIn(address.query)
  const chosenEr = range === undefined ? undefined : parseErRange(range)
  const isChosen = (er: number) => chosenEr?.ok === true && isInRange(er, chosenEr.value)
  const toggle = (name: TechniqueName) => {
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]
    setQuery({ technique: next.join() || undefined, from: undefined })
  }
  return (
    <div class="job-columns columns">
      <HistogramCard
        id="ratings"
        title="Rating"
        hint={`As ${ruleSet === 'human-1' ? 'a person' : 'Sudoku Explainer'} rates them. Choose a difficulty to see its results; choose another to see all between the two.`}
        caption="Puzzles by their rating"
        heading="Difficulty"
        rows={ratings.er.map(({ er, puzzles }) => ({
          key: er,
          label: er.toFixed(1),
          count: puzzles,
          isChosen: isChosen(er),
          choose: () => setQuery({ er: erWith(range, er), from: undefined }),
        }))}
      >
        {ratings.atLeast > 0 && (
          <p class="quiet small">The rating of {countOf(ratings.atLeast, 'puzzle')} would take too much work.</p>
        )}
      </HistogramCard>
      <HistogramCard
        id="techniques"
        title="Hardest step"
        caption="Puzzles by the technique of their hardest step"
        heading="Technique"
        rows={ratings.technique.map(({ technique, puzzles }) => ({
          key: technique,
          label: techniqueWords(technique),
          count: puzzles,
          isChosen: chosen.includes(technique),
          choose: () => toggle(technique),
        }))}
      />
    </div>
  )
}

interface HistogramCardProps extends HistogramProps {
  readonly id: string
  readonly title: string
  readonly hint?: string
  /** A sentence below it. */
  readonly children?: ComponentChildren
}

function HistogramCard({ id, title, hint, children, ...histogram }: HistogramCardProps) {
  const isEmpty = histogram.rows.length === 0
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isEmpty && <p class="quiet">Nothing has been rated yet.</p>}
      {!isEmpty && hint !== undefined && <p class="quiet small">{hint}</p>}
      {!isEmpty && <Histogram {...histogram} />}
      {children}
    </section>
  )
}
