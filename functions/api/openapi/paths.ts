import { inputFormatsInWords } from '../../../shared/input/input-format.ts'
import { JSON_LINES_TYPE } from '../../../shared/input/ndjson.ts'
import { MAX_PARTS, MAX_RESULTS_AT_ONCE, OWNER_LIMITS } from '../../../shared/job/limits.ts'
import { RESULT_MEDIA_TYPES } from '../../../shared/job/output/result-media-types.ts'
import { RESULTS_TYPE } from '../../../shared/job/packed/result-frames.ts'
import { ref } from '../../../shared/json-schema.ts'
import {
  FORMAT_FIELDS,
  LIST_QUERY_FIELDS,
  PART_QUERY_FIELDS,
  PARTS_QUERY_FIELDS,
  RESULTS_QUERY_FIELDS,
} from '../../../shared/protocol/requests.ts'
import type { ProblemName } from '../problem.ts'
import {
  answer,
  BODY_PROBLEMS,
  binary,
  bodySizes,
  EXAMPLE,
  gzipped,
  HEADERS,
  header,
  jobId,
  json,
  preferWait,
  problems,
  puzzleBodies,
  query,
  queryOf,
} from './operation.ts'
import { labels, options } from './schemas.ts'

const CREATED = ['Location', 'Idempotency-Replayed'] as const

const linkTo = (description: string) => ({ Link: { description, schema: { type: 'string' } } })
const nextLink = linkTo('Where the next ones are, as `rel="next"`; absent at the end.')
const retryAfter = (description: string) => ({ 'Retry-After': { ...HEADERS['Retry-After'], description } })

