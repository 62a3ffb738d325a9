import type { Field, ObjectOf } from '../json-schema.ts'
import {
  RATING_WORDS,
  RULE_SET_NAMES,
  RULE_TECHNIQUE_NAMES,
  STEP_NAMES,
  TECHNIQUE_NAMES,
} from '../sudoku/rating/techniques.ts'
import { STRATEGY_NAMES, type StrategyName } from '../sudoku/search/strategy-facts.ts'

/** The inclusions: what a job may ask its results to carry besides. How each is computed stands elsewhere. */
export interface Inclusion {
  /** Its description, for the list of inclusions. */
  readonly words: string
  /** The fields that it adds to a result. Each is null, or left out, where there is nothing to say. */
  readonly fields: Readonly<Record<string, Field>>
  /** Its columns of CSV, where these are not its fields, and the parts of those that are objects. */
  readonly columns?: readonly string[]
  /**
   * For how many minimal 9×9 puzzles one worker computes it in a second, classic ones, and then on other sizes and under
   * other rules: 9×9 and smaller, 16×16 and 25×25 (`npm run bench -- inclusions`); these are
   * left out where there is nothing to compute. Chunks are sized by it.
   */
  readonly puzzlesASecond: number
  readonly elsewhere?: readonly [number, number, number]
  /** How many searches of a puzzle it may take, each as long as the longest; none by default. */
  readonly searches?: number
  /** The bytes that it takes in packed results, before they are deflated: mostly, and at the most. */
  readonly usualBytes: number
  readonly mostBytes: number
}

/** In tenths: 1 to 11.9, or 20 of what no technique solves; 0 of a grid that is full. */
const RATED = { type: 'number', minimum: 0, maximum: 20, optional: true } as const satisfies Field
const CELL_NAMES = { type: 'array', items: { type: 'string', pattern: '^r\\d+c\\d+$' } } as const satisfies Field
const CELL = { type: 'integer', minimum: 0, maximum: 1295 } as const satisfies Field
const DIGIT = { type: 'integer', minimum: 1, maximum: 36 } as const satisfies Field
const LINK_END = {
  type: 'object',
  properties: { cell: CELL, digit: DIGIT, on: { type: 'boolean', description: 'Whether the digit is there.' } },
} as const satisfies Field

/** A step of a person, on any grid. */
const STEP = {
  type: 'object',
  properties: {
    technique: { enum: [...new Set([...TECHNIQUE_NAMES, ...RULE_TECHNIQUE_NAMES])] },
    name: {
      enum: STEP_NAMES,
      optional: true,
      description: 'What players call it on a classic 9×9 grid, as HoDoKu lists names.',
    },
    rating: { type: 'number', minimum: 1, maximum: 20, optional: true, description: 'Of classic 9×9 puzzles.' },
    cells: { type: 'array', items: CELL, description: 'Of the pattern, row by row from 0.' },
    digits: { type: 'array', items: DIGIT },
    units: {
      type: 'array',
      items: { type: 'string' },
      description: 'Those to look at, and constraints: `row 4`, `the cage at r1c1`.',
    },
    links: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          from: LINK_END,
          to: LINK_END,
          why: {
            enum: ['cell', 'row', 'column', 'box', ...TECHNIQUE_NAMES],
            description: 'What both ends are in, or the technique whose pattern joins them.',
          },
          chain: { type: 'integer', minimum: 0, description: 'Alternatives have a chain each.' },
        },
      },
      description: 'The inferences of chains; none where the steps together would be too long.',
    },
    placements: { type: 'array', items: { type: 'object', properties: { cell: CELL, digit: DIGIT } } },
    eliminations: {
      type: 'array',
      items: { type: 'object', properties: { cell: CELL, digits: { type: 'array', items: DIGIT } } },
      description: 'Besides those that follow from a placement.',
    },
    text: { type: 'string' },
  },
} as const satisfies Field

const COUNT = { type: ['integer', 'null'], minimum: 0 } as const satisfies Field
const GRID = { type: ['string', 'null'], pattern: '^[1-9.]{81}$' } as const satisfies Field

