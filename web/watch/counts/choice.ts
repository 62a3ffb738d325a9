import { useState } from 'preact/hooks'
import { RULES_NAMES, type RulesName } from '../../../shared/sudoku/rules/rules.ts'
import { examples } from '../../../shared/sudoku/search/examples.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { famous } from '../../grid/example-grids.ts'
import type { Query } from '../../page/address.ts'
import { usePage } from '../../page/page-state.ts'
import { sentPuzzle } from '../../rules/own-rules.ts'
import type { PuzzleText } from '../../rules/puzzle-text.ts'
import type { ComparedPuzzle, ComparisonRequest } from './comparison.ts'

/** The sets that somebody may choose from; the last is a job that counts by every strategy. */
export const SETS = { texts: 'Easy to very hard', own: 'Your own puzzles', job: 'A file’s job' } as const
export const SET_NAMES = Object.keys(SETS) as (keyof typeof SETS)[]

/** A reader's choice of what to compare, and how. All but a set of their own is in the address. */
export interface Choice {
  /** `puzzle` is the one on the board. */
  readonly set: keyof typeof SETS | 'puzzle'
  readonly own: OwnSet
  readonly ownRules: RulesName
  readonly wanted: readonly StrategyName[]
  /** The job that the set `job` is. */
  readonly job: string | undefined
  readonly request: ComparisonRequest
  choose(change: ChoiceChange): void
}

/** Puzzles that somebody brought. */
export interface OwnSet {
  /** The name of their file; undefined where they were pasted. */
  readonly file: string | undefined
  readonly text: string
  readonly puzzles: readonly ComparedPuzzle[]
  /** Lines among them that hold none, and why. */
  readonly unread: readonly { readonly line: number; readonly why: string }[]
  /** Whether there were more puzzles than are taken. */
  readonly isCut: boolean
  /** Why there are none. */
  readonly error: string | undefined
}

export const NO_SET: OwnSet = { file: undefined, text: '', puzzles: [], unread: [], isCut: false, error: undefined }

/** A field that is left out stays as it is. */
type ChoiceChange = Partial<Omit<Choice, 'request' | 'choose' | 'job'>>

/** The set brought last, for somebody who comes back from another view: it is too large for an address. */
let lastOwn: OwnSet = NO_SET

/** @param puzzle the one to count, where it is no set */
export function useChoice(puzzle: PuzzleText | undefined): Choice {
  const { address, setQuery } = usePage()
  const [own, setOwn] = useState(lastOwn)
  const shown = { ...choiceIn(address.query, puzzle !== undefined), own }
  const choose = ({ own, ...change }: ChoiceChange) => {
    if (own) {
      lastOwn = own
      setOwn(own)
    }
    setQuery(queryOf(change))
  }
  return { ...shown, request: requestOf(shown, puzzle), choose }
}

type AddressedChoice = Omit<Choice, 'own' | 'request' | 'choose'>

/** The choice in an address; what is missing there or wrong takes its default. */
export function choiceIn(query: Query, ofPuzzle: boolean): AddressedChoice {
  const without = query.without?.split(',') ?? []
  const { set, job } = query
  const chosen = SET_NAMES.find((name) => name === set && (name !== 'job' || job !== undefined)) ?? 'texts'
  return {
    set: ofPuzzle ? 'puzzle' : chosen,
    ownRules: RULES_NAMES.find((name) => name === query['own-rules']) ?? 'classic',
    wanted: STRATEGY_NAMES.filter((name) => !without.includes(name)),
    job,
  }
}

function queryOf({ set, ownRules, wanted }: ChoiceChange): Record<string, string | undefined> {
  return {
    ...(set && { set: set === 'texts' ? undefined : set }),
    ...(ownRules && { 'own-rules': ownRules === 'classic' ? undefined : ownRules }),
    ...(wanted && { without: STRATEGY_NAMES.filter((name) => !wanted.includes(name)).join() || undefined }),
  }
}

function requestOf({ set, own, ownRules }: Omit<Choice, 'request' | 'choose'>, puzzle?: PuzzleText): ComparisonRequest {
  if (puzzle) {
    const { text, rules, own } = sentPuzzle(puzzle)
    const known = own ? undefined : [...examples, ...famous].find((one) => one.puzzle === text && one.rules === rules)
    return { rules, puzzles: [{ id: known?.name ?? 'This puzzle', puzzle: text, own }] }
  }
  if (set === 'own') return { rules: ownRules, puzzles: own.puzzles }
  return { rules: 'classic', puzzles: set === 'texts' ? collection : [] }
}

/** How many givens, and a puzzle with as many, by `sudoku generate --clues N --seed compare-N`. */
const generated: readonly (readonly [number, string])[] = [
  [48, '.9.2.7.5.71..5.46..23164.789.6741....7562.3.4241.3569.189...5....75.8...35.4967.1'],
  [44, '.536.74.........8778149..6332587....16.5.4.28..8..91.......895.81.9.53.6597.26.41'],
  [40, '..4.291..1.7.38.6993.6.47.5...86.9313.6.71.4.81.493.......46.9.7419......6....8..'],
  [36, '2....3..1.....26..1...4..2734985..1..523...9.816.9.345.3.7..5.4..1..523.5.....1..'],
  [34, '.78.26...5....86946...4.7.......9.6..4.63.1....7...8....6.8..71754.91..61..26.9..'],
  [32, '86.4.....3976...81.51...67..8..1..3.......1.87.3.8.2...3..9..4.5...43...9..7..3.6'],
  [30, '..8.7..3.....457...3..8..95...2...4..4...8.236..49....9....1...47..3..12.2.56.8..'],
  [28, '4.......6.1...6.8.2....81.4.....96..3.24.7.9.8......7.....62758..1..3..2....7...9'],
  [27, '96....48....6..912.........3.2.8.75..4..1.....5...7..8..5..8.292...5..4....2....7'],
  [26, '17.......3.8.....5...26.......9.861...41.37......5.2.4..751......1..9.7..9.....8.'],
  [25, '367......2...4............3...5.87..82.......7....246.1.46..8...3......4....2.139'],
  [24, '4..5..7....9....1...536.82.........8..7..8....96....4......25.6.3..4....6.....39.'],
]

/** Left out: until the slower strategies give up on it, they take as long as on all other puzzles together. */
const TOO_LONG = 'Against brute force'

const puzzles: readonly ComparedPuzzle[] = [
  ...generated.map(([givens, puzzle]) => ({ id: `With ${givens} givens`, puzzle })),
  ...examples.filter(({ rules, backtracks }) => rules === 'classic' && 'single-sweep' in backtracks),
  ...famous.filter(({ name, rules, solutions }) => rules === 'classic' && solutions === 1 && name !== TOO_LONG),
].map((each) => ('id' in each ? each : { id: each.name, puzzle: each.puzzle }))

/** Their places as counts by all strategies order them, so that no row moves when all are in. */
const FROM_EASY = [1, 2, 0, 12, 3, 4, 16, 17, 8, 7, 5, 6, 13, 9, 11, 18, 10, 15, 14, 23, 19, 21, 22, 20]

/** Puzzles from easy to very hard, as the chapter that the texts' counts are from ends with asking for. */
export const collection: readonly ComparedPuzzle[] = FROM_EASY.map((place) => puzzles[place])
