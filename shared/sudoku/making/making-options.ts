import { accept, type Checked, refuse } from '../../checked.ts'
import { DEFAULT_RULE_SET, techniquesOf } from '../rating/techniques.ts'
import { checkedSize, namesOf, RULES_NAMES, rulesFor } from '../rules/rules.ts'
import type { Range } from './generate.ts'
import type { WishOptions } from './generate-wished.ts'

/** The rules of puzzles that can be made: `killer` gives cages with sums, `jigsaw` regions in the place of the boxes. */
export const GENERATED_RULES = [...RULES_NAMES, 'killer', 'jigsaw'] as const
export type GeneratedRule = (typeof GENERATED_RULES)[number]

/** Which puzzles to make, of any kind. */
export interface MakingOptions extends Omit<WishOptions, 'clues'> {
  readonly clues?: number | Range | undefined
  /** The most work that may be done, in seconds as it is counted. */
  readonly budget?: number | undefined
  /** Rules of their own: cages with sums, regions in place of the boxes. */
  readonly cages: boolean
  readonly regions: boolean
}

/** The wishes among some options; undefined where any puzzle of its rules and clues will do. */
export function wishIn({ clues, ...options }: MakingOptions): WishOptions | undefined {
  const { techniques, countOf, er, level, symmetry, pattern } = options
  const isWish = [techniques, countOf, er, level, symmetry, pattern].some((wish) => wish !== undefined)
  if (!isWish && typeof clues !== 'object') return undefined
  const range = typeof clues === 'number' ? { from: clues, to: clues } : clues
  const most = options.size ** 2 - 1
  return { ...options, ...(range && { clues: { from: range.from, to: Math.min(range.to, most) } }) }
}

/** What of some options cannot be, in words; undefined if all of it can. */
export function wrongMaking(options: MakingOptions): string | undefined {
  const { clues = 0, rules, size, cages, regions } = options
  const known = checkedSize(rules, size, regions)
  if (!known.ok) return `size: ${known.error}`
  // Larger ones would take minutes.
  if ((cages || regions) && size > 9)
    return `size: found ${size}, expected at most 9 for ${cages ? 'killer' : 'jigsaw'}`
  if (regions && namesOf(rules).includes('disjoint'))
    return 'found jigsaw and disjoint, expected boxes, which have the same places'
  const range = typeof clues === 'number' ? { from: clues, to: clues } : clues
  const highest = range.to === Number.POSITIVE_INFINITY ? range.from : range.to
  const most = size ** 2 - 1
  if (highest > most) return `found ${highest} clues, expected a whole number from 0 to ${most}`
  return wishIn(options) && wrongWish(options)
}

function wrongWish(options: MakingOptions): string | undefined {
  const { techniques, countOf, er, clues, symmetry, pattern, rules, size, cages, regions } = options
  const { ruleSet = DEFAULT_RULE_SET, level } = options
  const isRated = techniques !== undefined || er !== undefined || level !== undefined
  if (cages || regions) return 'found killer or jigsaw with a wish, expected named rules'
  // It throws for sizes that only regions have, such as 5×5.
  const known = rulesFor(rules, size)
  if (isRated && !(known.isClassic && size === 9))
    return 'found a technique or rating for other rules or another size, expected classic 9×9 puzzles'
  if (level && ruleSet !== 'human-1') return `found a level with ${ruleSet}, expected human-1`
  const able = techniquesOf(options)
  const unknown = techniques?.find((name) => !able.includes(name))
  if (unknown) return `found ${unknown}, expected ${level ? 'techniques of the level' : `those of ${ruleSet}`}`
  if (countOf && !techniques) return 'found how many steps, but not of which technique'
  if (!pattern) return undefined
  if (symmetry || clues !== undefined) return 'found a pattern with symmetry or clues, which it tells itself'
  if (known.marks.length > 0) return 'found a pattern for rules with marks, expected other rules'
  return undefined
}

/** The cells of a pattern's givens: all but those with `.` or `0`; blanks and line ends are left out. */
export function parsePattern(text: string, size: number): Checked<readonly number[]> {
  const cells = text.replace(/\s/g, '')
  if (cells.length !== size * size) return refuse(`found ${cells.length} cells, expected ${size * size}`)
  return accept([...cells].flatMap((symbol, cell) => (symbol === '.' || symbol === '0' ? [] : [cell])))
}

/** A range of whole numbers as people write it: `24..30`, `24..`, `..30`, or `28` alone. */
export const RANGE = /^(\d{1,9}(\.\.(\d{1,9})?)?|\.\.\d{1,9})$/
export const RANGE_WORDS = 'a whole number, or a range such as 24..30, 24.. or ..30'

export function parseRange(text: string): Checked<Range> {
  const expected = `expected ${RANGE_WORDS}`
  if (!RANGE.test(text)) return refuse(expected)
  const [first, last = first] = text.split('..')
  const range = { from: Number(first), to: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  return range.from <= range.to ? accept(range) : refuse(`found ${text}, ${expected}`)
}
