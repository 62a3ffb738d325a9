import { STATUSES } from '../../../../shared/job/result.ts'
import { KEPT_SOLUTIONS, STRATEGY_NAMES } from '../../../../shared/sudoku/strategies/strategy.ts'
import { count, object, optionalCount, ref, text } from '../json-schema.ts'

/** Results as they are answered, as JSON Schema. */

export const results = {
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
