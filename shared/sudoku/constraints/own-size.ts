import { accept, type Checked, refuse } from '../../checked.ts'
import { VARIANT_SIZES } from '../grid/units.ts'
import type { VariantConstraint } from './constraint-json.ts'

interface OwnRules {
  readonly size: number
  readonly regions?: string | undefined
  readonly constraints?: readonly VariantConstraint[] | undefined
  readonly negative?: readonly string[] | undefined
}

/** Constraints that come to masks alone, which grids of any size take. */
const MASKS: readonly string[] = ['even', 'odd'] satisfies VariantConstraint['type'][]

/** Whether a grid of a size takes what a puzzle brings besides named rules: all of it needs sets that bitwise operators take. */
export function checkedOwnSize({ size, regions, constraints = [], negative = [] }: OwnRules): Checked<void> {
  const isPlain =
    regions === undefined && negative.length === 0 && constraints.every(({ type }) => MASKS.includes(type))
  if (isPlain || VARIANT_SIZES.some((side) => side === size)) return accept()
  const expected = `expected ${VARIANT_SIZES.join(', ')} where a puzzle brings regions or constraints but ${MASKS.join(' and ')}`
  return refuse(`size: found ${size}, ${expected}`)
}
