import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseGrid } from '../../shared/sudoku/grid/grid.ts'
import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { A, B, FOUR, SIX } from './puzzles.ts'
import { textsIn } from './read.ts'

/** A puzzle as it stands in a file, which somebody counts as one. */
interface Written {
  readonly lines: readonly string[]
  /** Its cells, a character each. */
  readonly cells: string
}

const SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0'

const cellsOf = (size: Size): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: size })), { minLength: size * size, maxLength: size * size })
    .map((cells) => cells.map(([chance, digit]) => (chance < 4 ? SYMBOLS[digit] : '.')).join(''))
    // A grid of 16×16 without a digit above 4 in most of its rows is sixteen puzzles of 4×4, and an empty one is either.
    .filter((cells) => size !== 16 || isLargeAtEdges(rowsIn(cells).map((row) => /[5-9A-G]/.test(row))))
    // So it is with 36×36 and 6×6.
    .filter((cells) => size !== 36 || isLargeAtEdges(rowsIn(cells).map((row) => /[7-9A-Z]/.test(row))))

/** Whether only 16×16 can be meant: its first or last row, if 4×4 may be meant by it, is one beside a bad line. */
function isLargeAtEdges(rows: readonly boolean[]): boolean {
  return rows.filter(Boolean).length > (rows.length * 13) / 16 && rows[0] && rows[rows.length - 1]
}

function rowsIn(cells: string): string[] {
  const size = Math.sqrt(cells.length)
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size))
}

const sizes = fc.constantFrom(...SIZES)
const line = sizes.chain(cellsOf).map((cells): Written => ({ lines: [cells], cells }))
const GRIDS: readonly ((rows: string[], size: number) => string[])[] = [
  (rows) => rows,
  (rows) => rows.map((row) => [...row].join(' ')),
  // Where a 0 is a digit it is no empty cell.
  (rows, size) => rows.map((row) => (size === 36 ? row : row.replaceAll('.', '0'))),
  (rows, size) => {
    const wide = size === 6 ? 3 : Math.sqrt(size)
    const high = size / wide
    const boxed = rows.map((row) => row.replaceAll(new RegExp(`.{${wide}}(?=.)`, 'g'), '$&|'))
    return boxed.flatMap((row, i) => (i > 0 && i % high === 0 ? ['---+---', row] : [row]))
  },
]
const grid = fc
  .tuple(sizes.chain(cellsOf), fc.constantFrom(...GRIDS))
  .map(([cells, written]): Written => ({ lines: written(rowsIn(cells), Math.sqrt(cells.length)), cells }))

/** Separators of two puzzles. */
const gap = fc.constantFrom([], [''], ['', ''])

/** Puzzles in a file: a few of any kind, or many of one. */
const files: fc.Arbitrary<File> = fc.oneof(
  fc.array(fc.tuple(fc.oneof(line, grid), gap), { minLength: 1, maxLength: 8 }),
  fc.array(fc.tuple(line, fc.constant([])), { minLength: 3, maxLength: 40 }),
  sizes.chain((size) =>
    fc.array(
      fc.tuple(
        cellsOf(size).map((cells): Written => ({ lines: [cells], cells })),
        fc.constant([]),
      ),
      { minLength: 3, maxLength: 100 },
    ),
  ),
  fc.array(fc.tuple(grid, fc.constant([''])), { minLength: 2, maxLength: 12 }),
)

type File = readonly (readonly [Written, readonly string[]])[]

/** How a line goes bad. */
type Mutation = (text: string) => string
const at = (change: (before: string, here: string, behind: string) => string): fc.Arbitrary<Mutation> =>
  fc.nat().map((place) => (text) => {
    const i = place % text.length
    return change(text.slice(0, i), text[i], text.slice(i + 1))
  })
const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  at((before, _, behind) => before + behind),
  at((before, _, behind) => `${before}?${behind}`),
  at((before, here, behind) => `${before}7${here}${behind}`),
  at((before) => `${before}…`),
  fc
    .constantFrom('x', '?', '????????????', '1.5…', '{"a":1}', '1,2', '"', 'no puzzle', '[abc]')
    .map((bad) => () => bad),
)

