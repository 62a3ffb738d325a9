import { Option } from 'commander'
import { puzzleIn } from '../shared/job/solved-entry.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import { symbolsOf } from '../shared/sudoku/grid/digit-set.ts'
import type { RulesName } from '../shared/sudoku/rules/rules.ts'
import { possibleDigits } from '../shared/sudoku/search/possible-digits.ts'
import { eachEntry, tell } from './file-entries.ts'
import { BARE, JSON_LIST } from './listing.ts'
import { fileCommand, type GlobalOptions, rulesOption, wholeNumber } from './options.ts'
import { print } from './streams.ts'

interface AskedOptions extends GlobalOptions {
  readonly format: keyof typeof FORMATS
  readonly rules?: readonly RulesName[]
  readonly backtrackLimit: number
}

/** The digits that the cells of a puzzle have in its solutions; null where it has none. */
interface Outcome {
  readonly place: number
  readonly id?: string
  readonly candidates: { readonly cells: readonly string[]; readonly exact: boolean } | null
}

const FORMATS = {
  text: { ...BARE, separator: '\n', write: gridOf },
  ndjson: { ...BARE, write: (outcome: Outcome) => `${JSON.stringify(outcome)}\n` },
  json: { ...JSON_LIST, write: (outcome: Outcome) => JSON.stringify(outcome) },
} as const

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
    const { head, write, separator, tail } = FORMATS[format]
    context.endAtOnce?.()
    let isFirst = true
    let areAllTold = true
    for await (const found of eachEntry(file, context)) {
      const { entry, place } = found
      const puzzle = puzzleIn(entry, rules)
      if (!puzzle.ok) {
        tell(found, puzzle.error, context)
        areAllTold = false
        continue
      }
      const { digits, isWhole } = runToEnd(possibleDigits(puzzle.value, [], backtrackLimit))
      const cells = digits.map(symbolsOf)
      const isNone = isWhole && cells.includes('')
      areAllTold &&= isWhole && !isNone
      const outcome = { place, ...(entry.id !== undefined && { id: entry.id }) }
      const told = write({ ...outcome, candidates: isNone ? null : { cells, exact: isWhole } })
      await print(`${isFirst ? head : separator}${told}`, context)
      isFirst = false
    }
    await print(isFirst ? head + tail.trimStart() : tail, context)
    return areAllTold
  },
})

/** A row of cells a line, each as wide as the widest. */
function gridOf({ candidates }: Outcome): string {
  if (!candidates) return 'no solution\n'
  const { cells, exact } = candidates
  const size = Math.sqrt(cells.length)
  const width = Math.max(...cells.map(({ length }) => length))
  const padded = cells.map((digits) => (digits || '?').padEnd(width))
  const lines = Array.from({ length: size }, (_, row) =>
    padded
      .slice(row * size, (row + 1) * size)
      .join(' ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n${exact ? '' : 'Others may be possible: the backtrack limit was reached.\n'}`
}