const jobPaths: Paths = {
  '/jobs': {
    post: {
      operationId: 'createJob',
      summary: 'Submit puzzles, or open a job for parts',
      description: `Puzzles come in one of four ways:

- as JSON, with the options beside them
- as text: ${inputFormatsInWords()}. The service tells which it is from the first puzzles, and its answer names the format. The options are query parameters
- packed, with the options as query parameters
- made by the service: \`generate\` stands in the place of puzzles. Each is made by itself, so that puzzle 17 is the same for the same seed however many there are, and each within its budget; what is not found by then is \`invalid\`, with the reason

A malformed puzzle has a result \`invalid\` that says why, and harms no other. A file of another kind, such as a web page, is refused once, with the reason; so is a text of three lines or more that has no puzzle in the first 64 of them, where more than their length is wrong.

Where there is more than fits one request, open a job and send its puzzles in parts. ${bodySizes}`,
      parameters: [
        header(
          'Idempotency-Key',
          'Your own name for this request, 1 to 255 visible ASCII characters. The same body and options sent again with the same key are the same job; anything else under that key is refused.',
          { type: 'string', pattern: '^[!-~]{1,255}$' },
        ),
        preferWait(
          `a job of at most ${MAX_RESULTS_AT_ONCE} puzzles has ended, whose results come with the answer then,`,
        ),
        gzipped,
        ...queryOf(FORMAT_FIELDS, {
          format: 'For text bodies. How the puzzles are written, where the text does not tell it.',
        }),
        ...Object.entries(options).map(([name, { description, ...schema }]) =>
          query(name, `For bodies that are no JSON. ${description}`, schema),
        ),
        query('name', `For bodies that are no JSON. ${labels.name.description}`, labels.name),
        {
          ...query(
            'metadata',
            'For bodies that are no JSON. `metadata[order]=7`: what you keep with the job.',
            labels.metadata,
          ),
          style: 'deepObject',
          explode: true,
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { oneOf: [ref('JobRequest'), ref('MadeJobRequest'), ref('OpenJobRequest')] },
            examples: {
              puzzles: { value: { puzzles: [EXAMPLE, { id: 'mine-7', puzzle: EXAMPLE }], strategy: 'brute-force' } },
              generate: { value: { generate: { count: 100, technique: 'x-wing', symmetry: 'rotational', seed: 7 } } },
              open: { value: { open: true, strategy: 'brute-force' } },
            },
          },
          ...puzzleBodies,
        },
      },
      responses: {
        200: answer(
          `The job has ended while the answer was held by \`Prefer: wait\`: its results come with it, the first ${MAX_RESULTS_AT_ONCE} or as many as fit.`,
          'EndedJob',
          ...CREATED,
          'Preference-Applied',
        ),
        201: answer('The job is open: its puzzles can come in parts.', 'Job', ...CREATED),
        202: answer(
          'The job is accepted: it is durably queued and will end.',
          'Job',
          ...CREATED,
          'Retry-After',
          'Preference-Applied',
        ),
      },
      refused: [
        'too-many-puzzles',
        'too-many-solutions',
        'too-many-backtracks',
        'unsupported-size',
        'too-many-jobs-in-flight',
        'too-many-puzzles-in-flight',
        'idempotency-conflict',
        'job-ended',
      ],
    },
    get: {
      operationId: 'listJobs',
      summary: 'List your jobs',
      description:
        'Newest first. Where jobs take much to read, or few are of the state that is asked for, an answer holds fewer jobs than asked for, or none; `next` goes on.',
      parameters: queryOf(LIST_QUERY_FIELDS, {
        limit: 'How many jobs the answer holds at most.',
        from: 'Where to read on: `next` of the answer before.',
        state: 'Only jobs in these states: each as a parameter of its own, or separated by commas.',
        name: 'Only jobs of this name.',
      }),
      responses: { 200: answer('Some of your jobs, each as it stands.', 'JobList', nextLink) },
    },
  },
  '/jobs/{id}': {
    get: {
      operationId: 'getJob',
      summary: 'Poll a job',
      parameters: [
        header('If-None-Match', 'The `ETag` of the last answer: 304 where nothing has changed.'),
        preferWait('something changes'),
      ],
      responses: {
        200: answer(
          'The job as it stands.',
          'Job',
          'ETag',
          retryAfter('While the job may change: seconds to leave before the next poll, more where its end is far.'),
          'Preference-Applied',
        ),
        304: answer('Nothing has changed.', undefined, 'ETag', 'Retry-After', 'Preference-Applied'),
      },
    },
    delete: {
      operationId: 'deleteJob',
      summary: 'Delete a job',
      description:
        'The job is found no more, by its id or in the list; workers leave it alone, and its puzzles and results are removed. Asked again, the answer is the same. What a worker held at this moment may stay in the store until the job would have expired, and can be read by nobody. An `Idempotency-Key` of the job stays taken.',
      responses: {
        202: answer(
          'The job is found no more, and much of it was removed: ask again to have the rest removed.',
          undefined,
          'Retry-After',
        ),
        204: answer('The job is gone, with all that belongs to it.'),
      },
    },
  },
  '/jobs/{id}/cancel': {
    post: {
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description:
        'Workers finish what they hold at this moment, and solve no more of the job. Solved results stay, all others are `cancelled` and keep their puzzles. An open job takes no more parts; its lines are those of the parts that are in, one after the other.',
      responses: { 202: answer('The job is being cancelled, or has been.', 'Job') },
      refused: ['job-ended', 'expired-job'],
    },
  },
  '/jobs/{id}/redrive': {
    post: {
      operationId: 'redriveJob',
      summary: 'Try failed puzzles again',
      description: 'Sends the puzzles that are `failed` to the workers once more; without any it does nothing.',
      responses: { 202: answer('They are durably queued, and pending again.', 'Job', 'Retry-After') },
      refused: ['job-ended', 'expired-job', 'too-many-jobs-in-flight', 'too-many-puzzles-in-flight'],
    },
  },
  '/jobs/{id}/deliveries': {
    get: {
      operationId: 'listDeliveries',
      summary: 'List the attempts to tell the webhook',
      description: 'The last hundred, newest first: when each was made, and what was answered.',
      responses: { 200: answer('The attempts.', 'DeliveryList') },
      refused: ['expired-job'],
    },
    post: {
      operationId: 'sendAgain',
      summary: 'Tell the webhook again',
      description:
        'The webhook of a job that has ended is told of it once more, and at once: with the same `webhook-id`, so that a receiver that has taken it knows it again. An endpoint that is paused is tried, too.',
      responses: { 202: answer('It will be told.', 'Job') },
      refused: ['nothing-to-tell', 'expired-job'],
    },
  },
}

