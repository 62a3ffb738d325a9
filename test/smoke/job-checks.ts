import { gzipSync } from 'node:zlib'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { framesIn, PACKED } from '../../shared/job/packed/result-frames.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { type Example, examples } from '../../shared/sudoku/search/examples.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { addsUp, same, Wrong } from './judged.ts'

/** Checks of what workers do on AWS's processors, with jobs of either queue. Each answers with what there is to tell. */

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
  const expected = asked.map(({ name, backtracks }) => [name, backtracks[strategy]])
  same(`backtracks by ${strategy}`, found, expected)
  results.forEach(({ id, solution = '' }, i) => {
    const puzzle = parsePuzzle(asked[i].puzzle, rules)
    const wrong = puzzle.ok ? verify(puzzle.value, digitsOf(solution)) : puzzle.error
    if (wrong) throw new Wrong(`the solution of ${id}: ${wrong}`)
  })
}

const PARTS = 3
const PER_PART = 1_500
const CLUES = 25

/** A few thousand puzzles in parts, sent out of order and twice, and their results in order, as bytes. */
export async function parts({ client, ended }: Deployed): Promise<string> {
  // They are new with every run, and of one solution each, which is known.
  const seed = crypto.randomUUID()
  const expected = Array.from({ length: PARTS * PER_PART }, (_, index) => {
    const { puzzle, solution } = generateSolved({ rules: 'classic', size: 9, clues: CLUES, seed, index })
    return [puzzle, textOf(solution)]
  })
  const job = await client.createJob({ open: true })
  for (const number of [3, 1, 1, 2]) {
    const puzzles = expected.slice((number - 1) * PER_PART, number * PER_PART).map(([puzzle]) => puzzle)
    const body = Buffer.from(puzzles.join('\n'))
    const isPacked = number === 2
    const how = isPacked ? ({ encoding: 'gzip' } as const) : {}
    const sent = await client.putPart(job.id, number, isPacked ? gzipSync(body) : body, how)
    same('the part', [sent.part, sent.puzzles], [number, PER_PART])
    addsUp(await client.getJob(job.id))
  }
  await refusedAs('part-conflict', client.putPart(job.id, 1, Buffer.from(expected[0][0])))
  const { state, counts } = await ended(await client.sealJob(job.id, PARTS))
  same('state and solved', [state, counts.solved, counts.total], ['completed', expected.length, expected.length])

  let line = 0
  for await (const { bytes } of client.resultPages(job.id, { format: PACKED })) {
    for (const frame of framesIn(bytes)) {
      same('the place of a frame', frame.place, line + 1)
      const reader = new ResultsReader(frame.packed)
      while (reader.next() && reader.place < frame.end) {
        if (reader.place < frame.begin) continue
        const { puzzle, solution } = reader.result(line + 1, line + 1, job.options)
        same(`line ${line + 1}`, [puzzle, solution], expected[line++])
      }
    }
  }
  same('lines', line, expected.length)
  return `${line} puzzles`
}
