import type { ComponentChildren } from 'preact'
import { numberText } from '../ui/number-text.ts'
import { logPlace, powersUpTo } from './log-axis.ts'

export interface HistogramProps {
  /** What is said of it to those who do not see it. */
  readonly caption: string
  readonly heading: string
  readonly rows: readonly HistogramRow[]
}

interface HistogramRow {
  readonly key: string | number
  readonly label: ComponentChildren
  readonly puzzles: number
}

/** How many puzzles there are of each kind, as a bar and as a number. */
export function Histogram({ caption, heading, rows }: HistogramProps) {
  const most = Math.max(...rows.map(({ puzzles }) => puzzles))
  return (
    <table class="histogram">
      <caption class="unseen">{caption}; the bars grow with the logarithm</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            {heading}
          </th>
          <td>
            <LogAxis most={most} />
          </td>
          <th scope="col" class="number">
            Puzzles
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, puzzles }) => (
          <tr key={key}>
            <th scope="row" class="number">
              {label}
            </th>
            <td>
              <Bar puzzles={puzzles} most={most} />
            </td>
            <td class="number">{numberText(puzzles)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BarProps {
  readonly puzzles: number
  /** Of all rows. */
  readonly most: number
}

/** As long as the logarithm says: of a million puzzles the few hard ones are what one looks for. */
function Bar({ puzzles, most }: BarProps) {
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {powersUpTo(most).map((power) => (
        <path key={power} d={`M${logPlace(power, most).toFixed(2)} 0v1`} />
      ))}
      <rect width={logPlace(puzzles, most).toFixed(2)} height="1" />
    </svg>
  )
}

function LogAxis({ most }: Pick<BarProps, 'most'>) {
  return (
    <div class="log-axis" aria-hidden="true">
      {powersUpTo(most).map((power) => (
        <span key={power} style={{ left: `${logPlace(power, most)}%` }}>
          {AXIS_NUMBER.format(power)}
        </span>
      ))}
    </div>
  )
}

/** 10, 10K, 1M: no more of them than stand beside each other. */
const AXIS_NUMBER = new Intl.NumberFormat('en-GB', { notation: 'compact' })
