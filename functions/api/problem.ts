import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Checked } from '../../shared/checked.ts'
import type { ProblemError } from '../../shared/protocol/problem-error.ts'
import type { LimitName, RequestErrors } from '../../shared/protocol/requests.ts'

/** A kind of problem: the answer to it, what `/problems/{name}` tells of it and how OpenAPI describes it. */
export interface ProblemKind {
  readonly status: ContentfulStatusCode
  readonly title: string
  /** When the service answers with it. Words in backticks are code. */
  readonly cause: string
  readonly remedy: string
  /** The header that tells the client how to go on. */
  readonly header?: 'Accept' | 'Allow' | 'Retry-After' | 'WWW-Authenticate'
}

/** Every way in which a request can fail; the key ends the problem's `type`. */
export const PROBLEMS = {
  'not-json': {
    status: 400,
    title: 'The body is not JSON',
    cause:
      "The body says that it is `application/json`, and cannot be parsed as that; `detail` has the parser's words.",
    remedy: 'Send valid JSON; or name the media type that the body is of, such as `text/plain` for one puzzle a line.',
  },
  'invalid-gzip': {
    status: 400,
    title: 'The body is not gzip',
    cause:
      'The request says that its body is gzip, and the body cannot be unpacked: it is not gzip, or something on its way took it for text.',
    remedy: 'Send the whole of a gzip file as `application/gzip`; or say what the body is where it is not packed.',
  },
  unauthorized: {
    status: 401,
    title: 'The request carries no key, or one that is not valid',
    cause: 'The service asks for an API key. None came, or it is mistyped, or it was revoked.',
    remedy:
      'Send `authorization: Bearer <key>` (the command line takes it from `SUDOKU_KEY`). Who runs the service makes keys with `npm run -s keys -- mint <owner>`.',
    header: 'WWW-Authenticate',
  },
  'blocked-owner': {
    status: 403,
    title: 'This owner is blocked',
    cause: 'The key is valid, but the operator of the service has blocked its owner.',
    remedy: 'Ask who runs the service. What is under way goes on; nothing of it can be read meanwhile.',
  },
  'cross-site': {
    status: 403,
    title: 'The request comes from the page of another site',
    cause: "A browser sent the request for a page that is not this service's, and it would have changed something.",
    remedy:
      "Call the service from its own page or from a program; or have its operator add your page's origin to `CORS_ORIGINS` (`corsOrigins` of the stack).",
  },
  'unknown-job': {
    status: 404,
    title: 'There is no such job',
    cause: "No job of yours has that id: it is mistyped, or another owner's, or it expired and was deleted.",
    remedy: 'Compare the id with the `links` of the answer that made the job; `GET /jobs` lists yours.',
  },
  'unknown-route': {
    status: 404,
    title: 'There is nothing at this address',
    cause: 'This service has no such path.',
    remedy: 'Compare it with those at `/docs`; paths have no slash at the end.',
  },
  'wrong-method': {
    status: 405,
    title: 'This address does not take that method',
    cause: 'The path is there, and takes other methods.',
    remedy: 'Use a method that the `Allow` header of the answer names.',
    header: 'Allow',
  },
  'not-acceptable': {
    status: 406,
    title: 'The service has none of the media types that the request accepts',
    cause: 'The `Accept` header names no media type that results can be written in.',
    remedy: 'Accept one of those that `detail` names; or choose the form by `?format=`, which goes before `Accept`.',
  },
  'job-not-open': {
    status: 409,
    title: 'The job takes no more parts',
    cause:
      'The job was sealed or cancelled, or it came in one piece: no part can be added to it, and a seal cannot be changed.',
    remedy: 'Poll the job to see its `state` and `parts`; open another job for more puzzles.',
  },
  'part-conflict': {
    status: 409,
    title: 'The part is there already, with other content',
    cause: 'A part of that number came in before, with other bytes or in another format. What was taken first stays.',
    remedy: 'Send the same content again to make sure that it is in; give other content a number of its own.',
  },
  'missing-parts': {
    status: 409,
    title: 'The parts that have come in are not those that the job should have',
    cause:
      'The job was to be sealed with a number of parts, and the parts from 1 to that number are not exactly those that are in; `detail` names them.',
    remedy: 'Send those that are missing, then seal again; or seal with the number of parts that are in.',
  },
  'job-ended': {
    status: 409,
    title: 'The job has ended',
    cause:
      'The job is completed, so that nothing is left to cancel; or it was cancelled, so that nothing can be sent again.',
    remedy: 'There is nothing to do: its results can be read. Submit puzzles again as a new job.',
  },
  'nothing-to-tell': {
    status: 409,
    title: 'There is nothing to tell a webhook',
    cause: 'The webhook of a job was to be told again, and the job has none, or has not ended; `detail` says which.',
    remedy:
      'Wait for the end of the job, of which its webhook is told without being asked; or submit it with a `webhook`.',
  },
  'expired-job': {
    status: 410,
    title: 'The job has expired and its results are gone',
    cause: 'Jobs and their results are kept for seven days, and these are over.',
    remedy: 'Submit the puzzles again.',
  },
  'too-large': {
    status: 413,
    title: 'The body is too large',
    cause: 'The body has more bytes than one request can bring; `detail` says how many those are.',
    remedy: 'Send the body in gzip; or open a job, and send the puzzles in parts.',
  },
  'too-large-unpacked': {
    status: 413,
    title: 'The body is too large once it is unpacked',
    cause: 'The body is small as gzip, and unpacks to more than the service takes; `detail` says how much that is.',
    remedy: 'Open a job, and send the puzzles in parts of some 60,000.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The service does not take bodies of that media type',
    cause:
      '`Content-Type` is missing, or the service does not read it, or the body is in another charset than UTF-8 or in another encoding than gzip.',
    remedy: 'Name one of the media types in the `Accept` header of the answer, and send UTF-8.',
    header: 'Accept',
  },
  'invalid-request': {
    status: 422,
    title: 'The request does not fit its schema',
    cause:
      'A field, parameter or header is not as the description has it; `errors` says of each where it is, what came and what was expected.',
    remedy: 'Correct the places that `errors` names. The description is at `/docs`.',
  },
  'too-complex': {
    status: 422,
    title: 'Reading the body takes more work than one request may',
    cause:
      'JSON has so many levels or members that it would take long to parse, or links unpack to more than those of puzzles do, or there are more of them than can be read in two seconds; `errors` says where reading ended.',
    remedy: 'Open a job, and send the puzzles in parts; or send them as text, or in the form that `/docs` describes.',
  },
  'too-many-puzzles': {
    status: 422,
    title: 'There are more puzzles than one request can bring; a job takes more in parts',
    cause:
      'One request has more puzzles than it may bring. The limit is lower where grids are large and many solutions are asked for.',
    remedy: 'Open a job with `{"open": true}`, and send the puzzles in parts.',
  },
  'too-many-parts': {
    status: 422,
    title: 'There are more parts than one job can have',
    cause: "A part's number, or the number of parts in a seal, is higher than a job may have.",
    remedy: 'Put more puzzles into each part, or the rest into another job.',
  },
  'too-many-solutions': {
    status: 422,
    title: 'The request asks for more solutions than the service looks for',
    cause: '`solutions` is higher than the service looks for.',
    remedy: 'Ask for as many as `errors` says. For whether there is only one, 2 is enough.',
  },
  'too-many-backtracks': {
    status: 422,
    title: 'The backtrack limit is higher than the service allows',
    cause: '`backtrackLimit` is higher than what the strategy does in ten minutes on grids of that size.',
    remedy: 'Ask for as many as `errors` says, or leave the limit out.',
  },
  'unsupported-size': {
    status: 422,
    title: 'The service does not solve grids of that size',
    cause:
      "The service does not solve grids of this `size`, or the job's rules, or its strategy, are not for grids of that size.",
    remedy: 'Use a size that `errors` names, or leave it out: the length of each puzzle tells it.',
  },
  'idempotency-conflict': {
    status: 422,
    title: 'The idempotency key was used for another request',
    cause:
      'The `Idempotency-Key` came before, with another body or other options. The job that it stands for is left as it is.',
    remedy: 'Make a new key for each new request, and repeat one only with the same body and options.',
  },
  'too-many-requests': {
    status: 429,
    title: 'This owner sends more requests than the service allows',
    cause:
      'The owner of this key has sent more requests than the service allows; `RateLimit-Policy` says how many may come at once, and in how many seconds as many more.',
    remedy:
      'Wait for the seconds in `Retry-After`. Poll with `Prefer: wait=20` rather than often, and read results in larger pages.',
    header: 'Retry-After',
  },
  'too-many-jobs-in-flight': {
    status: 429,
    title: 'This owner has as many jobs under way as the service allows',
    cause: 'The owner of this key has as many jobs with pending puzzles as the service allows.',
    remedy: 'Wait until some have ended, or cancel them; put many puzzles into one job rather than few into many.',
    header: 'Retry-After',
  },
  'too-many-puzzles-in-flight': {
    status: 429,
    title: 'This owner has as many puzzles under way as the service allows',
    cause: 'With these, the owner of this key would have more pending puzzles than the service allows.',
    remedy: 'Wait until some of them are done, or cancel jobs; then send the same request again.',
    header: 'Retry-After',
  },
  internal: {
    status: 500,
    title: 'Something went wrong in the service',
    cause: 'The service has a fault that this request met.',
    remedy: "Tell the service's operator the `x-correlation-id` of the answer: by it the log has the cause.",
  },
  unavailable: {
    status: 503,
    title: 'The service cannot take this right now',
    cause: 'A part of AWS that the service stands on did not answer, or had no room.',
    remedy:
      'Send the same request again after the seconds in `Retry-After`. With an `Idempotency-Key` a job is never made twice.',
    header: 'Retry-After',
  },
} as const satisfies Readonly<Record<LimitName, ProblemKind> & Record<string, ProblemKind>>

export type ProblemName = keyof typeof PROBLEMS

interface ProblemDetails {
  readonly detail?: string
  readonly errors?: readonly ProblemError[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a request is not done. Whatever finds it out throws it, and the app answers with it (RFC 9457). */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly details: ProblemDetails

  constructor(problem: ProblemName, details: ProblemDetails = {}) {
    super(PROBLEMS[problem].title)
    this.name = 'Problem'
    this.problem = problem
    this.details = details
  }
}

export function accepted<T>(request: Checked<T, RequestErrors>): T {
  if (request.ok) return request.value
  const { errors, limit = 'invalid-request' } = request.error
  throw new Problem(limit, { errors })
}
