import { listQuerySchema, partQuerySchema } from '../../../../shared/protocol/queries.ts'
import { ref } from '../json-schema.ts'
import {
  EXAMPLE,
  gzipped,
  header,
  headers,
  jobId,
  json,
  ownerProblems,
  preferWait,
  puzzleBodies,
  query,
  queryOf,
} from '../operation.ts'
import { options } from '../schemas/requests.ts'

const created = { Location: headers.location }

const post = {
  tags: ['Jobs'],
  operationId: 'createJob',
  summary: 'Submit puzzles, or open a job for parts',
  description:
    'As JSON; or as text: one puzzle a line, grids row by row with blank lines between, CSV or NDJSON, or packed, the options being query parameters then. Which of these it is, is told from the text; the answer says as which it was understood. A malformed puzzle is a result `invalid`, not a refusal of the job. More than fits one request goes into a job that is opened, and takes its puzzles in parts.',
  parameters: [
    header(
      'Idempotency-Key',
      'A name of yours for this request, 1 to 255 visible ASCII characters. Sent again with the same key, the same body and options are the same job; others are refused.',
      { type: 'string', pattern: '^[!-~]{1,255}$' },
    ),
    gzipped,
    ...queryOf(partQuerySchema, {
      format: 'For text bodies. How the puzzles are written, where that is not to be told from them.',
    }),
    ...Object.entries(options).map(([name, { description, ...schema }]) =>
      query(name, `For bodies that are no JSON. ${description}`, schema),
    ),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { oneOf: [ref('JobRequest'), ref('OpenJobRequest')] },
        examples: {
          puzzles: { value: { puzzles: [EXAMPLE, { id: 'mine-7', puzzle: EXAMPLE }], strategy: 'brute-force' } },
          open: { value: { open: true, strategy: 'brute-force' } },
        },
      },
      ...puzzleBodies,
    },
  },
  responses: {
    201: { description: 'The job is open: its puzzles can come in parts.', headers: created, content: json('Job') },
    202: {
      description: 'The job is accepted: it is durably queued and will end.',
      headers: { ...created, 'Retry-After': headers.retryAfter },
      content: json('Job'),
    },
    ...ownerProblems(
      'cross-site',
      'not-json',
      'invalid-gzip',
      'too-large',
      'too-large-unpacked',
      'unsupported-media-type',
      'invalid-request',
      'too-complex',
      'too-many-puzzles',
      'too-many-solutions',
      'too-many-backtracks',
      'unsupported-size',
      'too-many-jobs-in-flight',
      'too-many-puzzles-in-flight',
      'idempotency-conflict',
    ),
  },
}

const list = {
  tags: ['Jobs'],
  operationId: 'listJobs',
  summary: 'List your jobs',
  description: 'Newest first.',
  parameters: queryOf(listQuerySchema, {
    limit: 'Jobs that a page holds at most.',
    cursor: 'Where to read on: `next` of the page before.',
  }),
  responses: {
    200: { description: 'A page of jobs, each as it stands.', content: json('JobList') },
    ...ownerProblems('invalid-cursor', 'invalid-request'),
  },
}

const poll = {
  tags: ['Jobs'],
  operationId: 'getJob',
  summary: 'Poll a job',
  parameters: [
    jobId,
    header('If-None-Match', 'The `ETag` of the last answer: 304 where nothing has changed.'),
    preferWait('something changes'),
  ],
  responses: {
    200: {
      description: 'The job as it stands.',
      headers: {
        ETag: headers.etag,
        'Retry-After': {
          ...headers.retryAfter,
          description: 'While the job may change: seconds to leave before the next poll.',
        },
        'Preference-Applied': headers.preferenceApplied,
      },
      content: json('Job'),
    },
    304: {
      description: 'Nothing has changed.',
      headers: {
        ETag: headers.etag,
        'Retry-After': headers.retryAfter,
        'Preference-Applied': headers.preferenceApplied,
      },
    },
    ...ownerProblems('unknown-job'),
  },
}

const cancel = {
  tags: ['Jobs'],
  operationId: 'cancelJob',
  summary: 'Cancel a job',
  description:
    'Workers solve no more of it; what they hold at this moment they get done. Solved results stay, all others are `cancelled` and keep their puzzles. An open job takes no more parts; its lines are those of the parts that are in, one after the other.',
  parameters: [jobId],
  responses: {
    202: { description: 'The job is being cancelled, or has been.', content: json('Job') },
    ...ownerProblems('cross-site', 'unknown-job', 'job-ended', 'expired-job'),
  },
}

const redrive = {
  tags: ['Jobs'],
  operationId: 'redriveJob',
  summary: 'Try failed puzzles again',
  description: 'Sends the puzzles that are `failed` to the workers once more; nothing where there are none.',
  parameters: [jobId],
  responses: {
    202: {
      description: 'They are durably queued, and pending again.',
      headers: { 'Retry-After': headers.retryAfter },
      content: json('Job'),
    },
    ...ownerProblems(
      'cross-site',
      'unknown-job',
      'job-ended',
      'expired-job',
      'too-many-jobs-in-flight',
      'too-many-puzzles-in-flight',
    ),
  },
}

export const jobPaths = {
  '/jobs': { post, get: list },
  '/jobs/{id}': { get: poll },
  '/jobs/{id}/cancel': { post: cancel },
  '/jobs/{id}/redrive': { post: redrive },
}
