import type { ComponentChildren } from 'preact'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import { usePage } from '../page/page-state.ts'
import { Histogram, type HistogramProps } from '../ui/histogram.tsx'
import { countOf } from '../ui/words.ts'
import { erWith, filterIn, toggled } from './results-filter.ts'
import { mayGetOn } from './status-words.ts'

type Counts = NonNullable<JobView['ratings']>

/** More ratings than these are no list to take in: those of a whole number are one row then. */
const MOST_ROWS = 12

/** The rows of a histogram of ratings: from which to which, and how many. */
export function ratingRows(er: Counts['er']): { from: number; to: number; puzzles: number }[] {
  if (er.length <= MOST_ROWS) return er.map(({ er, puzzles }) => ({ from: er, to: er, puzzles }))
  const wholes = Map.groupBy(er, ({ er }) => Math.floor(er))
  return [...wholes.values()].map((of) => ({
    from: of[0].er,
    to: of[of.length - 1].er,
    puzzles: of.reduce((sum, { puzzles }) => sum + puzzles, 0),
  }))
}

/** How many puzzles are how hard, by ER and by technique; a click on one shows its results alone. */
export function Ratings({ job, ratings }: { readonly job: JobView; readonly ratings: Counts }) {
  const empty = mayGetOn(job) ? 'No puzzle is done yet.' : 'No puzzle has a rating.'
  const { atLeast } = ratings
  const tooMuch = atLeast > 0 ? `The rating of ${countOf(atLeast, 'puzzle')} would take too much work.` : undefined
  const { address, setQuery } = usePage()
  const { er: range, technique: chosen = [] } = filterIn(address.query)
  const chosenEr = range === undefined ? undefined : parseErRange(range)
  const choose = (change: { er: string | undefined } | { technique: string | undefined }) => {
    setQuery({ ...change, from: undefined })
    // Far below the charts, nobody would see that anything has changed.
    document.getElementById('results')?.closest('.card')?.scrollIntoView()
  }
  return (
    <div class="job-columns columns">
      <HistogramCard
        id="ratings"
        title="Rating"
        caption="Puzzles by their rating"
        heading="Difficulty"
        empty={tooMuch ?? empty}
        rows={ratingRows(ratings.er).map(({ from, to, puzzles }) => ({
          key: from,
          label: from === to ? from.toFixed(1) : `${from.toFixed(1)}–${to.toFixed(1)}`,
          count: puzzles,
          isChosen: chosenEr?.ok === true && isInRange(from, chosenEr.value),
          choose: () => choose({ er: erWith(range, from, to) }),
        }))}
      >
        <p class="quiet small">
          As {job.options.ruleSet === 'human-1' ? 'a person' : 'Sudoku Explainer'} rates them. Choose a difficulty to
          see its results; choose another to see all between the two.
          {tooMuch && ` ${tooMuch}`}
        </p>
      </HistogramCard>
      <HistogramCard
        id="techniques"
        title="Hardest step"
        caption="Puzzles by the technique of their hardest step"
        heading="Technique"
        empty={empty}
        rows={ratings.technique.map(({ technique, puzzles }) => ({
          key: technique,
          label: techniqueWords(technique),
          count: puzzles,
          isChosen: chosen.includes(technique),
          choose: () => choose({ technique: toggled(chosen, technique).join() || undefined }),
        }))}
      />
    </div>
  )
}

interface HistogramCardProps extends HistogramProps {
  readonly id: string
  readonly title: string
  /** Said in its place while there is nothing to show. */
  readonly empty: string
  /** What stands above it. */
  readonly children?: ComponentChildren
}

export function HistogramCard({ id, title, empty, children, ...histogram }: HistogramCardProps) {
  const isEmpty = histogram.rows.length === 0
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isEmpty ? <p class="quiet">{empty}</p> : children}
      {!isEmpty && <Histogram {...histogram} />}
    </section>
  )
}
