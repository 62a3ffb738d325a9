import type * as z from 'zod/mini'
import { MAX_ID_LENGTH } from '../../../../shared/input/entry.ts'
import { MAX_PUZZLE_LENGTH, MAX_PUZZLES } from '../../../../shared/job/limits.ts'
import { jobOptionsSchema } from '../../../../shared/protocol/job-request.ts'
import { sealSchema } from '../../../../shared/protocol/queries.ts'
import { fieldsOf, object, ref } from '../json-schema.ts'

/** What clients send, as JSON Schema. */

const optionFields: Readonly<Record<string, object>> = fieldsOf(jobOptionsSchema)
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
  Object.entries(OPTION_TEXTS).map(([name, description]) => [name, { ...optionFields[name], description }]),
)
const puzzles = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_PUZZLES,
  items: { oneOf: [ref('Grid'), ref('NamedPuzzle')] },
}

export const requests = {
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
