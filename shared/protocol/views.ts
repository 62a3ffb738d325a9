import { INPUT_FORMATS, SYNTAXES } from '../input/input-format.ts'
import { JOB_STATES, type JobCounts, type JobOptions, WEBHOOK_STATES } from '../job/job.ts'
import { MAX_PARTS } from '../job/limits.ts'
import type { PuzzleResult } from '../job/result.ts'
import { type Fields, type ObjectOf, ref, type Schema } from '../json-schema.ts'
import { TECHNIQUE_NAMES } from '../sudoku/rating/techniques.ts'
import type { ProblemError } from './problem-error.ts'

/** The answers of the service: types and the API's description follow from these tables. Times are ISO 8601. */

const COUNT = { type: 'integer', minimum: 0 } as const
const TIME = { type: 'string', format: 'date-time' } as const
const ADDRESS = { type: 'string', format: 'uri-reference' } as const

/** Those that a part was ever understood in: what the table holds is not looked at again. */
const FORMATS: readonly string[] = [...INPUT_FORMATS, 'json', 'packed']
const FORMAT_WORDS = INPUT_FORMATS.map((name) => `\`${name}\`, ${SYNTAXES[name].words}`)
const FORMAT_SCHEMA = {
  enum: FORMATS,
  description: `As which the puzzles were understood: ${FORMAT_WORDS.join(' · ')} · \`json\` · \`packed\`.`,
} as const satisfies Schema

function listOf<const P extends Fields>(description: string, properties: P) {
  return { type: 'array', items: { type: 'object', properties }, description } as const
}

export const BACKTRACKS_FIELDS = {
  sum: { ...COUNT, description: 'All of them together.' },
  max: { ...COUNT, description: 'The most that one puzzle took.' },
  histogram: listOf('How many puzzles took 0, 1, 2–3, 4–7, … backtracks, up to the range of the most.', {
    from: { ...COUNT, description: 'The fewest.' },
    to: { ...COUNT, description: 'The most.' },
    puzzles: { ...COUNT, description: 'How many puzzles took so many.' },
  }),
} as const satisfies Fields

export const RATINGS_FIELDS = {
  er: listOf('How many puzzles have each ER that there is, by rising ER.', {
    er: { type: 'number', minimum: 0, maximum: 20, description: 'In tenths; 0 of a grid that is full.' },
    puzzles: { ...COUNT, minimum: 1, description: 'How many puzzles are rated so.' },
  }),
  technique: listOf(
    'The same by the technique of the hardest step, in the order of techniques. A full grid has none, nor has a puzzle that none solves.',
    {
      technique: { enum: TECHNIQUE_NAMES },
      puzzles: { ...COUNT, minimum: 1, description: 'How many puzzles have it as that of their hardest step.' },
    },
  ),
  atLeast: { ...COUNT, description: 'How many puzzles would have taken too much work, and are not among the others.' },
} as const satisfies Fields

export const JOB_FIELDS = {
  id: {
    type: 'string',
    description:
      'Unguessable. Only its owner can read the job; where the service asks for no keys, everybody is one owner.',
  },
  state: {
    enum: JOB_STATES,
    description:
      '`open`: parts may still come · `running` · `completed` · `cancelling`: puzzles that workers hold are still being solved · `cancelled` · `expired`. The last, `cancelled` and `completed` are final, but that failed puzzles of a completed job can be sent again.',
  },
  name: { type: 'string', optional: true, description: 'What its owner calls it.' },
  metadata: { ...ref<Readonly<Record<string, string>>>('Metadata'), optional: true },
  webhook: {
    type: 'object',
    optional: true,
    properties: {
      url: { type: 'string', description: 'The address that is told of its end.' },
      state: {
        enum: WEBHOOK_STATES,
        optional: true,
        description:
          'Once it was tried: `taken` · `waiting` for the next attempt · `paused`: its endpoint has not answered three times in a row, and is left alone for a quarter of an hour · `given-up`.',
      },
      attempts: { ...COUNT, optional: true, description: 'How often it was sent.' },
      nextAt: { ...TIME, optional: true, description: 'When it is tried again.' },
    },
    description: 'Without its secret.',
  },
  options: ref<JobOptions>('JobOptions'),
  parts: {
    ...COUNT,
    maximum: MAX_PARTS,
    description: 'Parts that are in; 1 where the job came in one piece.',
  },
  formats: { type: 'array', items: FORMAT_SCHEMA, uniqueItems: true },
  counts: ref<JobCounts>('JobCounts'),
  mismatches: { ...COUNT, description: 'Solutions that came with their puzzles and do not solve them.' },
  backtracks: ref<ObjectOf<typeof BACKTRACKS_FIELDS>>('Backtracks'),
  ratings: {
    ...ref<ObjectOf<typeof RATINGS_FIELDS>>('Ratings'),
    optional: true,
  },
  search: {
    type: 'object',
    optional: true,
    properties: {
      backtracks: { ...COUNT, description: 'Made so far.' },
      explored: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
        description:
          'The share of its tree that is explored, where all alternatives of a choice count alike, which is no measure of time. Null for a search that jumps about in its tree, as `learning` does.',
      },
    },
    description:
      'The puzzle with the most backtracks of those that take more than a slice of a worker’s time; absent while no puzzle does.',
  },
  puzzlesPerSecond: {
    type: ['number', 'null'],
    minimum: 0,
    description: 'From when a worker began until the counts changed last; null before.',
  },
  secondsLeft: { type: ['integer', 'null'], minimum: 0, description: 'Until nothing is pending, at that rate.' },
  createdAt: { ...TIME, description: 'When the job was submitted.' },
  startedAt: {
    ...TIME,
    optional: true,
    description: 'When a worker began with it, however many slices its first puzzle takes.',
  },
  finishedAt: { ...TIME, optional: true, description: 'When its last puzzle was done.' },
  expiresAt: { ...TIME, description: 'When the job and its results are deleted.' },
  links: {
    type: 'object',
    properties: {
      self: { ...ADDRESS, description: 'Where to poll.' },
      results: { ...ADDRESS, description: 'Where to read results.' },
    },
  },
} as const satisfies Fields

