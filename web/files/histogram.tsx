import { numberText } from '../ui/number-text.ts'
import { Button } from '../ui/parts.tsx'

export interface HistogramProps {
  /** Said of it to those who do not see it. */
  readonly caption: string
  readonly heading: string
  readonly rows: readonly HistogramRow[]
}

interface HistogramRow {
  readonly key: string | number
  readonly label: string
  readonly puzzles: number
  /** Whether only its results are shown, and what has them shown, where they can be. */
  readonly isChosen?: boolean
  readonly choose?: () => void
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
        {rows.map(({ key, label, puzzles, isChosen, choose }) => (
          <tr key={key}>
            <th scope="row" class="number">
              {choose ? (
                <Button aria-pressed={`${isChosen === true}`} onClick={choose}>
                  {label}
                </Button>
              ) : (
                label
              )}
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
  /** The sum of all rows. */
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

/** One puzzle alone has a bar, too: so much of a power of ten. */
const FIRST = 0.3
/** No more of them than stand beside each other on a phone. */
const MOST_POWERS = 4

/** How far a count goes on an axis that ends with the most there are, in hundredths of it. */
export function logPlace(count: number, most: number): number {
  if (count <= 0) return 0
  return (100 * (Math.log10(count) + FIRST)) / (Math.log10(Math.max(10, most)) + FIRST)
}

/** The powers of ten that are marked on such an axis, from 1: each, or every second or third one. */
export function powersUpTo(most: number): number[] {
  const last = Math.floor(Math.log10(Math.max(10, most)))
  const step = Math.ceil((last + 1) / MOST_POWERS)
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => 10 ** (i * step))
}
