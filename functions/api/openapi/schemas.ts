import * as z from 'zod/mini'
import { OUTCOME_COUNTERS, STATUSES } from '../../../shared/job/result.ts'
import { jobOptionsSchema } from '../../../shared/protocol.ts'
import { STRATEGY_NAMES } from '../../../shared/sudoku/strategies/strategy.ts'
import { PROBLEMS } from '../problem.ts'

/** What crosses the wire, as JSON Schema. */

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const { properties: optionProperties } = z.toJSONSchema(jobOptionsSchema, { io: 'input' }) as {
  properties: Record<string, { description?: string }>
}
const OPTION_TEXTS: Record<keyof z.output<typeof jobOptionsSchema>, string> = {
  strategy: 'How to search; named for what it infers before it guesses.',
  rules: 'The variant of Sudoku. Under `even` (`odd`), cells marked `e` or -2 (`o` or -1) must hold even (odd) digits.',
  size: 'Cells along a side. Told from the length of each puzzle when left out.',
  solutions:
    'How many solutions to look for. 2 tells whether the first is the only one: the default of `bit-parallel`; 1 is that of all others.',
  backtrackLimit: 'Backtracks that each puzzle may take; the one beyond them ends its search as `aborted`.',
}
/** The options of a job; as fields of a JSON body, or as query parameters of a text. */
export const options = Object.fromEntries(
  Object.entries(OPTION_TEXTS).map(([name, description]) => [name, { ...optionProperties[name], description }]),
)
const count = (description: string) => ({ type: 'integer', minimum: 0, description })
const time = (description: string) => ({ type: 'string', format: 'date-time', description })
const optionalCount = (description: string) => ({ type: ['integer', 'null'], minimum: 0, description })

export const schemas = {
  Grid: {
    description:
      'A grid of 16, 36, 81, 256 or 625 cells, row by row. As text: a character a cell (`53..7…`), white space anywhere, or numbers separated by blanks; empty is `0 . * _ -`; digits above 9 are letters. As rows: numbers, 0 or "." for empty.',
    oneOf: [
      { type: 'string' },
      {
        type: 'array',
        items: { type: 'array', items: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9.*_-]$' }] } },
      },
    ],
  },
  NamedPuzzle: {
    type: 'object',
    required: ['puzzle'],
    additionalProperties: false,
    properties: {
      puzzle: ref('Grid'),
      id: { type: 'string', maxLength: 128, description: 'Your own name for it; comes back with its result.' },
    },
  },
  JobRequest: {
    type: 'object',
    required: ['puzzles'],
    additionalProperties: false,
    properties: {
      puzzles: { type: 'array', minItems: 1, items: { oneOf: [ref('Grid'), ref('NamedPuzzle')] } },
      ...options,
    },
  },
  JobOptions: {
    type: 'object',
    required: ['strategy', 'rules', 'solutions', 'backtrackLimit'],
    additionalProperties: false,
    properties: options,
  },
  JobCounts: {
    type: 'object',
    description: '`pending` and the outcomes add up to `total`, on every poll.',
    required: ['total', 'pending', ...Object.values(OUTCOME_COUNTERS)],
    additionalProperties: false,
    properties: {
      total: count('Puzzles of the job.'),
      pending: count('Puzzles with no result yet.'),
      ...Object.fromEntries(
        Object.entries(OUTCOME_COUNTERS).map(([status, name]) => [
          name,
          count(`Puzzles whose status is \`${status}\`.`),
        ]),
      ),
    },
  },
  Job: {
    type: 'object',
    required: ['id', 'state', 'options', 'counts', 'backtracks', 'createdAt', 'expiresAt', 'links'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', description: 'Unguessable: who has it can read the job.' },
      state: {
        enum: ['open', 'running', 'completed', 'cancelling', 'cancelled', 'expired'],
        description: '`completed`, `cancelled` and `expired` are final.',
      },
      options: ref('JobOptions'),
      counts: ref('JobCounts'),
      backtracks: {
        type: 'object',
        description: 'Over all puzzles searched so far.',
        required: ['sum', 'max'],
        additionalProperties: false,
        properties: { sum: count('All of them together.'), max: count('The most that one puzzle took.') },
      },
      createdAt: time('When the job was submitted.'),
      finishedAt: time('When its last puzzle was done.'),
      expiresAt: time('When the job and its results are deleted.'),
      links: {
        type: 'object',
        required: ['self', 'results'],
        additionalProperties: false,
        properties: {
          self: { type: 'string', format: 'uri-reference' },
          results: { type: 'string', format: 'uri-reference' },
        },
      },
    },
  },
  Result: {
    type: 'object',
    required: [
      'line',
      'puzzle',
      'status',
      'strategy',
      'unique',
      'solutionCount',
      'backtracks',
      'searchBacktracks',
      'searchVersion',
    ],
    additionalProperties: false,
    properties: {
      line: { type: 'integer', minimum: 1, description: "The puzzle's place in the job." },
      id: { type: 'string', description: 'The name that it was submitted with.' },
      puzzle: {
        type: 'string',
        description: 'A character a cell, `.` for empty; as it came where it could not be read.',
      },
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
      solution: { type: 'string', description: 'The first solution, a character a cell.' },
      solutions: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 100,
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
      reason: { type: 'string', description: 'Why it is `invalid` or `failed`: where, what came, what was expected.' },
    },
  },
  ResultsPage: {
    type: 'object',
    required: ['results', 'next'],
    additionalProperties: false,
    properties: {
      results: { type: 'array', items: ref('Result') },
      next: {
        type: ['string', 'null'],
        description:
          "The cursor to read on with; null at the job's end. While the job runs, the next page may still be empty.",
      },
    },
  },
  Problem: {
    type: 'object',
    description: 'An error, as RFC 9457 has it.',
    required: ['type', 'title', 'status'],
    properties: {
      type: { enum: Object.keys(PROBLEMS).map((name) => `/problems/${name}`) },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: {
        type: 'array',
        items: { type: 'string' },
        description: 'Each place that is wrong: `puzzles[16]: cell 40: found "x", expected 1–9, 0 or "."`.',
      },
    },
  },
}
