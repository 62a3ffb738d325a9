import type { TargetedEvent } from 'preact'
import { examples } from '../../shared/examples.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import { puzzleIn } from '../address.ts'
import { usePage } from '../page-state.ts'
import { announce } from '../ui/browser.ts'
import { famous, otherKinds } from './famous.ts'

interface Choice {
  readonly name: string
  readonly rules: RulesName
  readonly puzzle: string
}

const GROUPS: readonly { readonly label: string; readonly choices: readonly Choice[] }[] = [
  { label: 'From the textbooks', choices: examples },
  { label: 'Famous and hard', choices: famous },
  { label: 'Other sizes and rules', choices: otherKinds },
]
const CHOICES = GROUPS.flatMap(({ choices }) => choices)

/** A menu of grids to start from; names the one that is on the board. */
export function ExamplePicker() {
  const { puzzle, edit } = usePage()
  const shown = CHOICES.find((choice) => choice.puzzle === puzzle.line && choice.rules === puzzle.rules)
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const choice = CHOICES.find(({ name }) => name === currentTarget.value)
    if (!choice) return
    const read = puzzleIn(choice.puzzle, choice.rules)
    if (!read.ok) return
    edit(read.value)
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

/** A name, and what is not as in most newspapers. */
function labelOf({ name, rules, puzzle }: Choice): string {
  const side = Math.sqrt(puzzle.length)
  const more = [...(side === 9 ? [] : [`${side}×${side}`]), ...(rules === 'classic' ? [] : [rules])]
  return more.length > 0 ? `${name} (${more.join(', ')})` : name
}
