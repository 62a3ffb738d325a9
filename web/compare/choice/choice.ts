import { useState } from 'preact/hooks'
import { examples } from '../../../shared/examples.ts'
import type { PuzzleInput } from '../../../shared/protocol/json-puzzle.ts'
import { RULES_NAMES, type RulesName } from '../../../shared/sudoku/rules.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../../shared/sudoku/strategies/strategy-facts.ts'
import { isEmptyLine, type PuzzleText, type Query } from '../../address.ts'
import { famous } from '../../grid/famous.ts'
import { usePage } from '../../page-state.ts'
import type { Question } from '../follow.ts'
import { ORDERS, type OrderBy } from '../numbers/order.ts'
import { collection } from './collection.ts'
import { DEFAULT_LIMIT, LIMITS } from './limits.ts'
import { NO_SET, type OwnSet } from './own-set.ts'

export const SETS = ['puzzle', 'texts', 'own'] as const
export type SetName = (typeof SETS)[number]

/** What somebody chose to compare, and how; all but a set of their own stands in the address. */
export interface Choice {
  readonly set: SetName
  readonly own: OwnSet
  readonly ownRules: RulesName
  readonly wanted: readonly StrategyName[]
  readonly limit: number
  readonly by: OrderBy
  /** The jobs that were started for the chosen set. */
  readonly jobs: readonly string[]
  readonly question: Question
  choose(change: Change): void
}

/** What is not named stays as it is. */
interface Change {
  readonly set?: SetName
  readonly own?: OwnSet
  readonly ownRules?: RulesName
  readonly wanted?: readonly StrategyName[]
  readonly limit?: number
  readonly by?: OrderBy
  readonly jobs?: readonly string[]
}

/** What was brought last, for whoever comes back from another view: it is too much for an address. */
let kept: OwnSet = NO_SET

export function useChoice(): Choice {
  const { puzzle, address, setQuery } = usePage()
  const [own, setOwn] = useState(kept)
  const shown = { ...choiceIn(address.query, puzzle), own }
  const choose = ({ own, set, ...change }: Change) => {
    if (own) {
      kept = own
      setOwn(own)
    }
    setQuery({ ...(set && { set }), ...queryOf(change, set ?? shown.set) })
  }
  return { ...shown, question: questionOf(shown, puzzle), choose }
}

type Kept = Omit<Choice, 'own' | 'question' | 'choose'>

/** The choice that an address keeps; what it does not name, or names wrongly, is as usual. */
export function choiceIn(query: Query, puzzle: PuzzleText): Kept {
  const without = query.without?.split(',') ?? []
  const set = SETS.find((name) => name === query.set) ?? (isEmptyLine(puzzle.line) ? 'texts' : 'puzzle')
  return {
    set,
    ownRules: RULES_NAMES.find((name) => name === query['own-rules']) ?? 'classic',
    wanted: STRATEGY_NAMES.filter((name) => !without.includes(name)),
    limit: LIMITS.find(({ backtracks }) => `${backtracks}` === query.limit)?.backtracks ?? DEFAULT_LIMIT,
    by: ORDERS.find((name) => name === query.by) ?? 'together',
    jobs: query[jobsOf(set)]?.split(',').filter(Boolean) ?? [],
  }
}

function queryOf({ ownRules, wanted, limit, by, jobs }: Change, set: SetName): Record<string, string | undefined> {
  return {
    ...(ownRules && { 'own-rules': ownRules === 'classic' ? undefined : ownRules }),
    ...(wanted && { without: STRATEGY_NAMES.filter((name) => !wanted.includes(name)).join() || undefined }),
    ...(limit && { limit: limit === DEFAULT_LIMIT ? undefined : `${limit}` }),
    ...(by && { by: by === 'together' ? undefined : by }),
    ...(jobs && { [jobsOf(set)]: jobs.join() || undefined }),
  }
}

/** Each set has its own, so that one can look at another and come back. */
function jobsOf(set: SetName): string {
  return `${set}-jobs`
}

function questionOf({ set, own, ownRules, wanted, limit }: Kept & { own: OwnSet }, puzzle: PuzzleText): Question {
  const asked = { strategies: wanted, backtrackLimit: limit }
  switch (set) {
    case 'puzzle':
      return { ...asked, rules: puzzle.rules, puzzles: isEmptyLine(puzzle.line) ? [] : [named(puzzle)] }
    case 'texts':
      return { ...asked, rules: 'classic', puzzles: collection }
    case 'own':
      return { ...asked, rules: ownRules, puzzles: own.puzzles }
  }
}

function named({ line, rules }: PuzzleText): PuzzleInput {
  const known = [...examples, ...famous].find((each) => each.puzzle === line && each.rules === rules)
  return { id: known?.name ?? 'This puzzle', puzzle: line }
}
