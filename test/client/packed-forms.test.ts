import { gzipSync } from 'node:zlib'
import { expect, inject, it } from 'vitest'
import { partsOf, type TextPart } from '../../shared/client/upload.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { chunkIn, messagesOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { MAX_PUZZLES_WITH_STEPS } from '../../shared/job/limits.ts'
import { type PackedGrids, PUZZLES_TYPE, packedBodyIn } from '../../shared/job/packed/packed-puzzles.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { GRID, SEVERAL, SOLUTION } from '../api/grids.ts'
import { resultsIn } from '../job/read.ts'

const csvOf = (header: string, rowOf: (entry: Entry, place: number) => string) => (all: readonly Entry[]) =>
  `${header}\n${all.map((entry, place) => `${rowOf(entry, place)}\n`).join('')}`
const zeroed = ({ text }: Entry) => text.replaceAll('.', '0')

/** Ways in which people write many puzzles, with all of an entry that there is room for. */
const FORMS: Readonly<Record<string, [write: (all: readonly Entry[]) => string, holds?: 'id' | 'given' | 'both']>> = {
  lines: [(all) => all.map(({ text }) => `${text}\n`).join('')],
  'lines of Windows': [(all) => all.map(({ text }) => `${text}\r\n`).join('')],
  'zeroes, under a comment': [(all) => `# mine\n\n${all.map(zeroed).join('\n')}`],
  'blanks around': [(all) => all.map(({ text }, i) => `${i % 2 ? ' ' : ''}${text}  \n`).join('')],
  kaggle: [csvOf('quizzes,solutions', (entry) => `${zeroed(entry)},${entry.given ?? ''}`), 'given'],
  'numbers in front': [csvOf('id,puzzle', ({ id, text }) => `${id ?? ''},${text}`), 'id'],
  'all of it, and a comment behind': [
    csvOf('id;puzzle;solution;note', ({ id = '', text, given = '' }, i) => `"${id}";${text};${given};nr. ${i}\r`),
    'both',
  ],
}

const COUNT = 80
/** A solution but for two rows of its last band. */
const ALMOST = '541937682368214759927568143634751298285649371179382465496825514752193826813476937'

/** Puzzles with their solutions and names, and among them what is rare: it has notes, and with more of it a file goes as text. */
const ENTRIES: readonly Entry[] = Array.from({ length: COUNT }, (_, index): Entry => {
  const made = generateSolved({ rules: 'classic', size: 9, seed: `${inject('seed')}`, index })
  const solution = textOf(made.solution)
  const id = index % 5 === 0 ? '' : `数独 ${index}`
  const given = index % 7 === 0 ? '' : solution
  const rare: Readonly<Record<number, Partial<Entry>>> = {
    11: { text: SEVERAL, given: SOLUTION },
    17: { given: solution[1] + solution[0] + solution.slice(2) },
    23: { text: `55${GRID.slice(2)}`, given: SOLUTION },
    29: { text: '.'.repeat(81), given: ALMOST },
    31: { text: 'x', given: '' },
  }
  return { text: made.puzzle, id, given, ...rare[index] }
})
const OF = { jobId: 'j', part: 1, expiresAt: 0 }
const OPTIONS = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 1e6 } as const

/** As a worker gets them, three to a chunk, and what it answers, with the lines that the API tells. */
function resultsOf(puzzles: Puzzles | PackedGrids, lines: Float64Array | undefined): string[] {
  const chunks = Array.from(messagesOf({ ...OF, options: OPTIONS }, puzzles, 3), chunkIn)
  const solved = chunks.flatMap((chunk) =>
    resultsIn(solveChunk(chunk, () => false).results.pack(), OPTIONS, 3 * chunk.number + 1),
  )
  return solved.map((result, i) => JSON.stringify({ ...result, line: lines?.[i] }))
}

it('cuts a file into smaller parts where the steps of each puzzle are told', async () => {
  async function* source() {
    yield Buffer.from(`${GRID}\n`.repeat(MAX_PUZZLES_WITH_STEPS + 1))
  }
  const countsIn = async (parts: AsyncIterable<TextPart>) =>
    (await Array.fromAsync(parts)).map(({ textBytes }) => textBytes / (GRID.length + 1))
  expect(await countsIn(partsOf(source(), {}))).toEqual([MAX_PUZZLES_WITH_STEPS + 1])
  expect(await countsIn(partsOf(source(), { include: ['rating', 'steps'] }))).toEqual([MAX_PUZZLES_WITH_STEPS, 1])
})

it.each(Object.entries(FORMS))(
  '%s are sent packed, and each puzzle has the result that it has by itself',
  async (_, form) => {
    const [write, holds] = form
    const bytes = Buffer.from(write(ENTRIES))
    const source = new Blob([gzipSync(bytes)]).stream()
    const [part, ...more] = await Array.fromAsync(partsOf(source, {}))
    const { bytes: body, how } = await part.packed()
    expect([more.length, how.type]).toEqual([0, PUZZLES_TYPE])
    const read = readPuzzles(bytes)
    const packed = packedBodyIn(body as Uint8Array, (json) => JSON.parse(Buffer.from(json).toString()))
    if (!read.ok || !packed.ok) expect.fail('they cannot be read')
    const alone = ENTRIES.map(({ text, id, given }) => ({
      text,
      ...(id && holds !== 'given' && holds && { id }),
      ...(given && holds !== 'id' && holds && { given }),
    }))
    // Nothing of a puzzle is in a column here: each goes by itself, as text.
    const slow = resultsOf(new Puzzles(COUNT, new Uint8Array(), new Map(alone.entries())), read.value.lines)
    expect(resultsOf(read.value.puzzles, read.value.lines)).toEqual(slow)
    const lines = Float64Array.from({ length: COUNT }, (_, i) => (how.line ?? 0) + i)
    expect(resultsOf(packed.value, lines)).toEqual(slow)
    expect(slow.filter((line) => line.includes('"givenIsCorrect":true')).length > 40).toBe(
      /given|both/.test(`${holds}`),
    )
  },
)
