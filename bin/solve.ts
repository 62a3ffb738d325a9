import { Option } from 'commander'
import { fileCommand, jobOptions, labelOptions, noServiceOptions, outputOptions, threadsOption } from './options.ts'
import { type SolveHereOptions, solveHere } from './solve-here.ts'
import { type SolveThereOptions, solveThere } from './solve-there.ts'
import { announceTyping, InputError } from './streams.ts'

type SolveOptions = SolveHereOptions & Omit<SolveThereOptions, 'url'> & { readonly url?: string }

export const addSolve = fileCommand<SolveOptions>('solve', {
  words: 'solve the puzzles of a file, here or by a service, and print their results in order as they come',
  options: () => [
    threadsOption('how many threads share the work where no service is named'),
    new Option('--job <id>', 'continue an interrupted job of the same puzzles at its service'),
    ...noServiceOptions(),
    ...jobOptions(),
    ...labelOptions(),
    ...outputOptions(),
  ],
  examples: {
    'solve puzzles.txt > solutions.txt': 'a solution a line, in the order of the puzzles',
    'solve - --format pretty < grid.txt': 'grids as a person reads them',
    'solve puzzles.txt --url http://127.0.0.1:3000 --format csv': 'by a service, with backtracks',
  },
  async run(file, options, context) {
    const { url, quiet } = options
    const ofService = (['job', 'name', 'metadata'] as const).find((name) => options[name] !== undefined)
    if (url === undefined && ofService)
      throw new InputError(`found --${ofService}, which a service alone knows: expected --url, or SUDOKU_URL, with it`)
    if (!quiet) announceTyping(file, context)
    return url === undefined ? solveHere(file, options, context) : solveThere(file, { ...options, url }, context)
  },
})
