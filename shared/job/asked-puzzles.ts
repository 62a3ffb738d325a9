import { accept, type Checked, refuse } from '../checked.ts'
import type { Fields, ObjectOf } from '../json-schema.ts'
import { ALL_SIZES } from '../sudoku/grid/units.ts'
import {
  GENERATED_RULES,
  type MakingOptions,
  parsePattern,
  parseRange,
  RANGE,
  RANGE_WORDS,
  wrongMaking,
} from '../sudoku/making/making-options.ts'
import { SYMMETRY_NAMES } from '../sudoku/making/symmetry.ts'
import { HUMAN_TECHNIQUE_NAMES, RULE_SET_NAMES, TECHNIQUE_NAMES } from '../sudoku/rating/techniques.ts'
import { normalRules, type RulesName } from '../sudoku/rules/rules.ts'
import { Puzzles } from './puzzles.ts'
import { ER_RANGE, ER_RANGE_WORDS, parseErRange } from './result-filter.ts'

const RULE = { type: 'string', enum: GENERATED_RULES } as const
const TECHNIQUE = { type: 'string', enum: TECHNIQUE_NAMES } as const
const RANGE_FIELD = {
  anyOf: [
    { type: 'integer', minimum: 0, maximum: 1295 },
    { type: 'string', pattern: RANGE.source },
  ],
  expected: RANGE_WORDS,
} as const

/** Which puzzles are to be made, as programs and requests ask for them. */
export const ASKED_PUZZLES_FIELDS = {
  rules: {
    anyOf: [RULE, { type: 'array', items: RULE }],
    optional: true,
    expected: `one of ${GENERATED_RULES.join(', ')}, or a list of them`,
    description:
      'Besides rows, columns and boxes: a name or a list of names. `killer` gives cages with sums, `jigsaw` regions in place of the boxes.',
  },
  size: { type: 'integer', enum: ALL_SIZES, optional: true, description: 'Cells along a side; 9 by default.' },
  seed: {
    anyOf: [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', maxLength: 100 },
    ],
    optional: true,
    expected: 'a whole number, or a text of at most 100 characters',
    description: 'The same seed gives the same puzzles everywhere.',
  },
  clues: { ...RANGE_FIELD, optional: true, description: 'Givens: `28`, `24..30`, `..30`. Minimal puzzles by default.' },
  technique: {
    anyOf: [TECHNIQUE, { type: 'array', items: TECHNIQUE, minItems: 1 }],
    optional: true,
    expected: `one of ${TECHNIQUE_NAMES.join(', ')}, or a list of them`,
    description:
      'The hardest step of a classic 9×9 puzzle; with `er`, one of its steps. If there are several, one of them.',
  },
  ruleSet: {
    type: 'string',
    enum: RULE_SET_NAMES,
    optional: true,
    description: 'Whose `technique` and `er` they are: those of Sudoku Explainer by default.',
  },
  level: {
    type: 'array',
    items: { type: 'string', enum: HUMAN_TECHNIQUE_NAMES },
    minItems: 1,
    optional: true,
    description: 'What has to do for each puzzle, by `human-1`: these techniques, and all before the first of them.',
  },
  countOf: {
    ...RANGE_FIELD,
    optional: true,
    description: 'How many of its steps are of these techniques: `1`, `1..2`.',
  },
  er: {
    type: 'string',
    pattern: ER_RANGE.source,
    optional: true,
    expected: ER_RANGE_WORDS,
    description: 'How hard a classic 9×9 puzzle is, by `ruleSet`: `4.5..5.5`, `7..`.',
  },
  symmetry: { type: 'string', enum: SYMMETRY_NAMES, optional: true, description: 'How the cells of the givens lie.' },
  pattern: {
    type: 'string',
    maxLength: 2_000,
    optional: true,
    description: 'A grid in whose cells the givens are: all but those with `.` or `0`.',
  },
  budget: {
    type: 'number',
    optional: true,
    description: 'How much work a puzzle by wish may take: seconds, as work is counted, alike on every machine.',
  },
} as const satisfies Fields

export type AskedPuzzles = ObjectOf<typeof ASKED_PUZZLES_FIELDS>

/** A refusal names the wish that is wrong, but where several do not go together. */
export function makingOptionsOf(
  asked: AskedPuzzles,
  defaultSeed: string | number,
): Checked<MakingOptions, { readonly field?: keyof AskedPuzzles; readonly detail: string }> {
  const { size = 9, seed = defaultSeed, technique, symmetry, budget, level, ruleSet = level && 'human-1' } = asked
  const names = [asked.rules ?? []].flat()
  const clues = typeof asked.clues === 'number' ? accept(asked.clues) : read(asked.clues, parseRange)
  const countOf = read(asked.countOf === undefined ? undefined : `${asked.countOf}`, parseRange)
  const er = read(asked.er, parseErRange)
  const pattern = read(asked.pattern, (text) => parsePattern(text, size))
  if (!clues.ok) return refuse({ field: 'clues', detail: clues.error })
  if (!countOf.ok) return refuse({ field: 'countOf', detail: countOf.error })
  if (!er.ok) return refuse({ field: 'er', detail: er.error })
  if (!pattern.ok) return refuse({ field: 'pattern', detail: pattern.error })
  if (budget !== undefined && !(budget > 0))
    return refuse({ field: 'budget', detail: `found ${budget}, expected more` })
  const options = {
    ...{ size, seed, symmetry, budget, ruleSet, level, clues: clues.value, countOf: countOf.value, er: er.value },
    pattern: pattern.value,
    rules: normalRules(names.filter((name): name is RulesName => name !== 'killer' && name !== 'jigsaw')),
    cages: names.includes('killer'),
    regions: names.includes('jigsaw'),
    techniques: technique === undefined ? undefined : [technique].flat(),
  }
  const wrong = wrongMaking(options)
  return wrong === undefined ? accept(options) : refuse({ detail: wrong })
}

function read<T>(text: string | undefined, parse: (text: string) => Checked<T>): Checked<T | undefined> {
  return text === undefined ? accept(undefined) : parse(text)
}

const MOST_MADE = 10_000
/** Seconds of work, as it is counted, for one puzzle of a job: a swordfish takes 0.2, a rating of 9.5 some ten. */
const MOST_BUDGET_S = 60
const USUAL_BUDGET_S = 20

export const GENERATE_FIELDS = {
  count: { type: 'integer', minimum: 1, maximum: MOST_MADE, description: 'How many puzzles to make.' },
  ...ASKED_PUZZLES_FIELDS,
  budget: {
    ...{ type: 'integer', minimum: 1, maximum: MOST_BUDGET_S, default: USUAL_BUDGET_S },
    description: ASKED_PUZZLES_FIELDS.budget.description,
  },
} as const satisfies Fields

/**
 * A puzzle that a job is to make travels as the text `#17`, for the seventeenth by the job's wish. What is made of it
 * depends on wish and number alone: so a chunk that comes twice, or is sent again, makes the same puzzles.
 */
export function puzzlesToMake(count: number): Puzzles {
  return Puzzles.of(Array.from({ length: count }, (_, i) => ({ text: `#${i + 1}` })))
}