/** A row for each, in the order in which they are listed everywhere, and stand in results. */
export const INCLUSIONS = {
  minimal: {
    words: 'whether the puzzle needs each of its givens, and which ones it does not need',
    fields: {
      minimal: {
        type: ['boolean', 'null'],
        description:
          'Whether the puzzle is minimal: without any one of its givens it would have several solutions. Null where it has not just one solution itself, or where that was not found out within its backtrack limit.',
      },
      redundant: {
        ...CELL_NAMES,
        optional: true,
        description:
          'The cells of the givens that are not needed: each of them alone can go. Empty where `minimal` is true, left out where it is null.',
      },
    },
    puzzlesASecond: 20_000,
    elsewhere: [100, 2, 0.1],
    searches: 2,
    usualBytes: 70,
    mostBytes: 1_400,
  },
  canonical: {
    words: 'a form that is the same for all puzzles that differ only by turning, swapping and relabelling',
    fields: {
      canonical: {
        ...GRID,
        description:
          'The least text, `.` before the digits, of all puzzles that this one becomes when it is mirrored, when bands, stacks, or the rows or columns within them change places, and when digits do: two puzzles are the same but for such changes where this is equal. Null where it is no classic 9×9 puzzle.',
      },
    },
    puzzlesASecond: 100_000,
    usualBytes: 105,
    mostBytes: 110,
  },
  canonicalSolution: {
    words:
      'a form of its solution that is the same for all solutions that differ only by turning, swapping and relabelling',
    fields: {
      canonicalSolution: {
        ...GRID,
        description:
          'The least text of all grids that `solution` becomes by the same changes. It is mostly not the solution of `canonical`. Null where there is no solution, or where it is no classic 9×9 puzzle.',
      },
    },
    puzzlesASecond: 20_000,
    usualBytes: 110,
    mostBytes: 120,
  },
  pattern: {
    words:
      'a form of where its givens are that is the same for all puzzles whose givens lie alike but for turning and swapping',
    fields: {
      pattern: {
        ...GRID,
        description:
          'The least text, `.` before `1`, of all that its givens, each told as `1`, become by the same changes: two puzzles have their givens in the same places but for such changes where this is equal. Null where it is no classic 9×9 puzzle.',
      },
    },
    puzzlesASecond: 60_000,
    usualBytes: 100,
    mostBytes: 110,
  },
  automorphisms: {
    words: 'how many ways of turning, swapping and relabelling leave the puzzle as it is',
    fields: {
      automorphisms: {
        ...COUNT,
        description:
          'How many of the changes of `canonical` leave the puzzle as it is, 1 where only no change does. Null where it is no classic 9×9 puzzle.',
      },
    },
    puzzlesASecond: 100_000,
    usualBytes: 2,
    mostBytes: 30,
  },
  candidates: {
    words: 'the digits that each cell can have, over all solutions',
    fields: {
      candidates: {
        type: ['object', 'null'],
        properties: {
          cells: {
            type: 'array',
            items: { type: 'string', pattern: '^[0-9A-Z]*$' },
            description: 'For each cell, row by row, its digits in all solutions together, a character each.',
          },
          exact: {
            type: 'boolean',
            description:
              'Whether no others are possible. False where the backtrack limit was reached before that was known: those told are possible even so.',
          },
        },
        description: 'Null where there is no solution.',
      },
    },
    // Where there are several solutions; one that is known to be the only one is all there is to tell.
    puzzlesASecond: 750,
    elsewhere: [200, 20, 1],
    searches: 1,
    usualBytes: 120,
    mostBytes: 55_000,
  },
  total: {
    words: 'how many solutions there are',
    fields: {
      total: {
        type: ['object', 'null'],
        properties: {
          solutions: {
            type: 'number',
            minimum: 0,
            description: 'A whole number where it is exact; otherwise an estimate, by random walks through the grid.',
          },
          exact: { type: 'boolean' },
          error: {
            type: 'number',
            minimum: 0,
            maximum: 1,
            optional: true,
            description: 'The standard error of an estimate, as a share of it; 1 where it is more, or unknown.',
          },
        },
        description:
          'Exact up to some 20 million, or a million under rules that the engine does not know, as far as the backtrack limit lets it count. Null on 36×36.',
      },
    },
    puzzlesASecond: 4,
    elsewhere: [4, 0.1, 0.01],
    searches: 1,
    usualBytes: 20,
    mostBytes: 100,
  },
  conflict: {
    words: 'where there is no solution, the givens and constraints that rule each other out',
    fields: {
      conflict: {
        type: ['object', 'null'],
        properties: {
          givens: CELL_NAMES,
          constraints: {
            type: 'array',
            items: { type: 'integer', minimum: 0 },
            description: 'Their places in its `constraints`, from 0.',
          },
          exact: {
            type: 'boolean',
            description:
              'Whether there is a solution without any one of them. False where the backtrack limit was reached before that was known.',
          },
        },
        description:
          'Givens and constraints that leave no solution, as few as remain when all that can go are gone; named rules and regions stay. Null where there is a solution, or where none was found within the backtrack limit.',
      },
    },
    // Of those without a solution.
    puzzlesASecond: 750,
    elsewhere: [200, 20, 1],
    searches: 1,
    usualBytes: 5,
    mostBytes: 20_000,
  },
  counts: {
    words: 'how many backtracks each strategy takes',
    fields: {
      counts: {
        type: ['object', 'null'],
        properties: /* @__PURE__ */ Object.fromEntries(
          /* @__PURE__ */ STRATEGY_NAMES.map((name) => [name, COUNT]),
        ) as Readonly<Record<StrategyName, typeof COUNT>>,
        description:
          'By strategy, the backtracks that it makes until it finds its first solution, or in all if it finds none: a job of that strategy calls them `backtracks`. Null of a strategy that reaches the backtrack limit before or does not take grids of that size, and as a whole where nothing was searched.',
      },
    },
    puzzlesASecond: 50,
    elsewhere: [30, 0.2, 0.01],
    searches: STRATEGY_NAMES.length,
    usualBytes: 140,
    mostBytes: 300,
  },
  rating: {
    words: 'how hard it is for a person, as Sudoku Explainer rates it',
    fields: {
      rating: {
        type: ['object', 'null'],
        properties: {
          er: { ...RATED, description: 'The rating of the hardest step.' },
          ep: { ...RATED, description: 'The same up to the first digit that is placed.' },
          ed: { ...RATED, description: 'The rating of the first step.' },
          atLeast: {
            ...RATED,
            description:
              'In the place of the three, where the rating takes more work than it may: what is known of `er`.',
          },
          difficulty: {
            enum: RATING_WORDS,
            optional: true,
            description: 'What a newspaper would call it, by `er`; left out with that.',
          },
          ruleset: { enum: RULE_SET_NAMES, description: 'Ratings of two rule sets do not compare.' },
          technique: { enum: TECHNIQUE_NAMES, optional: true, description: 'That of the hardest step.' },
          minutes: {
            type: 'number',
            minimum: 0,
            optional: true,
            description: 'By `human-1`: about how long a practised person takes (docs/ratings.md).',
          },
        },
        description: 'Null where it is no classic 9×9 puzzle with one solution.',
      },
    },
    columns: /* @__PURE__ */ ['er', 'ep', 'ed', 'technique', 'atLeast', 'difficulty', 'minutes'].map(
      (part) => `rating.${part}`,
    ),
    puzzlesASecond: 300,
    searches: 2,
    usualBytes: 5,
    mostBytes: 140,
  },
  steps: {
    words: 'the steps by which a person solves it, each with its reason',
    fields: {
      steps: {
        type: ['array', 'null'],
        items: STEP,
        description: 'Null where it has not just one solution.',
      },
      stepsEnd: {
        enum: ['solved', 'stuck', 'limit'],
        optional: true,
        description:
          'Where they end: at the solution, where no technique goes on, or where it would take too much work.',
      },
    },
    puzzlesASecond: 60,
    elsewhere: [5, 2, 0.5],
    searches: 2,
    usualBytes: 20_000,
    mostBytes: 170_000,
  },
  hint: {
    words: 'the next step for a person, or what is wrong in a puzzle that is begun',
    fields: {
      hint: {
        type: ['object', 'null'],
        properties: {
          wrong: {
            ...CELL_NAMES,
            description: 'The cells whose digits, or whose candidates, are not those of the solution.',
          },
          text: {
            type: 'string',
            description: 'Says what is wrong, or else the step, or that no simple one is there.',
          },
          step: { ...STEP, optional: true },
        },
        description: 'Null where it has not just one solution.',
      },
    },
    puzzlesASecond: 300,
    elsewhere: [50, 50, 10],
    searches: 2,
    usualBytes: 500,
    mostBytes: 20_000,
  },
} as const satisfies Readonly<Record<string, Inclusion>>

