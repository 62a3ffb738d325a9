import { useState } from 'preact/hooks'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { usePage } from '../page/page-state.ts'
import { isSamePuzzle, type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { type ExampleGrid, famous, OWN_EXAMPLES, otherKinds } from './example-grids.ts'

type ExampleChoice = Omit<ExampleGrid, 'solutions'>

const GROUPS: Readonly<Record<string, readonly ExampleChoice[]>> = {
  'From the textbooks': examples,
  'Famous and hard': famous,
  'Other sizes and rules': otherKinds,
}
const GRIDS = Object.values(GROUPS).flat()
const CHOICES = [
  { value: undefined, title: 'Choose one…' },
  ...Object.entries(GROUPS).flatMap(([group, grids]) =>
    grids.map((grid) => ({ group, value: grid.name, title: labelOf(grid) })),
  ),
  ...OWN_EXAMPLES.map((name) => ({ group: 'Drawn rules', value: name, title: name })),
]

/** The last one that was loaded, which the menu names as long as it is on the board. */
let loaded: { readonly name: string; readonly puzzle: PuzzleText } | undefined

/** The name of a puzzle that is one of them. */
export function exampleName(puzzle: PuzzleText): string | undefined {
  if (loaded && isSamePuzzle(loaded.puzzle, puzzle)) return loaded.name
  return GRIDS.find(({ puzzle: text, rules }) => isSamePuzzle({ size: puzzle.size, text, rules }, puzzle))?.name
}

/** A menu of grids to start from, which also names the one that is shown: by default that on the board. */
export function ExamplePicker({ shown }: { readonly shown?: PuzzleText }) {
  const { puzzle, edit } = usePage()
  const [error, setError] = useState<Error>()
  const take = (name: string, puzzle: PuzzleText) => {
    edit(puzzle, true)
    announce(`${name} is on the board.`)
  }
  const choose = (name: string | undefined) => {
    const own = OWN_EXAMPLES.find((known) => known === name)
    if (own)
      return import('./own-examples.ts')
        .then(({ ownExample }) => ownExample(own))
        .then((puzzle) => {
          loaded = { name: own, puzzle }
          take(own, puzzle)
        })
        .catch(setError)
    const grid = GRIDS.find((known) => known.name === name)
    const chosen = grid && puzzleIn(grid.puzzle, grid.rules)
    if (grid && chosen?.ok) take(grid.name, chosen.value)
  }
  return (
    <SelectField id="example" label="Example" value={exampleName(shown ?? puzzle)} choices={CHOICES} choose={choose}>
      {error && <Trouble error={error} />}
    </SelectField>
  )
}

/** A grid's name, and how it differs from what most newspapers print. */
function labelOf({ name, rules, puzzle }: ExampleChoice): string {
  const side = Math.sqrt(puzzle.length)
  const more = [...(side === 9 ? [] : [`${side}×${side}`]), ...(rules === 'classic' ? [] : [rules])]
  return more.length > 0 ? `${name} (${more.join(', ')})` : name
}
