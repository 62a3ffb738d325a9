import { valueIn } from '../../shared/checked.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { type Digits, symbolOf } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { bitParallel } from '../../shared/sudoku/search/bit-parallel.ts'
import { mistakenParts, neededParts, partsOf } from '../../shared/sudoku/search/minimal-conflict.ts'
import { digitsLeft, possibleDigits } from '../../shared/sudoku/search/possible-digits.ts'
import { leave } from '../../shared/sudoku/search/strategy.ts'
import type { SentPuzzle } from '../rules/puzzle-text.ts'
import type { Finding, Findings, Possible } from './live-answer.ts'

// What is told of a puzzle that is being drawn, or has not one solution, until a time on this page's clock.

/** What follows from units and constraints without a search. */
export function leftIn(puzzle: Puzzle): Possible {
  return { digits: digitsLeft(puzzle), found: [], isWhole: false }
}

/** What the cells of a puzzle with several solutions can hold. */
export async function* differencesOf(puzzle: Puzzle, solutions: readonly Digits[], until: number): Findings {
  const search = possibleDigits(puzzle, solutions, Number.POSITIVE_INFINITY)
  try {
    for (;;) {
      const step = search.next()
      if (step.done) {
        const { digits, isWhole } = step.value
        return yield { possible: { digits, found: digits, isWhole } }
      }
      const news = (): Finding => {
        const { open, digits } = step.value()
        return { possible: { digits: open, found: digits, isWhole: false } }
      }
      if (performance.now() > until) return yield news()
      yield news
    }
  } finally {
    leave(search)
  }
}

/** Small enough for every search; none finds as many by then. */
const MOST_SOLUTIONS = 1_000_000_000
/** Backtracks between two looks at the clock. */
const BACKTRACKS_A_LOOK = 200

export async function* totalOf(puzzle: Puzzle, until: number): Findings {
  const question = { solutions: MOST_SOLUTIONS, backtrackLimit: Number.POSITIVE_INFINITY }
  const search = bitParallel.search(puzzle, question)
  for (;;) {
    const end = search.run(BACKTRACKS_A_LOOK)
    const isCounting = !end && performance.now() <= until
    // Two are known, and no fewer are told.
    const news = (): Finding => {
      const { solutionCount: solutions } = search.counts
      return solutions >= 2 ? { total: { solutions, isWhole: end === 'exhausted', isCounting } } : {}
    }
    if (!isCounting) {
      yield news()
      return search.abandon?.()
    }
    yield news
  }
}

/** What of a puzzle without a solution rules each other out: without any one of these there is a solution. */
export async function* conflictsOf(puzzle: Puzzle, sent: SentPuzzle, until: number): Findings {
  const forms = sent.own?.constraints ?? []
  // What tells of constraints comes with the first puzzle of which they rule each other out.
  const tools = forms.length > 0 ? await import('../grid/constraint-tools.ts') : undefined
  const { rules, size } = sent
  const own = sent.own && (await import('../../shared/sudoku/rules/puzzle-rules.ts'))
  const parts = partsOf(puzzle, forms, (text, holding) => {
    if (!own) throw new Error('a puzzle has constraints, and what knows them is not there')
    return valueIn(own.parsePuzzleWith(sent.own, text, rules, size, holding))
  })
  const { all, withOnly, apart } = parts
  const search = neededParts(withOnly, Number.POSITIVE_INFINITY, { left: all, needed: 0, spent: 0 })
  let step = search.next()
  for (; !step.done; step = search.next()) {
    if (performance.now() > until) return leave(search)
    yield undefined
  }
  const { givens, constraints } = apart(step.value.parts)
  const cells = [...givens, ...constraints.flatMap((i) => tools?.cellsOf(forms[i], size) ?? [])]
  const wordsOf = (i: number) => tools?.wordsOf(forms[i]) ?? ''
  const words = conflictWords(constraints.map(wordsOf), givens.length)
  yield { conflict: { cells, constraints, words } }
  const mistaken = apart(yield* mistakenParts(parts, step.value.parts))
  const named = [
    ...mistaken.givens.map((cell) => `the ${symbolOf(puzzle.givens[cell])} in ${nameOfCell(cell, size)}`),
    ...mistaken.constraints.map(wordsOf),
  ]
  const without =
    named.length > 0 && named.length <= NAMED ? ` Without ${named.join(' or ')} there is one solution.` : ''
  if (without) yield { conflict: { cells, constraints, words: words + without } }
}

const NAMED = 4

/**
 * @param names of the constraints among its parts, of which each is needed
 * @param givens how many of its parts are
 */
export function conflictWords(names: readonly string[], givens: number): string {
  if (names.length === 0) {
    if (givens === 0) return 'Its rules rule each other out, whatever the givens are.'
    if (givens === 1) return 'The given that is marked leaves none.'
    return `The ${givens} givens that are marked rule each other out: one of them is wrong.`
  }
  if (names.length === 1 && givens === 0) return `No grid keeps this, which is marked: ${names[0]}.`
  const left = names.length - NAMED
  const listed = [
    ...names.slice(0, NAMED),
    ...(left > 0 ? [`${left} more`] : []),
    ...(givens > 0 ? [givens === 1 ? 'one given' : `${givens} givens`] : []),
  ]
  return `These, which are marked, rule each other out: ${listed.join('; ')}.`
}
