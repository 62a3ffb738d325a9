import { PROBLEMS } from '../problem.ts'
import { HEADERS, header, json, object, problems } from './operation.ts'

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

/** What is asked for with GET. */
const get = <R>(operationId: string, summary: string, responses: R, more: object = {}) => ({
  get: { operationId, summary, ...more, responses },
})

/** Everybody may ask for these: the page, the documentation, what a problem is, and whether the service is there. */
export const servicePaths = {
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
export const webhooks = {
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
