import { accept, type Checked } from '../shared/checked.ts'
import { textOf } from '../shared/sudoku/grid.ts'
import { parseGridFor } from '../shared/sudoku/puzzle.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../shared/sudoku/rules.ts'
import type { Size } from '../shared/sudoku/units.ts'

/**
 * Everything that the page shows follows from its address, so that a reload, a bookmark or a link sent to somebody
 * shows the same:
 *
 *     #/watch?puzzle=53..7…&rules=even&left=brute-force
 *       view  └ the puzzle ──────────┘ └ what the view itself keeps
 *     #/bulk/2f0c3e9a-…
 *       view job
 *
 * It stands behind the `#`, so no server and no log ever sees a puzzle from it.
 */
export interface Address {
  readonly view: View
  readonly job: string | undefined
  readonly puzzle: PuzzleText
  /** What the view keeps; each view knows its own names. */
  readonly query: Query
  /** Why a part of the address was left out. */
  readonly refused: string | undefined
}

export const VIEWS = ['solve', 'watch', 'compare', 'bulk'] as const
export type View = (typeof VIEWS)[number]
export type Query = Readonly<Record<string, string>>

/** A puzzle as it is being written: its givens may still clash. */
export interface PuzzleText {
  readonly size: Size
  readonly rules: RulesName
  /** A character a cell, as `textOf` writes it; marks among them where the rules have any. */
  readonly line: string
}

const JOB_ID = /^[\w-]{1,64}$/

/** Reads what stands behind an address's `#`. */
export function parseAddress(hash: string): Address {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [name, job] = path.split('/')
  const { puzzle: line, rules: asked, size: side, ...query } = Object.fromEntries(new URLSearchParams(search))
  const view = VIEWS.find((known) => known === name) ?? 'solve'
  const isJob = job === undefined || JOB_ID.test(job)
  const rules = RULES_NAMES.find((known) => known === asked) ?? 'classic'
  const { sizes } = rulesNamed(rules)
  const size = sizes.find((known) => `${known}` === side) ?? (sizes.includes(9) ? 9 : sizes[0])
  const read = line === undefined ? accept(emptyPuzzle(size, rules)) : puzzleIn(line, rules)
  return {
    view,
    job: isJob ? job : undefined,
    puzzle: read.ok ? read.value : emptyPuzzle(size, rules),
    query,
    refused: !read.ok
      ? `The puzzle in the address cannot be read: ${read.error}.`
      : isJob
        ? undefined
        : 'The job in the address is none: its id would be letters, digits and dashes.',
  }
}

/** The opposite: what to write behind the `#`. */
export function hashOf({ view, job, puzzle, query }: Omit<Address, 'refused'>): string {
  const { size, rules, line } = puzzle
  const isEmpty = isEmptyLine(line)
  const parameters = new URLSearchParams({
    ...(!isEmpty && { puzzle: line }),
    ...(isEmpty && size !== 9 && { size: `${size}` }),
    ...(rules !== 'classic' && { rules }),
    ...query,
  })
  const search = parameters.size > 0 ? `?${parameters}` : ''
  return `#/${view}${job ? `/${job}` : ''}${search}`
}

export function emptyPuzzle(size: Size, rules: RulesName): PuzzleText {
  return { size, rules, line: '.'.repeat(size * size) }
}

export function isEmptyLine(line: string): boolean {
  return /^\.*$/.test(line)
}

/** A puzzle in any form that is one grid; its givens may clash. */
export function puzzleIn(text: string, rules: RulesName, size?: Size): Checked<PuzzleText> {
  const grid = parseGridFor(rules, text, size)
  return grid.ok ? accept({ size: grid.value.size, rules, line: textOf(grid.value.digits, grid.value.marks) }) : grid
}
