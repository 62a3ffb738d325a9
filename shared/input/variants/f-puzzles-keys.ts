import type { ConstraintType } from '../../sudoku/constraints/constraint-json.ts'
import { type CellName, nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { windows } from '../../sudoku/rules/rules.ts'
import type { VariantRule } from './variant-puzzle.ts'

/**
 * The keys of an f-puzzles puzzle, with what becomes of each. A key that is not here makes the puzzle one that cannot be
 * read, as it may hold a rule; one that is false, null or an empty list holds nothing, and is no matter.
 */
export type FPuzzlesKey =
  /** A rule that a boolean switches on. */
  | { readonly rule: VariantRule }
  | { readonly diagonal: 'rising' | 'falling' }
  /** A list of constraints, in this kind. */
  | {
      readonly constraint: ConstraintType
      readonly kind: EntryKind
      /** Programs that read such links have it, and the editor itself does not. */
      readonly isAddition?: true
    }
  /** A list of drawings, in words; what kinds of constraints they may only show. */
  | { readonly drawing: string; readonly shows: readonly ShownKind[] }
  /** Read on its own, or left out, which loses nothing of the puzzle. */
  | { readonly isOther: true }

/** The fields of an entry of a list, by its kind. */
export const ENTRY_KEYS = {
  /** The value is a sum, if there is one. */
  cage: ['cells', 'value'],
  'diagonal clue': ['cell', 'cells', 'direction', 'value'],
  /** The cell lies outside of the grid. */
  'outside clue': ['cell', 'value'],
  arrow: ['lines', 'cells'],
  /** Each line is a constraint of its own. */
  line: ['lines', 'value'],
  /** The same, each with the value. */
  'valued line': ['lines', 'value'],
  /** The same, where programs draw a bulb at the first cell of each line, besides. */
  'bulb line': ['lines', 'value'],
  /** There are two cells. */
  pair: ['cells', 'value'],
  clone: ['cells', 'cloneCells'],
  quadruple: ['cells', 'values'],
  /** All entries are one constraint. */
  cell: ['cell'],
  region: ['cells'],
  /** Fields as they are here, as no other program has the constraint. */
  own: 'cells lines parts allowed each pattern states ends sum value row column from'.split(' '),
} as const satisfies Readonly<Record<string, readonly string[]>>

export type EntryKind = keyof typeof ENTRY_KEYS

/** A drawing may show all of an entry, or the bulb at its first cell. */
export type ShownKind = EntryKind | 'bulb'

const LINES: readonly EntryKind[] = ['line', 'valued line', 'bulb line', 'arrow']
const AREAS: readonly EntryKind[] = ['cage', 'clone', 'region']
const SPOTS: readonly ShownKind[] = ['bulb', 'cell', 'pair', 'quadruple', 'clone', 'region']
const CLUES: readonly EntryKind[] = ['outside clue', 'diagonal clue', 'pair', 'cage']

export const F_PUZZLES_KEYS: Readonly<Record<string, FPuzzlesKey>> = {
  antiknight: { rule: 'anti-knight' },
  antiking: { rule: 'anti-king' },
  nonconsecutive: { rule: 'non-consecutive' },
  disjointgroups: { rule: 'disjoint' },
  'diagonal+': { diagonal: 'rising' },
  'diagonal-': { diagonal: 'falling' },

  killercage: { constraint: 'cage', kind: 'cage' },
  littlekillersum: { constraint: 'little-killer', kind: 'diagonal clue' },
  sandwichsum: { constraint: 'sandwich', kind: 'outside clue' },
  xsum: { constraint: 'x-sum', kind: 'outside clue', isAddition: true },
  skyscraper: { constraint: 'skyscraper', kind: 'outside clue', isAddition: true },
  arrow: { constraint: 'arrow', kind: 'arrow' },
  thermometer: { constraint: 'thermometer', kind: 'line' },
  slowthermometer: { constraint: 'slow-thermometer', kind: 'bulb line', isAddition: true },
  palindrome: { constraint: 'palindrome', kind: 'line' },
  renban: { constraint: 'renban', kind: 'line', isAddition: true },
  whispers: { constraint: 'whispers', kind: 'valued line', isAddition: true },
  regionsumline: { constraint: 'region-sum-line', kind: 'line', isAddition: true },
  entropicline: { constraint: 'entropic-line', kind: 'line', isAddition: true },
  betweenline: { constraint: 'between-line', kind: 'line' },
  lockout: { constraint: 'lockout-line', kind: 'valued line', isAddition: true },
  modularline: { constraint: 'modular-line', kind: 'valued line', isAddition: true },
  nabner: { constraint: 'nabner-line', kind: 'line', isAddition: true },
  zipperline: { constraint: 'zipper-line', kind: 'line', isAddition: true },
  doublearrow: { constraint: 'double-arrow', kind: 'line', isAddition: true },
  difference: { constraint: 'difference', kind: 'pair' },
  ratio: { constraint: 'ratio', kind: 'pair' },
  xv: { constraint: 'xv', kind: 'pair' },
  clone: { constraint: 'clone', kind: 'clone' },
  quadruple: { constraint: 'quadruple', kind: 'quadruple' },
  minimum: { constraint: 'minimum', kind: 'cell' },
  maximum: { constraint: 'maximum', kind: 'cell' },
  even: { constraint: 'even', kind: 'cell' },
  odd: { constraint: 'odd', kind: 'cell' },
  rowindexer: { constraint: 'row-indexer', kind: 'region', isAddition: true },
  columnindexer: { constraint: 'column-indexer', kind: 'region', isAddition: true },
  extraregion: { constraint: 'extra-region', kind: 'region' },

  'numbered-room': { constraint: 'numbered-room', kind: 'own' },
  'sum-line': { constraint: 'sum-line', kind: 'own' },
  sum: { constraint: 'sum', kind: 'own' },
  'equal-sums': { constraint: 'equal-sums', kind: 'own' },
  'greater-than': { constraint: 'greater-than', kind: 'own' },
  pairs: { constraint: 'pairs', kind: 'own' },
  walk: { constraint: 'walk', kind: 'own' },

  line: { drawing: 'a line', shows: LINES },
  rectangle: { drawing: 'a rectangle', shows: SPOTS },
  circle: { drawing: 'a circle', shows: SPOTS },
  text: { drawing: 'a text', shows: CLUES },
  cage: { drawing: 'a drawn cage', shows: AREAS },

  // Words for rules are looked for in the ruleset, and a solution is taken over where it is whole. Of no matter is how the
  // editor and a solver beside it show things, nor where cells are hidden from who solves by hand.
  ...Object.fromEntries(
    'size grid ruleset solution negative title author highlightConflicts disabledlogic truecandidatesoptions fogofwar foglight'
      .split(' ')
      .map((key) => [key, { isOther: true }]),
  ),
}

/**
 * The keys of a cell of the grid. A `value` that is not `given` is what somebody has filled in since; `c` and `cArray`
 * are colours, which are refused where the prose speaks of such; notes in a cell are somebody's own.
 */
export const CELL_KEYS: ReadonlySet<string> = new Set(
  'value given region parity givenPencilMarks c cArray centerPencilMarks cornerPencilMarks'.split(' '),
)

/** Keys of any entry that say how it looks, or which program has drawn it. */
export const STYLE_KEYS: ReadonlySet<string> = new Set(
  'angle baseC fontC fromConstraint fromRangskSolver height isNewConstraint opacity outlineC size width'.split(' '),
)

/** The names of notes, which hold no rule; `rules` is read as prose. */
export const NOTE_NAMES: ReadonlySet<string> = new Set(
  'title author rules solution source video msgcorrect msgincorrect customstyle'.split(' '),
)

/** The note that a drawn cage is by its value, `name: …`, whose name may be written in any case. */
export function noteIn(value: string): { readonly name: string; readonly text: string } | undefined {
  const [, written = '', text = ''] = /^([a-z]+):\s?(.*)$/is.exec(value) ?? []
  const name = written.toLowerCase()
  return NOTE_NAMES.has(name) ? { name, text } : undefined
}

/** Signs of inequality: by how many degrees, clockwise, each is turned from one that opens to the left, to the higher digit. */
export const SIGNS: Readonly<Record<string, number>> = { '>': 0, '∨': 90, '<': 180, '∧': 270, '^': 270 }

/** The ways of the clue of a diagonal. */
export const DIRECTIONS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  DR: [1, 1],
  DL: [1, -1],
  UR: [-1, 1],
  UL: [-1, -1],
}

/** The windows of windoku, for which there is no key: four extra regions say the same. */
export const WINDOWS: readonly (readonly CellName[])[] = windows().map(({ cells }) =>
  cells.map((cell) => nameOfCell(cell, 9)),
)
