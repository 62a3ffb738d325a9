import { textOf } from '../../shared/client/http.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { type Example, examples } from '../../shared/sudoku/search/examples.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { holds, same, Wrong } from './judged.ts'

/** What a service does with jobs of a few puzzles. Each answers with what there is to tell. */

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
/** Takes brute force 69,175,252 backtracks: some five seconds of a worker. */
const HARD = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
/** More than a minute of work for two workers, so that it can be cancelled; and less than a cent, should that fail. */
const HARD_COUNT = 40
/** Before these: as many as a chunk of brute force holds, so that there is something to keep. */
const EASY_COUNT = 3

/** The texts' puzzles, with the counts that are published for them. */
export async function publishedCounts(service: Deployed): Promise<string> {
  let compared = 0
  for (const strategy of STRATEGY_NAMES) {
    const published = examples.filter(({ backtracks }) => backtracks[strategy] !== undefined)
    for (const asked of Map.groupBy(published, ({ rules }) => rules).values()) {
      await compareCounts(service, strategy, asked)
      compared += asked.length
    }
  }
  return `${compared} counts`
}

async function compareCounts({ client, ended }: Deployed, strategy: StrategyName, asked: Example[]): Promise<void> {
  const [{ rules }] = asked
  const puzzles = asked.map(({ name, puzzle }) => ({ id: name, puzzle }))
  const job = await client.createJob({ strategy, rules, puzzles })
  const { state, counts } = await ended(job)
  same('state and solved', [state, counts.solved], ['completed', asked.length])
  const results = await Array.fromAsync(client.results(job.id))
  const found = results.map(({ id, backtracks }) => [id, backtracks])
  same(
    `backtracks by ${strategy}`,
    found,
    asked.map(({ name, backtracks }) => [name, backtracks[strategy]]),
  )
  results.forEach(({ id, solution = '' }, i) => {
    const puzzle = parsePuzzle(asked[i].puzzle, rules)
    const wrong = puzzle.ok ? verify(puzzle.value, digitsOf(solution)) : puzzle.error
    if (wrong) throw new Wrong(`the solution of ${id}: ${wrong}`)
  })
}

/** One bad puzzle harms nobody. */
export async function badPuzzles({ client, ended }: Deployed): Promise<string> {
  const puzzles = [EASY, EASY.replace('.', 'x'), EASY.replace('.', '5'), EASY]
  const job = await client.createJob({ puzzles })
  const { counts } = await ended(job)
  same('solved and invalid', [counts.solved, counts.invalid], [2, 2])
  const results = await Array.fromAsync(client.results(job.id))
  same(
    'statuses',
    results.map(({ line, status }) => [line, status]),
    ['solved', 'invalid', 'invalid', 'solved'].map((status, i) => [i + 1, status]),
  )
  const { reason = '' } = results[1]
  holds(`the reason does not say what was found: ${reason}`, reason.includes('found "x"'))
  return reason
}

export async function idempotency({ http, client }: Deployed): Promise<string> {
  const key = crypto.randomUUID()
  const submit = (puzzles: readonly string[]): Promise<JobView> =>
    http.json('/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ puzzles }),
    })
  const first = await submit([EASY])
  same('the job of the same key and body', (await submit([EASY])).id, first.id)
  await refusedAs('idempotency-conflict', submit([EASY, EASY]))
  for await (const { id } of client.listJobs()) if (id === first.id) return 'one job, and it is listed'
  throw new Wrong(`job ${first.id} is not in the list of jobs`)
}

/** A poll that knows the state is answered with 304. */
export async function conditionalPolls({ http, client, ended }: Deployed): Promise<string> {
  const { id } = await ended(await client.createJob({ puzzles: [EASY] }))
  const poll = (headers: Record<string, string>) => http.send(`/jobs/${id}`, { headers })
  const tag = (await poll({})).response.headers.get('etag')
  if (tag === null) throw new Wrong('a poll has no etag')
  const again = await poll({ 'if-none-match': tag })
  same('status and body of a poll with If-None-Match', [again.response.status, textOf(again.body)], [304, ''])
  same('status of a poll with another tag', (await poll({ 'if-none-match': '"other"' })).response.status, 200)
  return '304'
}

/** A cancelled job keeps what is solved, and ends. */
export async function cancelling({ client, ended }: Deployed): Promise<string> {
  const puzzles = [...Array<string>(EASY_COUNT).fill(EASY), ...Array<string>(HARD_COUNT).fill(HARD)]
  const { id } = await client.createJob({ puzzles, strategy: 'brute-force' })
  for await (const view of client.watchJob(id)) if (view.counts.solved > 0) break
  const { state, counts } = await ended(await client.cancelJob(id))
  same('state', state, 'cancelled')
  const results = await Array.fromAsync(client.results(id))
  same(
    'lines of the cancelled job',
    results.map(({ line }) => line),
    puzzles.map((_, i) => i + 1),
  )
  const [solved, cancelled] = ['solved', 'cancelled'].map((of) => results.filter(({ status }) => status === of).length)
  same('solved and cancelled results', [solved, cancelled], [counts.solved, counts.cancelled])
  same('solved or cancelled', solved + cancelled, puzzles.length)
  return `${solved} solved, ${cancelled} not any more`
}
