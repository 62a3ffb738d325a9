import { Random } from '../../random.ts'
import { runToEnd } from '../../run-to-end.ts'
import { eachOf, hasDigit, maskOf } from '../grid/digit-set.ts'
import { type Digits, type Mark, textOf } from '../grid/grid.ts'
import { BOX_SHAPE, hasBoxes, type Size } from '../grid/units.ts'
import { Engine, type EngineRules } from '../kernels/engine/engine.ts'
import type { Rating } from '../rating/rating.ts'
import { masksOf, type Puzzle, withoutDigitAt } from '../rules/puzzle.ts'
import type { PuzzleRules } from '../rules/puzzle-rules.ts'
import {
  namesOf,
  normalRules,
  onceForRules,
  type Rules,
  type RulesAsked,
  rulesFor,
  rulesNamed,
  type Symmetry,
} from '../rules/rules.ts'
import { verify } from '../rules/verify.ts'
import { engineRulesOf } from '../search/bit-parallel.ts'
import { candidatesOf } from '../search/candidates.ts'
import { learning } from '../search/learning.ts'
import { solve } from '../search/strategy.ts'
import { killerOf, puzzleWith, randomRegions } from './cages-and-regions.ts'
import { type Orbits, orbitsUnder } from './symmetry.ts'

/** From one number to another, both included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Which puzzles to make. */
export interface GeneratorOptions {
  readonly rules: RulesAsked
  readonly size: Size
  /** How many givens. Left out: minimal puzzles, of which no given can go. */
  readonly clues?: number | undefined
  /** A number and its text are the same seed. */
  readonly seed: number | string
  /** Rules of their own: cages with sums, regions in place of the boxes. */
  readonly cages?: boolean
  readonly regions?: boolean
}

/** Puzzles of a seed, one after the other and without end; each is made when it is asked for. */
export function* puzzles(options: GeneratorOptions): Generator<string, never> {
  for (let index = 0; ; index++) yield generateSolved({ ...options, index }).puzzle
}

/** A puzzle with one solution. */
export interface Made {
  /** As `textOf` writes it, with marks in empty cells where the rules know marks. */
  readonly puzzle: string
  readonly solution: Digits
  /** The rules that it brings with it, those among them that it was made under. */
  readonly own: PuzzleRules
  /** Where it was wished for how it is solved. */
  readonly rating?: Rating
}

/**
 * Such a puzzle is not found: no grid tried comes down to the number of givens wanted, or the rules seem to leave no grid,
 * as diagonals and anti-king do of 6×6.
 */
export class NotFound extends RangeError {}

/**
 * One puzzle with exactly one solution. Each index makes its own, the same on every machine; another
 * after a solver has learned to choose otherwise, since a solver completes the grids. Without `clues` a killer has as few
 * givens as it needs, mostly none, and a jigsaw loses its only solution with any.
 *
 * @throws NotFound
 * @throws RangeError where the size or the number of givens makes no sense
 */
export function generateSolved(options: GeneratorOptions & { readonly index: number }): Made {
  return runToEnd(generatingSolved(options))
}

/** As {@link generateSolved}; it yields behind each grid that it has tried. */
export function* generatingSolved(options: GeneratorOptions & { readonly index: number }): Generator<undefined, Made> {
  const { rules: name, size, clues, seed, index, cages = false, regions = false } = options
  const cells = size * size
  if (clues !== undefined && !(Number.isInteger(clues) && clues >= 0 && clues < cells)) {
    throw new RangeError(`found ${clues} clues, expected a whole number from 0 to ${cells - 1}`)
  }
  if (!(Number.isSafeInteger(index) && index >= 0)) {
    throw new RangeError(`found index ${index}, expected a whole number from 0`)
  }
  const random = new Random(seed, index)
  const isVariant = cages || regions
  const ofNamed = size === 9 && rulesFor(name, size).isClassic ? CLASSIC_TRIED : (GRIDS_TRIED[size] ?? 1000)
  const most = isVariant ? VARIANTS_TRIED : ofNamed
  const named = ownOf(isVariant ? normalRules(name) : name)
  for (let tried = 0; tried < most; tried++) {
    if (tried > 0) yield
    const own = { ...(regions && { regions: randomRegions(size, random) }), ...named }
    const rules = isVariant ? puzzleWith(own, '.'.repeat(cells), size).rules : rulesFor(name, size)
    const full = isVariant ? fullGrid(rules, random, VARIANT_ATTEMPTS) : randomGrid(name, size, random)
    if (!full) continue
    // The moves that shuffle a grid of boxes keep no regions; any other grid is shuffled already.
    const solution = cages && !regions ? changedAbout(full, changeKeeping(named.rules ?? [], size, random)) : full
    if (cages) {
      const killer = killerOf(solution, own, rules, clues, random)
      if (killer) return { ...killer, solution }
    } else {
      // As many givens as the rules need, or as are asked for.
      const puzzle = withoutGivens(solution, rules, clues, random)
      if (puzzle !== undefined) return { puzzle, own, solution }
    }
  }
  const kinds = isVariant
    ? [...(cages ? ['killer'] : []), ...(regions ? ['jigsaw'] : []), ...(named.rules ?? [])]
    : namesOf(name)
  const under = `${kinds} ${size}×${size}`
  throw new NotFound(
    clues === undefined ? `no grid found, ${under}` : `${clues} clues not reached from ${most} grids, ${under}`,
  )
}

