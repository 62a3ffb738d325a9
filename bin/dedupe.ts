import { Option } from 'commander'
import { accept, type Checked, refuse } from '../shared/checked.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import { PLAIN_CELLS } from '../shared/sudoku/grid/plain-grid.ts'
import { canonicalGrid } from '../shared/sudoku/kernels/canonical/canonical-grid.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { fileEntries, tell } from './file-entries.ts'
import { fileCommand } from './options.ts'
import { print } from './streams.ts'

export const addDedupe = fileCommand<{ readonly known?: readonly string[] }>('dedupe', {
  words:
    'print the classic 9×9 puzzles of a file without doubles: of those that become each other by mirroring, by other orders of lines, or by other digits, the first',
  options: () => [
    new Option('--known <files...>', 'leave out what is in these files, too, however it is changed about'),
  ],
  examples: {
    'dedupe puzzles.txt > different.txt': 'a puzzle a line, each the first of its kind',
    'dedupe new.txt --known old.txt older.txt > fresh.txt': 'those that no other file has',
    'dedupe puzzles.txt --json': 'with their canonical forms, and the places of their doubles',
  },
  async run(file, { json, quiet, known: files = [] }, context) {
    /** The canonical forms in other files; whatever else is in them is as good as left out. */
    const known = new Set<string>()
    for (const other of files) {
      for await (const entries of fileEntries(other, context, PIECE_BYTES)) {
        for (const { entry } of entries) {
          const puzzle = classicIn(entry)
          if (puzzle.ok) known.add(canonicalGrid(puzzle.value))
        }
      }
    }
    /** By canonical form, the first of each kind, with the places of all that are the same as it. */
    const kinds = new Map<string, Readonly<Record<string, unknown>> & { readonly doubles: number[] }>()
    let knownCount = 0
    let count = 0
    let refused = 0
    // Each that is the first of its kind is printed as soon as it is read; as JSON, all of them are at the end.
    for await (const entries of fileEntries(file, context, PIECE_BYTES)) {
      count += entries.length
      let different = ''
      for (const found of entries) {
        const { entry, place, line } = found
        const puzzle = classicIn(entry)
        if (!puzzle.ok) {
          refused++
          tell(found, puzzle.error, context)
          continue
        }
        const canonical = canonicalGrid(puzzle.value)
        if (known.has(canonical)) {
          knownCount++
          continue
        }
        const first = kinds.get(canonical)
        first?.doubles.push(place)
        if (first) continue
        const { id } = entry
        const named = { ...(line !== undefined && { line }), ...(id !== undefined && { id }) }
        kinds.set(canonical, { place, ...named, puzzle: puzzle.value, canonical, doubles: [] })
        different += `${puzzle.value}\n`
      }
      if (!json) await print(different, context)
    }
    if (json) await print(`${JSON.stringify([...kinds.values()], null, 2)}\n`, context)
    const doubles = count - refused - knownCount - kinds.size
    if (!quiet)
      context.stderr.write(
        `${count} ${count === 1 ? 'puzzle' : 'puzzles'}: ${kinds.size} different, ${doubles} ${doubles === 1 ? 'double' : 'doubles'}, ${files.length > 0 ? `${knownCount} known, ` : ''}${refused} refused\n`,
      )
    return refused === 0
  },
})

const PIECE_BYTES = 4_000_000

/** The cells of a classic 9×9 puzzle; whether it can be solved is not asked. */
function classicIn({ text, rules, refused }: Entry): Checked<string> {
  if (refused !== undefined) return refuse(refused)
  if (rules) return refuse('found rules of its own, expected a classic 9×9 puzzle')
  const puzzle = parsePuzzle(text, 'classic')
  if (!puzzle.ok) return puzzle
  const { length } = puzzle.value.text
  return length === PLAIN_CELLS ? accept(puzzle.value.text) : refuse(`found ${length} cells, expected ${PLAIN_CELLS}`)
}
