import { PROBLEMS } from '../problem.ts'
import { jobs } from './schemas/jobs.ts'
import { requests } from './schemas/requests.ts'
import { results } from './schemas/results.ts'

/** What crosses the wire, as JSON Schema. */
export const schemas = {
  ...requests,
  ...jobs,
  ...results,
  Problem: {
    type: 'object',
    description: 'An error, as RFC 9457 has it.',
    required: ['type', 'title', 'status'],
    additionalProperties: false,
    properties: {
      type: { enum: Object.keys(PROBLEMS).map((name) => `/problems/${name}`) },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What came, and what was expected.' },
      errors: {
        type: 'array',
        items: { type: 'string' },
        description: 'Each place that is wrong: `puzzles[16]: cell 40: found "x", expected 1–9, 0 or "."`.',
      },
    },
  },
}
