import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { usePage } from '../page/page-state.ts'
import { isSamePuzzle, type PuzzleText, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { type ExampleGrid, famous, OWN_EXAMPLES, otherKinds } from './example-grids.ts'

type ExampleChoice = Omit<ExampleGrid, 'solutions'>

const GROUPS: readonly { readonly label: string; readonly choices: readonly ExampleChoice[] }[] = [
  { label: 'From the textbooks', choices: examples },
  { label: 'Famous and hard', choices: famous },
  { label: 'Other sizes and rules', choices: otherKinds },
]
const CHOICES = GROUPS.flatMap(({ choices }) => choices)

/** The last one that was loaded, which the menu names as long as it is on the board. */
let loaded: { readonly name: string; readonly puzzle: PuzzleText } | undefined

/** The name of a puzzle that is one of them. */
export function exampleName(puzzle: PuzzleText): string | undefined {
  if (loaded && isSamePuzzle(loaded.puzzle, puzzle)) return loaded.name
  return CHOICES.find(({ puzzle: text, rules }) => isSamePuzzle({ size: puzzle.size, text, rules }, puzzle))?.name
}

/** A menu of grids to start from, which also names the one that is on the board. */
export function ExamplePicker() {
  const { puzzle, edit } = usePage()
  const [error, setError] = useState<Error>()
  const take = (name: string, puzzle: PuzzleText) => {
    edit(puzzle)
    announce(`${name} is on the board.`)
  }
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const { value } = currentTarget
    const own = OWN_EXAMPLES.find((name) => name === value)
    if (own)
      return import('./own-examples.ts')
        .then(({ ownExample }) => ownExample(own))
        .then((puzzle) => {
          loaded = { name: own, puzzle }
          take(own, puzzle)
        })
        .catch(setError)
    const choice = CHOICES.find(({ name }) => name === value)
    const chosen = choice && puzzleIn(choice.puzzle, choice.rules)
    if (chosen?.ok) take(value, chosen.value)
  }
  return (
    <div class="field">
      <label for="example">Example</label>
      <select id="example" value={exampleName(puzzle) ?? ''} onChange={choose}>
        <option value="">Choose one…</option>
        {GROUPS.map(({ label, choices }) => (
          <optgroup key={label} label={label}>
            {choices.map((choice) => (
              <option key={choice.name} value={choice.name}>
                {labelOf(choice)}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="Drawn rules">
          {OWN_EXAMPLES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      </select>
      {error && <Trouble error={error} />}
    </div>
  )
}

/** A grid's name, and how it differs from what most newspapers print. */
function labelOf({ name, rules, puzzle }: ExampleChoice): string {
  const side = Math.sqrt(puzzle.length)
  const more = [...(side === 9 ? [] : [`${side}×${side}`]), ...(rules === 'classic' ? [] : [rules])]
  return more.length > 0 ? `${name} (${more.join(', ')})` : name
}
