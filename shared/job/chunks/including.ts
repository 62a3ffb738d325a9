import { accept, type Checked, refuse } from '../../checked.ts'
import type { VariantConstraint } from '../../sudoku/constraints/constraint-json.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { type DigitSet, digitSet, MOST_BITWISE, symbolsOf } from '../../sudoku/grid/digit-set.ts'
import { type Digits, digitsOf, parseGrid, symbolOf } from '../../sudoku/grid/grid.ts'
import { PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { after, nextStep } from '../../sudoku/hints/next-step.ts'
import { mistakesIn, mistakeWords, type Position, positionOf } from '../../sudoku/hints/position.ts'
import type { RuleStep } from '../../sudoku/hints/rule-step.ts'
import { automorphismsOf, canonicalGrid, canonicalPattern } from '../../sudoku/kernels/canonical/canonical-grid.ts'
import { type GivensAsked, redundantByEngine, redundantBySearch } from '../../sudoku/making/minimality.ts'
import { type RatingOptions, ratingOf, sharedWay, type WayState } from '../../sudoku/rating/rating.ts'
import { type Step, stepsOf, withoutLinks } from '../../sudoku/rating/steps.ts'
import type { Puzzle } from '../../sudoku/rules/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../../sudoku/rules/puzzle-rules.ts'
import { engineRulesOf } from '../../sudoku/search/bit-parallel.ts'
import { neededParts, type PartsTried, partsOf } from '../../sudoku/search/minimal-conflict.ts'
import { type DigitsAsked, possibleDigits } from '../../sudoku/search/possible-digits.ts'
import { type CountAsked, countSolutions } from '../../sudoku/search/solution-count.ts'
import { type Checkpoint, leave } from '../../sudoku/search/strategy.ts'
import { STRATEGY_NAMES } from '../../sudoku/search/strategy-facts.ts'
import { checkedStrategy } from '../../sudoku/search/strategy-figures.ts'
import type { Addition, IncludedFields, InclusionName } from '../inclusions.ts'
import type { JobOptions } from '../job.ts'
import { MAX_LINKED_STEPS_LENGTH, MAX_RATING_NODES, MAX_STEPS_LENGTH, mostBacktracks } from '../limits.ts'
import type { PlayedGrid } from '../puzzles.ts'
import type { Outcome } from '../result.ts'
import type { IncludingCheckpoint } from './chunk.ts'
import { slicedSearch, type Work } from './sliced-search.ts'

export interface SearchedPuzzle {
  /** A character a cell. */
  readonly text: string
  readonly outcome: Outcome
  readonly options: JobOptions
  readonly rules: PuzzleRules | undefined
  /** How far somebody has got with it. */
  readonly played?: PlayedGrid | undefined
  /** Whether it has one solution, once that is known, as of the first inclusion that looks for another. */
  isUnique?: boolean | undefined
  /** Where its steps have ended, from which its rating goes on. */
  walked?: WayState | undefined
}

/** Computes something of a puzzle that is not invalid, from where it was left; undefined where there is nothing to say. */
type Maker<Name extends InclusionName> = (of: SearchedPuzzle, from: never) => Work<unknown, Addition<Name> | undefined>

/** In the order in which they are made: the rating goes on from where the steps have ended. */
const MAKERS: { readonly [Name in InclusionName]: Maker<Name> } = {
  minimal: ofUnique(minimal),
  canonical: ofClassic(({ text }) => ({ canonical: canonicalGrid(text) })),
  canonicalSolution: ofClassic(({ outcome: { solutions } }) =>
    solutions.length > 0 ? { canonicalSolution: canonicalGrid(solutions[0]) } : undefined,
  ),
  pattern: ofClassic(({ text }) => ({ pattern: canonicalPattern(text) })),
  automorphisms: ofClassic(({ text }) => ({ automorphisms: automorphismsOf(text) })),
  candidates,
  total,
  conflict,
  counts,
  steps: byKind(ofUnique(steps), ofUnique(stepsUnderRules)),
  rating: byKind(ofUnique(rating)),
  hint: ofUnique(hint),
}

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
): { readonly additions: IncludedFields } | { readonly left: IncludingCheckpoint } {
  const { outcome, options } = of
  const names = (Object.keys(MAKERS) as InclusionName[]).filter((name) => options.include?.includes(name))
  if (outcome.status === 'invalid') return { additions: {} }
  of.isUnique ??= from?.isUnique
  let additions: IncludedFields = from?.additions ?? {}
  let state = from?.state
  for (let made = from?.made ?? 0; made < names.length; made++) {
    const work: Work<unknown, object | undefined> = MAKERS[names[made]](of, state as never)
    state = undefined
    let step = work.next()
    for (; !step.done; step = work.next()) {
      if (!timeIsUp()) continue
      const { isUnique } = of
      const left = step.value()
      leave(work)
      return { left: { outcome, additions, made, ...(isUnique !== undefined && { isUnique }), state: left } }
    }
    if (step.value) additions = { ...additions, ...step.value }
  }
  return { additions }
}