export type JobView = ObjectOf<typeof JOB_FIELDS>

export const JOB_EVENT_FIELDS = {
  type: {
    enum: ['job.completed', 'job.cancelled'],
    description:
      'How the job ended. Failed puzzles that are sent again end a completed job once more: then another event, of another id, says so.',
  },
  timestamp: { ...TIME, description: "When it ended: the job's `finishedAt`." },
  data: ref<JobView>('Job'),
} as const satisfies Fields

export type JobEvent = ObjectOf<typeof JOB_EVENT_FIELDS>

export const DELIVERY_FIELDS = {
  event: { type: 'string', description: 'The `webhook-id` of what was sent, the same for each attempt.' },
  type: { type: 'string', description: 'The `type` of the event.' },
  at: TIME,
  attempt: { type: 'integer', minimum: 1, description: 'From 1; it begins anew where it was asked for again.' },
  tookMs: { ...COUNT, description: 'Milliseconds until the answer, or until it was given up.' },
  status: { type: 'integer', optional: true, description: 'Of the answer; from 200 to 299 it was taken.' },
  error: { type: 'string', optional: true, description: 'Why there was no answer.' },
} as const satisfies Fields

export type DeliveryView = ObjectOf<typeof DELIVERY_FIELDS>

/** An attempt as it is kept: at so many milliseconds since 1970. */
export type Delivery = Omit<DeliveryView, 'at'> & { readonly at: number }

export const DELIVERY_LIST_FIELDS = {
  deliveries: { type: 'array', items: ref<DeliveryView>('Delivery'), description: 'The last hundred, newest first.' },
} as const satisfies Fields

export type DeliveryList = ObjectOf<typeof DELIVERY_LIST_FIELDS>

export const PART_FIELDS = {
  part: { type: 'integer', minimum: 1, maximum: MAX_PARTS, description: 'Its number.' },
  puzzles: { type: 'integer', minimum: 1, description: 'How many it holds.' },
  format: FORMAT_SCHEMA,
  digest: {
    type: 'string',
    pattern: '^[\\w-]{43}$',
    description: 'SHA-256 of its content, unpacked, in base64url: sent again with the same, nothing changes.',
  },
} as const satisfies Fields

export type PartView = ObjectOf<typeof PART_FIELDS>

export const PARTS_PAGE_FIELDS = {
  parts: { type: 'array', items: ref<PartView>('Part'), description: 'In the order of their numbers.' },
  next: { type: ['integer', 'null'], minimum: 1, description: 'The part to read on from; null at the end.' },
} as const satisfies Fields

export type PartsPage = ObjectOf<typeof PARTS_PAGE_FIELDS>

export const JOB_LIST_FIELDS = {
  jobs: { type: 'array', items: ref<JobView>('Job'), description: 'Newest first.' },
  next: { type: ['string', 'null'], description: 'What `from` takes to read on; null at the end.' },
} as const satisfies Fields

export type JobList = ObjectOf<typeof JOB_LIST_FIELDS>

export const RESULTS_PAGE_FIELDS = {
  results: { type: 'array', items: ref<PuzzleResult>('Result') },
  next: {
    type: ['integer', 'null'],
    minimum: 1,
    description:
      "The place to read on from; null at the job's end. While the job runs, the next page may still be empty.",
  },
} as const satisfies Fields

export type ResultsPage = ObjectOf<typeof RESULTS_PAGE_FIELDS>

/** The answer to a submission that waited for the end of its small job. */
export const ENDED_JOB_FIELDS = { ...JOB_FIELDS, ...RESULTS_PAGE_FIELDS } as const satisfies Fields

export type EndedJob = ObjectOf<typeof ENDED_JOB_FIELDS>

export const PROBLEM_FIELDS = {
  type: { type: 'string', description: 'The address that explains it.' },
  code: { type: 'string', description: 'The word by which programs tell it: it stays as it is.' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string', optional: true, description: 'Says what came, and what was expected.' },
  errors: {
    type: 'array',
    items: ref<ProblemError>('ProblemError'),
    optional: true,
    description: 'Each place that is wrong.',
  },
  correlationId: { type: 'string', optional: true, description: 'That of the request, as in `x-correlation-id`.' },
} as const satisfies Fields

/** An error as RFC 9457 has it. */
export type Problem = ObjectOf<typeof PROBLEM_FIELDS>
