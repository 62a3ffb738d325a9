import { Option } from 'commander'
import { puzzleOfEntry } from '../shared/input/entry.ts'
import { PUZZLE_FORMATS, type PuzzleFormatName, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import type { RulesAsked } from '../shared/sudoku/rules/rules.ts'
import { forEachRead, tell } from './file-entries.ts'
import { fileCommand, rulesOption } from './options.ts'
import { BARE, JSON_LIST } from './output-formats.ts'
import { printer } from './streams.ts'

export const addConvert = fileCommand<{ readonly to: PuzzleFormatName; readonly rules?: RulesAsked }>('convert', {
  words: 'write the puzzles of a file in another format, with their regions, rules and constraints where it has room',
  options: () => [
    new Option('--to <format>', PUZZLE_FORMATS.map((name) => `${name}: ${puzzleFormats[name].words}`).join('; '))
      .choices(PUZZLE_FORMATS)
      .default('fpuzzles'),
    rulesOption(),
  ],
  examples: {
    'convert killers.txt --to fpuzzles > links.txt': 'links that open in f-puzzles and in SudokuPad',
    'convert links.txt --to ndjson': 'what each link holds, in words',
    'convert 53..7… --to grid': 'one puzzle, row by row',
  },
  async run(file, { to, rules = 'classic', json = false, quiet = false }, context) {
    const format = puzzleFormats[to]
    const { add, end } = printer(json ? JSON_LIST : { ...BARE, head: format.head ?? '' }, context)
    const read = (entry: Entry) => puzzleOfEntry(entry, rules)
    const areAll = await forEachRead(file, context, read, async (puzzle, found) => {
      if (!quiet) for (const note of format.notes?.(puzzle) ?? []) tell(found, note, context)
      const line = found.line ?? found.place
      await add(json ? JSON.stringify({ line, ...format.fields(puzzle) }) : format.write(puzzle))
    })
    await end()
    return areAll
  },
})
