import { CONSTRAINT_TYPES } from '../sudoku/constraints/constraint-json.ts'
import { RULES_NAMES } from '../sudoku/rules/rules.ts'
import { F_PUZZLES_KEYS } from './variants/f-puzzles-keys.ts'

/** The names under which programs keep rules of a puzzle, besides those of f-puzzles: of SudokuPad, and as people say it. */
const OTHER_NAMES =
  'underlay overlay thermo whisper kropki killer dot clue variant variation rule region area jigsaw box shape'.split(
    ' ',
  )

/** A name without what people write in different ways. */
function bareOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_+-]/g, '')
    .replace(/s$/, '')
}

const HOLD_RULES: ReadonlySet<string> = new Set(
  [
    ...Object.entries(F_PUZZLES_KEYS).flatMap(([key, known]) => ('read' in known || 'ignored' in known ? [] : [key])),
    ...CONSTRAINT_TYPES,
    ...RULES_NAMES,
    ...OTHER_NAMES,
  ].map(bareOf),
)

/**
 * Whether a field beside those of a puzzle, in a line of a file whose author may keep there what they like, is likely to be
 * meant for more: it is one of them but for a letter or two, or it holds what other programs have rules in. Without it
 * the line would be another puzzle.
 */
export function mayHoldRules(name: string, value: unknown, fields: readonly string[]): boolean {
  const holds = value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
  if (holds && HOLD_RULES.has(bareOf(name))) return true
  const isSaid = value !== null && value !== '' && value !== false
  return isSaid && fields.some((field) => isNear(name.toLowerCase(), field))
}

/** Whether a name becomes another by few insertions, deletions and exchanges of letters: one for each three letters, two at most. */
function isNear(name: string, field: string): boolean {
  const most = Math.min(2, Math.floor(field.length / 3))
  if (Math.abs(name.length - field.length) > most) return false
  let row = Array.from({ length: field.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...name].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= field.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (letter === field[j - 1] ? 0 : 1)))
    row = next
  }
  return row[field.length] <= most
}
