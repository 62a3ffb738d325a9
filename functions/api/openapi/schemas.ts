import type { NamedPuzzle } from '../../../shared/input/entry.ts'
import { ASKED_PUZZLES_FIELDS, GENERATE_FIELDS } from '../../../shared/job/asked-puzzles.ts'
import { INCLUDED_FIELDS, INCLUSION_NAMES, INCLUSIONS } from '../../../shared/job/inclusions.ts'
import * as limits from '../../../shared/job/limits.ts'
import { RESULT_FIELDS, STATUSES } from '../../../shared/job/result.ts'
import { type Field, ref } from '../../../shared/json-schema.ts'
import { PROBLEM_ERROR_FIELDS } from '../../../shared/protocol/problem-error.ts'
import { JOB_OPTION_FIELDS, LABEL_FIELDS, SEAL_FIELDS, WEBHOOK_FIELDS } from '../../../shared/protocol/requests.ts'
import * as views from '../../../shared/protocol/views.ts'
import { CONSTRAINT_TYPES, CONSTRAINTS } from '../../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../../shared/sudoku/constraints/relation.ts'
import { RULES_NAMES, rulesInWords } from '../../../shared/sudoku/rules/rules.ts'
import { PROBLEMS } from '../problem.ts'
import { closed, count, described, object, published } from './operation.ts'

const optionFields: Readonly<Record<string, Field>> = published(JOB_OPTION_FIELDS)
const OPTION_TEXTS: Record<keyof typeof JOB_OPTION_FIELDS, string> = {
  strategy: 'How to search; named for what it infers before it guesses.',
  rules: `The rules of every puzzle besides rows, columns and boxes: a name, or a list of names that all hold; \`classic\` adds nothing. ${rulesInWords()}`,
  size: 'Cells along a side. When left out, the length of each puzzle, or of its regions, tells it. Grids of 5, 7 and 8 have no boxes of their own, so that each has to bring regions.',
  solutions:
    'How many solutions to look for. 2 tells whether the first is the only one: the default of `bit-parallel`; 1 is that of all others.',
  backtrackLimit: 'Backtracks that each puzzle may take; one more ends its search as `aborted`.',
  ruleSet:
    'By whose techniques puzzles are rated and solved step by step: those of Sudoku Explainer, `se-1.2.1`, by default, or those of a person. A job that makes its puzzles takes those of its wish by default.',
  level:
    'What somebody can do, by `human-1`, which it implies, and no other rule set. Those techniques are used, all that come before the first of them, and no others; a puzzle that is not solved by them has the rating 20, and its steps end as `stuck`.',
  include: `Additions to each result. ${INCLUSION_NAMES.map((name) => `\`${name}\`: ${INCLUSIONS[name].words}`).join(' · ')}`,
}
const optionsWith = (words: (text: string, value: unknown) => string) =>
  Object.fromEntries(
    Object.entries(OPTION_TEXTS).map(([name, text]) => {
      const { default: value, ...schema } = optionFields[name]
      return [name, { ...schema, description: words(text, value) }]
    }),
  )
/**
 * The options of a job; as fields of a JSON body, or as query parameters of a text. Their defaults are told in words:
 * generators take a field with a `default` for one that is always there.
 */
export const options = optionsWith((text, value) => (value === undefined ? text : `${text} By default \`${value}\`.`))
/** The same in an answer, where every one has its value. */
const chosenOptions = optionsWith((text) => text)
export const labels = {
  name: { ...published(LABEL_FIELDS).name, description: 'Your name for the job: the list can be asked for it.' },
  metadata: ref('Metadata'),
}
const webhook = {
  ...closed(described(WEBHOOK_FIELDS)),
  description: 'The address that is told when the job has ended.',
}
/** The fields of a job besides its puzzles, in JSON. */
const asked = { ...labels, webhook, ...options }
const { size: _size, rules: _rules, ...ofMade }: Readonly<Record<string, object>> = asked
const puzzles = {
  type: 'array',
  minItems: 1,
  maxItems: limits.MAX_PUZZLES,
  items: { oneOf: [ref('Grid'), ref('NamedPuzzle')] },
}

/** A cell as a number, as a text of that form, or empty. */
const cellOf = (pattern: string) => ({
  oneOf: [{ type: 'integer', minimum: -2, maximum: 36 }, { type: 'string', pattern }, { type: 'null' }],
})
const rows = { type: 'array', items: { type: 'array', items: cellOf('^[0-9A-Za-z.*_-]$') } }
/** A grid as a list of its cells, or of rows that are texts. */
const cells = { type: 'array', minItems: 1, items: cellOf('^[0-9A-Za-z.*_-]{1,36}$') }
const givenGrid = [{ type: 'string', maxLength: limits.MAX_PUZZLE_LENGTH }, rows, cells]
const oneRule = { type: 'string', enum: RULES_NAMES }
const orNull = (description: string, ...of: object[]) => ({ oneOf: [...of, { type: 'null' }], description })

