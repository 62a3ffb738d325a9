import { render } from 'preact'
import { Picture } from '../grid/picture.tsx'
import { shownPuzzle } from '../grid/shown-puzzle.ts'
import { rulesOf } from '../rules/own-rules.ts'
import { givenCountOf, type PuzzleText } from '../rules/puzzle-text.ts'
import { countOf } from '../ui/number-text.ts'

/** How many puzzles a sheet may have. */
export const SHEETS = [1, 2, 4, 6] as const

/** Prints puzzles on one sheet, without the page around them. */
export async function printSheet(puzzles: readonly PuzzleText[]): Promise<void> {
  const root = document.createElement('div')
  root.className = `sheet sheet-${puzzles.length}`
  document.body.append(root)
  render(
    puzzles.map((puzzle) => (
      <figure key={puzzle.text}>
        <Picture rules={rulesOf(puzzle)} cells={shownPuzzle(puzzle).cells} />
        <figcaption>{countOf(givenCountOf(puzzle.text), 'given')}</figcaption>
      </figure>
    )),
    root,
  )
  // Some browsers return from `print` before anything is printed.
  await new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true })
    print()
  })
  root.remove()
}
