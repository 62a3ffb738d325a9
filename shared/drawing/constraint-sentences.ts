import { capitalised } from '../capitalised.ts'
import {
  CONSTRAINTS,
  type ConstraintOf,
  type ConstraintType,
  type VariantConstraint,
} from '../sudoku/constraints/constraint-json.ts'

/** A sentence on each kind of constraint: a line is seen, but not what it means. */
export function constraintSentences(constraints: readonly VariantConstraint[] = []): readonly string[] {
  const sentences = constraints.map((one) => {
    const printed = PRINTED[one.type]
    return sentence(one.type, typeof printed === 'function' ? printed(one as never) : printed)
  })
  return [...new Set(sentences)]
}

/** What constraints of a type ask for; undefined where each asks for something else. */
export function typeSentence(type: ConstraintType): string | undefined {
  const printed = PRINTED[type]
  return typeof printed === 'function' ? undefined : sentence(type, printed)
}

/** For somebody who sees it drawn: its number stands there. */
function sentence(type: ConstraintType, words: string = CONSTRAINTS[type].words): string {
  const name = NAMES[type] ?? type.replaceAll('-', ' ')
  return `${capitalised(name)}: ${words.replaceAll(/`(sum|value)`/g, 'its number').replaceAll('`', '')}.`
}

/** What solvers call them, where programs say something else; hints and the page's constraints say so, too. */
const NAMES: { readonly [T in ConstraintType]?: string } = {
  difference: 'white dot',
  ratio: 'black dot',
  xv: 'X and V',
  walk: 'pattern',
}

/** Words for constraints whose drawing does not show everything, or whose own words name fields. */
const PRINTED: { readonly [T in ConstraintType]?: string | ((one: ConstraintOf<T>) => string) } = {
  difference: 'its two digits differ by its number, or by 1 where none is said',
  ratio: 'one of its two digits is its number times the other, or twice it where none is said',
  thermometer: 'digits rise from the bulb on',
  'slow-thermometer': 'digits rise from the bulb on, or stay the same',
  clone: 'each cell of one of the two holds what its fellow in the other does',
  candidates: ({ cells, digits }) => `${cells.join(' and ')} ${cells.length > 1 ? 'hold' : 'holds'} ${either(digits)}`,
  pairs: ({ allowed, each }) => {
    const pairs = Object.entries(allowed).map(([digit, others]) => `after ${digit}: ${either(others)}`)
    return `on each line, ${each === 'all' ? 'any later' : 'the next'} cell holds, ${pairs.join('; ')}`
  },
  walk: ({ pattern }) =>
    pattern === undefined
      ? 'its states are told where the puzzle comes from'
      : `the digits, read from cell to cell, match ${pattern}`,
}

const either = (digits: Iterable<string | number>) => [...digits].join(' or ')
