import type { PuzzleResult } from '../../shared/job/result.ts'
import type { ResultsPage } from '../../shared/protocol/views.ts'
import type { AskedJob } from './asked-job.ts'
import { must } from './broken.ts'
import type { Exchange } from './network.ts'
import { expectedOf, placeOf } from './reference.ts'

type Moment = Pick<Exchange, 'askedAt' | 'answeredAt'>

/** The promises of results each time they are read. */
export function checkPage(job: AskedJob, { results, next }: ResultsPage, from: number, moment: Moment): void {
  let line = from
  let before = -1
  for (const result of results) {
    // Puzzles that came as a list have no other lines than their places.
    const isNext = result.line === line && result.place === line++
    must(isNext, 'results are in input order', () => [job.spec.name, from, result])
    const place = placeOf(job.spec, result)
    must(place !== undefined && place > before, 'results are in input order', () => [job.spec.name, from, result])
    before = place
    checkResult(job, result, moment)
  }
  must(next === null || next === line, 'results are in input order', () => `${next} follows ${line - 1}`)
}

function checkResult(job: AskedJob, result: PuzzleResult, { askedAt, answeredAt }: Moment): void {
  checkOutcome(job, result)
  const name = result.id ?? String(result.place)
  const known = job.results.get(name)
  if (known && known.answeredAt < askedAt) {
    const { status } = known.what
    const mayChange = status === 'failed' && job.isRedriveAsked
    must(mayChange || result.status === status, 'a result stays what it is', () => [known.what, result])
  }
  if (!known || known.answeredAt < answeredAt) job.results.set(name, { answeredAt, what: result })
}

/** A puzzle that was solved is solved as in the undisturbed run; one that was not is kept. */
export function checkOutcome({ spec }: Pick<AskedJob, 'spec'>, result: PuzzleResult): void {
  const expected = expectedOf(spec, result)
  if (result.status === 'failed' || result.status === 'cancelled') {
    const isKept = result.puzzle === expected.puzzle || result.puzzle === expected.submitted
    must(isKept && result.id === expected.result.id, 'what was not solved is kept', () => [expected, result])
    return
  }
  must(textOf(result) === textOf(expected.result), 'results are those of the undisturbed run', () => [
    expected.result,
    result,
  ])
}

/** Its line and place apart, which depend on which parts came in. */
function textOf({ line: _line, place: _place, reason, ...result }: PuzzleResult): string {
  return JSON.stringify({ ...result, reason: reason?.replace(/^line \d+, /, '') })
}
