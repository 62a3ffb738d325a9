import type * as z from 'zod/mini'
import { MAX_ID_LENGTH } from '../../../shared/input/entry.ts'
import { INPUT_FORMATS } from '../../../shared/input/input-format.ts'
import { MAX_PARTS, MAX_PUZZLE_LENGTH, MAX_PUZZLES } from '../../../shared/job/limits.ts'
import { OUTCOME_COUNTERS, STATUSES } from '../../../shared/job/result.ts'
import { jobOptionsSchema, sealSchema } from '../../../shared/protocol/requests.ts'
import { rulesInWords } from '../../../shared/sudoku/rules.ts'
import { KEPT_SOLUTIONS, STRATEGY_NAMES } from '../../../shared/sudoku/strategies/strategy.ts'
import { PROBLEMS } from '../problem.ts'
import { address, count, fieldsOf, object, optionalCount, optionalNumber, ref, text, time } from './operation.ts'

/** What clients send, as JSON Schema. */

const optionFields: Readonly<Record<string, object>> = fieldsOf(jobOptionsSchema)
const OPTION_TEXTS: Record<keyof z.output<typeof jobOptionsSchema>, string> = {
  strategy: 'How to search; named for what it infers before it guesses.',
  rules: `What holds besides rows, columns and boxes; under \`classic\` nothing. ${rulesInWords()}`,
  size: 'Cells along a side. Told from the length of each puzzle when left out.',
  solutions:
    'How many solutions to look for. 2 tells whether the first is the only one: the default of `bit-parallel`; 1 is that of all others.',
  backtrackLimit: 'Backtracks that each puzzle may take; the one beyond them ends its search as `aborted`.',
}
/** The options of a job; as fields of a JSON body, or as query parameters of a text. */
export const options = Object.fromEntries(
  Object.entries(OPTION_TEXTS).map(([name, description]) => [name, { ...optionFields[name], description }]),
)
const puzzles = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_PUZZLES,
  items: { oneOf: [ref('Grid'), ref('NamedPuzzle')] },
}

const requests = {
  Grid: {
    description:
      'A grid of 16, 36, 81, 256 or 625 cells, row by row. As text: a character a cell (`53..7…`), white space anywhere, or numbers separated by blanks; empty is `0 . * _ -`; digits above 9 are letters. As rows: numbers, 0 or "." for empty.',
    oneOf: [
      { type: 'string' },
      {
        type: 'array',
        items: {
          type: 'array',
          items: {
            oneOf: [
              { type: 'integer', minimum: -2, maximum: 25 },
              { type: 'string', pattern: '^[0-9.*_-]$' },
            ],
          },
        },
      },
    ],
  },
  NamedPuzzle: object(
    {
      puzzle: ref('Grid'),
      id: {
        type: 'string',
        maxLength: MAX_ID_LENGTH,
        description: 'Your own name for it; comes back with its result.',
      },
      solution: {
        type: 'string',
        maxLength: MAX_PUZZLE_LENGTH,
        description: 'A solution that you have; its result says whether it is one, the job counts those that are none.',
      },
    },
    { optional: ['id', 'solution'] },
  ),
  JobRequest: {
    ...object({ puzzles, ...options }, { optional: Object.keys(options) }),
    description: 'A job that comes in one piece.',
  },
  OpenJobRequest: {
    ...object({ open: { const: true }, ...options }, { optional: Object.keys(options) }),
    description: 'A job whose puzzles come in parts.',
  },
  PartRequest: object({ puzzles }),
  SealRequest: {
    ...object({
      parts: {
        ...fieldsOf(sealSchema).parts,
        description: 'How many parts the job has, which are numbered from 1.',
      },
    }),
  },
}

/** Jobs and their parts as they are answered, as JSON Schema. */

const format = {
  enum: [...INPUT_FORMATS, 'json', 'packed'],
  description:
    'As which the puzzles were understood: `lines`, a puzzle a line · `grids`, row by row · `csv` · `ndjson` · `json` · `packed`.',
}