const requests = {
  Grid: {
    description:
      'A grid of 16, 36, 81, 256, 625 or 1296 cells, or of 25, 49 or 64 with regions, row by row. As text: a character a cell (`53..7…`), with white space anywhere, or numbers separated by blanks; `0 . * _ -` are empty, and digits above 9 are letters. In a 36×36 grid of characters 0 is the digit 36, where another symbol is an empty cell. A text may also be a form that brings rules of its own, such as a link of f-puzzles or SudokuPad. As rows: numbers, or one character a cell as in a text; 0, null or "." is empty. As a list: of all cells likewise, or of rows that are texts.',
    oneOf: [{ type: 'string' }, rows, cells],
  },
  NamedPuzzle: {
    description:
      'A puzzle with what you know of it. Other fields are refused here, as they may be slips; in a line of NDJSON they are ignored. An `id` or `solution` that is null or an empty text is as good as left out.',
    ...closed(
      object(
        {
          puzzle: ref('Grid'),
          id: {
            type: ['string', 'integer', 'null'],
            maxLength: limits.MAX_ID_LENGTH,
            minimum: Number.MIN_SAFE_INTEGER,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Your own name for it, which comes back with its result, a number as text.',
          },
          solution: orNull(
            'A solution that you have: the result says whether it is one, and the job counts those that are not.',
            ...givenGrid,
          ),
          regions: {
            type: ['string', 'null'],
            description:
              'A character a cell, alike for the cells of one region (`AAAAABBBB…`): they take the place of the boxes.',
          },
          rules: orNull('Rules besides those of the job.', oneRule, { type: 'array', items: oneRule }),
          constraints: orNull(
            `Demands on some cells. With regions and rules it takes ${limits.MAX_RULES_LENGTH_TO_16} characters at most, on grids of 25 cells a side ${limits.MAX_RULES_LENGTH}.`,
            { type: 'array', items: ref('Constraint') },
          ),
          negative: orNull('The kinds of pairs of which all are shown, so that other neighbours are no such pair.', {
            type: 'array',
            items: { type: 'string', enum: PAIR_TYPES },
          }),
          placed: orNull('For `include: hint`: the digits that somebody has placed so far, as a grid.', ...givenGrid),
          candidates: orNull(
            'For `include: hint`: for each cell, row by row, the digits that are noted there, a character each; an empty text where nothing is.',
            { type: 'array', items: { type: 'string' } },
          ),
        } satisfies Record<keyof NamedPuzzle, object>,
        { optional: ['id', 'solution', 'regions', 'rules', 'constraints', 'negative', 'placed', 'candidates'] },
      ),
    ),
  },
  Constraint: {
    description: 'A constraint. Cells are `r1c1`, the row and the column counted from 1.',
    oneOf: CONSTRAINT_TYPES.map((type) => {
      const { words, fields } = CONSTRAINTS[type]
      return {
        title: type,
        description: words,
        ...closed(described({ type: { type: 'string', enum: [type] }, ...fields })),
      }
    }),
  },
  JobRequest: {
    ...closed(object({ puzzles, ...asked }, { optional: Object.keys(asked) })),
    description: 'A job that comes in one piece.',
  },
  MadeJobRequest: {
    ...closed(object({ generate: ref('AskedPuzzles'), ...ofMade }, { optional: Object.keys(ofMade) })),
    description:
      'A job whose puzzles are made, by a wish, which has their size and rules: its results are those puzzles with their solutions.',
  },
  AskedPuzzles: closed(described(GENERATE_FIELDS)),
  OpenJobRequest: {
    ...closed(object({ open: { const: true }, ...asked }, { optional: Object.keys(asked) })),
    description: 'A job whose puzzles come in parts.',
  },
  PartRequest: closed(object({ puzzles })),
  SealRequest: closed(described(SEAL_FIELDS)),
}

const answers = {
  JobOptions: object(
    { ...chosenOptions, generate: { ...described(ASKED_PUZZLES_FIELDS), description: 'How its puzzles are made.' } },
    { optional: ['size', 'include', 'ruleSet', 'level', 'generate'] },
  ),
  Metadata: {
    ...published(LABEL_FIELDS).metadata,
    maxProperties: limits.MAX_METADATA_KEYS,
    description:
      'Texts that you keep with the job: they come back with it, and the service does nothing else with them.',
  },
  JobCounts: {
    ...object({
      total: count('Puzzles of the parts that are in.'),
      pending: count('Puzzles with no result yet.'),
      ...Object.fromEntries(STATUSES.map((status) => [status, count(`Puzzles whose status is \`${status}\`.`)])),
    }),
    description: '`pending` and the outcomes add up to `total`, on every poll.',
  },
  Backtracks: { ...described(views.BACKTRACKS_FIELDS), description: 'Over all puzzles searched so far.' },
  Ratings: {
    ...described(views.RATINGS_FIELDS),
    description: 'For a job that includes `rating`: how hard the puzzles are that are rated so far.',
  },
  Job: described(views.JOB_FIELDS),
  EndedJob: { ...described(views.ENDED_JOB_FIELDS), description: 'A job that has ended, with its first results.' },
  JobEvent: { ...described(views.JOB_EVENT_FIELDS), description: 'The end of a job, as a webhook is told it.' },
  JobList: described(views.JOB_LIST_FIELDS),
  Part: described(views.PART_FIELDS),
  PartsPage: described(views.PARTS_PAGE_FIELDS),
  Delivery: described(views.DELIVERY_FIELDS),
  DeliveryList: described(views.DELIVERY_LIST_FIELDS),
  Result: described({ ...RESULT_FIELDS, ...INCLUDED_FIELDS }),
  ResultsPage: described(views.RESULTS_PAGE_FIELDS),
}

const KINDS = Object.keys(PROBLEMS)

export const schemas = {
  ...requests,
  ...answers,
  ProblemError: { ...described(PROBLEM_ERROR_FIELDS), description: 'A fault at one place of a request.' },
  Problem: {
    ...described({
      ...views.PROBLEM_FIELDS,
      type: { enum: KINDS.map((name) => `/problems/${name}`), description: views.PROBLEM_FIELDS.type.description },
      code: { enum: KINDS, description: views.PROBLEM_FIELDS.code.description },
    }),
    description: 'An error, as RFC 9457 describes it.',
  },
}
