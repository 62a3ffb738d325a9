import type { JobView } from '../../../shared/protocol/views.ts'
import { numberText } from '../../ui/number-text.ts'

type Range = JobView['backtracks']['histogram'][number]

/** How many backtracks the puzzles took: in all, at most, and how many puzzles took how many. */
export function Backtracks({ job }: { readonly job: JobView }) {
  const { sum, max, histogram } = job.backtracks
  const most = Math.max(...histogram.map(({ puzzles }) => puzzles))
  return (
    <section class="card stack" aria-labelledby="backtracks">
      <h2 id="backtracks">Backtracks</h2>
      {histogram.length === 0 ? (
        <p class="quiet">Nothing is counted yet.</p>
      ) : (
        <>
          <dl class="facts">
            <div>
              <dt>In all</dt>
              <dd>{numberText(sum)}</dd>
            </div>
            <div>
              <dt>The hardest puzzle</dt>
              <dd>{numberText(max)}</dd>
            </div>
          </dl>
          <table class="histogram">
            <caption class="unseen">Puzzles by the backtracks that they took</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  Backtracks
                </th>
                <td />
                <th scope="col" class="number">
                  Puzzles
                </th>
              </tr>
            </thead>
            <tbody>
              {histogram.map((range) => (
                <tr key={range.from}>
                  <th scope="row" class="number">
                    {rangeText(range)}
                  </th>
                  <td>
                    <Bar part={range.puzzles / most} />
                  </td>
                  <td class="number">{numberText(range.puzzles)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

/** @param part of the longest bar; what is not nothing can be seen */
function Bar({ part }: { readonly part: number }) {
  const width = part === 0 ? 0 : Math.max(0.6, 100 * part)
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width.toFixed(2)} height="1" />
    </svg>
  )
}

function rangeText({ from, to }: Range): string {
  return from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`
}
