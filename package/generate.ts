import { ended } from '../shared/ended.ts'
import { parseErRange } from '../shared/job/result-filter.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { ALL_SIZES, type Size } from '../shared/sudoku/grid/units.ts'
import { type Made, making } from '../shared/sudoku/making/making.ts'
import type { PuzzleRules } from '../shared/sudoku/rules/puzzle-rules.ts'
import { checkedSize, normalRules, RULES_NAMES, type RulesName } from '../shared/sudoku/rules/rules.ts'
import { type Pausing, paused } from './pausing.ts'

export interface GenerateOptions {
  /** Besides rows, columns and boxes; `killer` gives cages with sums, `jigsaw` regions in place of the boxes. */
  readonly rules?: GeneratedRule | readonly GeneratedRule[]
  /** Cells a side, 9 by default; 9 at the most for `killer` and `jigsaw`. */
  readonly size?: Size
  /** The same seed and index give the same puzzle on every machine; by chance where no seed is given. */
  readonly seed?: number | string
  /** From 0. */
  readonly index?: number
  /** Givens; a minimal puzzle by default. */
  readonly clues?: number
  /** How hard a classic 9×9 puzzle is to be: `4.5..5.5`, `7..`, `..2.5` or `6.6`. */
  readonly er?: string
}

type GeneratedRule = RulesName | 'killer' | 'jigsaw'

/** A puzzle as {@link solve} takes it, with its rules in words. */
export interface MadePuzzle extends PuzzleRules {
  readonly puzzle: string
  readonly solution: string
}

/**
 * A puzzle with exactly one solution.
 *
 * @throws {RangeError} where an option makes no sense, or no such puzzle is found
 */
export function generate(options: GenerateOptions = {}): MadePuzzle {
  return puzzleOf(ended(making(askedOf(options))))
}

/** As {@link generate}, with a pause after each attempt, in which others can work. */
export async function generateAsync({ signal, ...options }: GenerateOptions & Pausing = {}): Promise<MadePuzzle> {
  return puzzleOf(await paused(making(askedOf(options)), signal))
}

const OPTIONS: readonly string[] = ['rules', 'size', 'seed', 'index', 'clues', 'er'] satisfies (keyof GenerateOptions)[]

function askedOf(options: GenerateOptions): Parameters<typeof making>[0] {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: unknown option, expected ${OPTIONS.join(', ')}`)
  const { rules: asked = [], size = 9, seed = Math.random(), index = 0, clues, er } = options
  const names = [asked].flat()
  const wrong = names.find((name) => name !== 'killer' && name !== 'jigsaw' && !RULES_NAMES.includes(name))
  if (wrong !== undefined)
    throw new RangeError(`rules: found ${wrong}, expected ${RULES_NAMES.join(', ')}, killer, jigsaw`)
  const [cages, regions] = [names.includes('killer'), names.includes('jigsaw')]
  const rules = normalRules(names.filter((name): name is RulesName => name !== 'killer' && name !== 'jigsaw'))
  if (!ALL_SIZES.includes(size)) throw new RangeError(`size: found ${size}, expected ${ALL_SIZES.join(', ')}`)
  const known = checkedSize(rules, size, regions)
  if (!known.ok) throw new RangeError(`size: ${known.error}`)
  const range = er === undefined ? undefined : parseErRange(er)
  if (range && !range.ok) throw new RangeError(`er: ${range.error}`)
  if (range && (clues !== undefined || size !== 9 || names.length > 0))
    throw new RangeError('er: found beside clues, size or rules, expected a classic 9×9 puzzle')
  return { rules, size, seed, index, clues, cages, regions, er: range?.value }
}

function puzzleOf({ puzzle, solution, own }: Made): MadePuzzle {
  return { ...own, puzzle, solution: textOf(solution) }
}