export type InclusionName = keyof typeof INCLUSIONS

export const INCLUSION_NAMES = /* @__PURE__ */ Object.keys(INCLUSIONS) as [InclusionName, ...InclusionName[]]

/** The fields that one of them adds to a result. */
export type Addition<Name extends InclusionName> = ObjectOf<(typeof INCLUSIONS)[Name]['fields']>

/** The fields that results may have because their job asked for them; those not computed are left out. */
export type IncludedFields = Partial<UnionToIntersection<Addition<InclusionName>>>
type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never

/** Every field that something asked for adds to results, for the description of the API: none has to be there. */
export const INCLUDED_FIELDS: Readonly<Record<string, Field>> = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.values(INCLUSIONS).flatMap(({ fields }) =>
    Object.entries<Field>(fields).map(([name, field]) => [name, { ...field, optional: true }]),
  ),
)

/** The columns of CSV of what is included, behind all others. */
export function columnsOf(include: readonly InclusionName[]): readonly string[] {
  return include.flatMap((name) => {
    const { columns, fields }: Inclusion = INCLUSIONS[name]
    if (columns) return columns
    return Object.entries(fields).flatMap(([field, { properties }]) =>
      properties ? Object.keys(properties).map((part) => `${field}.${part}`) : field,
    )
  })
}

/** How many searches a puzzle may take at most, its own among them. */
export function mostSearches(include: readonly InclusionName[] = []): number {
  return include.map((name): Inclusion => INCLUSIONS[name]).reduce((sum, { searches = 0 }) => sum + searches, 1)
}
