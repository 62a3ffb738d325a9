import { Option } from 'commander'
import type { Entry } from '../shared/job/puzzles.ts'
import { puzzleIn } from '../shared/job/solved-entry.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import { symbolsOf } from '../shared/sudoku/grid/digit-set.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { possibleDigits } from '../shared/sudoku/search/possible-digits.ts'
import { forEachRead } from './file-entries.ts'
import { fileCommand, rulesOption, wholeNumber } from './options.ts'
import { BARE, JSON_LIST } from './output-formats.ts'
import { printer } from './streams.ts'

/** The digits that the cells of a puzzle have in its solutions; null where it has none. */
interface Outcome {
  readonly place: number
  readonly id?: string
  readonly candidates: { readonly cells: readonly string[]; readonly exact: boolean } | null
}

const FORMATS = {
  text: { ...BARE, separator: '\n', write: gridOf },
  ndjson: { ...BARE, write: (outcome: Outcome) => `${JSON.stringify(outcome)}\n` },
  json: { ...JSON_LIST, empty: '[\n]\n', write: (outcome: Outcome) => JSON.stringify(outcome) },
} as const

interface AskedOptions {
  readonly format: keyof typeof FORMATS
  readonly rules?: readonly RulesName[]
  readonly backtrackLimit: number
}

export const addCandidates = fileCommand<AskedOptions>('candidates', {
  words: 'print what each cell can still be: the digits that it has in some solution',
  options: () => [
    new Option('--format <name>', 'how to print them').choices(Object.keys(FORMATS)).default('text'),
    rulesOption(),
    new Option('--backtrack-limit <count>', 'after how many backtracks to leave off asking about a puzzle')
      .argParser(wholeNumber(1))
      .default(10_000_000),
  ],
  examples: {
    'candidates puzzles.txt': 'a grid of candidates for each puzzle',
    'candidates puzzles.ndjson --format ndjson': 'a line for each, with the digits of every cell, row by row',
  },
  async run(file, { format, rules = ['classic'], backtrackLimit }, context) {
    context.endAtOnce?.()
    const { add, end } = printer(FORMATS[format], context)
    let areAllTold = true
    const read = (entry: Entry) => puzzleIn(entry, rules)
    const areAllRead = await forEachRead(file, context, read, async (puzzle, { entry, place }) => {
      const { digits, isWhole } = runToEnd(possibleDigits(puzzle, [], backtrackLimit))
      const cells = digits.map(symbolsOf)
      const isNone = isWhole && cells.includes('')
      areAllTold &&= isWhole && !isNone
      const outcome = { place, ...(entry.id !== undefined && { id: entry.id }) }
      await add(FORMATS[format].write({ ...outcome, candidates: isNone ? null : { cells, exact: isWhole } }))
    })
    await end()
    return areAllRead && areAllTold
  },
})

/** A row of cells a line, each as wide as the widest. */
function gridOf({ candidates }: Outcome): string {
  if (!candidates) return 'no solution\n'
  const { cells, exact } = candidates
  const size = Math.sqrt(cells.length)
  const width = Math.max(...cells.map(({ length }) => length))
  const padded = cells.map((digits) => (digits || '?').padEnd(width))
  const rows = Array.from({ length: size }, (_, row) => padded.slice(row * size, (row + 1) * size))
  const lines = rows.map((row) => row.join(' ').trimEnd())
  return `${lines.join('\n')}\n${exact ? '' : 'Others may be possible: the backtrack limit was reached.\n'}`
}
