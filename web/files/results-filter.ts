import { STATUSES, type Status } from '../../shared/job/result.ts'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import { TECHNIQUE_NAMES, type TechniqueName, techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import type { Query } from '../page/address.ts'
import { STATUS_WORDS } from './status-words.ts'

/** Which of a job's results an address shows: those that fit each of these; all where nothing is chosen. */
export interface ResultsFilter {
  readonly status?: readonly Status[]
  /** `4.5..6.0`, or `4.5` alone. */
  readonly er?: string
  /** The rating of the hardest step. */
  readonly technique?: readonly TechniqueName[]
}

export function filterIn(query: Query): ResultsFilter {
  const { er } = query
  const status = namedIn(query.status, STATUSES)
  const technique = namedIn(query.technique, TECHNIQUE_NAMES)
  return {
    ...(status.length > 0 && { status }),
    ...(er !== undefined && parseErRange(er).ok && { er }),
    ...(technique.length > 0 && { technique }),
  }
}

function namedIn<N extends string>(text: string | undefined, known: readonly N[]): readonly N[] {
  const named = text?.split(',')
  return known.filter((name) => named?.includes(name))
}

/** A choice with one more; or without it, where it was chosen. */
export function toggled<N>(chosen: readonly N[], one: N): N[] {
  return [...new Set(chosen).symmetricDifference(new Set([one]))]
}

/** How many of its parts are chosen. */
export function partCountOf(filter: ResultsFilter): number {
  return Object.keys(filter).length
}

/** The words on each part of a choice: `invalid or failed`, `rated 4.5 to 6.0`, `X-wing`. */
export function filterWords({ status = [], er, technique = [] }: ResultsFilter): string[] {
  const words = [status.map((name) => STATUS_WORDS[name].title), er === undefined ? [] : [`rated ${erWords(er)}`]]
  return [...words, technique.map(techniqueWords)].map((each) => each.join(' or ')).filter((each) => each !== '')
}

function erWords(range: string): string {
  const [from, to = from] = range.split('..')
  if (from === '') return `${to} or less`
  if (to === '') return `${from} or more`
  return from === to ? from : `${from} to ${to}`
}

/** A range of ratings once another rating is chosen, or those from one to another: that one alone at first, then all from the one to the other; none where it was chosen before. */
export function erWith(range: string | undefined, er: number, most = er): string | undefined {
  const chosen = range === undefined ? undefined : parseErRange(range)
  if (!chosen?.ok) return er === most ? er.toFixed(1) : `${er.toFixed(1)}..${most.toFixed(1)}`
  const { from, to } = chosen.value
  if (isInRange(er, chosen.value)) return undefined
  return er * 10 < from ? `${er.toFixed(1)}..${textOf(to)}` : `${textOf(from)}..${most.toFixed(1)}`
}

const textOf = (tenths: number) => (Number.isFinite(tenths) ? (tenths / 10).toFixed(1) : '')
