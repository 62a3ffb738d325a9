import { canonicalGrid } from '../sudoku/canonical/canonical-grid.ts'
import { nameOfCell } from '../sudoku/constraints/cell-name.ts'
import { type GivensAsked, redundantByEngine, redundantBySearch } from '../sudoku/minimality/minimality.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import type { Puzzle } from '../sudoku/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../sudoku/puzzle-rules.ts'
import { engineRulesOf } from '../sudoku/strategies/bit-parallel.ts'
import type { Checkpoint } from '../sudoku/strategies/strategy.ts'
import { STRATEGY_NAMES } from '../sudoku/strategies/strategy-facts.ts'
import type { IncludingCheckpoint } from './chunk.ts'
import type { Addition, Additions, InclusionName } from './inclusions.ts'
import type { JobOptions } from './job.ts'
import { mostBacktracks } from './limits.ts'
import type { Outcome } from './result.ts'
import { slicedSearch, type Work } from './sliced-search.ts'

/** A puzzle whose search is done. */
export interface SearchedPuzzle {
  /** A character a cell. */
  readonly text: string
  readonly outcome: Outcome
  readonly options: JobOptions
  /** What it brought with it besides its grid. */
  readonly rules: PuzzleRules | undefined
}

/** Computes something of a puzzle that is not invalid; undefined where there is nothing to say. */
type Maker<Name extends InclusionName> = (
  of: SearchedPuzzle,
  from: unknown,
) => Work<unknown, Addition<Name> | undefined>

const MAKERS: { readonly [Name in InclusionName]: Maker<Name> } = { minimal, canonical, canonicalSolution, counts }

/**
 * Computes what a job has asked to be included in the result of a puzzle.
 *
 * @param timeIsUp whether the time slice is over; called every few milliseconds
 * @param from where an earlier slice left it
 */
export function include(
  of: SearchedPuzzle,
  timeIsUp: () => boolean,
  from?: IncludingCheckpoint,
): { readonly additions: Additions } | { readonly left: IncludingCheckpoint } {
  const { outcome, options } = of
  const { include: names = [] } = options
  if (outcome.status === 'invalid') return { additions: {} }
  let additions: Additions = from?.additions ?? {}
  let state = from?.state
  for (let made = from?.made ?? 0; made < names.length; made++) {
    const name = names[made]
    const work: Work<unknown, object | undefined> = MAKERS[name](of, state)
    state = undefined
    let step = work.next()
    for (; !step.done; step = work.next()) {
      if (timeIsUp()) return { left: { outcome, additions, made, state: step.value() } }
    }
    if (step.value) additions = { ...additions, [name]: step.value }
  }
  return { additions }
}

type MinimalState = { readonly uniqueness: Checkpoint } | { readonly asked: GivensAsked }

function* minimal(of: SearchedPuzzle, state: unknown): Work<MinimalState, Addition<'minimal'> | undefined> {
  const { outcome, text, options } = of
  if (outcome.status !== 'solved') return undefined
  const from = state as MinimalState | undefined
  if (options.solutions === 1 && !(from && 'asked' in from)) {
    const search = slicedSearch('bit-parallel', puzzleOf(of), { ...options, solutions: 2 }, from?.uniqueness)
    let step = search.next()
    for (; !step.done; step = search.next()) {
      const { value } = step
      yield () => ({ uniqueness: value().checkpoint })
    }
    const { end, counts } = step.value
    if (end !== 'exhausted' || counts.solutionCount !== 1) return undefined
  }
  const asked = from && 'asked' in from ? from.asked : undefined
  const engineRules = isPlainClassic(of) ? 'classic' : engineRulesFor(puzzleOf(of))
  const work = engineRules
    ? redundantByEngine(text, outcome.solutions[0], engineRules, asked)
    : redundantBySearch(puzzleOf(of), limitOf(puzzleOf(of), options), asked)
  let step = work.next()
  for (; !step.done; step = work.next()) {
    const { value } = step
    yield () => ({ asked: value() })
  }
  const cells = step.value
  const size = Math.sqrt(text.length)
  return cells && { minimal: cells.length === 0, redundant: cells.map((cell) => nameOfCell(cell, size)) }
}

/** The backtracks that all searches for what is minimal may make together. */
function limitOf({ rules }: Puzzle, { backtrackLimit }: JobOptions): number {
  return Math.min(backtrackLimit, mostBacktracks('bit-parallel', rules.size, rules.constraints.length > 0))
}

// biome-ignore lint/correctness/useYield: it is done before there is time to yield
function* canonical(of: SearchedPuzzle): Work<never, Addition<'canonical'> | undefined> {
  return isClassic(of) ? { canonical: canonicalGrid(of.text) } : undefined
}

// biome-ignore lint/correctness/useYield: it is done before there is time to yield
function* canonicalSolution(of: SearchedPuzzle): Work<never, Addition<'canonicalSolution'> | undefined> {
  const [solution] = of.outcome.solutions
  return solution !== undefined && isClassic(of) ? { canonicalSolution: canonicalGrid(solution) } : undefined
}

interface CountsState {
  readonly counts: Partial<Counts>
  readonly search: Checkpoint
}
type Counts = Record<keyof NonNullable<Addition<'counts'>['counts']>, number | null>

function* counts(of: SearchedPuzzle, state: unknown): Work<CountsState, Addition<'counts'>> {
  const { outcome, options } = of
  const from = state as CountsState | undefined
  const puzzle = puzzleOf(of)
  const found: Partial<Counts> = { ...from?.counts }
  let begun = from?.search
  for (const name of STRATEGY_NAMES) {
    if (name in found) continue
    if (name === options.strategy) {
      // A search that its limit ended counts where it had found a solution before.
      found[name] = outcome.status === 'aborted' && outcome.solutionCount === 0 ? null : outcome.backtracks
      continue
    }
    const search = slicedSearch(name, puzzle, { ...options, solutions: 1 }, begun)
    begun = undefined
    let step = search.next()
    for (; !step.done; step = search.next()) {
      const { value } = step
      yield () => ({ counts: found, search: value().checkpoint })
    }
    found[name] = step.value.end === 'limit' ? null : step.value.counts.backtracks
  }
  // In the order of the strategies, wherever that of the job stands.
  return { counts: Object.fromEntries(STRATEGY_NAMES.map((name) => [name, found[name] ?? null])) as Counts }
}

/** Whether nothing holds in it but rows, columns and boxes, as its text and its job tell. */
function isPlainClassic({ text, rules, options }: SearchedPuzzle): boolean {
  return options.rules === 'classic' && rules === undefined && text.length === PLAIN_CELLS
}

/** The same of a puzzle that brings rules, which may come to no others. */
function isClassic(of: SearchedPuzzle): boolean {
  return isPlainClassic(of) || engineRulesFor(puzzleOf(of)) === 'classic'
}

function engineRulesFor({ rules, masks }: Puzzle) {
  return masks.size === 0 ? engineRulesOf(rules) : undefined
}

/** The puzzle as strategies take it. */
function puzzleOf({ text, rules, options }: SearchedPuzzle): Puzzle {
  const puzzle = parsePuzzleWith(rules, text, options.rules, options.size)
  if (!puzzle.ok) throw new Error(`a puzzle was searched that is none: ${puzzle.error}`)
  return puzzle.value
}
