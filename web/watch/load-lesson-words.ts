import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { isHandedOver, isLearnedFrom } from '../../shared/sudoku/search/strategy-figures.ts'

// The words on why a search turned back come with the first frame that did. So whatever shows such a frame finds them loaded.

let loaded: typeof import('./lesson-words.ts') | undefined

export async function loadLessonWords(): Promise<void> {
  loaded ??= await import('./lesson-words.ts')
}

export function lessonWords(): NonNullable<typeof loaded> {
  if (!loaded) throw new Error('a lesson came before its words')
  return loaded
}

/** Whether a strategy learns from its conflicts on a puzzle: `bit-parallel` does on some. */
export function learnsOn({ rules }: Puzzle, strategy: StrategyName): boolean {
  return strategy === 'learning' || (strategy === 'bit-parallel' && (isLearnedFrom(rules) || isHandedOver(rules)))
}