const VARIANTS_TRIED = 100
/** Where the first few random beginnings of a grid under other regions lead to none, those of others mostly do. */
const VARIANT_ATTEMPTS = 20

/** The rules that a puzzle brings with it. */
export function ownOf(rules: RulesAsked): PuzzleRules {
  const names = namesOf(rules).filter((name) => name !== 'classic')
  return names.length > 0 ? { rules: names } : {}
}

/** @throws NotFound */
export function randomGrid(name: RulesAsked, size: Size, random: Random): Digits {
  const rules = rulesFor(name, size)
  const made = fullGrid(rules, random)
  if (!made) throw new NotFound(`no grid found, ${namesOf(name)} ${size}×${size}`)
  const grid = changedAbout(made, changeKeeping(name, size, random))
  const wrong = verify({ ...NOTHING_GIVEN, rules, givens: new Uint8Array(size * size) }, grid)
  if (wrong)
    throw new Error(`${namesOf(name)} ${size}×${size} keeps less symmetry than its row of the rules says: ${wrong}`)
  return grid
}

/** One classic 9×9 grid in 29 can be reduced to 22 clues, one in 390 to 21, and one in 20,000 to 20. */
const CLASSIC_TRIED = 10_000
/** So that a number out of reach is known within seconds: 1 on 9×9 classic and diagonal, 1 on 16×16, 3 on 25×25. */
const GRIDS_TRIED: { readonly [S in Size]?: number } = { 16: 20, 25: 5, 36: 2 }

/** A puzzle of which nothing is known but its rules. */
const NOTHING_GIVEN = { marks: new Map<number, Mark>(), masks: new Map<number, number>(), text: '' }

/**
 * A grid that keeps the rules: random digits in every fifth cell, the rest from a solver. With 30
 * in a hundred filled at random a 9×9 grid has no solution in three of five cases, with 20 in one of 15.
 *
 * @param most how often it is tried
 * @returns undefined where the rules seem to leave none
 */
export function fullGrid(rules: Rules, random: Random, most = MOST_ATTEMPTS): Digits | undefined {
  const cells = rules.size ** 2
  // With 8 random digits one in 12 non-consecutive 9×9 grids is found, at 1.3 s each, with 4 nine in 12 at 1.4 s.
  const cellsADigit = rules.constraints.length > 0 && rules.size === 9 ? 20 : 5
  for (let attempt = 0; attempt < most; attempt++) {
    const candidates = candidatesOf({ ...NOTHING_GIVEN, rules, givens: new Uint8Array(cells) })
    // Rules that leave few grids let in fewer random digits.
    const filled = Math.floor(cells / cellsADigit / (1 + Math.floor(attempt / ATTEMPTS_ALIKE)))
    for (const cell of random.order(cells, filled)) {
      const digits = eachOf(candidates.at(cell))
      if (digits.length > 0) candidates.place(cell, digits[random.below(digits.length)])
    }
    const grid = generatorSolver(rules).solution(candidates.digits)
    if (grid) return grid
  }
}

/** With so many attempts that fail, there are too many random digits in them. */
const ATTEMPTS_ALIKE = 10
/** Non-consecutive 9×9 grids come within some tens; some layouts of regions leave no grid at all. */
const MOST_ATTEMPTS = 200

