import { OWNER_LIMITS } from '../../../shared/job/limits.ts'
import { jobPaths } from './paths/jobs.ts'
import { partPaths } from './paths/parts.ts'
import { resultPaths } from './paths/results.ts'
import { servicePaths } from './paths/service.ts'

interface Operation {
  readonly responses: Readonly<Record<string, object & { readonly headers?: object }>>
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const { requests, windowS } = OWNER_LIMITS
/** Headers of every answer to an owner. */
export const rateLimitHeaders = {
  RateLimit: { description: 'How many requests are left, and for how many seconds.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: `\`"requests";q=${requests};w=${windowS}\`: so many in so many seconds. Absent where there are no keys.`,
    schema: { type: 'string' },
  },
}

/** The addresses of the service, what they take and what they answer. */
export const paths: Paths = {
  ...forOwners({ ...jobPaths, ...partPaths, ...resultPaths }),
  ...mapped<Paths[string], Paths[string]>(servicePaths, (operations) =>
    mapped(operations, (operation) => ({ ...operation, security: [] })),
  ),
}

/** The same paths, as those ask them who are let in. */
function forOwners(paths: Paths): Paths {
  const more = mapped(rateLimitHeaders, (_, name) => ({ $ref: `#/components/headers/${name}` }))
  return mapped(paths, (operations) =>
    mapped(operations, ({ responses, ...operation }) => ({
      ...operation,
      security: [{ key: [] }, {}],
      responses: mapped(responses, (response) => ({ ...response, headers: { ...response.headers, ...more } })),
    })),
  )
}

function mapped<T, U>(of: Readonly<Record<string, T>>, change: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value, name)]))
}
