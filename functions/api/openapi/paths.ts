import { formats } from '../../../shared/formats.ts'
import { PROBLEMS, type ProblemName } from '../problem.ts'
import { options, ref } from './schemas.ts'

/** The addresses of the service, what they take and what they answer. */

const json = (name: string) => ({ 'application/json': { schema: ref(name) } })
/** The responses that problems make, grouped by status as OpenAPI wants them. */
function problems(...names: readonly ProblemName[]) {
  const byStatus = Map.groupBy(names, (name) => PROBLEMS[name].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      `${status}`,
      {
        description: same.map((name) => `${PROBLEMS[name].title} (\`${name}\`).`).join(' '),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  )
}

const retryAfter = { description: 'Seconds to leave before the next poll.', schema: { type: 'integer' } }
const jobId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const query = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema })
const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  description,
  schema,
})
const EXAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

export const paths = {
  '/jobs': {
    post: {
      tags: ['Jobs'],
      operationId: 'createJob',
      summary: 'Submit puzzles',
      description:
        'As JSON; or as text, one puzzle a line or grids row by row with blank lines between, the options being query parameters then. A malformed puzzle is a result `invalid`, not a refusal of the job.',
      parameters: Object.entries(options).map(([name, { description, ...schema }]) =>
        query(name, `For text bodies. ${description}`, schema),
      ),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: ref('JobRequest'),
            example: { puzzles: [EXAMPLE, { id: 'mine-7', puzzle: EXAMPLE }], strategy: 'brute-force' },
          },
          'text/plain': { schema: { type: 'string' }, example: `${EXAMPLE}\n` },
        },
      },
      responses: {
        202: {
          description: 'The job is accepted: it is durably queued and will end.',
          headers: {
            Location: { description: 'Where to poll.', schema: { type: 'string', format: 'uri-reference' } },
            'Retry-After': retryAfter,
          },
          content: json('Job'),
        },
        ...problems('not-json', 'too-large', 'unsupported-media-type', 'invalid-request', 'internal', 'unavailable'),
      },
    },
  },
  '/jobs/{id}': {
    get: {
      tags: ['Jobs'],
      operationId: 'getJob',
      summary: 'Poll a job',
      parameters: [
        jobId,
        header('If-None-Match', 'The `ETag` of the last answer: 304 where nothing has changed.'),
        header('Prefer', '`wait=N` holds the answer until something changes or N seconds (20 at most) have passed.'),
      ],
      responses: {
        200: {
          description: 'The job as it stands.',
          headers: {
            ETag: { description: 'Changes with the job.', schema: { type: 'string' } },
            'Retry-After': {
              ...retryAfter,
              description: 'While the job may change: seconds to leave before the next poll.',
            },
            'Preference-Applied': { description: 'The `wait` that was honoured.', schema: { type: 'string' } },
          },
          content: json('Job'),
        },
        304: { description: 'Nothing has changed.' },
        ...problems('unknown-job', 'internal', 'unavailable'),
      },
    },
  },
  '/jobs/{id}/results': {
    get: {
      tags: ['Jobs'],
      operationId: 'getResults',
      summary: 'Read results',
      description:
        'In input order, up to the first puzzle that is not done: readable while the job runs. The form is chosen by `Accept`; each form comes in pages, the next one being in `Link` (and, in JSON, `next`).',
      parameters: [
        jobId,
        query('status', 'Only results of these statuses, separated by commas.', {
          type: 'string',
          example: 'solved,multiple',
        }),
        query('limit', 'Results a page may hold at most.', {
          type: 'integer',
          minimum: 1,
          maximum: 10000,
          default: 1000,
        }),
        query('cursor', 'Where to read on: `next` of the page before.', { type: 'string' }),
      ],
      responses: {
        200: {
          description: 'A page of results.',
          headers: {
            Link: { description: 'The next page, as `rel="next"`; absent at the end.', schema: { type: 'string' } },
            'Retry-After': { ...retryAfter, description: 'With an empty page of a job that runs.' },
          },
          content: {
            ...json('ResultsPage'),
            [formats.ndjson.mediaType]: { schema: { type: 'string', description: 'A `Result` a line.' } },
            [formats.csv.mediaType]: {
              schema: { type: 'string', description: 'A row a result; the head only on the first page.' },
            },
            [formats.text.mediaType]: {
              schema: { type: 'string', description: 'A solution a line; its status where there is none.' },
            },
          },
        },
        ...problems(
          'invalid-cursor',
          'unknown-job',
          'not-acceptable',
          'expired-job',
          'invalid-request',
          'internal',
          'unavailable',
        ),
      },
    },
  },
  '/problems/{name}': {
    get: {
      tags: ['Service'],
      operationId: 'getProblem',
      summary: 'What a type of problem means',
      parameters: [{ name: 'name', in: 'path', required: true, schema: { enum: Object.keys(PROBLEMS) } }],
      responses: {
        200: {
          description: 'Its title and status.',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { title: { type: 'string' }, status: { type: 'integer' } } },
            },
          },
        },
        ...problems('unknown-route'),
      },
    },
  },
  '/health': {
    get: {
      tags: ['Service'],
      operationId: 'getHealth',
      summary: 'Whether the API is up',
      responses: {
        200: {
          description: 'It is.',
          content: { 'application/json': { schema: { type: 'object', properties: { status: { const: 'ok' } } } } },
        },
        ...problems('internal'),
      },
    },
  },
  '/openapi.json': {
    get: {
      tags: ['Service'],
      operationId: 'getOpenApi',
      summary: 'This description',
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
        ...problems('internal'),
      },
    },
  },
  '/docs': {
    get: {
      tags: ['Service'],
      operationId: 'getDocs',
      summary: 'This description, as a page',
      responses: {
        200: { description: 'HTML.', content: { 'text/html': { schema: { type: 'string' } } } },
        ...problems('internal'),
      },
    },
  },
}