/** A file of which one line is bad, and the puzzle that it belongs to. */
const spoiled = fc.tuple(files, fc.nat(), fc.nat(), mutations).map(([file, place, row, mutate]) => {
  const bad = place % file.length
  const [written, between] = file[bad]
  const rows = written.lines.filter((text) => !text.startsWith('-'))
  const badLine = written.lines.indexOf(rows[row % rows.length])
  const mutated = mutate(written.lines[badLine])
  // Above or below a grid, a word is its heading, and what is as long as a row may be one.
  const isAmbiguous = isWordy(mutated) || SIZES.some((size) => size === mutated.length)
  const badText = rows.length === 1 && isAmbiguous ? '?' : mutated
  const lines = written.lines.with(badLine, badText)
  return { file, bad, text: textOf(file.with(bad, [{ ...written, lines }, between])) }
})

/** "Grid 01", "7. hard", and of a large grid's line what a cut may leave: "1AA1AA…". */
function isWordy(text: string): boolean {
  const letters = text.match(/[a-z]/gi) ?? []
  return /^\[?[a-z]{2}/i.test(text) || (/[a-z]{2}/i.test(text) && 2 * letters.length > text.length)
}

function textOf(file: File): string {
  // Rows of 16×16 and puzzles of 4×4 are as long: only blank lines tell what is what beside a bad one.
  const isAlike = [16, 36].some(
    (size) => file.some(([{ lines }]) => lines.length >= size) && file.some(([{ lines }]) => lines[0].length === size),
  )
  return file.flatMap(([{ lines }, between]) => [...lines, ...(isAlike ? [''] : between)]).join('\n')
}

function cellsIn(text: string): string {
  const parsed = parseGrid(text)
  return parsed.ok ? [...parsed.value.digits].map((digit) => SYMBOLS[digit]).join('') : text
}

const foundIn = (text: string) => textsIn(text).map(cellsIn)

describe('one bad line costs one result', () => {
  const asCounted = (numRuns: number) => () => {
    const counted = (file: File) => {
      expect(foundIn(textOf(file))).toEqual(file.map(([{ cells }]) => cells))
    }
    fc.assert(fc.property(files, counted), { numRuns })
  }
  const COUNTED = 'files without one are read as a person would count them'
  it(COUNTED, asCounted(100))
  it(`${COUNTED}: thousands`, { tags: ['long'] }, asCounted(10_000))

  const unharmed = (numRuns: number) => () => {
    const harmless = ({ file, bad, text }: { file: File; bad: number; text: string }) => {
      const found = foundIn(text)
      expect(found).toHaveLength(file.length)
      expect(found.toSpliced(bad, 1)).toEqual(file.map(([{ cells }]) => cells).toSpliced(bad, 1))
    }
    fc.assert(fc.property(spoiled, harmless), { numRuns })
  }
  const UNHARMED = 'whatever stands around it'
  it(UNHARMED, unharmed(100))
  it(`${UNHARMED}: thousands`, { tags: ['long'] }, unharmed(20_000))
})

it('a line that could be a row of 16×16 turns no puzzle of 4×4 beside it into one', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => (i === 500 ? '1.5…............' : FOUR))
  expect(textsIn(lines.join('\n'))).toEqual(lines)
  expect(textsIn(`${rowsIn(FOUR).join('\n')}\n\n${lines.join('\n')}`)).toEqual([rowsIn(FOUR).join('/'), ...lines])
})

it('a line that could be a row of 36×36 turns no puzzle of 6×6 beside it into one', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => (i % 50 === 0 ? `1.Z${'.'.repeat(33)}` : SIX))
  expect(textsIn(lines.join('\n'))).toEqual(lines)
})

it('a grid that lacks a row, or has one twice, is one bad puzzle', () => {
  const rows = rowsIn(A)
  const wrong = [rows.toSpliced(4, 1), rows.toSpliced(4, 0, rows[4]), rows.toSpliced(0, 1), rows.toSpliced(8, 1)]
  const grids = [rows, ...wrong.flatMap((lines) => [lines, rows])].map((lines) => lines.join('\n'))
  const expected = grids.map((text) => text.replaceAll('\n', '/'))
  expect(textsIn(grids.join('\n\n'))).toEqual(expected)
  expect(textsIn(grids.map((text, i) => `Grid ${i}\n${text}\n`).join(''))).toEqual(expected)
})

it('a section of a name that no program writes is a bad line', () => {
  expect(textsIn(`${A}\n[notes]\n${B}\n`)).toEqual([A, '[notes]', B])
})