/** Where it is not known yet whether there is one solution, the search for another. */
interface UniquenessState {
  readonly uniqueness: Checkpoint
}

/**
 * Whether a puzzle has one solution; false where its search runs into the limit, too. It is looked for once, whatever
 * asks for it.
 */
function* hasOneSolution(of: SearchedPuzzle, from: Checkpoint | undefined): Work<UniquenessState, boolean> {
  const { outcome, options } = of
  if (outcome.status !== 'solved') return false
  // If several are looked for, it would have found another.
  if (options.solutions > 1) return true
  if (of.isUnique === undefined) {
    const question = { ...options, solutions: 2 }
    const told = (uniqueness: Checkpoint) => ({ uniqueness })
    const { end, counts } = yield* slicedSearch('bit-parallel', puzzleOf(of), question, from, told)
    of.isUnique = end === 'exhausted' && counts.solutionCount === 1
  }
  return of.isUnique
}

/** Makes something of a puzzle once it is known to have one solution. */
function ofUnique<Name extends InclusionName, State extends object>(
  make: (of: SearchedPuzzle, from: State | undefined) => Work<State, Addition<Name> | undefined>,
): Maker<Name> {
  return function* (of, from: State | UniquenessState | undefined) {
    const isBegun = from !== undefined && !('uniqueness' in from)
    if (!isBegun && !(yield* hasOneSolution(of, from?.uniqueness))) return undefined
    return yield* make(of, isBegun ? from : undefined)
  }
}

function* minimal(of: SearchedPuzzle, asked?: GivensAsked): Work<GivensAsked, Addition<'minimal'> | undefined> {
  const { outcome, text, options } = of
  const engineRules = isPlainClassic(of) ? 'classic' : engineRulesFor(puzzleOf(of))
  const cells = yield* engineRules
    ? redundantByEngine(text, outcome.solutions[0], engineRules, asked)
    : redundantBySearch(puzzleOf(of), limitOf(puzzleOf(of), options), asked)
  const size = Math.sqrt(text.length)
  return cells && { minimal: cells.length === 0, redundant: cells.map((cell) => nameOfCell(cell, size)) }
}

/** The backtracks that all searches of an inclusion may make together. */
function limitOf({ rules }: Puzzle, { backtrackLimit }: JobOptions): number {
  return Math.min(backtrackLimit, mostBacktracks('bit-parallel', rules))
}

/** Makes something of a classic puzzle; of another one otherwise, or not at all. */
function byKind<Name extends InclusionName>(classic: Maker<Name>, other?: Maker<Name>): Maker<Name> {
  return function* (of, from) {
    const make = isClassic(of) ? classic : other
    return make && (yield* make(of, from))
  }
}

function ofClassic<Name extends InclusionName>(tell: (of: SearchedPuzzle) => Addition<Name> | undefined): Maker<Name> {
  // biome-ignore lint/correctness/useYield: it is done before there is time to yield
  return byKind(function* (of) {
    return tell(of)
  })
}

