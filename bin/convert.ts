import { Option } from 'commander'
import { puzzleOfEntry } from '../shared/input/entry.ts'
import { PUZZLE_FORMATS, type PuzzleFormatName, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import type { RulesAsked } from '../shared/sudoku/rules/rules.ts'
import { eachEntry, tell } from './file-entries.ts'
import { fileCommand, rulesOption } from './options.ts'
import { print } from './streams.ts'

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
    let areAll = true
    let count = 0
    const [head, separator] = json ? ['[\n', ',\n'] : [format.head ?? '', '']
    for await (const found of eachEntry(file, context)) {
      const puzzle = puzzleOfEntry(found.entry, rules)
      if (!puzzle.ok) {
        areAll = false
        tell(found, puzzle.error, context)
        continue
      }
      if (!quiet) for (const note of format.notes?.(puzzle.value) ?? []) tell(found, note, context)
      const item = json
        ? JSON.stringify({ line: found.line ?? found.place, ...format.fields(puzzle.value) })
        : format.write(puzzle.value)
      await print(`${count++ === 0 ? head : separator}${item}`, context)
    }
    if (json) await print(count === 0 ? '[]\n' : '\n]\n', context)
    return areAll
  },
})
