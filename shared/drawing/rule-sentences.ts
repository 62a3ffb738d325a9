import type { PairType } from '../sudoku/constraints/relation.ts'
import type { Mark } from '../sudoku/grid/grid.ts'
import { type RulesName, rulesNamed } from '../sudoku/rules/rules.ts'

const MARK_WORDS: Readonly<Record<Mark, string>> = {
  even: 'Cells with a square hold even digits.',
  odd: 'Cells with a circle hold odd digits.',
}

/** A rule besides the classic ones, as boards show it. */
export function wordsOfRules(name: RulesName): string {
  const { mark, adds } = rulesNamed(name)
  return mark ? MARK_WORDS[mark] : adds
}

export const NEGATIVE_WORDS: Readonly<Record<PairType, string>> = {
  difference: 'No white dot means: not consecutive.',
  ratio: 'No black dot means: neither digit is twice the other.',
  xv: 'No X or V means: the sum is neither 10 nor 5.',
}

export function sentenceOf(name: RulesName): string {
  return `${rulesNamed(name).title}: ${wordsOfRules(name)}`
}

/** A sentence on each rule that no drawing shows by itself: a puzzle without one of them is another one. */
export function ruleSentences(names: readonly RulesName[], negative: readonly PairType[] = []): readonly string[] {
  const sentences = names.filter((name) => name !== 'classic').map(sentenceOf)
  return [...sentences, ...negative.map((type) => NEGATIVE_WORDS[type])]
}
