import { PROBLEMS } from '../problem.ts'
import { HEADERS, object, problems } from './operation.ts'

const text = { type: 'string' }
const inJson = (schema: object) => ({ 'application/json': { schema } })

const ofPage = {
  ETag: { ...HEADERS.ETag, description: 'Changes with the page.' },
  Vary: { schema: { const: 'accept-encoding' } },
}
/** A page, gzipped for those who take it. */
const page = {
  200: {
    description: 'HTML.',
    headers: { ...ofPage, 'Content-Encoding': { schema: { const: 'gzip' } } },
    content: { 'text/html': { schema: text } },
  },
  304: { description: 'It is the one that the client has.', headers: ofPage },
  ...problems(),
}

/** Everybody may ask for these: the page, the documentation, what a problem is, and whether the service is there. */
export const servicePaths = {
  '/problems/{name}': {
    get: {
      operationId: 'getProblem',
      summary: 'Explain a type of problem',
      parameters: [{ name: 'name', in: 'path', required: true, schema: { enum: Object.keys(PROBLEMS) } }],
      responses: {
        200: {
          description: 'Its cause, and what to do: as HTML for those who accept that, and as JSON.',
          headers: { Vary: { schema: { const: 'accept' } } },
          content: {
            ...inJson(
              object({
                type: text,
                code: { enum: Object.keys(PROBLEMS) },
                title: text,
                status: { type: 'integer' },
                cause: text,
                remedy: text,
              }),
            ),
            'text/html': { schema: text },
          },
        },
        ...problems('unknown-route'),
      },
    },
  },
  '/health': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the API is up',
      responses: {
        200: { description: 'It is.', content: inJson(object({ status: { const: 'ok' } })) },
        ...problems(),
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenApi',
      summary: 'This description',
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          headers: {
            Vary: { schema: { const: 'accept-encoding' } },
            'Content-Encoding': { schema: { const: 'gzip' } },
          },
          content: inJson({ type: 'object' }),
        },
        ...problems(),
      },
    },
  },
  '/': {
    get: {
      operationId: 'getPage',
      summary: 'The page: enter a grid, watch the search, compare strategies, follow bulk jobs',
      responses: page,
    },
  },
  '/docs': {
    get: {
      operationId: 'getDocs',
      summary: 'This description, as a page',
      responses: page,
    },
  },
}