const jobs = {
  JobOptions: object(options, { optional: ['size'] }),
  JobCounts: {
    ...object({
      total: count('Puzzles of the parts that are in.'),
      pending: count('Puzzles with no result yet.'),
      ...Object.fromEntries(
        Object.entries(OUTCOME_COUNTERS).map(([status, name]) => [
          name,
          count(`Puzzles whose status is \`${status}\`.`),
        ]),
      ),
    }),
    description: '`pending` and the outcomes add up to `total`, on every poll.',
  },
  Backtracks: {
    ...object({
      sum: count('All of them together.'),
      max: count('The most that one puzzle took.'),
      histogram: {
        type: 'array',
        items: object({
          from: count('The fewest.'),
          to: count('The most.'),
          puzzles: count('How many puzzles took so many.'),
        }),
        description: 'How many puzzles took 0, 1, 2–3, 4–7, … backtracks, up to the range of the most.',
      },
    }),
    description: 'Over all puzzles searched so far.',
  },
  Job: object(
    {
      id: text('Unguessable: who has it can read the job.'),
      state: {
        enum: ['open', 'running', 'completed', 'cancelling', 'cancelled', 'expired'],
        description:
          '`open`: parts may still come · `running` · `completed` · `cancelling`: puzzles that workers hold are still being solved · `cancelled` · `expired`. The last, `cancelled` and `completed` are final, but that failed puzzles of a completed job can be sent again.',
      },
      options: ref('JobOptions'),
      parts: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_PARTS,
        description: 'Parts that are in; 1 where the job came in one piece.',
      },
      formats: { type: 'array', items: format, uniqueItems: true },
      counts: ref('JobCounts'),
      mismatches: count('Solutions that came with their puzzles and are none.'),
      backtracks: ref('Backtracks'),
      puzzlesPerSecond: optionalNumber('From when a worker began until the counts changed last; null before.'),
      secondsLeft: optionalCount('Until nothing is pending, at that rate.'),
      createdAt: time('When the job was submitted.'),
      startedAt: time('When a worker began with it.'),
      finishedAt: time('When its last puzzle was done.'),
      expiresAt: time('When the job and its results are deleted.'),
      links: object({ self: address('Where to poll.'), results: address('Where to read results.') }),
    },
    { optional: ['startedAt', 'finishedAt'] },
  ),
  JobList: object({
    jobs: { type: 'array', items: ref('Job'), description: 'Newest first.' },
    next: { type: ['string', 'null'], description: 'The `cursor` to read on with; null at the end.' },
  }),
  Part: object({
    part: { type: 'integer', minimum: 1, maximum: MAX_PARTS, description: 'Its number.' },
    puzzles: { type: 'integer', minimum: 1, description: 'How many it holds.' },
    format,
    digest: {
      type: 'string',
      pattern: '^[\\w-]{43}$',
      description: 'SHA-256 of its content, unpacked, in base64url: sent again with the same, nothing changes.',
    },
  }),
}

/** Results as they are answered, as JSON Schema. */

const results = {
  Result: object(
    {
      line: { type: 'integer', minimum: 1, description: "The puzzle's place in the job, over all its parts." },
      id: text('The name that it was submitted with.'),
      puzzle: text('A character a cell, `.` for empty; as it came where it could not be read.'),
      status: {
        enum: STATUSES,
        description:
          '`solved` · `multiple`: two or more solutions were found · `no-solution` · `invalid`: no grid, or givens that clash · `aborted`: its backtrack limit was reached · `failed`: out of attempts · `cancelled`.',
      },
      strategy: { enum: STRATEGY_NAMES },
      unique: {
        type: ['boolean', 'null'],
        description:
          'Whether the solution is the only one; null where only one was asked for, or where it was not found out.',
      },
      solutionCount: count('Solutions found, at most as many as were asked for.'),
      solution: text('The first solution, a character a cell.'),
      solutions: {
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: KEPT_SOLUTIONS,
        description: 'Where several were found: the first hundred.',
      },
      backtracks: optionalCount(
        'Placements that the search made and undid until it found its first solution, or in all where there is none; null where nothing was searched.',
      ),
      searchBacktracks: optionalCount('The same of the whole search.'),
      searchVersion: {
        type: 'integer',
        minimum: 1,
        description: 'Raised when a change to a strategy moves its counts: those of one version compare.',
      },
      givenIsCorrect: {
        type: 'boolean',
        description: 'Whether the solution that came with the puzzle is one; left out where none came.',
      },
      reason: text(
        'Why it is `invalid` or `failed`, or why the given solution is none: where, what came, what was expected.',
      ),
    },
    { optional: ['id', 'solution', 'solutions', 'givenIsCorrect', 'reason'] },
  ),
  ResultsPage: object({
    results: { type: 'array', items: ref('Result') },
    next: {
      type: ['integer', 'null'],
      minimum: 1,
      description:
        "The line to read on from; null at the job's end. While the job runs, the next page may still be empty.",
    },
  }),
}

/** What crosses the wire, as JSON Schema. */
export const schemas = {
  ...requests,
  ...jobs,
  ...results,
  Problem: {
    type: 'object',
    description: 'An error, as RFC 9457 has it.',
    required: ['type', 'title', 'status'],
    additionalProperties: false,
    properties: {
      type: { enum: Object.keys(PROBLEMS).map((name) => `/problems/${name}`) },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What came, and what was expected.' },
      errors: {
        type: 'array',
        items: { type: 'string' },
        description: 'Each place that is wrong: `puzzles[16]: cell 40: found "x", expected 1–9, 0 or "."`.',
      },
    },
  },
}
