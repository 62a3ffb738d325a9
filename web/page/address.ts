import { accept, type Checked, refuse } from '../../shared/checked.ts'
import { ALL_SIZES } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { hasOwnRules, ownRules } from '../rules/own-rules.ts'
import { emptyPuzzle, isEmptyPuzzle, isEmptyText, type PuzzleText, playWidths, puzzleIn } from '../rules/puzzle-text.ts'

/**
 * Everything that the page shows follows from its address, so that a reload, a bookmark or a link sent to somebody
 * shows the same:
 *
 *     #/watch?puzzle=53..7…&rules=even&left=brute-force
 *       view  └ the puzzle ──────────┘ └ what the view itself keeps
 *     #/solve?puzzle=53..7…&play=0040…
 *                          └ digits, notes and colours of somebody who plays on
 *     #/solve?own=N4IgwglgXg…
 *                 └ regions, rules and constraints of its own
 *     #/solve?own=N4IgwglgXg…&told=Little Fish…
 *                              └ title, author, what was left out, and rules in words
 *     #/files/2f0c3e9a-…
 *       view job
 *
 * It stands behind the `#`, so no server and no log ever sees a puzzle from it.
 */
export interface Address {
  readonly view: View
  readonly job: string | undefined
  readonly puzzle: PuzzleText
  /** The view's own state; each view has its own names. */
  readonly query: Query
  /** Why something in the address was left out. */
  readonly refused: string | undefined
}

export const VIEWS = ['solve', 'watch', 'files'] as const
export type View = (typeof VIEWS)[number]
export type Query = Readonly<Record<string, string>>

const JOB_ID = /^[\w-]{1,64}$/
/** Reads what stands behind an address's `#`. Where {@link waitsForRules}, rules of its own cannot be read. */
export function parseAddress(hash: string): Address {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [name, job] = path.split('/')
  const parameters = Object.fromEntries(new URLSearchParams(search))
  const { puzzle: text, rules: rulesName, size: side, own, play, told, ...query } = parameters
  const view = VIEWS.find((known) => known === name) ?? 'solve'
  const isJob = job === undefined || JOB_ID.test(job)
  const rules = RULES_NAMES.find((known) => known === rulesName) ?? 'classic'
  const { sizes } = rulesNamed(rules)
  const size = sizes.find((known) => `${known}` === side) ?? (sizes.includes(9) ? 9 : sizes[0])
  const plain = text === undefined ? accept(emptyPuzzle(size, rules)) : puzzleIn(text, rules)
  const ownSize = ALL_SIZES.find((known) => `${known}` === side) ?? size
  const bare = { ...emptyPuzzle(ownSize, rules), ...(text && { text }), own }
  // Its own rules say what its text may be.
  const withRules = own !== undefined && (hasOwnRules() ? ownRules().unpackedPuzzle(bare) : refuse(NO_RULES))
  const puzzle = withPlay(withRules || plain, play)
  return {
    view,
    job: isJob ? job : undefined,
    puzzle: puzzle.ok ? { ...puzzle.value, ...(told && { told }) } : emptyPuzzle(size, rules),
    query,
    refused: !puzzle.ok
      ? `The puzzle in the address cannot be read: ${puzzle.error}.`
      : name !== '' && name !== view
        ? `There is no “${name.slice(0, 40)}” here: this is Solve.`
        : isJob
          ? undefined
          : 'The job id in the address cannot be right: it may only have letters, digits and dashes.',
  }
}

const NO_RULES = 'what knows its rules could not be loaded'

/** A play that cannot be of this puzzle is left out: `textOfPlay` in `solve/hint/play.ts` writes it. */
function withPlay(puzzle: Checked<PuzzleText>, play: string | undefined): Checked<PuzzleText> {
  if (!puzzle.ok || play === undefined || isEmptyPuzzle(puzzle.value)) return puzzle
  const { size } = puzzle.value
  const widths = playWidths(size)
  const isOfThis = play
    .split('.')
    .every((layer, i) => layer === '' || (/^[\da-z]+$/.test(layer) && layer.length === size * size * widths[i]))
  return isOfThis ? accept({ ...puzzle.value, play }) : puzzle
}

/** The opposite of {@link parseAddress}: what to write behind the `#`. */
export function hashOf({ view, job, puzzle, query }: Omit<Address, 'refused'>): string {
  const { size, rules, text, own, play, told } = puzzle
  const isEmpty = isEmptyText(text)
  const parameters = new URLSearchParams({
    ...(!isEmpty && { puzzle: text }),
    ...(isEmpty && size !== 9 && { size: `${size}` }),
    ...(rules !== 'classic' && { rules }),
    ...(own !== undefined && { own }),
    ...(play !== undefined && { play }),
    ...(told && { told }),
    ...query,
  })
  const search = parameters.size > 0 ? `?${parameters}` : ''
  return `#/${view}${job ? `/${job}` : ''}${search}`
}
