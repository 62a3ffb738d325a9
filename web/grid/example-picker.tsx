import type { TargetedEvent } from 'preact'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { usePage } from '../page/page-state.ts'
import { isSamePuzzle, puzzleIn } from '../rules/puzzle-text.ts'
import { announce } from '../ui/announcements.tsx'
import { type ExampleGrid, famous, otherKinds } from './example-grids.ts'

type ExampleChoice = Omit<ExampleGrid, 'solutions'>

const GROUPS: readonly { readonly label: string; readonly choices: readonly ExampleChoice[] }[] = [
  { label: 'From the textbooks', choices: examples },
  { label: 'Famous and hard', choices: famous },
  { label: 'Other sizes and rules', choices: otherKinds },
]
const CHOICES = GROUPS.flatMap(({ choices }) => choices)

/** A menu of grids to start from, which also names the one that is on the board. */
export function ExamplePicker() {
  const { puzzle, edit } = usePage()
  const isShown = ({ puzzle: text, rules }: ExampleChoice) => isSamePuzzle({ size: puzzle.size, text, rules }, puzzle)
  const shown = CHOICES.find(isShown)
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const choice = CHOICES.find(({ name }) => name === currentTarget.value)
    if (!choice) return
    const chosen = puzzleIn(choice.puzzle, choice.rules)
    if (!chosen.ok) return
    edit(chosen.value)
    announce(`${choice.name} is on the board.`)
  }
  return (
    <div class="field">
      <label for="example">Example</label>
      <select id="example" value={shown?.name ?? ''} onChange={choose}>
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
      </select>
    </div>
  )
}

/** A grid's name, and how it differs from what most newspapers print. */
function labelOf({ name, rules, puzzle }: ExampleChoice): string {
  const side = Math.sqrt(puzzle.length)
  const more = [...(side === 9 ? [] : [`${side}×${side}`]), ...(rules === 'classic' ? [] : [rules])]
  return more.length > 0 ? `${name} (${more.join(', ')})` : name
}
