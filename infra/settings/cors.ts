import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { CORRELATION_HEADER } from '../../shared/protocol/correlation.ts'

const JOB_PATHS = Object.entries(openapi.paths).filter(([path]) => path.startsWith('/jobs'))

/** The headers that pages of other origins may send and read, where the service lets them: those that `functions/api` knows. */
export const CORS = {
  methods: [...new Set(JOB_PATHS.flatMap(([, methods]) => Object.keys(methods)))]
    .map((name) => name.toUpperCase())
    .sort(),
  headers: [
    ...['accept', 'authorization', 'content-encoding', 'content-type'],
    ...['idempotency-key', 'if-none-match', 'prefer', CORRELATION_HEADER],
  ],
  exposedHeaders: [
    ...['etag', 'link', 'location', 'preference-applied', 'retry-after', 'www-authenticate'],
    ...['idempotency-replayed', 'ratelimit', 'ratelimit-policy'],
    CORRELATION_HEADER,
  ],
  /** How long a browser may keep the answer to a preflight. */
  maxAgeS: 3600,
} as const
