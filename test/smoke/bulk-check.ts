import { gzipSync } from 'node:zlib'
import type { Client } from '../../shared/client/client.ts'
import { readVariant } from '../../shared/input/variants/variant-forms.ts'
import { RESULT_FORMATS, type ResultFormat } from '../../shared/job/output/result-media-types.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'
import { framesIn, PACKED } from '../../shared/job/packed/result-frames.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { addsUp, same } from './judged.ts'

const PARTS = 3
const PER_PART = 1_500
const CLUES = 25

interface Solved {
  readonly puzzle: string
  readonly solution: string
}

/** A few thousand puzzles in parts, sent out of order and twice, and their results in order in each format. */
export async function parts({ client, ended }: Deployed): Promise<string> {
  // New with every run, and of one solution each, which is known.
  const seed = crypto.randomUUID()
  const expected = Array.from({ length: PARTS * PER_PART }, (_, index): Solved => {
    const { puzzle, solution } = generateSolved({ rules: 'classic', size: 9, clues: CLUES, seed, index })
    return { puzzle, solution: textOf(solution) }
  })
  const job = await client.createJob({ open: true })
  for (const number of [3, 1, 1, 2]) {
    const puzzles = expected.slice((number - 1) * PER_PART, number * PER_PART).map(({ puzzle }) => puzzle)
    const body = Buffer.from(puzzles.join('\n'))
    const sent = await (number === 2
      ? client.putPart(job.id, number, gzipSync(body), { encoding: 'gzip' })
      : client.putPart(job.id, number, body))
    same('the part', [sent.part, sent.puzzles], [number, PER_PART])
    addsUp(await client.getJob(job.id))
  }
  await refusedAs('part-conflict', client.putPart(job.id, 1, Buffer.from(expected[0].puzzle)))
  const { state, counts } = await ended(await client.sealJob(job.id, PARTS))
  same('state and solved', [state, counts.solved, counts.total], ['completed', expected.length, expected.length])

  await inJson(client, job, expected)
  await inPacked(client, job, expected)
  for (const format of RESULT_FORMATS) await inLines(client, job, format, expected)
  return `${expected.length} puzzles, results in ${RESULT_FORMATS.length + 2} formats`
}

async function inJson(client: Client, { id }: JobView, expected: readonly Solved[]): Promise<void> {
  let line = 0
  for await (const result of client.results(id)) {
    const { puzzle, solution } = expected[line++]
    const found = [result.line, result.puzzle, result.status, result.unique, result.solution]
    same(`line ${line} in JSON`, found, [line, puzzle, 'solved', true, solution])
  }
  same('lines in JSON', line, expected.length)
}

async function inPacked(client: Client, { id, options }: JobView, expected: readonly Solved[]): Promise<void> {
  let line = 0
  for await (const { bytes } of client.resultPages(id, { format: PACKED })) {
    for (const frame of framesIn(bytes)) {
      same('the place of a frame', frame.place, line + 1)
      const reader = new ResultsReader(frame.packed)
      while (reader.next() && reader.place < frame.end) {
        if (reader.place < frame.begin) continue
        const { puzzle, solution } = expected[line++]
        const result = reader.result(line, line, options)
        same(`line ${line} packed`, [result.puzzle, result.solution], [puzzle, solution])
      }
    }
  }
  same('lines packed', line, expected.length)
}

/** How each format writes a line of a puzzle that has one solution; undefined for a head, before the first one. */
const LINES: Readonly<Record<ResultFormat, { heads: number; read(line: string): readonly unknown[] }>> = {
  text: { heads: 0, read: (line) => [line] },
  kaggle: { heads: 1, read: (line) => line.replaceAll('0', '.').split(',') },
  csv: {
    heads: 1,
    read(line) {
      const [number, , puzzle, status, , unique, , , , , solution] = line.split(',')
      return [Number(number), puzzle, status, unique === 'true', solution]
    },
  },
  ndjson: {
    heads: 0,
    read(line) {
      const { line: number, puzzle, status, unique, solution } = JSON.parse(line)
      return [number, puzzle, status, unique, solution]
    },
  },
  fpuzzles: {
    heads: 0,
    read(line) {
      const read = readVariant(line)
      return read?.ok ? [read.value.puzzle, read.value.solution] : [read?.error ?? line]
    },
  },
}

async function inLines(client: Client, { id }: JobView, format: ResultFormat, expected: readonly Solved[]) {
  const { heads, read } = LINES[format]
  let text = ''
  for await (const { bytes } of client.resultPages(id, { format })) text += Buffer.from(bytes).toString()
  const lines = text.split('\n').slice(heads)
  same(`the last line as ${format}`, lines.pop(), '')
  same(`lines as ${format}`, lines.length, expected.length)
  lines.forEach((line, i) => {
    const { puzzle, solution } = expected[i]
    const all = [i + 1, puzzle, 'solved', true, solution]
    const both = [puzzle, solution]
    const whole = { text: [solution], kaggle: both, csv: all, ndjson: all, fpuzzles: both }
    same(`line ${i + 1} as ${format}`, read(line), whole[format])
  })
}
