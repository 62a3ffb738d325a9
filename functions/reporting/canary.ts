import type { Context } from 'aws-lambda'
import { MAX_WAIT_S } from '../../shared/job/limits.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { EndedJob } from '../../shared/protocol/views.ts'
import { verifyText } from '../../shared/sudoku/rules/verify.ts'
import { failuresOnly, type Telemetry } from './telemetry.ts'

/**
 * The event that the scheduler sends to the API's function, in the place of a request. No request from outside can look like it:
 * API Gateway puts each into an event of its own form.
 */
export interface CanaryEvent {
  readonly source: 'aws.events'
  /** Where clients reach the service: the schedule knows it, and the function, which is made before it, does not. */
  readonly url: string
}

export function isCanary(event: object): event is CanaryEvent {
  return 'source' in event && event.source === ('aws.events' satisfies CanaryEvent['source'])
}

/** Its 17 givens have one solution; it goes to the queue of short jobs, as most jobs of people do. */
const PUZZLE = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...'

/** The answer that whoever invokes the function by hand sees. */
export interface CanaryOutcome {
  readonly solved: boolean
}

interface CanaryServices {
  /** Where it goes, as every client does: by the name, whatever stands before the gateway, and the gateway. */
  readonly url: string
  readonly newKey: () => Promise<string>
  readonly fetch?: (request: Request) => Response | Promise<Response>
  readonly telemetry?: Telemetry
}

/** A poll may take this long, and the gateway gives up after 30 s; the function itself is stopped after 29. */
const PATIENCE_MS = (MAX_WAIT_S + 5) * 1000

/**
 * Gives the service a puzzle as a client does, waits until it is solved, and has the solution judged. Only then it
 * measures a `CanarySolved`, for the lack of which an alarm rings, whatever was the matter.
 */
export async function runCanary(
  { url, newKey, fetch: send = fetch, telemetry = failuresOnly }: CanaryServices,
  context?: Partial<Pick<Context, 'awsRequestId'>>,
): Promise<CanaryOutcome> {
  const line = telemetry.begin({}, { requestId: context?.awsRequestId })
  try {
    const answer = await send(
      new Request(`${url}/jobs`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await newKey()}`,
          'content-type': 'text/plain',
          prefer: `wait=${MAX_WAIT_S}`,
        },
        body: PUZZLE,
        // The key goes nowhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    )
    if (answer.status !== 200) throw new Error(`answered ${answer.status} ${await answer.text()}`)
    const { id, results }: EndedJob = await answer.json()
    line.add({ jobId: id })
    const fault = faultIn(results)
    if (fault) throw new Error(fault)
    line.measure({ CanarySolved: 1 })
    line.end('canary solved')
    return { solved: true }
  } catch (error) {
    line.fail('canary failed', error)
    return { solved: false }
  }
}

function faultIn([result, ...others]: readonly PuzzleResult[]): string | undefined {
  if (!result || others.length > 0) return `expected one result, found ${others.length + (result ? 1 : 0)}`
  const { status, unique, solution } = result
  if (status !== 'solved' || !unique || !solution) return `the puzzle is ${status}, expected solved and unique`
  return verifyText(PUZZLE, solution, 'classic')
}
