import { Option } from 'commander'
import { type SheetOptions, type SheetPuzzle, sheetOf, sheetPuzzleOf } from '../shared/local/sheet.ts'
import { forEachRead } from './file-entries.ts'
import { fileCommand } from './options.ts'
import { print } from './streams.ts'

type AskedOptions = Pick<SheetOptions, 'paper' | 'title'> & { readonly perPage: string; readonly solutions: boolean }

export const addSheet = fileCommand<AskedOptions>('sheet', {
  words: 'make a PDF of puzzles to print, with their difficulty, their rules, and the solutions at the end',
  options: () => [
    new Option('--per-page <count>', 'puzzles on a page').choices(['1', '2', '4', '6']).default('2'),
    new Option('--paper <name>', 'the size of a page').choices(['a4', 'letter']).default('a4'),
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
    const areAll = await forEachRead(file, context, sheetPuzzleOf, ({ solution, ...unsolved }, { line, place }) => {
      context.signal.throwIfAborted()
      puzzles.push({ ...unsolved, line: line ?? place, ...(withSolutions && { solution }) })
    })
    if (puzzles.length > 0)
      await print(
        await sheetOf(puzzles, { perPage: Number(perPage) as SheetOptions['perPage'], paper, title }),
        context,
      )
    return areAll
  },
})
