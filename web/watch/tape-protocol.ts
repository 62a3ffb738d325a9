import type { SearchEnd } from '../../shared/sudoku/strategies/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { PuzzleText } from '../address.ts'
import type { DepthStretch, Frame } from './search-tape.ts'

// What the page and the worker that records a search say to each other.

/** What the page asks for. */
export type Ask =
  /** The first thing asked, once. */
  | { readonly kind: 'record'; readonly puzzle: PuzzleText; readonly strategy: StrategyName }
  | { readonly kind: 'frame'; readonly step: number }
  | { readonly kind: 'backtrack'; readonly id: number; readonly direction: Direction; readonly from: number }

/** Which way to look for a backtrack. */
export type Direction = 'next' | 'previous'

/** What the worker tells. */
export type Reply =
  /** Many times while a search is being recorded, and once when it is complete. */
  | { readonly kind: 'recorded'; readonly recorded: Recorded }
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'backtrack'; readonly id: number; readonly step: number | undefined }

/** How much of a search is known. */
export interface Recorded {
  /** Its steps. */
  readonly length: number
  readonly backtracks: number
  /** How it ended; undefined as long as it goes on. */
  readonly end: SearchEnd | undefined
  /** How deep it was, over its steps: stretches of equal length, the last of which may be shorter. */
  readonly depths: { readonly stretchLength: number; readonly stretches: readonly DepthStretch[] }
}
