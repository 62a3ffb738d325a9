import { type Command, Option } from 'commander'
import { puzzleOfEntry } from '../shared/input/entry.ts'
import { inputFormatsInWords, readPuzzles } from '../shared/input/input-format.ts'
import { piecesOf } from '../shared/input/pieces.ts'
import { fPuzzlesLinkOf, unknownToEditor } from '../shared/input/variants/f-puzzles-writer.ts'
import type { VariantPuzzle } from '../shared/input/variants/variant-puzzle.ts'
import { MAX_UNPACKED_BYTES } from '../shared/job/limits.ts'
import type { RulesAsked } from '../shared/sudoku/rules.ts'
import type { CommandContext } from './context.ts'
import { addExamples, type GlobalOptions, rulesOption } from './options.ts'
import { announceTyping, bytesOf, print } from './streams.ts'
import { named } from './submission.ts'
import { visibleInLine } from './visible.ts'

/** A way to write puzzles with all that they carry. */
interface PuzzleForm {
  /** A line of it. */
  write(puzzle: VariantPuzzle): string
  /** The same as a field of JSON. */
  readonly field: (puzzle: VariantPuzzle) => object
  /** What not all of its readers understand. */
  readonly notes: (puzzle: VariantPuzzle) => readonly string[]
}

const PUZZLE_FORMS = {
  fpuzzles: {
    write: fPuzzlesLinkOf,
    field: (puzzle) => ({ link: fPuzzlesLinkOf(puzzle) }),
    notes: (puzzle) =>
      unknownToEditor(puzzle).map((type) => `SudokuPad shows ${type}, and the editor of f-puzzles does not`),
  },
  ndjson: { write: (puzzle) => JSON.stringify(puzzle), field: (puzzle) => puzzle, notes: () => [] },
} as const satisfies Readonly<Record<string, PuzzleForm>>

interface ConvertOptions extends GlobalOptions {
  readonly to: keyof typeof PUZZLE_FORMS
  readonly rules?: RulesAsked
}

/** Adds `convert` to a program. */
export function addConvert(program: Command, context: CommandContext, end: (allConverted: boolean) => void): void {
  const command = program
    .command('convert')
    .description('write the puzzles of a file in another form, a line each, with their regions, rules and constraints')
    .argument('<file>', `${inputFormatsInWords()}, of any length; - reads standard input`)
    .addOption(
      new Option('--to <form>', 'f-puzzles links, or JSON as the service takes it')
        .choices(Object.keys(PUZZLE_FORMS))
        .default('fpuzzles'),
    )
    .addOption(rulesOption())
  addExamples(command, {
    'convert killers.txt --to fpuzzles > links.txt': 'links that open in f-puzzles and in SudokuPad',
    'convert links.txt --to ndjson': 'what each link holds, in words',
  })
  command.action(async (file: string) => end(await convert(file, command.optsWithGlobals<ConvertOptions>(), context)))
}

/** @returns whether every puzzle was converted; those that were not are told of on standard error */
async function convert(
  file: string,
  { to, rules = 'classic', json = false, quiet = false }: ConvertOptions,
  context: CommandContext,
): Promise<boolean> {
  const { stdin, stderr, signal } = context
  if (!quiet) announceTyping(file, context)
  const form: PuzzleForm = PUZZLE_FORMS[to]
  const tell = (line: number, words: string) => stderr.write(`sudoku: line ${line}, ${visibleInLine(words)}\n`)
  let place = 0
  let areAll = true
  const items = async function* () {
    for await (const { bytes, format, line: first } of piecesOf(bytesOf(file, stdin, signal), {
      maxBytes: MAX_UNPACKED_BYTES,
    })) {
      const read = readPuzzles(bytes, { format })
      if (!read.ok) throw new Error(read.error.reason)
      const { puzzles, lines } = read.value
      let index = 0
      for (const entry of puzzles) {
        place++
        const line = first === undefined || lines === undefined ? place : first + lines.lineOf(index) - 1
        index++
        const puzzle = puzzleOfEntry(entry, rules)
        if (!puzzle.ok) {
          areAll = false
          tell(line, puzzle.error)
          continue
        }
        if (!quiet) for (const note of form.notes(puzzle.value)) tell(line, note)
        yield json ? JSON.stringify({ line, ...form.field(puzzle.value) }) : `${form.write(puzzle.value)}\n`
      }
    }
  }
  let count = 0
  try {
    for await (const item of items()) await print(json ? `${count++ === 0 ? '[\n' : ',\n'}${item}` : item, context)
  } catch (error) {
    named(file)(error)
  }
  if (json) await print(count === 0 ? '[]\n' : '\n]\n', context)
  return areAll
}
