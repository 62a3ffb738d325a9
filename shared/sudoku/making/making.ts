import type { Rating } from '../rating/rating.ts'
import { namesOf } from '../rules/rules.ts'
import { generatingSolved } from './generate.ts'
import { generatingRated } from './generate-rated.ts'
import { generatingVariant, type MadeVariant, type VariantOptions } from './generate-variant.ts'

/** Which puzzles to make, of any kind. */
export interface MakingOptions extends VariantOptions {
  /** The lowest and the highest ER of classic 9×9 puzzles, in tenths: 45 for 4.5. */
  readonly er?: { readonly from: number; readonly to: number } | undefined
  readonly index: number
}

export interface Made extends MadeVariant {
  readonly rating?: Rating
}

/**
 * Makes one puzzle with exactly one solution; it yields between two attempts, so that it can be given up.
 *
 * @throws {RangeError} where the options make no sense, or there seems to be no such puzzle
 */
export function* making(options: MakingOptions): Generator<undefined, Made> {
  const { rules, cages, regions, er } = options
  if (er) return { own: {}, ...(yield* generatingRated({ ...options, ...er })) }
  if (cages || regions) return yield* generatingVariant(options)
  const names = namesOf(rules).filter((name) => name !== 'classic')
  const made = yield* generatingSolved(options)
  return { ...made, own: names.length > 0 ? { rules: names } : {} }
}
