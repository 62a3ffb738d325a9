import { type Command, InvalidArgumentError, Option } from 'commander'
import { LINK_FORMATS } from '../shared/job/output/puzzle-formats.ts'
import type { ErRange } from '../shared/job/result-filter.ts'
import { Threads } from '../shared/local/threads.ts'
import { ALL_SIZES, type Size } from '../shared/sudoku/grid/units.ts'
import { checkedSize, namesOf, normalRules, RULES_NAMES, rulesInWords } from '../shared/sudoku/rules/rules.ts'
import type { Block, BlockOptions, MadeBlock } from './block-thread.ts'
import type { CommandContext } from './context.ts'
import { addExamples, erRange, type GlobalOptions, namesOption, threadsOption, wholeNumber } from './options.ts'
import { progressBar } from './progress-bar.ts'
import { print } from './streams.ts'
import { threadOf } from './threads.ts'

interface GenerateOptions extends GlobalOptions {
  readonly count: number
  readonly seed: string
  readonly clues?: number
  readonly er?: ErRange
  readonly size: Size
  readonly rules: readonly GeneratedRule[]
  readonly format?: BlockOptions['format']
  readonly solutions: boolean
  readonly threads: number
}

/** A puzzle could not be made; the puzzles before it have been printed. */
export class NotMadeError extends Error {}

/** Adds `generate` to a program. */
export function addGenerate(program: Command, context: CommandContext): void {
  const generator = program
    .command('generate')
    .description(
      'print puzzles with exactly one solution each, one a line; a seed gives the same puzzles everywhere, those that are not classic or diagonal 9×9 as long as searchVersion is the same',
    )
    .option('--count <puzzles>', 'how many puzzles to print', wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
    .option('--seed <text>', 'any text or number; each seed gives other puzzles', '1')
    .option(
      '--clues <count>',
      'givens of each puzzle; minimal puzzles by default',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--er <range>', 'how hard they are, as Sudoku Explainer rates them: 4.5..5.5, 7.., ..2.5 or 6.6', erRange)
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
        'bare cells, or f-puzzles links or JSON with all rules; killers and jigsaws are links by default',
      ).choices(['text', ...LINK_FORMATS]),
    )
    .option('--solutions', 'print each puzzle with its solution; bare cells as CSV, with 0 for empty ones', false)
    .addOption(threadsOption())
    .action(async (_options, command: Command) => {
      const options: GenerateOptions = command.optsWithGlobals()
      const { rules, cages, regions, format } = askedOf(options, command)
      if (options.er && (options.clues !== undefined || options.size !== 9 || options.rules || format !== 'text'))
        command.error('error: found --er with --clues, --size, --rules or --format, expected classic 9×9 puzzles')
      const known = checkedSize(rules, options.size, regions)
      if (!known.ok) command.error(`error: size: ${known.error}`)
      if ((cages || regions) && options.size > 9)
        command.error(`error: size: found ${options.size}, expected at most 9 for ${cages ? 'killer' : 'jigsaw'}`)
      if (regions && namesOf(rules).includes('disjoint'))
        command.error('error: found jigsaw and disjoint, expected boxes, which have the same places')
      const most = options.size ** 2 - 1
      if ((options.clues ?? 0) > most)
        command.error(`error: found ${options.clues} clues, expected a whole number from 0 to ${most}`)
      await generate({ ...options, rules, cages, regions, format }, context)
    })
  addExamples(generator, {
    'generate --count 1000 --clues 25 --seed 1 > puzzles.txt': 'a thousand puzzles, the same for everybody',
    'generate --er 4.5..5.5 --count 100': 'as hard as that; with --json, each with its rating',
    'generate --size 16 --rules diagonal --clues 150': 'a 16×16 with its diagonals',
    'generate --rules killer --count 10': 'killers, as links that open in f-puzzles and in SudokuPad',
    'generate --rules jigsaw,anti-knight --size 7 --format ndjson': 'a 7×7 with regions, as the service takes it',
  })
}

