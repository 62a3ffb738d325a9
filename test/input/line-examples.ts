import type { LINE_FORMATS } from '../../shared/input/line-formats.ts'
import type { VARIANT_FORMATS } from '../../shared/input/variants/variant-formats.ts'

/** A line of each format that is more than cells, as far as it is short. */
export const VARIANT_EXAMPLES = {
  fPuzzles:
    'https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC8UJEgA1hDJkYGAMYk01QiB0xNYfCABKNAMIAmEKms2AzCBWlK1EADYQwriA%3D',
  sudokuPad: `https://sudokupad.app/scf5${'0'.repeat(80)}x`,
  sumoCue: `SumoCueV1=8+0${'=0'.repeat(79)}`,
  cageNumbers: `3x3::k:2048:2048:${Array.from({ length: 79 }, (_, cell) => `${cell + 2}:`).join('')}`,
  iss: '.Cage~15~R1C1~R1C2.~R1C3_4',
  arrows: `${'8<F<A<7<0'.repeat(9)}`,
  pencilMarks: `5........${'123456789'.repeat(80)}`,
  layout: `${'.'.repeat(16)}AAABACCBDCCBDDDB`,
} as const satisfies Readonly<Record<keyof typeof VARIANT_FORMATS, string>>

/** A line of each format, and its cells. */
export const LINE_EXAMPLES = {
  link: ['https://www.sudokuwiki.org/sudoku.htm?bd=1030002101020240', '1030002101020240'],
  library: [`:0000:x:${'5+3..7....'.padEnd(82, '.')}:::`, '5...7....'.padEnd(81, '.')],
  candidates: ['| 5 3 124 | 26 7 2468 | 1489 1249 248 |', '53..7....'],
  list: ['  [5, 3, None, None, 7, None, None, None, None],', '53..7....'],
  unknowns: ['53??7????', '53..7....'],
} as const satisfies Readonly<Record<keyof typeof LINE_FORMATS, readonly [line: string, cells: string]>>
