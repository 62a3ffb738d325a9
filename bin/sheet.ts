import { type Command, Option } from 'commander'
import { drawnRules } from '../shared/drawing/constraint-shapes.ts'
import { ruleSentences } from '../shared/drawing/rule-sentences.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import { ratePuzzle } from '../shared/sudoku/rating/rating.ts'
import type { CommandContext } from './context.ts'
import { eachEntry } from './file-entries.ts'
import { addExamples, type GlobalOptions, puzzlesArgument } from './options.ts'
import { type Whole, wholeOf } from './ratable.ts'
import type { SheetBoard } from './sheet-pages.ts'
import { print } from './streams.ts'
import { visibleInLine } from './visible.ts'

const PER_PAGE = ['1', '2', '4', '6'] as const
const PAPERS = ['a4', 'letter'] as const

interface SheetOptions extends GlobalOptions {
  readonly perPage: (typeof PER_PAGE)[number]
  readonly paper: (typeof PAPERS)[number]
  readonly title: string
  readonly solutions: boolean
}

/** Adds `sheet` to a program. */
export function addSheet(program: Command, context: CommandContext, end: (areAllThere: boolean) => void): void {
  const command = program
    .command('sheet')
    .description('make a PDF of puzzles to print, with their difficulty, their rules, and the solutions at the end')
    .addArgument(puzzlesArgument())
    .addOption(new Option('--per-page <count>', 'puzzles on a page').choices(PER_PAGE).default('2'))
    .addOption(new Option('--paper <name>', 'the size of a page').choices(PAPERS).default('a4'))
    .option('--title <text>', 'the title of the document', 'Sudoku')
    .option('--no-solutions', 'leave out the solutions')
  addExamples(command, {
    'sheet puzzles.txt > puzzles.pdf': 'two puzzles a page, and their solutions, twelve a page',
    'sheet - --per-page 6 < x-wings.txt > x-wings.pdf': 'six a page, as `generate --technique x-wing` prints them',
  })
  command.action(async (file: string) => {
    const { stdout } = context
    if (stdout.stream.isTTY)
      command.error('error: a PDF is nothing for a terminal, expected a file: sheet … > sheet.pdf')
    end(await sheet(file, command.optsWithGlobals<SheetOptions>(), context))
  })
}

/** Solutions are looked at once: a small board does. */
const SOLUTIONS_PER_PAGE = 12
/** Nodes of chains for one puzzle; a hundredth of the hardest known take more, and some minutes. */
const MOST_NODES = 5_000_000

/** @returns whether every puzzle is on the sheet; those that are not are told of on standard error */
async function sheet(
  file: string,
  { perPage, paper, title, solutions: withSolutions, quiet }: SheetOptions,
  context: CommandContext,
): Promise<boolean> {
  const puzzles: SheetBoard[] = []
  const solutions: SheetBoard[] = []
  let areAllThere = true
  for await (const { entry, place, line = place } of eachEntry(file, context, quiet)) {
    context.signal.throwIfAborted()
    const whole = wholeOf(entry)
    if (!whole.ok) {
      areAllThere = false
      context.stderr.write(`sudoku: line ${line}, ${visibleInLine(whole.error)}\n`)
      continue
    }
    const { puzzle, givens, solution } = whole.value
    const { rules, marks } = puzzle
    const board = { rules: drawnRules(rules), givens, marks }
    const number = `${puzzles.length + 1}`
    const title = [number, ...(entry.id === undefined ? [] : [entry.id]), ...difficultyOf(entry, whole.value)]
    const sentences = ruleSentences(entry.rules?.rules ?? [], entry.rules?.negative)
    puzzles.push({ ...board, digits: givens, sentences, title: title.join(' · ') })
    solutions.push({ ...board, digits: solution, sentences: [], title: number })
  }
  if (puzzles.length === 0) return areAllThere
  const { Sheets } = await import('./sheet-pages.ts')
  const sheets = await Sheets.on(paper, title)
  sheets.add(puzzles, Number(perPage) as 1 | 2 | 4 | 6)
  if (withSolutions) sheets.add(solutions, SOLUTIONS_PER_PAGE)
  await print(await sheets.bytes(), context)
  return areAllThere
}

/** How hard a classic 9×9 puzzle is; of others nobody knows it. */
function difficultyOf({ rules }: Entry, { puzzle, givens }: Whole): string[] {
  if (rules || puzzle.rules.size !== 9) return []
  const rating = ratePuzzle(givens, { nodes: MOST_NODES })
  return 'difficulty' in rating ? [`${rating.difficulty} (${rating.er.toFixed(1)})`] : ['extreme']
}