/**
 * The grid changed about: a solver alone tries low digits first.
 *
 * @param change for each cell the one whose digit it gets, for each digit what takes its place
 */
export function changedAbout(grid: Digits, { from, digits }: Record<'from' | 'digits', readonly number[]>): Digits {
  return grid.map((_, cell) => digits[grid[from[cell]]])
}

/** A random change of a grid after which it keeps the rules that it kept before. */
export function changeKeeping(rules: RulesAsked, size: Size, random: Random) {
  const all = namesOf(rules).map((name) => rulesNamed(name).symmetries)
  // To mirror a grid is to put its lines into another order.
  const keep = (symmetry: Symmetry) =>
    all.every((known) => known.includes(symmetry) || (symmetry === 'mirror' && known.includes('lines')))
  const { rows, columns } = hasBoxes(size) ? BOX_SHAPE[size] : { rows: size, columns: size }
  const inOrder = Array.from({ length: size }, (_, line) => line)
  const lineOrder = (lines: number) => {
    // Bands in random order, and the lines of each.
    if (keep('lines'))
      return random.order(size / lines).flatMap((band) => random.order(lines).map((line) => band * lines + line))
    return keep('mirror') && random.below(2) === 1 ? inOrder.toReversed() : inOrder
  }
  const down = lineOrder(rows)
  const across = lineOrder(columns)
  const isTurned = keep('turn') && rows === columns && random.below(2) === 1
  const order = keep('digits') ? random.order(size) : inOrder
  const from = Array.from({ length: size * size }, (_, cell) => {
    const row = down[Math.floor(cell / size)]
    const column = across[cell % size]
    return isTurned ? column * size + row : row * size + column
  })
  return { from, digits: [0, ...order.map((digit) => digit + 1)] }
}

/**
 * Takes givens away in random order while there is one solution: many at once at first, half as
 * many whenever that was too many, in the end one by one. Marked cells, half of those that could
 * be, come first, so that marks show.
 *
 * @param clues of a range as few as can be
 * @param orbits cells that go or stay together, as {@link orbitsUnder} has them
 * @returns undefined where more givens than were asked for are needed
 */
export function withoutGivens(
  grid: Digits,
  rules: Rules,
  clues: number | Range | undefined,
  random: Random,
  orbits: Orbits = orbitsUnder(undefined, rules.size),
): string | undefined {
  const order = random.order(grid.length)
  const marks = marksFor(grid, rules, order)
  const cells = [...marks.keys(), ...order.filter((cell) => !marks.has(cell))]
  const groups = [...new Set(cells.map((cell) => orbits[cell]))]
  const solver = generatorSolver(rules)
  const { from: atLeast, to: atMost } =
    typeof clues === 'object' ? clues : { from: clues ?? 0, to: clues ?? grid.length }
  const givens = grid.slice()
  let count = grid.length
  let step = Math.ceil(grid.length * FIRST_STEP)
  for (let at = 0; at < groups.length && count > atLeast; ) {
    let taken = groups.slice(at, at + Math.min(step, count - atLeast))
    while (taken.length > 1 && taken.flat().length > count - atLeast) taken = taken.slice(0, -1)
    const emptied = taken.flat()
    const isEnough = emptied.length > count - atLeast
    for (const cell of emptied) givens[cell] = 0
    if (!isEnough && solver.isUnique({ givens, marks }, { cells: emptied, grid })) {
      at += taken.length
      count -= emptied.length
      continue
    }
    for (const cell of emptied) givens[cell] = grid[cell]
    if (taken.length === 1) at++
    step = Math.ceil(taken.length / 2)
  }
  if (clues !== undefined && count > atMost) return undefined
  return textOf(givens, new Map([...marks].filter(([cell]) => givens[cell] === 0)))
}

const FIRST_STEP = 0.4

/** Marks for half of the cells that could carry one, the first in an order. */
function marksFor(grid: Digits, { marks, size }: Rules, order: readonly number[]): ReadonlyMap<number, Mark> {
  return new Map(
    marks.flatMap((mark) => {
      const mask = maskOf(mark, size)
      const markable = order.filter((cell) => hasDigit(mask, grid[cell]))
      return markable.slice(0, Math.ceil(markable.length / 2)).map((cell) => [cell, mark] as const)
    }),
  )
}

