import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { columnsOf } from '../shared/job/inclusions.ts'
import { LINK_FORMATS, PUZZLE_FORMATS, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import { ALL_SIZES, type Size } from '../shared/sudoku/grid/units.ts'
import type { Range } from '../shared/sudoku/making/generate.ts'
import { Batch } from '../shared/sudoku/making/making.ts'
import {
  GENERATED_RULES,
  type GeneratedRule,
  parsePattern,
  parseRange,
  wishIn,
  wrongMaking,
} from '../shared/sudoku/making/making-options.ts'
import { SYMMETRY_NAMES } from '../shared/sudoku/making/symmetry.ts'
import { TECHNIQUE_NAMES, type TechniqueName } from '../shared/sudoku/rating/techniques.ts'
import { normalRules, rulesInWords } from '../shared/sudoku/rules/rules.ts'
import type { Block, BlockOptions, MadeBlock, TriedBlock } from './generate-thread.ts'
import {
  addExamples,
  addRuleSet,
  erRange,
  type GlobalOptions,
  includeOption,
  namesIn,
  namesOption,
  threadsOption,
  wholeNumber,
} from './options.ts'
import { BARE, JSON_LIST } from './output-formats.ts'
import { type CommandContext, printer, progressBar } from './streams.ts'
import { madeByThreads } from './threads.ts'

interface GenerateOptions
  extends GlobalOptions,
    Omit<BlockOptions, 'rules' | 'clues' | 'techniques' | 'pattern' | 'format' | 'json' | 'cages' | 'regions'> {
  readonly count: number
  readonly clues?: Range
  readonly technique?: readonly TechniqueName[]
  readonly pattern?: string
  readonly rules?: readonly GeneratedRule[]
  readonly format?: BlockOptions['format']
  readonly threads: number
}

/** A puzzle could not be made; the puzzles before it have been printed. */
export class NotMadeError extends Error {}

export function addGenerate(program: Command, context: CommandContext): void {
  const generator = program
    .command('generate')
    .description(
      'print puzzles with exactly one solution each, one a line; a seed gives the same puzzles everywhere, those that are not classic or diagonal 9×9 as long as searchVersion is the same',
    )
    .option('--count <puzzles>', 'how many puzzles to print', wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
    .option('--seed <text>', 'any text or number; each seed gives other puzzles', '1')
    .option('--clues <range>', 'givens of each puzzle: 25, 24..30, 28..; minimal puzzles by default', range)
    .option(
      '--technique <names>',
      'the hardest step of each is of these techniques, separated by commas (docs/ratings.md); with --er, some step is',
      (text: string) => namesIn(text, TECHNIQUE_NAMES),
    )
    .option('--count-of <range>', 'how many steps of --technique each takes: 1, 1..2, 3..', range)
    .option('--er <range>', 'how hard they are, by the rule set: 4.5..5.5, 7.., ..2.5 or 6.6', erRange)
    .addOption(new Option('--symmetry <name>', 'how the cells of the givens lie').choices(SYMMETRY_NAMES))
    .option('--pattern <file>', 'a grid in whose cells the givens are: all but those with . or 0')
    .option(
      '--budget <time>',
      'how much work may be done for puzzles by technique, rating, symmetry or pattern, such as 60s, 10m or 2h: counted by what is looked at, so that it ends at the same puzzle everywhere, it takes one core about as long (docs/ratings.md); by default, 120s without a puzzle found',
      duration,
    )
    .option('--size <cells>', 'cells a side', size, 9)
    .addOption(
      namesOption(
        GENERATED_RULES,
        `${rulesInWords()} killer: Cages hold no digit twice, and sums. jigsaw: Regions take the place of the boxes.`,
      ),
    )
    .addOption(
      new Option(
        '--format <name>',
        'bare cells, or what convert writes, of which some have all rules; killers and jigsaws are links by default',
      ).choices(['text', ...PUZZLE_FORMATS]),
    )
    .addOption(includeOption('what --json, ndjson and csv are to tell besides'))
    .option('--solutions', 'print each puzzle with its solution; bare cells as CSV, with 0 for empty ones', false)
    .addOption(threadsOption())
    .action(async (_options, command: Command) => {
      const options: GenerateOptions = command.optsWithGlobals()
      const rules = askedOf(options, command)
      const { clues, technique: techniques } = options
      const pattern = await patternIn(options, command)
      const exact = clues?.from === clues?.to ? clues?.from : clues
      const asked = { ...options, ...rules, clues: exact, techniques, pattern }
      const wrong = wrongMaking(asked)
      if (wrong) command.error(`error: ${wrong}`)
      await generate(asked, context)
    })
  addRuleSet(generator)
  addExamples(generator, {
    'generate --count 1000 --clues 25 --seed 1 > puzzles.txt': 'a thousand puzzles, the same for everybody',
    'generate --technique x-wing --count-of 1..2 --symmetry rotational --count 100':
      'solved with one X-wing or two, and nothing harder',
    'generate --rule-set human-1 --technique skyscraper,x-wing --count 100':
      'the same by the techniques of a person, with --level by those that somebody knows',
    'generate --er 4.5..5.5 --count 100 --format csv --solutions --include rating,canonical':
      'as hard as that, each with its solution, rating and canonical form',
    'generate --size 16 --rules diagonal --clues 150': 'a 16×16 with its diagonals',
    'generate --rules killer --count 10': 'killers, as links that open in f-puzzles and in SudokuPad',
    'generate --rules jigsaw,anti-knight --size 7 --format ndjson': 'a 7×7 with regions, as the service takes it',
  })
}

function askedOf(
  { rules: asked = [], format, json, include }: GenerateOptions,
  command: Command,
): Pick<BlockOptions, 'rules' | 'cages' | 'regions' | 'format'> {
  const cages = asked.includes('killer')
  const regions = asked.includes('jigsaw')
  const rules = normalRules(asked.filter((name) => name !== 'killer' && name !== 'jigsaw'))
  if (json && format !== undefined) command.error(`error: found --json and --format ${format}, expected one of them`)
  if (include && !json && format !== 'ndjson' && format !== 'csv')
    command.error('error: found --include with bare puzzles, expected --json, or --format ndjson or csv')
  if (!cages && !regions) return { rules, cages, regions, format: format ?? 'text' }
  if (format === 'text' || format === 'lines' || format === 'grid')
    command.error(
      `error: found --format ${format}, expected ${LINK_FORMATS.join(' or ')}, which carry cages and regions`,
    )
  // An item of JSON is an object as the service takes it.
  return { rules, cages, regions, format: json ? 'ndjson' : (format ?? 'fpuzzles') }
}

/** The names that data sets of puzzles for machine learning give their columns. */
const SOLUTIONS_HEAD = 'quizzes,solutions\n'

/**
 * Prints puzzles as they are made, with a progress bar on a terminal to which no puzzles are printed.
 *
 * @throws {NotMadeError} if the number of clues cannot be reached, or what is wished for is not found
 */
async function generate(
  asked: Omit<BlockOptions, 'json'> & Pick<GenerateOptions, 'count' | 'threads' | 'quiet' | 'json'>,
  context: CommandContext,
): Promise<void> {
  const { count, threads, quiet, json = false } = asked
  const bar = progressBar('generating', context)
  const options: BlockOptions = { ...asked, json }
  const batch = wishIn(options) && new Batch(count, options.budget)
  const blocks = blocksOf(batch ? Number.POSITIVE_INFINITY : count, options)
  const how = { workerData: options, count: threads, ahead: AHEAD, bar, total: count, quiet }
  const listing = json ? JSON_LIST : { ...BARE, head: headOf(options) }
  const { add, end } = printer(listing, context)
  let printed = 0
  let problem: string | undefined
  for await (const { made } of madeByThreads<Block, MadeBlock | TriedBlock>('generate-thread', blocks, how, context)) {
    // Those by wish come of attempts, in the order of the attempts, whichever thread makes them.
    const texts =
      'texts' in made ? made.texts : made.flatMap((attempt) => batch?.taken(attempt).map(({ text }) => text) ?? [])
    if (texts.length > 0) await add(texts.join(listing.separator))
    printed += texts.length
    bar.update(printed)
    if ('texts' in made) problem = made.problem
    if (batch ? batch.isOver : problem !== undefined) break
  }
  await end()
  if (batch?.isShort) problem = batch.failure()
  if (problem !== undefined) throw new NotMadeError(problem)
}

/** What stands above the puzzles. */
function headOf({ format, solutions, include = [] }: BlockOptions): string {
  if (format === 'text') return solutions ? SOLUTIONS_HEAD : ''
  const head = puzzleFormats[format].head ?? ''
  return format === 'csv' ? `${[head.trimEnd(), ...columnsOf(include)].join(',')}\n` : head
}

function range(text: string): Range {
  const parsed = parseRange(text)
  if (!parsed.ok) throw new InvalidArgumentError(parsed.error)
  return parsed.value
}

/** In seconds. */
function duration(text: string): number {
  const [, number, unit] = /^(\d{1,9})([smh])$/.exec(text) ?? []
  if (!unit) throw new InvalidArgumentError('expected a time such as 60s, 10m or 2h')
  return Number(number) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h']
}

async function patternIn({ pattern: file, size }: GenerateOptions, command: Command) {
  if (file === undefined) return undefined
  const refused = (reason: string) => command.error(`error: pattern: ${reason}`)
  const text = await readFile(file, 'utf8').catch((error: Error) => refused(error.message))
  const pattern = parsePattern(text, size)
  return pattern.ok ? pattern.value : refused(pattern.error)
}

function size(text: string): Size {
  const found = ALL_SIZES.find((side) => `${side}` === text)
  if (!found) throw new InvalidArgumentError('expected 4, 5, 6, 7, 8, 9, 16, 25 or 36')
  return found
}

/** A 9×9 killer takes a fifth of a second, and a puzzle that is hard to rate as long. */
const SLOW_A_BLOCK = 1
/** Most attempts come to nothing, after a millisecond. */
const ATTEMPTS_A_BLOCK = 10

/** How many blocks a thread may be ahead of the reader: enough that one slow block does not hold up the others. */
const AHEAD = 8

function* blocksOf(count: number, options: BlockOptions): Generator<Block, void> {
  const { cages, regions, size: side } = options
  // Some hundredths of a second of work, which a single large grid takes alone.
  const puzzles = side > 9 ? 1 : side > 6 ? 200 : 500
  const usual = wishIn(options) ? Math.min(ATTEMPTS_A_BLOCK, puzzles) : puzzles
  const size = cages || regions ? SLOW_A_BLOCK : usual
  for (let from = 0; from < count; from += size) yield { from, count: Math.min(size, count - from) }
}