function* candidates(of: SearchedPuzzle, from?: DigitsAsked): Work<DigitsAsked, Addition<'candidates'> | undefined> {
  const { outcome, options, isUnique } = of
  if (outcome.status === 'no-solution') return undefined
  const solutions = outcome.solutions.map(digitsOf)
  if (isUnique ?? (outcome.status === 'solved' && options.solutions > 1)) {
    return { candidates: { cells: [...outcome.solutions[0]], exact: true } }
  }
  const puzzle = puzzleOf(of)
  const limit = limitOf(puzzle, options)
  const { digits, isWhole } = yield* possibleDigits(puzzle, solutions, limit, from)
  if (isWhole && digits.includes(0)) return undefined
  const cells = digits.map(symbolsOf)
  return { candidates: { cells, exact: isWhole } }
}

function* total(of: SearchedPuzzle, from?: CountAsked): Work<CountAsked, Addition<'total'> | undefined> {
  const { outcome, options, isUnique } = of
  const { status, solutionCount } = outcome
  // A search that found fewer than it looked for has found all.
  const isAll = isUnique || (status !== 'aborted' && solutionCount < options.solutions)
  if (isAll) return { total: { solutions: solutionCount, exact: true } }
  const puzzle = puzzleOf(of)
  if (puzzle.rules.size > MOST_BITWISE) return undefined
  const { solutions, error } = yield* countSolutions(puzzle, limitOf(puzzle, options), from)
  return { total: { solutions, exact: error === undefined, ...(error !== undefined && { error }) } }
}

function* conflict(of: SearchedPuzzle, from?: PartsTried): Work<PartsTried, Addition<'conflict'> | undefined> {
  const { outcome, options, rules: own } = of
  if (outcome.status !== 'no-solution') return undefined
  const puzzle = puzzleOf(of)
  const parts = partsOf(puzzle, own?.constraints ?? [], (text, holding) => puzzleOf({ ...of, text }, holding))
  const tried = from ?? { left: parts.all, needed: 0, spent: 0 }
  const found = yield* neededParts(parts.withOnly, limitOf(puzzle, options), tried)
  const { givens, constraints } = parts.apart(found.parts)
  const { size } = puzzle.rules
  return { conflict: { givens: givens.map((cell) => nameOfCell(cell, size)), constraints, exact: found.isWhole } }
}

interface CountsState {
  readonly counts: Partial<Counts>
  readonly search: Checkpoint
}
type Counts = Record<keyof NonNullable<Addition<'counts'>['counts']>, number | null>

function* counts(of: SearchedPuzzle, from?: CountsState): Work<CountsState, Addition<'counts'>> {
  const { outcome, options } = of
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
    if (!checkedStrategy(name, puzzle.rules.size).ok) {
      found[name] = null
      continue
    }
    const told = (search: Checkpoint) => ({ counts: found, search })
    const { end, counts } = yield* slicedSearch(name, puzzle, { ...options, solutions: 1 }, begun, told)
    begun = undefined
    found[name] = end === 'limit' ? null : counts.backtracks
  }
  // In the order of the strategies, wherever that of the job stands.
  return { counts: Object.fromEntries(STRATEGY_NAMES.map((name) => [name, found[name] ?? null])) as Counts }
}

function* rating(of: SearchedPuzzle, from?: WayState): Work<WayState, Addition<'rating'>> {
  return { rating: yield* ratingOf(digitsOf(of.text), ratingOptions(of), from ?? of.walked) }
}

function ratingOptions({ options: { ruleSet, level } }: SearchedPuzzle): RatingOptions {
  return { nodes: MAX_RATING_NODES, ruleSet, level }
}

interface StepsTaken {
  readonly way: WayState
  readonly steps: readonly Step[]
  readonly length: number
}

function* steps(of: SearchedPuzzle, taken?: StepsTaken): Work<StepsTaken, Addition<'steps'>> {
  const way = sharedWay()
  const found = [...(taken?.steps ?? [])]
  let length = taken?.length ?? 0
  const work = stepsOf(digitsOf(of.text), ratingOptions(of), taken?.way)
  for (;;) {
    const next = work.next()
    const step = !next.done && (length > MAX_LINKED_STEPS_LENGTH ? withoutLinks(next.value) : next.value)
    if (step) length += JSON.stringify(step).length
    if (!step || length > MAX_STEPS_LENGTH) {
      of.walked = way.state()
      return { steps: found, stepsEnd: next.done ? next.value : 'limit' }
    }
    found.push(step)
    yield () => ({ way: way.state(), steps: found, length })
  }
}

