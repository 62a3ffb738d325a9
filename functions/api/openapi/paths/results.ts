import { formats } from '../../../../shared/formats.ts'
import { RESULTS_TYPE } from '../../../../shared/job/packed/result-frames.ts'
import { resultsQuerySchema } from '../../../../shared/protocol/queries.ts'
import { binary } from '../json-schema.ts'
import { headers, jobId, json, ownerProblems, preferWait, queryOf } from '../operation.ts'

const lines = (description: string) => ({ schema: { type: 'string', description } })

const get = {
  tags: ['Results'],
  operationId: 'getResults',
  summary: 'Read results',
  description:
    'In input order, up to the first puzzle that is not done: readable while the job runs. Each form comes in pages; where the next one begins is in `Link` (and, in JSON, `next`). A page may hold fewer results than asked for, or none, and not be the last.',
  parameters: [
    jobId,
    ...queryOf(resultsQuerySchema, {
      from: 'The line to begin with.',
      limit: 'Results that a page holds at most.',
      status: 'Only results of these statuses, separated by commas; not of `packed`.',
      format: 'The form; left out, `Accept` chooses it, and JSON is the default.',
    }),
    preferWait('there is a result to read'),
  ],
  responses: {
    200: {
      description: 'A page of results.',
      headers: {
        Link: { description: 'The next page, as `rel="next"`; absent at the job\'s end.', schema: { type: 'string' } },
        'Retry-After': { ...headers.retryAfter, description: 'With an empty page that is not the last.' },
        'Preference-Applied': headers.preferenceApplied,
        Vary: { schema: { const: 'accept' } },
      },
      content: {
        ...json('ResultsPage'),
        [formats.ndjson.mediaType]: lines('A `Result` a line.'),
        [formats.csv.mediaType]: lines(
          'A row a result, the head above line 1 only. A field that a spreadsheet would take for a formula, as it begins with `=`, `+`, `-`, `@`, a tab or a line end and is no number, has an apostrophe in front; the forms in JSON have it as it came.',
        ),
        [formats.kaggle.mediaType]: lines(
          '`format=kaggle`: a row of puzzle and solution a result, the head above line 1 only; empty cells are 0, and a solution that is missing is empty.',
        ),
        [formats.text.mediaType]: lines('A solution a line; its status where there is none.'),
        [RESULTS_TYPE]: binary(
          RESULTS_TYPE,
          '`format=packed`, for clients that unpack it: as the service keeps results, some 25 bytes each. Its inside may change.',
        ),
      },
    },
    ...ownerProblems('unknown-job', 'not-acceptable', 'expired-job', 'invalid-request'),
  },
}

export const resultPaths = { '/jobs/{id}/results': { get } }
