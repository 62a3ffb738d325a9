import { writeFileSync } from 'node:fs'
import { INCLUSION_NAMES, INCLUSIONS, type InclusionName } from '../../../shared/job/inclusions.ts'
import { RESULT_FIELDS } from '../../../shared/job/result.ts'
import type { Field } from '../../../shared/json-schema.ts'
import { PROBLEMS } from '../problem.ts'
import { HEADERS, header, json, object, problems } from './operation.ts'
import { type Operation, ownersPaths, type Paths, rateLimitHeaders } from './paths.ts'
import { schemas } from './schemas.ts'

/**
 * The OpenAPI description of the service. It is built once (`npm run openapi`) and served
 * as a file: building it at run time would cost every cold start some 20 ms.
 */

const text = { type: 'string' }
const KINDS = { enum: Object.keys(PROBLEMS) }
const inJson = (schema: object) => ({ 'application/json': { schema } })
/** A header that says the same each time. */
const always = (value: string) => ({ schema: { const: value } })

const ofPage = {
  ETag: { ...HEADERS.ETag, description: 'Changes with the page.' },
  Vary: always('accept-encoding'),
}
const page = {
  200: {
    description: 'HTML.',
    headers: { ...ofPage, 'Content-Encoding': always('gzip') },
    content: { 'text/html': { schema: text } },
  },
  304: { description: 'It is the one that the client has.', headers: ofPage },
  ...problems(),
}

/** What is asked for with GET, by everybody. */
const get = (operationId: string, summary: string, responses: Operation['responses'], more: object = {}) => ({
  get: { tags: ['Service'], operationId, summary, ...more, responses, security: [] },
})

/** Everybody may ask for these: the page, the documentation, what a problem is, and whether the service is there. */
const servicePaths = {
  '/problems/{name}': get(
    'getProblem',
    'Explain a type of problem',
    {
      200: {
        description: 'Its cause, and what to do: as HTML for those who accept that, and as JSON.',
        headers: { Vary: always('accept') },
        content: {
          ...inJson(
            object({ type: text, code: KINDS, title: text, status: { type: 'integer' }, cause: text, remedy: text }),
          ),
          'text/html': { schema: text },
        },
      },
      ...problems('unknown-route'),
    },
    { parameters: [{ name: 'name', in: 'path', required: true, schema: KINDS }] },
  ),
  '/health': get('getHealth', 'Whether the API is up', {
    200: { description: 'It is.', content: inJson(object({ status: { const: 'ok' } })) },
    ...problems(),
  }),
  '/openapi.json': get('getOpenApi', 'This description', {
    200: {
      description: 'OpenAPI 3.1.',
      headers: { Vary: always('accept-encoding'), 'Content-Encoding': always('gzip') },
      content: inJson({ type: 'object' }),
    },
    ...problems(),
  }),
  '/': get('getPage', 'The page: enter a grid, watch the search, compare strategies, follow bulk jobs', page),
  '/docs': get('getDocs', 'This description, as a page', page),
}

/** The requests of the service itself to others. */
const webhooks = {
  jobEnded: {
    post: {
      tags: ['Jobs'],
      operationId: 'jobEnded',
      summary: 'A job has ended',
      description:
        'Sent to the `webhook` of a job, as [Standard Webhooks](https://www.standardwebhooks.com) has it. Verify the signature over the body byte for byte, and take an event whose `webhook-id` you had before for the same: it may come more than once. Whatever is not answered with 2xx within 10 s is sent again, after 5 s, 10, 20, … and at most 15 minutes, for four hours; 410 ends that. Redirects are not followed.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event, the same for every attempt.'),
        header(
          'webhook-timestamp',
          'When this attempt was made, in seconds since 1970. Refuse what is older than minutes.',
        ),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256, in base64, of the id, the timestamp and the body, with dots between; its key is what follows `whsec_` in the secret, from base64.',
        ),
      ].map((each) => ({ ...each, required: true })),
      requestBody: { required: true, content: json('JobEvent') },
      responses: {
        '2XX': { description: 'It was taken.' },
        410: { description: 'It is not wanted any more: this event is not sent again.' },
      },
    },
  },
}

const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, as `npm run keys -- mint` makes it. A service that runs with `AUTH=open` asks for none.',
  },
}

export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Sudoku service',
    version: '0.1.0',
    description:
      'Submit Sudoku puzzles, poll the job, read the solutions with their backtrack counts. A job answered with 202 ends, whatever crashes; its counts add up on every poll; its results are in input order. Millions of puzzles go into one job, in parts. Every answer has an `X-Correlation-Id`: that of the request, where it came with one of 1 to 64 letters, digits, `_` and `-`, and otherwise a new one. By it the service’s log tells what became of the request.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'Jobs', description: 'Puzzles submitted together, and how far they have got.' },
    { name: 'Parts', description: 'The puzzles of a job that is too large for one request.' },
    { name: 'Results', description: 'The outcome of each puzzle.' },
    { name: 'Service', description: 'About the service itself.' },
  ],
  paths: { ...ownersPaths, ...servicePaths } as Paths,
  webhooks,
  components: { schemas, headers: rateLimitHeaders, securitySchemes },
}

/** The fields of a result, as a page of the documentation. */
export const resultFields = `# The fields of a result

Made from \`RESULT_FIELDS\` of \`shared/job/result.ts\` by \`npm run openapi\`.

| field | is | in CSV | meaning |
| --- | --- | --- | --- |
${Object.entries(RESULT_FIELDS).map(rowOf).join('\n')}

## What a job may ask to be included

Made from \`INCLUSIONS\` of \`shared/job/inclusions.ts\`. A result has these fields where its job asked for them, null in those that were not solved; CSV has their columns behind all others.

| \`include\` | field | is | columns of CSV | meaning |
| --- | --- | --- | --- | --- |
${INCLUSION_NAMES.flatMap(includedRowsOf).join('\n')}
`

function includedRowsOf(name: InclusionName): string[] {
  return Object.entries<Field>(INCLUSIONS[name].fields).map(([field, of]) => {
    const columns = INCLUSIONS[name].columns.filter((column) => column === field || column.startsWith(`${field}.`))
    const inCsv = columns.map((column) => `\`${column}\``).join(', ')
    return `| \`${name}\` | \`${field}\` | ${typesOf(of)} | ${inCsv} | ${of.description} |`
  })
}

function rowOf([name, field]: [string, Field]): string {
  return `| \`${name}\` | ${typesOf(field)} | ${'csv' in field ? 'yes' : 'no'} | ${field.description} |`
}

function typesOf({ enum: words, type = 'null', optional }: Field): string {
  return [...(words ? ['one of its words'] : [type].flat()), ...(optional ? ['left out'] : [])].join(' or ')
}

if (import.meta.main) {
  writeFileSync(new URL('../../../docs/result-fields.md', import.meta.url), resultFields)
  writeFileSync(new URL('openapi.json', import.meta.url), `${JSON.stringify(openapi, null, 2)}\n`)
}