const partPaths: Paths = {
  '/jobs/{id}/parts': {
    get: {
      operationId: 'listParts',
      summary: 'List the parts that are in',
      description:
        'After an interruption, a client that sends many parts learns here which of them need not be sent again.',
      parameters: queryOf(PARTS_QUERY_FIELDS, {
        from: 'The number of the part to begin with.',
        limit: 'How many parts the answer holds at most.',
      }),
      responses: { 200: answer('Some of the parts.', 'PartsPage', nextLink) },
      refused: ['expired-job'],
    },
  },
  '/jobs/{id}/parts/{part}': {
    put: {
      operationId: 'putPart',
      summary: 'Add a part to an open job',
      description: `Parts may come in any order and at the same time. Sending the same content again, gzipped or not, changes nothing, and the answer is that of the first time, with 200 in place of 201. The places of its puzzles are known once all parts before it are in; its puzzles are solved even before that.

${bodySizes}`,
      parameters: [
        { name: 'part', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: MAX_PARTS } },
        gzipped,
        ...queryOf(PART_QUERY_FIELDS, {
          format: 'For text bodies. How the puzzles are written, where the text does not tell it.',
          line: 'For text and packed bodies. The line of your file that the first line of this part is, so that results name lines of the file; in CSV, whose header every part repeats, one less than that of the first record. When left out, the `line` of a result is its `place`.',
        }),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: ref('PartRequest'), example: { puzzles: [EXAMPLE] } },
          ...puzzleBodies,
        },
      },
      responses: {
        200: answer('The part was in before, with the same content.', 'Part'),
        201: answer('The part is in: it is durably queued.', 'Part'),
      },
      refused: [
        'unknown-route',
        'job-not-open',
        'part-conflict',
        'expired-job',
        'too-many-puzzles',
        'too-many-parts',
        'too-many-jobs-in-flight',
        'too-many-puzzles-in-flight',
      ],
    },
  },
  '/jobs/{id}/seal': {
    post: {
      operationId: 'sealJob',
      summary: 'Say how many parts an open job has',
      description:
        'All of them have to be in, and none beyond. From then on no more can come, and the job ends once they are solved. Sending the same number again changes nothing.',
      parameters: [gzipped],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref('SealRequest'), example: { parts: 15 } } },
      },
      responses: { 202: answer('The job is accepted: it will end.', 'Job', 'Retry-After') },
      refused: ['job-not-open', 'missing-parts', 'expired-job', 'too-many-parts'],
    },
  },
}

const lines = (description: string) => ({ schema: { type: 'string', description } })

const finalHeaders = {
  ETag: {
    description: 'Set on results that can change no more, as the job has ended and no puzzle of it failed.',
    schema: { type: 'string' },
  },
  Vary: { schema: { const: 'accept, accept-encoding' } },
}