interface GeneratorSolver {
  /** A solution, if one is soon found. */
  solution(givens: Digits): Digits | undefined
  /**
   * Whether there is one solution still; false if there is no solution, or if the search for another was given up.
   *
   * @param emptied cells just emptied, and the grid that they held a part of: it keeps the rules, so it is a solution
   */
  isUnique(unsolved: Unsolved, emptied: { readonly cells: readonly number[]; readonly grid: Digits }): boolean
}

type Unsolved = Pick<Puzzle, 'givens' | 'marks'>

/** The solver for some rules; made once. */
export const generatorSolver = onceForRules((rules): GeneratorSolver => {
  const engineRules = engineRulesOf(rules)
  return engineRules ? engineSolver(engineRules) : searchSolver(rules)
})

/** A grid that is hard to complete is dropped for another. */
const TO_COMPLETE = { solutions: 1, kept: 1, backtrackLimit: 200 }
const TO_CHECK = { solutions: 2, kept: 0, backtrackLimit: Number.POSITIVE_INFINITY }

function engineSolver(engineRules: EngineRules): GeneratorSolver {
  const engine = new Engine(engineRules)
  const solutionCount = (givens: Digits, question: typeof TO_CHECK) => {
    const text = engine.room(1, question)
    for (let cell = 0; cell < givens.length; cell++) text[cell] = ZERO + givens[cell]
    engine.run(Number.POSITIVE_INFINITY)
    return engine.outcome(0).solutionCount
  }
  return {
    solution: (givens) => {
      if (solutionCount(givens, TO_COMPLETE) === 0) return undefined
      const text = engine.solution(0, 0)
      return givens.map((_, cell) => text.charCodeAt(cell) - ZERO)
    },
    isUnique: ({ givens }) => solutionCount(givens, TO_CHECK) === 1,
  }
}

/** The character "0". */
const ZERO = 48

/**
 * For everything else. Of many cells emptied at once, a few backtracks tell whether those givens can go; where they do
 * not, they are taken for too many. A single one can go if its cell can hold no other digit.
 */
function searchSolver(rules: Rules): GeneratorSolver {
  const { size } = rules
  const puzzleOf = ({ givens, marks }: Unsolved) => ({ rules, givens, marks, masks: masksOf(marks, size), text: '' })
  // Constraints are only seen through their cells: grids that keep them take more searching. With 300 backtracks to find a
  // given needed non-consecutive 9×9 grids come down to 7 to 11 givens in 4.4 s, with 100 to 9 to 11 in 1.5 s.
  // After 200 attempts of 200 backtracks two of nine seeds had no 36×36 grid; of 5,000 each has one in 0.8 s.
  const toComplete = rules.constraints.length > 0 ? 10_000 : size === 36 ? 5_000 : TO_COMPLETE.backtrackLimit
  const toBeNeeded = rules.constraints.length > 0 ? 100 : (TO_BE_NEEDED[size] ?? Number.POSITIVE_INFINITY)
  // Another search would make other puzzles of the same seed.
  const search = (puzzle: Puzzle, solutions: number, backtrackLimit: number) =>
    solve(learning, puzzle, { solutions, backtrackLimit })
  return {
    solution: (givens) =>
      search(puzzleOf({ givens, marks: new Map() }), TO_COMPLETE.solutions, toComplete).counts.solutions[0],
    isUnique: (unsolved, { cells: [cell, ...others], grid }) => {
      const puzzle = puzzleOf(unsolved)
      if (others.length > 0) {
        const { end, counts } = search(puzzle, 2, FEW_BACKTRACKS)
        return end === 'exhausted' && counts.solutionCount === 1
      }
      return search(withoutDigitAt(puzzle, cell, grid[cell]), 1, toBeNeeded).end === 'exhausted'
    },
  }
}

const FEW_BACKTRACKS = 10

/**
 * A given whose search makes more stays, proved needed or not. Of 16×16 grids none does: minimal ones have 89 to 98 givens
 * and take 0.1 s, 0.3 s under diagonals, 0.7 s with even cells. 25×25 grids come down to 269 to 281 givens in 3.2 s; with
 * more backtracks they would come further down, and take minutes. On smaller ones all is proved.
 */
const TO_BE_NEEDED: { readonly [S in Size]?: number } = { 16: 20_000, 25: 200, 36: 20 }
