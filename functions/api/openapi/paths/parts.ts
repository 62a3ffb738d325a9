import { MAX_PARTS } from '../../../../shared/job/limits.ts'
import { partQuerySchema } from '../../../../shared/protocol/queries.ts'
import { ref } from '../json-schema.ts'
import { EXAMPLE, gzipped, headers, jobId, json, ownerProblems, puzzleBodies, queryOf } from '../operation.ts'

const put = {
  tags: ['Parts'],
  operationId: 'putPart',
  summary: 'Add a part to an open job',
  description:
    'Parts may come in any order and at the same time. The same content sent again, packed or not, changes nothing and is answered as it was the first time. The lines of a part are known once all parts before it are in; its puzzles are solved before that.',
  parameters: [
    jobId,
    { name: 'part', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: MAX_PARTS } },
    gzipped,
    ...queryOf(partQuerySchema, {
      format: 'For text bodies. How the puzzles are written, where that is not to be told from them.',
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
    200: { description: 'The part is in: it is durably queued.', content: json('Part') },
    ...ownerProblems(
      'cross-site',
      'not-json',
      'invalid-gzip',
      'unknown-job',
      'unknown-route',
      'job-not-open',
      'part-conflict',
      'expired-job',
      'too-large',
      'too-large-unpacked',
      'unsupported-media-type',
      'invalid-request',
      'too-complex',
      'too-many-puzzles',
      'too-many-parts',
      'too-many-jobs-in-flight',
      'too-many-puzzles-in-flight',
    ),
  },
}

const seal = {
  tags: ['Parts'],
  operationId: 'sealJob',
  summary: 'Say how many parts an open job has',
  description:
    'All of them have to be in, and none beyond. No more can come then, and the job ends once they are solved. Sent again with the same number, it changes nothing.',
  parameters: [jobId, gzipped],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref('SealRequest'), example: { parts: 15 } } },
  },
  responses: {
    202: {
      description: 'The job is accepted: it will end.',
      headers: { 'Retry-After': headers.retryAfter },
      content: json('Job'),
    },
    ...ownerProblems(
      'cross-site',
      'not-json',
      'invalid-gzip',
      'unknown-job',
      'job-not-open',
      'missing-parts',
      'expired-job',
      'too-large',
      'too-large-unpacked',
      'unsupported-media-type',
      'invalid-request',
      'too-complex',
      'too-many-parts',
    ),
  },
}

export const partPaths = {
  '/jobs/{id}/parts/{part}': { put },
  '/jobs/{id}/seal': { post: seal },
}
