import { setImmediate as turn } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { inputFormatsInWords } from '../shared/input/input-format.ts'
import { csvField } from '../shared/job/csv-field.ts'
import { MAX_UNPACKED_BYTES } from '../shared/job/limits.ts'
import { type Rating, type RatingAtLeast, ratePuzzle } from '../shared/sudoku/rating/rating.ts'
import type { CommandContext } from './context.ts'
import { fileEntries } from './file-entries.ts'
import { addExamples, type GlobalOptions, optionsWithFormat, wholeNumber } from './options.ts'
import { progressBar } from './progress-bar.ts'
import { ratableOf } from './ratable.ts'
import { announceTyping, print } from './streams.ts'
import { visibleInLine } from './visible.ts'

/** What became of a puzzle: its rating, what is known of it, or why it has none. */
type Rated = { readonly place: number; readonly id?: string; readonly puzzle: string } & (
  | Rating
  | RatingAtLeast
  | { readonly reason: string }
)

/** How ratings are printed. */
const FORMATS = {
  text: { head: '', write: textOf, separator: '', tail: '' },
  csv: { head: 'place,id,puzzle,er,ep,ed,at_least,technique,ruleset,reason\n', write: csvOf, separator: '', tail: '' },
  ndjson: { head: '', write: (rated: Rated) => `${JSON.stringify(rated)}\n`, separator: '', tail: '' },
  json: { head: '[\n', write: (rated: Rated) => JSON.stringify(rated), separator: ',\n', tail: '\n]\n' },
} as const
const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

interface RateOptions extends GlobalOptions {
  readonly format: keyof typeof FORMATS
  readonly nodes?: number
}

export const nodesOption = () =>
  new Option(
    '--nodes <count>',
    'how many nodes of chains to look at before a puzzle is given up; any number by default',
  ).argParser(wholeNumber(1))

/** Adds `rate` to a program. */
export function addRate(program: Command, context: CommandContext, end: (allRated: boolean) => void): void {
  const command = program
    .command('rate')
    .description('print how hard puzzles are, as Sudoku Explainer 1.2.1 rates them: ER/EP/ED and the hardest technique')
    .argument('<file>', `${inputFormatsInWords()}, of any length; - reads standard input`)
    .addOption(new Option('--format <name>', 'how to print the ratings').choices(FORMAT_NAMES).default('text'))
    .addOption(nodesOption())
  addExamples(command, {
    'rate puzzles.txt > ratings.txt': 'a rating a line, in the order of the puzzles',
    'rate - --format csv --nodes 5000000 < hardest.txt': 'with a limit of work, beyond which a rating is "at least"',
  })
  command.action(async (file: string) => end(await rate(file, optionsWithFormat<RateOptions>(command), context)))
}

/** How long puzzles are rated at a stretch, before an interruption is looked for. */
const STRETCH_MS = 50

/** @returns whether each puzzle has a rating */
async function rate(file: string, { format, nodes, quiet }: RateOptions, context: CommandContext): Promise<boolean> {
  if (!quiet) announceTyping(file, context)
  const bar = progressBar('rating', context)
  const { head, write, separator, tail } = FORMATS[format]
  const isShown = !context.stdout.stream.isTTY && !quiet
  let isFirst = true
  let areAllRated = true
  let until = performance.now() + STRETCH_MS
  try {
    for await (const entries of fileEntries(file, context, MAX_UNPACKED_BYTES)) {
      const total = entries.at(-1)?.place ?? 0
      if (isShown && isFirst) bar.start(total, 0)
      else bar.setTotal(total)
      for (const { entry, place } of entries) {
        const { id, text: puzzle } = entry
        const ratable = ratableOf(entry)
        const rating = ratable.ok ? ratePuzzle(ratable.value.givens, nodes ? { nodes } : {}) : { reason: ratable.error }
        areAllRated &&= 'er' in rating
        const written = write({ place, ...(id !== undefined && { id }), puzzle, ...rating })
        await print(`${isFirst ? head : separator}${written}`, context)
        isFirst = false
        if (performance.now() < until) continue
        bar.update(place)
        await turn()
        until = performance.now() + STRETCH_MS
      }
    }
    await print(tail, context)
  } finally {
    bar.stop()
  }
  return areAllRated
}

function textOf(rated: Rated): string {
  const puzzle = visibleInLine(rated.puzzle)
  if ('er' in rated) return `${puzzle} ${threeOf(rated)}${rated.technique ? ` ${rated.technique}` : ''}\n`
  return 'atLeast' in rated
    ? `${puzzle} at least ${tenths(rated.atLeast)}\n`
    : `${puzzle} ${visibleInLine(rated.reason)}\n`
}

function csvOf(rated: Rated): string {
  const { place, id = '', puzzle } = rated
  const fields =
    'er' in rated
      ? [tenths(rated.er), tenths(rated.ep), tenths(rated.ed), '', rated.technique ?? '', rated.ruleset, '']
      : 'atLeast' in rated
        ? ['', '', '', tenths(rated.atLeast), '', rated.ruleset, '']
        : ['', '', '', '', '', '', rated.reason]
  return `${[place, id, puzzle, ...fields].map(csvField).join(',')}\n`
}

/** `7.2/1.2/1.2` */
function threeOf({ er, ep, ed }: Rating): string {
  return [er, ep, ed].map(tenths).join('/')
}

function tenths(rating: number): string {
  return rating.toFixed(1)
}
