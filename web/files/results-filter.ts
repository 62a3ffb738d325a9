import { STATUSES, type Status } from '../../shared/job/result.ts'
import { isInRange, parseErRange } from '../../shared/job/result-filter.ts'
import { TECHNIQUE_NAMES, type TechniqueName, techniqueWords } from '../../shared/sudoku/rating/techniques.ts'
import type { Query } from '../page/address.ts'
import { STATUS_WORDS } from './status-words.ts'

/** Which of a job's results an address shows: those that fit each of these; all where nothing is chosen. */
export interface ResultsFilter {
  readonly status: readonly Status[]
  /** `4.5..6.0`, or `4.5` alone. */
  readonly er: string | undefined
  /** The rating of the hardest step. */
  readonly technique: readonly TechniqueName[]
}

export function filterIn({ status = '', er, technique = '' }: Query): ResultsFilter {
  return {
    status: namedIn(status, STATUSES),
    er: er !== undefined && parseErRange(er).ok ? er : undefined,
    technique: namedIn(technique, TECHNIQUE_NAMES),
  }
}

function namedIn<N extends string>(text: string, known: readonly N[]): readonly N[] {
  const named = text.split(',')
  return known.filter((name) => named.includes(name))
}

/** The part of a filter that the service is asked for. */
export type AskedFilter = Partial<{ readonly [F in keyof ResultsFilter]: NonNullable<ResultsFilter[F]> }>

export function askedOf({ status, er, technique }: ResultsFilter): AskedFilter {
  return {
    ...(status.length > 0 && { status }),
    ...(er !== undefined && { er }),
    ...(technique.length > 0 && { technique }),
  }
}

/** A filter as an address, a command or a file's name has it: each part that is chosen, as text. */
export function textsOf(filter: ResultsFilter): (readonly [name: keyof ResultsFilter, text: string])[] {
  const { status, er, technique } = filter
  const texts = [
    ['status', status.join()],
    ['er', er ?? ''],
    ['technique', technique.join()],
  ] as const
  return texts.filter(([, text]) => text !== '')
}

export function isFiltering(filter: ResultsFilter): boolean {
  return textsOf(filter).length > 0
}

/** The words on each part of a choice: `invalid or failed`, `rated 4.5 to 6.0`, `X-wing`. */
export function filterWords({ status, er, technique }: ResultsFilter): string[] {
  const words = [status.map((name) => STATUS_WORDS[name]), er === undefined ? [] : [`rated ${erWords(er)}`]]
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
