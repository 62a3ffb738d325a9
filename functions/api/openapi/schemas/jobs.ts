import { INPUT_FORMATS } from '../../../../shared/input/input-format.ts'
import { MAX_PARTS } from '../../../../shared/job/limits.ts'
import { OUTCOME_COUNTERS } from '../../../../shared/job/result.ts'
import { address, count, object, optionalCount, optionalNumber, ref, text, time } from '../json-schema.ts'
import { options } from './requests.ts'

/** Jobs and their parts as they are answered, as JSON Schema. */

const format = {
  enum: [...INPUT_FORMATS, 'json', 'packed'],
  description:
    'As which the puzzles were understood: `lines`, a puzzle a line · `grids`, row by row · `csv` · `ndjson` · `json` · `packed`.',
}

export const jobs = {
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
