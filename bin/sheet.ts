import { Option } from 'commander'
import { type SheetPuzzle, sheetOf, sheetPuzzleOf } from '../shared/local/sheet.ts'
import { eachEntry, tell } from './file-entries.ts'
import { fileCommand, type GlobalOptions } from './options.ts'
import { print } from './streams.ts'

const PER_PAGE = ['1', '2', '4', '6'] as const
const PAPERS = ['a4', 'letter'] as const

interface SheetOptions extends GlobalOptions {
  readonly perPage: (typeof PER_PAGE)[number]
  readonly paper: (typeof PAPERS)[number]
  readonly title: string
  readonly solutions: boolean
}

export const addSheet = fileCommand<SheetOptions>('sheet', {
  words: 'make a PDF of puzzles to print, with their difficulty, their rules, and the solutions at the end',
  options: () => [
    new Option('--per-page <count>', 'puzzles on a page').choices(PER_PAGE).default('2'),
    new Option('--paper <name>', 'the size of a page').choices(PAPERS).default('a4'),
    new Option('--title <text>', 'the title of the document').default('Sudoku'),
    new Option('--no-solutions', 'leave out the solutions'),
  ],
  more: (command, { stdout }) =>
    command.hook('preAction', () => {
      if (stdout.stream.isTTY)
        command.error('error: a PDF is nothing for a terminal, expected a file: sheet … > sheet.pdf')
    }),
  examples: {
    'sheet puzzles.txt > puzzles.pdf': 'two puzzles a page, and their solutions, twelve a page',
    'sheet - --per-page 6 < x-wings.txt > x-wings.pdf': 'six a page, as `generate --technique x-wing` prints them',
  },
  async run(file, { perPage, paper, title, solutions: withSolutions }, context) {
    const puzzles: SheetPuzzle[] = []
    let areAllThere = true
    for await (const found of eachEntry(file, context)) {
      context.signal.throwIfAborted()
      const puzzle = sheetPuzzleOf(found.entry)
      if (puzzle.ok) {
        const { solution, ...unsolved } = puzzle.value
        puzzles.push({ ...unsolved, line: found.line ?? found.place, ...(withSolutions && { solution }) })
      } else {
        areAllThere = false
        tell(found, puzzle.error, context)
      }
    }
    if (puzzles.length === 0) return areAllThere
    await print(await sheetOf(puzzles, { perPage: Number(perPage) as 1 | 2 | 4 | 6, paper, title }), context)
    return areAllThere
  },
})