const resultPaths: Paths = {
  '/jobs/{id}/results': {
    get: {
      operationId: 'getResults',
      summary: 'Read results',
      description:
        'Results come in input order, up to the first puzzle that is not done, and can be read while the job runs. An answer holds a stretch of them; where the next one begins is in `Link` (and, in JSON, in `next`). It may hold fewer results than asked for, or none, and still not be the last.',
      parameters: [
        ...queryOf(RESULTS_QUERY_FIELDS, {
          from: 'The place to begin with.',
          line: 'The line of the file to begin with: where no puzzle begins on it, with the first one below. With `from`, whichever is later.',
          limit:
            'How many results the answer holds at most. When left out, it ends where a stretch of results ends that the service keeps together, several thousand mostly, or where it can hold no more.',
          status:
            'Only results of these statuses: each as a parameter of its own, or separated by commas; not for `packed`.',
          er: 'For a job that includes `rating`: only results whose ER is in this range, both ends included. Either end may be left out, and one rating alone stands for itself; not for `packed`.',
          technique:
            'For a job that includes `rating`: only results whose hardest step is of one of these techniques; told as statuses are.',
          format: 'The form. When left out, `Accept` chooses it, and JSON is the default.',
        }),
        preferWait('there is a result to read; with a `limit`, until there are as many, or the job has ended,'),
        header('If-None-Match', 'The `ETag` of an answer before: 304 where it is the same.'),
      ],
      responses: {
        200: {
          ...answer(
            'Some results.',
            'ResultsPage',
            linkTo('Where the next results are, as `rel="next"`; absent at the job\'s end.'),
            retryAfter('With an answer that is empty or was not held, and is not the last.'),
            'Preference-Applied',
            finalHeaders,
            { 'Content-Encoding': { schema: { const: 'gzip' } } },
          ),
          content: {
            ...json('ResultsPage'),
            [RESULT_MEDIA_TYPES.ndjson]: lines('A `Result` a line.'),
            [JSON_LINES_TYPE]: lines('The same by its other name; only by `Accept`.'),
            [RESULT_MEDIA_TYPES.csv]: lines(
              'A row a result, the head above place 1 only. A field that a spreadsheet would take for a formula, as it begins with `=`, `+`, `-`, `@`, a tab or a line end and is no number, has an apostrophe in front; the forms in JSON have it as it came. A puzzle with rules of its own is an object of JSON, as a request has it.',
            ),
            [RESULT_MEDIA_TYPES.kaggle]: lines(
              '`format=kaggle`: a row of puzzle and solution a result, the head above place 1 only; empty cells are 0, and a solution that is missing is empty.',
            ),
            [RESULT_MEDIA_TYPES.text]: lines('A solution a line, or the status of a puzzle without one.'),
            [RESULT_MEDIA_TYPES.fpuzzles]: lines(
              '`format=fpuzzles`: an f-puzzles link a line, which holds the puzzle with its rules and those of the job, and its solution; the status of what is no puzzle.',
            ),
            [RESULTS_TYPE]: binary(
              RESULTS_TYPE,
              '`format=packed`, for clients that unpack it: as the service keeps results, some 25 bytes each. Its inside may change; it begins with a version.',
            ),
          },
        },
        304: answer('It is the answer that the client has.', undefined, nextLink, finalHeaders, 'Preference-Applied'),
      },
      refused: ['not-acceptable', 'expired-job'],
    },
  },
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly [field: string]: unknown }>>
  /** The problems that it has besides those of all that are like it. */
  readonly refused?: readonly ProblemName[]
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const { requests, windowS } = OWNER_LIMITS
export const rateLimitHeaders = {
  RateLimit: {
    description: 'How many requests may be sent at once now, and in how many seconds all of them may again.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: `\`"requests";q=${requests};w=${windowS}\`: so many at once, and as many more in so many seconds. Absent where there are no keys.`,
    schema: { type: 'string' },
  },
}

export const ownersPaths: Paths = {
  ...forOwners('Jobs', jobPaths),
  ...forOwners('Parts', partPaths),
  ...forOwners('Results', resultPaths),
}

/** The same paths with what their owners meet besides: a key, limits, and what can be wrong with any such request. */
function forOwners(tag: string, paths: Paths): Paths {
  const more = mapped(rateLimitHeaders, (_, name) => ({ $ref: `#/components/headers/${name}` }))
  return mapped(paths, (operations, path) => {
    const isOfJob = path.includes('{id}')
    return mapped(operations, ({ parameters = [], responses, refused = [], ...operation }, method) => {
      const refusals = problems(
        // Any of them can refuse a stranger, and owners who ask too often.
        ...(['unauthorized', 'blocked-owner', 'too-many-requests'] as const),
        ...(method === 'get' ? [] : (['cross-site'] as const)),
        ...(operation.requestBody ? BODY_PROBLEMS : []),
        ...(isOfJob ? (['unknown-job'] as const) : []),
        ...refused,
        'invalid-request',
      )
      return {
        tags: [tag],
        ...operation,
        parameters: [...(isOfJob ? [jobId] : []), ...parameters],
        security: [{ key: [] }, {}],
        responses: mapped({ ...responses, ...refusals } as Operation['responses'], (response) => ({
          ...response,
          headers: { ...response.headers, ...more },
        })),
      }
    })
  })
}

function mapped<T, U>(of: Readonly<Record<string, T>>, change: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value, name)]))
}