/** The options of making puzzles. */
const GENERATED_RULES = [...RULES_NAMES, 'killer', 'jigsaw'] as const
type GeneratedRule = (typeof GENERATED_RULES)[number]

function askedOf(
  { rules: asked = [], format, json }: GenerateOptions,
  command: Command,
): Pick<BlockOptions, 'rules' | 'cages' | 'regions' | 'format'> {
  const cages = asked.includes('killer')
  const regions = asked.includes('jigsaw')
  const rules = normalRules(asked.filter((name) => name !== 'killer' && name !== 'jigsaw'))
  if (json && format !== undefined) command.error(`error: found --json and --format ${format}, expected one of them`)
  if (!cages && !regions) return { rules, cages, regions, format: format ?? 'text' }
  if (format === 'text')
    command.error(`error: found --format text, expected ${LINK_FORMATS.join(' or ')}, which carry cages and regions`)
  // An item of JSON is an object as the service takes it.
  return { rules, cages, regions, format: json ? 'ndjson' : (format ?? 'fpuzzles') }
}

/** The names that data sets of puzzles for machine learning give their columns. */
const SOLUTIONS_HEAD = 'quizzes,solutions\n'

/**
 * Prints puzzles as they are made, with a progress bar on a terminal to which no puzzles are printed.
 *
 * @throws {NotMadeError} if the number of clues, or the rating, cannot be reached
 */
async function generate(
  options: Omit<GenerateOptions, 'rules' | 'format'> & Omit<BlockOptions, 'json'>,
  context: CommandContext,
): Promise<void> {
  const { count, threads: threadCount, quiet, json = false, ...puzzles } = options
  const bar = progressBar('generating', context)
  const { signal } = context
  const workerData: BlockOptions = { ...puzzles, json }
  const threads = new Threads<Block, MadeBlock>({
    start: threadOf('block-thread', workerData),
    count: threadCount,
    ahead: AHEAD,
    signal,
  })
  if (!context.stdout.stream.isTTY && !quiet) bar.start(count, 0)
  try {
    if (puzzles.solutions && puzzles.format === 'text' && !json) await print(SOLUTIONS_HEAD, context)
    for await (const { asked, made } of threads.inOrder(blocksOf(count, workerData))) {
      await print(json ? `${asked.from === 0 ? '[\n' : ',\n'}${made.text}` : made.text, context)
      if (made.problem) throw new NotMadeError(made.problem)
      bar.update(asked.from + asked.count)
    }
    if (json) await print('\n]\n', context)
  } finally {
    await threads.end()
    bar.stop()
  }
}

function size(text: string): Size {
  const found = ALL_SIZES.find((side) => `${side}` === text)
  if (!found) throw new InvalidArgumentError('expected 4, 5, 6, 7, 8, 9, 16, 25 or 36')
  return found
}

/** Puzzles of a block: some hundredths of a second of work, which a single large grid takes alone. */
const PUZZLES_A_BLOCK: Readonly<Record<Size, number>> = {
  4: 500,
  5: 500,
  6: 500,
  7: 200,
  8: 200,
  9: 200,
  16: 1,
  25: 1,
  36: 1,
}

/** A 9×9 killer takes a fifth of a second, and so does a puzzle of a rating that few have. */
const SLOW_A_BLOCK = 1

/** How many blocks a thread may be ahead of the reader: enough that one slow block does not hold up the others. */
const AHEAD = 8

/** The blocks of so many puzzles. */
function* blocksOf(count: number, { cages, regions, er, size: side }: BlockOptions): Generator<Block, void> {
  const size = cages || regions || er ? SLOW_A_BLOCK : PUZZLES_A_BLOCK[side]
  for (let from = 0; from < count; from += size) yield { from, count: Math.min(size, count - from) }
}
