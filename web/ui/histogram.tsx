import type { ComponentChild } from 'preact'
import { Button } from './parts.tsx'
import { numberText } from './words.ts'

export interface HistogramProps {
  /** Said of it to those who do not see it. */
  readonly caption: string
  readonly heading: string
  readonly counted?: string
  readonly rows: readonly HistogramRow[]
}

interface HistogramRow {
  readonly key: string | number
  readonly label: ComponentChild
  readonly count: number
  /** The count as it is written, where it is not that number alone. */
  readonly text?: string
  /** Whether more was not counted. */
  readonly isOpen?: boolean
  /** The colour of its bar, as `--series`. */
  readonly style?: Readonly<Record<string, string>>
  /** Whether only its results are shown, and what has them shown, where they can be. */
  readonly isChosen?: boolean
  readonly choose?: () => void
}

/** How many there are of each kind, as a bar and as a number. */
export function Histogram({ caption, heading, counted = 'Puzzles', rows }: HistogramProps) {
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    <>
      <table class="histogram">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              {heading}
            </th>
            <td>
              <div class="log-axis" aria-hidden="true">
                {powersUpTo(most).map((power) => (
                  <span
                    key={power}
                    class={power === Math.max(10, most) ? 'at-end' : ''}
                    style={{ left: `${logPlace(power, most)}%` }}
                  >
                    {AXIS_NUMBER.format(power)}
                  </span>
                ))}
              </div>
            </td>
            <th scope="col" class="number">
              {counted}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, count, text, isOpen, style, isChosen, choose }) => (
            <tr key={key} style={style}>
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
                <Bar count={count} most={most} isOpen={isOpen === true} />
              </td>
              <td class="number">{text ?? numberText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet small">The bars are on a logarithmic scale.</p>
    </>
  )
}

/** As long as the logarithm says: of a million puzzles the few hard ones are what one looks for. @param most of all rows */
function Bar({ count, most, isOpen }: Pick<HistogramRow, 'count' | 'isOpen'> & { readonly most: number }) {
  return (
    <svg class={`bar ${isOpen ? 'open' : ''}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {powersUpTo(most).map((power) => (
        <path key={power} d={`M${logPlace(power, most).toFixed(2)} 0v1`} />
      ))}
      <rect width={logPlace(count, most).toFixed(2)} height="1" />
    </svg>
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
