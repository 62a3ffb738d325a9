import type { Digits } from '../grid/grid.ts'
import type { Link, LinkEnd } from './hint.ts'
import { type RatingLimits, shown, Way, type WayState } from './rating.ts'
import type { TechniqueName } from './technique-names.ts'
import { TECHNIQUES } from './techniques.ts'
import { cellName, cellsNamed, digitsNamed, unitName } from './words.ts'

/** A step of the way that a person can go. Cells are 0–80, row by row; digits 1–9. */
export interface Step {
  readonly technique: TechniqueName
  readonly rating: number
  /** The cells of the pattern; of chains, all that they pass. */
  readonly cells: readonly number[]
  readonly digits: readonly number[]
  /** `box 1`, `row 4`, `column 9` */
  readonly units: readonly string[]
  /** The inferences of chains, each after those that it rests on. */
  readonly links: readonly Link[]
  readonly placements: readonly { readonly cell: number; readonly digit: number }[]
  /** The candidates that go, besides those that a placement takes from its cell and its peers. */
  readonly eliminations: readonly { readonly cell: number; readonly digits: readonly number[] }[]
  /** A sentence that says why, with the links of chains as arrows, and with what follows: `Technique: why: r1c1=2 → r1c5≠2; so …` */
  readonly text: string
}

/** How a way has ended: with the solution, where no technique finds anything more, or at the limit of work. */
export type WayEnd = 'solved' | 'stuck' | 'limit'

/**
 * The steps that Sudoku Explainer takes on a puzzle, as they are found.
 *
 * @param givens 81 digits, of a puzzle with one solution
 * @param limits as for `ratePuzzle`
 * @param way that is taken: after each step its `state` tells where it can be gone on with
 * @param from where it was left
 */
export function* stepsOf(
  givens: Digits,
  { nodes }: RatingLimits = {},
  way = new Way(),
  from?: WayState,
): Generator<Step, WayEnd> {
  way.begin(givens, nodes, from)
  for (;;) {
    const next = way.next()
    if (next === 'solved' || next === 'stuck') return next
    if ('atLeast' in next) return 'limit'
    const { technique, rating, placement, eliminations } = next
    const { cells, digits, units, links = [], reason } = next.pattern(way.grid)
    const placements = placement < 0 ? [] : [{ cell: Math.floor(placement / 9), digit: (placement % 9) + 1 }]
    const gone = byCell(eliminations)
    way.take(next)
    yield {
      technique,
      rating: shown(rating),
      cells,
      digits: digits.map((digit) => digit + 1),
      units: units.map(unitName),
      links,
      placements,
      eliminations: gone,
      text: `${TECHNIQUES[technique].words}: ${reason}${chainsInWords(technique, links)}; so ${conclusionOf(placements, gone)}.`,
    }
  }
}

/** A step that is shorter, as it does not tell its chains. */
export function withoutLinks(step: Step): Step {
  return { ...step, links: [], text: step.text.replace(chainsInWords(step.technique, step.links), '') }
}

/** `: r1c1=2 → r1c5≠2, r3c1≠2 → r3c5=2`; of several chains, each begins with its number. */
function chainsInWords(technique: TechniqueName, links: readonly Link[]): string {
  const chains = [...new Set(links.map(({ chain }) => chain))]
  const told = chains.map((chain) => arrows(links.filter((link) => link.chain === chain)))
  if (told.length === 0) return ''
  if (technique.endsWith('-cycle')) return `: ${told[0]}, or each the other way round`
  return `: ${told.length > 1 ? told.map((line, i) => `(${chains[i] + 1}) ${line}`).join('; ') : told[0]}`
}

/** What an arrow leads from, all needed together, and to, each by itself. */
interface Inference {
  readonly from: string
  readonly to: string[]
  /** The technique whose pattern joins them, in brackets. */
  readonly by: string
}

/** A line of arrows goes on where the next inference is from all that the last one found, and otherwise begins anew. */
function arrows(links: readonly Link[]): string {
  let last: Inference | undefined
  let words = ''
  const tell = () => {
    if (last) words += ` → ${last.to.join(', ')}${last.by}`
  }
  for (const { from, to, by } of inferences(links)) {
    if (last?.from === from && last.by === by) last.to.push(to)
    else {
      tell()
      if (last?.to.join(', ') !== from) words += `${last ? '; ' : ''}${from}`
      last = { from, to: [to], by }
    }
  }
  tell()
  return words
}

/** Links that end at the same candidate are one inference. */
function inferences(links: readonly Link[]): { from: string; to: string; by: string }[] {
  const byEnd = new Map<string, { from: string; to: string; by: string }>()
  for (const { from, to, why } of links) {
    const name = endName(to)
    const known = byEnd.get(name)
    const by = why in TECHNIQUES ? ` (${TECHNIQUES[why as TechniqueName].words})` : ''
    byEnd.set(name, { from: known ? `${known.from}, ${endName(from)}` : endName(from), to: name, by })
  }
  return [...byEnd.values()]
}

/** `r1c1=2`, or `r1c1≠2` if it is off. */
function endName({ cell, digit, on }: LinkEnd): string {
  return `${cellName(cell)}${on ? '=' : '≠'}${digit}`
}

function byCell(eliminations: readonly number[]): Step['eliminations'] {
  const digits = new Map<number, number[]>()
  for (const candidate of eliminations) {
    const cell = Math.floor(candidate / 9)
    digits.set(cell, [...(digits.get(cell) ?? []), (candidate % 9) + 1])
  }
  return [...digits].toSorted(([a], [b]) => a - b).map(([cell, of]) => ({ cell, digits: of.toSorted((a, b) => a - b) }))
}

/** `r4c3 is 6`, or `r4c3 and r5c3 are not 2, and r6c3 is not 2 or 5`. */
function conclusionOf(placements: Step['placements'], eliminations: Step['eliminations']): string {
  if (placements.length > 0) return placements.map(({ cell, digit }) => `${cellName(cell)} is ${digit}`).join(' and ')
  const cellsOf = new Map<string, number[]>()
  for (const { cell, digits } of eliminations) {
    const key = digitsNamed(
      digits.map((digit) => digit - 1),
      'or',
    )
    cellsOf.set(key, [...(cellsOf.get(key) ?? []), cell])
  }
  const parts = [...cellsOf].map(
    ([digits, cells]) => `${cellsNamed(cells)} ${cells.length > 1 ? 'are' : 'is'} not ${digits}`,
  )
  return new Intl.ListFormat('en-GB').format(parts)
}