interface RuleStepsTaken {
  readonly digits: readonly number[]
  readonly sets: readonly number[]
  readonly steps: readonly RuleStep[]
}

/** The same of any other size and rules. */
function* stepsUnderRules(of: SearchedPuzzle, taken?: RuleStepsTaken): Work<RuleStepsTaken, Addition<'steps'>> {
  const puzzle = puzzleOf(of)
  let position = positionOf(puzzle, taken ? Uint8Array.from(taken.digits) : puzzle.givens, taken?.sets)
  const found = [...(taken?.steps ?? [])]
  for (let length = JSON.stringify(found).length; ; ) {
    const step = nextStep(position)
    if (!step) return { steps: found, stepsEnd: position.digits.includes(0) ? 'stuck' : 'solved' }
    length += JSON.stringify(step).length
    if (length > MAX_STEPS_LENGTH) return { steps: found, stepsEnd: 'limit' }
    found.push(step)
    position = after(position, step)
    yield () => ({ digits: [...position.digits], sets: position.sets, steps: found })
  }
}

function* hint(of: SearchedPuzzle): Work<never, Addition<'hint'>> {
  const played = playedPosition(puzzleOf(of), of.played)
  if (!played.ok) throw new Error(`a hint was asked for on a grid that does not fit its puzzle: ${played.error}`)
  const { digits, sets, rules } = played.value
  const mistakes = mistakesIn(played.value, digitsOf(of.outcome.solutions[0]))
  const wrong = [...mistakes.digits, ...mistakes.notes].map((cell) => nameOfCell(cell, rules.size))
  if (wrong.length > 0) return { hint: { wrong, text: mistakeWords(mistakes, rules) } }
  if (!digits.includes(0)) return { hint: { wrong, text: 'Solved. Every digit is right.' } }
  const step = isClassic(of) ? classicStep(of, digits, sets) : nextStep(played.value)
  return { hint: { wrong, text: step?.text ?? 'No simple step is there.', ...(step && { step }) } }
}

function classicStep(of: SearchedPuzzle, digits: Digits, sets: readonly DigitSet[]): Step | undefined {
  const digitsAt = sets.map((set, cell) => (digits[cell] > 0 ? 0 : set))
  const { value } = stepsOf(digits, ratingOptions(of), { placed: [...digits], digitsAt }).next()
  return typeof value === 'string' ? undefined : value
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

/** The puzzle as strategies take it, with all of its constraints or some. */
function puzzleOf({ text, rules, options }: SearchedPuzzle, kept?: readonly VariantConstraint[]): Puzzle {
  const puzzle = parsePuzzleWith(rules, text, options.rules, options.size, kept)
  if (!puzzle.ok) throw new Error(`a puzzle was searched that cannot be read: ${puzzle.error}`)
  return puzzle.value
}

/** The position of what somebody has played on a puzzle; a refusal says what of it does not fit there. */
export function playedPosition(puzzle: Puzzle, { placed, candidates }: PlayedGrid = {}): Checked<Position> {
  const { rules, givens } = puzzle
  const { size } = rules
  const grid = placed === undefined ? accept({ digits: givens }) : parseGrid(placed, rules.marks, size)
  if (!grid.ok) return refuse(`placed: ${grid.error}`)
  const digits = givens.map((given, cell) => given || grid.value.digits[cell])
  const other = digits.findIndex((digit, cell) => (grid.value.digits[cell] || digit) !== digit)
  if (other >= 0)
    return refuse(`placed: ${nameOfCell(other, size)}: expected ${symbolOf(givens[other])}, which is given`)
  if (candidates && candidates.length !== givens.length)
    return refuse(`candidates: found ${candidates.length} cells, expected ${givens.length}`)
  const all = Array.from({ length: size }, (_, i) => symbolOf(i + 1))
  const strange = candidates?.find((set) => [...set].some((symbol) => !all.includes(symbol)))
  if (strange !== undefined) return refuse(`candidates: found ${JSON.stringify(strange)}, expected digits of the grid`)
  const notes = candidates?.map((set) => digitSet(size, (digit) => set.includes(all[digit - 1])))
  return accept(positionOf(puzzle, digits, notes))
}
